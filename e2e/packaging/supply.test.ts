import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The commands that check what is installed and shipped, each in a copy of the project with one fault. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legajo-supply-'));
});
afterAll(() => rm(folder, { recursive: true }));

type Json = Record<string, unknown>;
interface Project {
  manifest: Json & Record<'dependencies' | 'devDependencies' | 'allowScripts', Json>;
  packages: Record<string, Json>;
  npmrc: string;
}
const project = async (): Promise<Project> => {
  const json = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8'));
  return {
    manifest: await json('package.json'),
    packages: (await json('package-lock.json')).packages,
    npmrc: await readFile(join(root, '.npmrc'), 'utf8'),
  };
};
const write = async ({ manifest, packages, npmrc }: Project): Promise<void> => {
  const { name, version } = manifest;
  const lock = { name, version, lockfileVersion: 3, requires: true, packages };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
  await writeFile(join(folder, '.npmrc'), npmrc);
};

/** @returns the command's output, and whether it passed */
async function command(name: string, ...args: string[]): Promise<{ ok: boolean; said: string }> {
  const script = join(root, `scripts/${name}.mjs`);
  return run(process.execPath, [script, ...args], { maxBuffer: 64 * 1024 ** 2 }).then(
    ({ stdout }) => ({ ok: true, said: stdout }),
    (error: { stdout: string; stderr: string }) => ({ ok: false, said: error.stderr }),
  );
}

const AXIOS = 'node_modules/axios';
const entry = (from: Project, path: string): Json => {
  const found = from.packages[path];
  if (!found) throw new Error(`no ${path}`);
  return found;
};
const added = (more: Json): Json => ({
  version: '1.0.0',
  integrity: `sha512-${'A'.repeat(86)}==`,
  license: 'MIT',
  ...more,
});

