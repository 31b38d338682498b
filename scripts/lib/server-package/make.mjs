import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readProject, shippedPackages } from '../lock.mjs';
import { COMMANDS, serverModules } from './modules.mjs';
import { notices } from './notices.mjs';
import { packageFiles, packagePlaces } from './packages.mjs';
import { tar } from './tar.mjs';

/** Of what the installers ship, the desktop alone has these. */
const DESKTOP = /^node_modules\/(electron|keytar|@napi-rs\/keyring)/;
/** Where there is no commit to take it from. */
const SOME_TIME = 1_767_225_600;

/** Seconds of the epoch: of the commit, so that the same commit makes the same archive. */
function timeOf(root) {
  if (process.env.SOURCE_DATE_EPOCH) return Number(process.env.SOURCE_DATE_EPOCH);
  try {
    return Number(
      execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return SOME_TIME;
  }
}

/** All files below a folder, with their bytes. */
function* filesBelow(folder, name = '') {
  for (const entry of readdirSync(join(folder, name), { withFileTypes: true })) {
    const path = name ? `${name}/${entry.name}` : entry.name;
    if (entry.isDirectory()) yield* filesBelow(folder, path);
    else yield [path, readFileSync(join(folder, path))];
  }
}

/**
 * What the package holds.
 *
 * @param root the repository, installed and with its web build
 * @returns path → bytes, sorted by path
 * @throws where something is missing, or may not be shipped
 */
export function packageContents(root) {
  const project = readProject(root);
  const { files, packages } = serverModules(root);
  const places = packagePlaces(project, packages);
  const put = (path, bytes) => files.set(path, Buffer.from(bytes));
  for (const place of places)
    for (const name of packageFiles(root, place))
      put(`${place}/${name}`, readFileSync(join(root, place, name)));
  for (const [path, bytes] of filesBelow(join(root, 'out/web'))) put(`out/web/${path}`, bytes);
  for (const [path, bytes] of filesBelow(join(import.meta.dirname, 'files'))) put(path, bytes);
  for (const folder of ['deploy', 'docs/operations'])
    if (existsSync(join(root, folder)))
      for (const [path, bytes] of filesBelow(join(root, folder))) put(`${folder}/${path}`, bytes);
  put('LICENSE', readFileSync(join(root, 'LICENSE')));
  const page = shippedPackages(project).filter(
    (place) => !DESKTOP.test(place) && existsSync(join(root, place)),
  );
  put('THIRD-PARTY.txt', notices(project, [...new Set([...places, ...page])].sort()));
  put('package.json', manifestOf(project));
  const sums = sorted(files).map(
    ([path, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${path}\n`,
  );
  put('SHA256SUMS', sums.join(''));
  return new Map(sorted(files));
}

const sorted = (files) => [...files].sort(([a], [b]) => (a < b ? -1 : 1));

/** Enough for Node to know what the files are, and for npm to run the commands by their names. */
function manifestOf({ manifest: { name, version, description, license, imports } }) {
  const scripts = Object.fromEntries(
    Object.keys(COMMANDS).map((command) => [command, `node legajo.mjs ${command}`]),
  );
  const about = { name: `${name}-server`, version, description, license, private: true, type: 'module' };
  return `${JSON.stringify({ ...about, engines: { node: '>=22.13' }, imports, scripts }, null, 2)}\n`;
}

/** `legajo-server-1.2.0-linux-x64`: it holds machine code of one system. */
export const packageName = ({ manifest: { version } }) =>
  `legajo-server-${version}-${process.platform}-${process.arch}`;

/**
 * Makes the folder and the archive, in the place of earlier ones.
 *
 * @param to the folder in which both are put
 * @returns where they are, how many files and bytes
 */
export function makeServerPackage(root, to, { archive = true } = {}) {
  const contents = packageContents(root);
  const name = packageName(readProject(root));
  const folder = join(to, name);
  rmSync(folder, { recursive: true, force: true });
  let bytes = 0;
  for (const [path, content] of contents) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    bytes += content.length;
  }
  const made = { folder, files: contents.size, bytes };
  if (!archive) return made;
  const file = `${folder}.tar.gz`;
  const packed = gzipSync(
    tar(new Map([...contents].map(([path, each]) => [`${name}/${path}`, each])), timeOf(root)),
    {
      level: 9,
    },
  );
  writeFileSync(file, packed);
  return { ...made, archive: file, packed: packed.length };
}
