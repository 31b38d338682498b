import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { at, pinnedNode, root } from './paths.mjs';

const isWindows = process.platform === 'win32';
const running = new Set();
let stopping = false;

/**
 * The environment of every child process: the pinned tools first in PATH, and a folder for Node's compile cache. The
 * tests start some hundred processes of the same code.
 */
export function toolEnv(extra = {}) {
  const path = [at('node_modules/.bin'), process.env.PATH ?? ''].join(delimiter);
  return { NODE_COMPILE_CACHE: at('node_modules/.cache/compiled'), ...process.env, PATH: path, ...extra };
}

/**
 * Starts a program in its own process group, so that Ctrl-C reaches it once, through this script, and not a second time
 * from the terminal.
 *
 * @returns the child with `ended`, a promise of `{ code, stdout, timedOut }` that never rejects
 */
export function launch(command, args, { env, capture = false, quiet = false, timeoutMs } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: toolEnv(env),
    detached: !isWindows,
    stdio: [
      'inherit',
      capture ? 'pipe' : quiet ? 'ignore' : 'inherit',
      capture ? 'pipe' : quiet ? 'ignore' : 'inherit',
    ],
  });
  running.add(child);
  let stdout = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  let timedOut = false;
  const timer = timeoutMs
    ? setTimeout(() => {
        timedOut = true;
        signalGroup(child, 'SIGKILL');
      }, timeoutMs)
    : undefined;
  child.ended = new Promise((resolve) => {
    const end = (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, stdout, timedOut });
    };
    child.on('error', (error) => {
      stdout += `${error.message}\n`;
      end(127);
    });
    child.on('close', (code, signal) => end(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
  return child;
}

/** Runs a program to its end. */
export const run = (command, args, options) => launch(command, args, options).ended;

/** Runs a script under the pinned Node to its end. */
export const runNode = (args, options) => run(pinnedNode, args, options);

export function signalGroup(child, signal) {
  if (child.exitCode !== null || child.pid === undefined) return;
  try {
    if (isWindows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It ended between the check and the signal.
  }
}

/**
 * Forwards terminating signals to every child and waits for them; `before` may end some earlier. A second signal ends
 * at once.
 */
export function forwardSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, async () => {
      const children = [...running];
      const hard = stopping;
      stopping = true;
      for (const child of children)
        signalGroup(child, hard ? 'SIGKILL' : signal === 'SIGHUP' ? 'SIGTERM' : signal);
      await Promise.all(children.map((child) => child.ended));
      process.exit(signal === 'SIGINT' ? 130 : 0);
    });
  }
}

export const isStopping = () => stopping;
