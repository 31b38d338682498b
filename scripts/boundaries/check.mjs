import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { at, bin, pinnedNode } from '../lib/paths.mjs';
import { crowdedFolders } from './crowded-folders.ts';
import { filesBelow } from './files.mjs';
import { spanishAllowed, spanishText } from './spanish.mjs';
import { styleRules, styleViolations } from './styles.mjs';

const planted = at('scripts/boundaries/planted');
const rooms = ['src', 'server', 'e2e', 'bench'];

const cycles = new Set(['no-cycles', 'shared-rooms-in-order']);

/** Comments are removed first: they may mention what the code must not use. */
const withoutComments = (text) => text.replace(/^\s*(\/\/|\/\*|\*).*$|\s\/\/ .*$/gm, '');

const finding = (pattern, name) => (text) => (pattern.test(withoutComments(text)) ? name : undefined);

/**
 * Rules about what stands in files, where imports do not tell: `files` and `except` are tried against the paths of what
 * is below `folders`, `find` returns what a file's text should not have.
 */
const textRules = [
  {
    // Only one folder uses the preload script's object: all others use src/renderer/platform.
    rule: 'window-legajo',
    folders: ['src/renderer'],
    files: /\.tsx?$/,
    except: [/^src\/renderer\/platform\//],
    find: finding(/\b(window|globalThis|self)\s*(\?\.|\.|\[\s*['"])legajo\b/, 'window.legajo'),
  },
  {
    // Statements, and the locks that they take, are found in one kind of file.
    rule: 'sql-in-queries',
    folders: ['server/domains'],
    files: /\.ts$/,
    except: [
      /\.queries\.ts$/,
      /\.test\.ts$/,
      // Stores of secrets: the list of surviving mutants refers to their lines.
      /^server\/domains\/identity\//,
      // The visibility rule is an SQL fragment by design.
      /^server\/domains\/access\/visibility\.policy\.ts$/,
    ],
    find: finding(/\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^`]*?>)?`/, 'SQL'),
  },
  {
    // Vitest's functions give up after a second, whatever is configured: a slow machine fails them.
    rule: 'waiting-with-the-common-limit',
    folders: ['src', 'server', 'e2e', 'bench'],
    files: /\.tsx?$/,
    except: [/^server\/testing\/eventually\.ts$/],
    find: finding(/\bvi\.wait(For|Until)\b/, 'vi.waitFor'),
  },
  {
    // A landing takes no test that is not run. Only what a machine cannot do may be left out, and every machine has both
    // databases: what concerns one of them stands in an `if`.
    rule: 'both-databases-run-all',
    folders: ['server'],
    files: /\.test\.ts$/,
    except: [],
    find: finding(/\.(skipIf|runIf)\(\s*!?engine\b/, 'a test that one database does not run'),
  },
  {
    // What people read is translated, corrected and compared in catalogues.
    rule: 'texts-in-catalogues',
    folders: ['server', 'src/main', 'src/preload', 'src/shared'],
    files: /\.ts$/,
    except: spanishAllowed,
    find: spanishText,
  },
];

/**
 * Finds violations below a folder that is laid out like the repository.
 *
 * @returns `{ rule, from, to }` of each, paths relative to that folder
 */
function violationsIn(folder) {
  const present = rooms.filter((room) => readdirSync(folder).includes(room));
  const { stdout, stderr, status } = spawnSync(
    pinnedNode,
    [
      bin('depcruise', 'dependency-cruiser'),
      '--config',
      at('.dependency-cruiser.mjs'),
      '--output-type',
      'json',
      ...present,
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  if (!stdout) throw new Error(`dependency-cruiser did not answer (exit code ${status}):\n${stderr}`);
  const imports = JSON.parse(stdout).summary.violations.map(({ rule, from, to }) => ({
    rule: rule.name,
    from,
    to,
  }));
  const texts = textRules.flatMap((rule) => textViolations(folder, rule));
  return [...imports, ...texts, ...styleViolations(folder)];
}

function textViolations(root, { rule, folders, files, except, find }) {
  const violations = [];
  for (const file of folders.flatMap((folder) => filesBelow(join(root, folder)))) {
    const from = relative(root, file).split(sep).join('/');
    if (!files.test(from) || except.some((exception) => exception.test(from))) continue;
    const to = find(readFileSync(file, 'utf8'));
    if (to !== undefined) violations.push({ rule, from, to });
  }
  return violations;
}

/** @returns whether the product keeps to its boundaries; violations are printed */
export function boundariesHold() {
  const violations = violationsIn(at('.'));
  for (const { rule, from, to } of violations) console.error(`${rule}: ${from} \u2192 ${to}`);
  // Its proof is e2e/starting/crowded-folders.test.ts, instead of a planted folder with dozens of files.
  const paths = [...rooms, 'scripts'].flatMap((room) =>
    filesBelow(at(room)).map((path) => relative(at('.'), path).split(sep).join('/')),
  );
  const crowded = crowdedFolders(paths);
  for (const [folder, files] of crowded) console.error(`crowded folder: ${folder} has ${files} files`);
  return violations.length + crowded.length === 0;
}

/**
 * Whether every rule still works: each file that says `planted: rule` must be reported by that rule, and each rule must
 * have at least one such file.
 */
export async function plantedViolationsAreFound() {
  const { default: config } = await import('../../.dependency-cruiser.mjs');
  const rules = new Set([
    ...textRules.map(({ rule }) => rule),
    ...styleRules,
    ...config.forbidden.map(({ name }) => name),
  ]);
  const found = new Set(violationsIn(planted).map(({ rule, from }) => `${rule} ${from}`));
  const proven = new Set();
  let sound = true;
  for (const file of filesBelow(planted)) {
    const rule = /^(?:\/\/|\/\*) planted: (\S+)/.exec(readFileSync(file, 'utf8'))?.[1];
    if (!rule) continue;
    const from = relative(planted, file).split(sep).join('/');
    // A cycle is reported once, from any of its files or folders.
    const seen =
      found.has(`${rule} ${from}`) || (cycles.has(rule) && [...found].some((f) => f.startsWith(`${rule} `)));
    if (seen) proven.add(rule);
    else {
      console.error(`The rule ${rule} no longer finds its planted violation in ${from}.`);
      sound = false;
    }
  }
  for (const rule of rules) {
    if (proven.has(rule)) continue;
    console.error(`The rule ${rule} has no planted violation that proves it.`);
    sound = false;
  }
  return sound;
}
