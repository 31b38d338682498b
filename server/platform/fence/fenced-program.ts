import { type ChildProcess, spawn } from 'node:child_process';
import type { FencePlan, ToRun } from './plan.ts';

/** A program that reads hostile files, with its input. */
interface FencedRun extends ToRun {
  readonly stdin?: Uint8Array;
  /** Ends it early. */
  readonly signal?: AbortSignal;
}

/** A program failed, or met a limit. */
export class ProgramFault extends Error {
  override readonly name = 'ProgramFault';
  /** Its exit code; null where it was killed. Some versions of `unshare` report 1 for that (util-linux 2.38). */
  readonly code: number | null;
  /** The beginning of its standard error. */
  readonly stderr: string;

  constructor(program: string, code: number | null, stderr: string) {
    super(`${program} ${code === null ? 'was killed' : `ended with ${code}`}: ${stderr}`);
    this.code = code;
    this.stderr = stderr;
  }
}

const COMPLAINT_BYTES = 2000;
/** From this exit code on, a program in between reports the signal that ended its child. */
const BY_SIGNAL = 128;
/** The variables of the server's environment that programs get: where programs and their data are. */
const PASSED_ON = ['PATH', 'TESSDATA_PREFIX', 'SYSTEMROOT'];

/** The environment of every program that reads hostile files: of the server's only where programs are. */
export function fencedEnvironment(): NodeJS.ProcessEnv {
  const passed = PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { ...Object.fromEntries(passed), LANG: 'C.UTF-8', OMP_THREAD_LIMIT: '1' };
}

/**
 * Runs a program behind a fence. The program and everything that it started end with this call.
 * @returns its standard output
 * @throws ProgramFault where it fails or meets a limit; the system's error where it cannot be started
 */
export function runFenced(plan: FencePlan, run: FencedRun): Promise<Buffer> {
  // A short program could be done before a signal reaches it.
  if (run.signal?.aborted)
    return Promise.reject(new ProgramFault(run.program, null, 'ended before its start'));
  const { file, args, user } = plan.command(run);
  const isWindows = process.platform === 'win32';
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...user,
      cwd: run.folder,
      env: fencedEnvironment(),
      stdio: [run.stdin ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      // A process group of its own, so that all of it can be killed at once.
      detached: !isWindows,
      windowsHide: true,
    });
    const kill = (): void => killGroup(child);
    const late = setTimeout(kill, run.limits.wallMs);
    run.signal?.addEventListener('abort', kill, { once: true });

    const parts: Buffer[] = [];
    let size = 0;
    child.stdout?.on('data', (part: Buffer) => {
      size += part.length;
      if (size > run.limits.outputBytes) kill();
      else parts.push(part);
    });
    let complaint = '';
    child.stderr?.on('data', (part: Buffer) => {
      // The rest is read and dropped: a full pipe would block the program.
      complaint += part.subarray(0, COMPLAINT_BYTES - complaint.length).toString('latin1');
    });
    // It may end before it has read all of its input.
    child.stdin?.on('error', () => undefined).end(run.stdin);

    const settle = (): void => {
      clearTimeout(late);
      run.signal?.removeEventListener('abort', kill);
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    // A process that it started may keep its output open.
    child.once('exit', kill);
    child.once('close', (code) => {
      settle();
      const own = code !== null && code < BY_SIGNAL ? code : null;
      if (code === 0 && size <= run.limits.outputBytes) resolve(Buffer.concat(parts));
      else reject(new ProgramFault(run.program, code === 0 ? null : own, complaint));
    });
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // All of it has ended already.
  }
}