describe('the lock file', () => {
  it('is taken as it is, and names no host', async () => {
    expect(await command('lockfile')).toMatchObject({ ok: true });
    await write(await project());
    expect(await command('lockfile', folder)).toMatchObject({ ok: true });
    expect(await readFile(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved"/);
  });

  it('may name the public registry, and nothing else', async () => {
    const named = await project();
    entry(named, AXIOS).resolved = 'https://registry.npmjs.org/axios/-/axios-1.20.0.tgz';
    await write(named);
    expect(await command('lockfile', folder)).toMatchObject({ ok: true });
  });

  it.each<[what: string, spoil: (p: Project) => void, fault: RegExp]>([
    [
      'another host',
      (p) => (entry(p, AXIOS).resolved = 'https://npm.acme.test/axios/-/axios-1.20.0.tgz'),
      /npm\.acme/,
    ],
    [
      'http',
      (p) => (entry(p, AXIOS).resolved = 'http://registry.npmjs.org/axios/-/axios-1.20.0.tgz'),
      /comes from http:/,
    ],
    [
      'another package',
      (p) => (entry(p, AXIOS).resolved = 'https://registry.npmjs.org/axois/-/axois-1.20.0.tgz'),
      /axois/,
    ],
    [
      'git',
      (p) => (entry(p, AXIOS).resolved = 'git+ssh://git@github.com/axios/axios.git#abc'),
      /comes from git/,
    ],
    ['a file', (p) => (entry(p, AXIOS).resolved = 'file:../axios.tgz'), /comes from file/],
    ['a link', (p) => (entry(p, AXIOS).link = true), /link to a folder/],
    ['no hash', (p) => delete entry(p, AXIOS).integrity, /hash is missing/],
    ['SHA-1', (p) => (entry(p, AXIOS).integrity = 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk='), /one SHA-512/],
    [
      'a weaker hash beside',
      (p) => (entry(p, AXIOS).integrity += ' sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk='),
      /one SHA-512/,
    ],
    ['another name', (p) => (entry(p, AXIOS).name = 'axois'), /axois/],
    [
      'an alias below',
      (p) => (p.packages[`${AXIOS}/node_modules/ms`] = added({ name: 'sm' })),
      /nobody asked for/,
    ],
    [
      'something bundled',
      (p) => (p.packages[`${AXIOS}/node_modules/ms`] = added({ inBundle: true })),
      /inside another/,
    ],
    ['a range', (p) => (p.manifest.dependencies.axios = '^1.20.0'), /not by one version/],
    ['another version', (p) => (entry(p, AXIOS).version = '1.19.0'), /the lock has axios 1\.19\.0/],
    [
      'one more in package.json',
      (p) => (p.manifest.dependencies.ms = '2.1.3'),
      /do not agree about dependencies/,
    ],
    [
      'a git dependency below',
      (p) => (entry(p, AXIOS).dependencies = { x: 'github:a/x' }),
      /asks for x from github/,
    ],
    [
      'an address below',
      (p) => (entry(p, AXIOS).dependencies = { x: 'https://a.test/x.tgz' }),
      /asks for x from https/,
    ],
    [
      'an unknown install script',
      (p) => (entry(p, AXIOS).hasInstallScript = true),
      /axios: has an install script/,
    ],
    ['production as development', (p) => (entry(p, AXIOS).dev = true), /axios: production needs it/],
    ['another registry', (p) => (p.npmrc += '\nregistry=https://npm.acme.test/\n'), /\.npmrc/],
    ['a registry of a scope', (p) => (p.npmrc += '\n@acme:registry=https://npm.acme.test/\n'), /\.npmrc/],
    [
      'a key to a registry',
      (p) => (p.npmrc += '\n//npm.acme.test/:_authToken=geheim\n'),
      /\.npmrc(?!.*geheim)/,
    ],
  ])('is refused with %s', async (_what, spoil, fault) => {
    const spoiled = await project();
    spoil(spoiled);
    await write(spoiled);
    const { ok, said } = await command('lockfile', folder);
    expect(ok).toBe(false);
    expect(said).toMatch(fault);
  });
});

describe('licences', () => {
  const plant = (p: Project, name: string, more: Json): void => {
    const dependencies = { ...p.manifest.dependencies, [name]: '1.0.0' };
    p.manifest.dependencies = dependencies;
    p.packages[''] = { ...p.packages[''], dependencies };
    p.packages[`node_modules/${name}`] = added(more);
  };

  it('are told of all that is shipped, the other systems’ packages and Electron too, and of nothing else', async () => {
    const { ok, said } = await command('licences');
    expect(ok).toBe(true);
    for (const shipped of [/^MIT\tkysely@/m, /^MIT\tpg@/m, /^OFL-1.1\t@fontsource-variable\/archivo@/m])
      expect(said).toMatch(shipped);
    expect(said).toMatch(/^MIT\t@napi-rs\/keyring-darwin-arm64@/m);
    expect(said).toMatch(/^MIT\telectron@/m);
    expect(said).not.toMatch(/\tvitest@|\t@biomejs|\tcaniuse-lite@/);
  });

  it.each([
    ['GPL-3.0-only', 'GPL-3.0-only'],
    ['MIT AND GPL-2.0', 'MIT AND GPL-2.0'],
    ['UNLICENSED', 'UNLICENSED'],
    [undefined, 'no licence'],
  ])('%s is refused', async (license, said) => {
    const planted = await project();
    plant(planted, 'planted', { license });
    await write(planted);
    const judged = await command('licences', folder, '--quiet');
    expect(judged.ok).toBe(false);
    expect(judged.said).toContain(`planted@1.0.0 is under ${said}`);
  });

  it('are those of the package itself, whatever the lock says of it; and below what is asked for', async () => {
    const planted = await project();
    plant(planted, 'planted', { license: 'MIT', dependencies: { deeper: '^1.0.0' } });
    planted.packages['node_modules/planted/node_modules/deeper'] = added({ license: 'AGPL-3.0' });
    await write(planted);
    const own = join(folder, 'node_modules/planted');
    await mkdir(own, { recursive: true });
    await writeFile(join(own, 'package.json'), '{"name":"planted","license":"GPL-3.0"}');
    const { said } = await command('licences', folder, '--quiet');
    await rm(join(folder, 'node_modules'), { recursive: true });
    expect(said).toContain('planted@1.0.0 is under GPL-3.0');
    expect(said).toContain('deeper@1.0.0 is under AGPL-3.0');
  });

  it('of what is for development only do not matter', async () => {
    const planted = await project();
    planted.packages['node_modules/planted'] = added({ license: 'GPL-3.0-only', dev: true });
    await write(planted);
    expect(await command('licences', folder, '--quiet')).toMatchObject({ ok: true });
  });
});

describe('the list of components', () => {
  it('holds every shipped package once, with its version, hash and licence, under the product’s name', async () => {
    const from = await project();
    const file = join(folder, 'sbom.json');
    expect(await command('sbom', file)).toMatchObject({ ok: true });
    const sbom = JSON.parse(await readFile(file, 'utf8'));
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'legajo', version: from.manifest.version } },
    });
    const refs: string[] = sbom.components.map((each: Json) => each['bom-ref']);
    const told = (await command('licences')).said
      .trim()
      .split('\n')
      .map((line) => line.split('\t')[1]);
    expect(refs.toSorted()).toEqual([...new Set(told)].toSorted());
    for (const { name, version, hashes, licenses } of sbom.components) {
      const [, locked] =
        Object.entries(from.packages).find(
          ([path, each]) =>
            (each.name ?? path.slice(path.lastIndexOf('node_modules/') + 13)) === name &&
            each.version === version,
        ) ?? [];
      const hash = Buffer.from(`${locked?.integrity}`.slice('sha512-'.length), 'base64').toString('hex');
      expect([name, hashes[0]]).toEqual([name, { alg: 'SHA-512', content: hash }]);
      // Two name their licence in a file only.
      if (!['combine-errors', 'png-js'].includes(name)) expect([name, licenses?.length]).toEqual([name, 1]);
    }
    const known = new Set([...refs, 'legajo@0.1.0']);
    for (const { ref, dependsOn } of sbom.dependencies)
      expect([ref, ...dependsOn].filter((each) => !known.has(each))).toEqual([]);
    // Without settings of the machine or a private registry.
    expect(JSON.stringify(sbom)).not.toContain(root);
  });

  it('is not made of a lock file that does not hold together', async () => {
    const broken = await project();
    delete broken.packages['node_modules/kysely'];
    await write(broken);
    const { ok, said } = await command('sbom', '-', folder);
    expect(ok).toBe(false);
    expect(said).toMatch(/kysely|npm/);
  });
});
