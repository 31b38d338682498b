import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, bin, has } from './paths.mjs';
import { runNode } from './run.mjs';
import { say } from './say.mjs';

const common = [
  'src/shared',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/lib/native-addons.ts',
  'scripts/lib/web-build/chunks.ts',
  'scripts/lib/web-build/evaluated.ts',
  'scripts/lib/web-build/only-xhr.ts',
];

/** The build targets: their sources, results and commands. */
export const targets = [
  {
    name: 'desktop',
    sources: [
      ...common,
      'src/main',
      'src/preload',
      'src/renderer',
      'electron.vite.config.ts',
      'vite.renderer.config.ts',
    ],
    proof: 'out/main/index.cjs',
    command: () => [bin('electron-vite'), 'build', '--logLevel', 'warn'],
  },
  {
    name: 'engine',
    sources: [...common, 'src/main/sync', 'vite.engine.config.ts'],
    needs: 'src/main/sync/host/host.ts',
    proof: 'out/engine/host.cjs',
    command: () => [bin('vite'), 'build', '--config', 'vite.engine.config.ts', '--logLevel', 'warn'],
  },
  {
    name: 'web',
    sources: [
      ...common,
      'src/renderer',
      'vite.config.ts',
      'vite.renderer.config.ts',
      'scripts/lib/web-build/first-load-budget.ts',
      'scripts/lib/web-build/precompress.ts',
    ],
    proof: 'out/web/index.html',
    command: () => [bin('vite'), 'build', '--logLevel', 'warn'],
  },
];

/**
 * Builds the named targets (all by default) whose sources changed since the last build.
 *
 * @returns whether everything is built now
 */
export async function buildStale(names = targets.map((target) => target.name), { force = false } = {}) {
  for (const target of targets.filter(({ name }) => names.includes(name))) {
    if (target.needs && !has(target.needs)) continue;
    const stamp = at('out', '.stamps', target.name);
    const print = fingerprint(target.sources);
    if (!force && has(target.proof) && readOr(stamp, '') === print) continue;
    say(`Building: ${target.name}`);
    rmSync(stamp, { force: true });
    const { code } = await runNode(target.command(), { env: { NODE_ENV: 'production' } });
    if (code !== 0) return false;
    mkdirSync(at('out', '.stamps'), { recursive: true });
    writeFileSync(stamp, print);
  }
  return true;
}

/** Names, sizes and times of all source files: cheap to compute, and different after any edit. */
function fingerprint(sources) {
  const hash = createHash('sha256');
  const add = (path) => {
    const stat = statSync(at(path), { throwIfNoEntry: false });
    if (stat?.isDirectory()) for (const name of readdirSync(at(path)).sort()) add(join(path, name));
    else if (stat && !/\.test\.tsx?$/.test(path)) hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
  };
  sources.forEach(add);
  return hash.digest('hex');
}

function readOr(file, fallback) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return fallback;
  }
}
