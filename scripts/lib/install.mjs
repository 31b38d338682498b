import { existsSync, readFileSync } from 'node:fs';
import { at, pinnedNode } from './paths.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';

/** @returns why the dependencies must be installed, or null if they match the lock file */
export function whyInstall() {
  if (!existsSync(at('node_modules/.package-lock.json'))) return 'node_modules is missing';
  if (!existsSync(pinnedNode)) return 'the pinned Node is missing';
  const wanted = packagesOf('package-lock.json');
  const there = packagesOf('node_modules/.package-lock.json');
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || entry.link) continue;
    const installed = there[path];
    // Optional packages exist only for their platform, and optional peers only if something depends on them.
    const mayBeMissing = entry.optional || entry.devOptional || entry.peer;
    if (installed ? installed.version !== entry.version : !mayBeMissing) {
      return `node_modules is older than package-lock.json (${path.replace(/^.*node_modules\//, '')})`;
    }
  }
  return null;
}

/** Installs what the lock file lists, if it is missing. */
export async function ensureInstalled() {
  const reason = whyInstall();
  if (!reason) return;
  say(`Installing the dependencies: ${reason} (npm ci, about a minute)`);
  const npm = process.env.npm_execpath;
  const { code } = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, 'ci'])
    : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci']);
  if (code !== 0) {
    say(`npm ci failed (exit code ${code}); nothing was started.`);
    process.exit(code);
  }
}

function packagesOf(file) {
  return JSON.parse(readFileSync(at(file), 'utf8')).packages ?? {};
}
