import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { at, pinnedNode } from '../paths.mjs';
import { run } from '../run.mjs';

const DOWNLOAD_LIMIT_MS = 120_000;
const isWindows = process.platform === 'win32';

/** @returns why no window can be opened here, or null */
export function whyNoDisplay() {
  if (process.platform !== 'linux') return null;
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? null : 'there is no display';
}

/**
 * The Electron to run: ELECTRON_OVERRIDE_DIST_PATH, else that of the `electron` package, which is downloaded on first
 * use, with a timeout, because a download may hang.
 *
 * @returns `{ path }` or `{ reason }`
 */
export async function findElectron({ download = true, onDownload = () => {} } = {}) {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    const path = join(override, isWindows ? 'electron.exe' : 'electron');
    return existsSync(path)
      ? { path }
      : { reason: `ELECTRON_OVERRIDE_DIST_PATH holds no electron (${path})` };
  }
  const installed = installedElectron();
  if (installed) return { path: installed };
  if (!download) return { reason: "Electron's binary is not downloaded" };
  onDownload();
  const { code, timedOut } = await run(pinnedNode, [at('node_modules/electron/install.js')], {
    quiet: true,
    timeoutMs: DOWNLOAD_LIMIT_MS,
  });
  const path = code === 0 ? installedElectron() : null;
  if (path) return { path };
  return {
    reason: timedOut
      ? "Electron's binary did not arrive in two minutes"
      : "Electron's binary cannot be downloaded here",
  };
}

function installedElectron() {
  const folder = at('node_modules/electron');
  try {
    const path = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8'));
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

/** @returns the full path of a program in PATH, or null */
export function which(program) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, program);
    if (folder && existsSync(path)) return path;
  }
  return null;
}
