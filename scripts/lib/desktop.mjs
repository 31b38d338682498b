import { existsSync } from 'node:fs';
import { findElectron, which, whyNoDisplay } from './packaging/electron.mjs';
import { at, pinnedNode } from './paths.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';

/** A real, older runtime for machines where Electron's own binary cannot be downloaded (docs/desktop-testing.md). */
const fallbackRuntime = at('../shared/tools/electron-runtime');

/** Apps mostly wait: two at a time are no problem on two cores. */
const SESSIONS = 2;

/**
 * What the desktop tests need: an Electron, displays, and, if available, a session bus for each, on which the tests
 * start an unlocked keyring (e2e/desktop/keyring.sh).
 *
 * @returns `{ wrap, env }`: the command to put before the tests' own, and its environment variables; or `{ reason }`
 */
export async function prepareDesktop() {
  const env = { LEGAJO_SYNC_NODE: pinnedNode };
  const electron = await electronForTests();
  if (electron.reason) return electron;
  if (electron.folder) env.ELECTRON_OVERRIDE_DIST_PATH = electron.folder;
  env.LEGAJO_TEST_ELECTRON = electron.path;

  const wrap = [];
  if (process.platform === 'linux') {
    if (!which('dbus-run-session')) return { reason: 'dbus-run-session is not installed' };
    if (!which('gnome-keyring-daemon')) return { reason: 'gnome-keyring-daemon is not installed' };
    const keyring = ['dbus-run-session', '--', 'sh', at('e2e/desktop/keyring.sh')];
    // Separate displays even where there is one, so that nobody clicks on the tests' windows. They are nested, so that
    // all of them end with the tests, and each worker has a complete session.
    const display = ['xvfb-run', '-a', '-s', '-screen 0 1600x1000x24'];
    if (which('xvfb-run')) for (let n = 0; n < SESSIONS; n += 1) wrap.push(...display, ...keyring);
    else if (whyNoDisplay()) return { reason: 'there is no display and no xvfb-run' };
    else wrap.push(...keyring);
  }
  return { wrap, env };
}

async function electronForTests() {
  if (!process.env.ELECTRON_OVERRIDE_DIST_PATH && existsSync(fallbackRuntime)) {
    const { code, stdout } = await run(fallbackRuntime, [], { capture: true, timeoutMs: 180_000 });
    if (code !== 0) return { reason: stdout.trim() };
    const folder = stdout.trim().split('\n').at(-1);
    return { folder, path: `${folder}/electron` };
  }
  const electron = await findElectron({ onDownload: () => say("Fetching Electron's binary (once)") });
  return electron.path ? { folder: process.env.ELECTRON_OVERRIDE_DIST_PATH, path: electron.path } : electron;
}
