import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, bin } from './paths.mjs';
import { run, runNode } from './run.mjs';
import { say } from './say.mjs';

/** The app as it is shipped, but for its fuses and its runtime: what the desktop tests start. */
export const testPackage = at('out/package/linux-unpacked');

/** Fuses of a release beside those of electron-builder.yml: no inspector, no rights for file:// pages. */
const releaseFuses = { enableNodeCliInspectArguments: false, grantFileProtocolExtraPrivileges: false };

/**
 * Packages what is built.
 *
 * @param args electron-builder's: platforms and targets
 * @param config what is said beside electron-builder.yml
 * @returns whether that worked
 */
async function pack(args, config, { quiet = false } = {}) {
  mkdirSync(at('out'), { recursive: true });
  const file = at('out/electron-builder.json');
  writeFileSync(file, JSON.stringify({ extends: at('electron-builder.yml'), ...config }));
  const { code, stdout } = await runNode(
    [bin('electron-builder'), ...args, '--config', file, '--publish', 'never'],
    {
      capture: quiet,
    },
  );
  if (code !== 0 && quiet) process.stderr.write(stdout);
  return code === 0;
}

/** Installers for people, for the platforms that the arguments name. Build with LEGAJO_RELEASE=1 first. */
export const packageRelease = (args) => pack(args, { electronFuses: releaseFuses });

/**
 * A folder as an installer would leave it, around the runtime that the tests have; made again when the build
 * changed. Its own Electron is not started: it may be older than what the app is written for.
 */
export async function packageForTests() {
  const stamps = ['desktop', 'engine']
    .map((name) => at('out/.stamps', name))
    .filter((file) => existsSync(file));
  const print = [at('electron-builder.yml'), ...stamps].map((file) => readFileSync(file, 'utf8')).join('\n');
  const stamp = at('out/.stamps/package');
  if (existsSync(testPackage) && existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return true;
  say('Packaging the desktop app for its tests');
  rmSync(stamp, { force: true });
  const runtime = await overrideRuntime();
  const done = await pack(
    ['--linux', 'dir'],
    {
      directories: { output: 'out/package' },
      ...runtime,
    },
    { quiet: true },
  );
  if (done) writeFileSync(stamp, print);
  return done;
}

/** The runtime that stands in for Electron's own, as electron-builder wants it named. */
async function overrideRuntime() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const runtime = folder && join(folder, 'runtime');
  if (!runtime || !existsSync(runtime)) return {};
  const { stdout } = await run(join(runtime, 'electron'), ['-p', 'process.versions.electron'], {
    capture: true,
    env: { ELECTRON_RUN_AS_NODE: '1' },
  });
  return { electronDist: runtime, electronVersion: stdout.trim().split('\n').at(-1) };
}
