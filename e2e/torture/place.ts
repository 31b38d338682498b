import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The ordinary user as whom everything runs when root starts the driver. */
const NOBODY = 65_534;
const SMALL_DISK = '64m';
/** Environment variable with the driver's folder, for the process that does the work. */
export const PLACE = 'LEGAJO_TORTURE';

const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Creates the driver's folder and runs the driver in it. If root starts it, it runs as an ordinary user with a small
 * disk, because root is never refused a permission. Ends its remaining processes, and removes the folder unless a seed
 * failed.
 *
 * @param report path for the report
 * @returns the driver's exit code
 */
export async function runInPlace(report: string | undefined): Promise<number> {
  const base = mkdtempSync(join(tmpdir(), 'legajo-torture-'));
  const small = join(base, 'small');
  mkdirSync(small);
  mkdirSync(join(base, 'home'));
  const user = isRoot() ? { uid: NOBODY, gid: NOBODY } : {};
  if (isRoot()) {
    for (const path of [base, small, join(base, 'home')]) chownSync(path, NOBODY, NOBODY);
    const options = `size=${SMALL_DISK},uid=${NOBODY},gid=${NOBODY},mode=700`;
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'legajo-torture', small]);
  }
  const child = spawn(process.execPath, process.argv.slice(1), {
    ...user,
    env: { ...process.env, [PLACE]: base, HOME: join(base, 'home'), TMPDIR: base },
    stdio: 'inherit',
  });
  const tell = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tell(signal));
  const code = await new Promise<number>((done) => child.once('close', (status) => done(status ?? 1)));
  endProcessesOf(base);
  const made = join(base, 'report.json');
  if (report && existsSync(made)) copyFileSync(made, report);
  if (isMounted(small)) spawnSync('umount', [small]);
  if (code === 0 && !isMounted(small)) rmSync(base, { recursive: true, force: true });
  else console.log(`What was found lies in ${base}`);
  return code;
}

/** Whether this driver's small file system is mounted there. */
export function isMounted(folder: string): boolean {
  try {
    return readFileSync('/proc/mounts', 'utf8').includes(` ${folder} tmpfs `);
  } catch {
    return false;
  }
}

/** Ends processes that have this folder in their environment: those of a killed driver. */
function endProcessesOf(base: string): void {
  if (!existsSync('/proc')) return;
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const environment = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
      if (environment.includes(`${PLACE}=${base}`)) process.kill(Number(name), 'SIGKILL');
    } catch {
      // Ended meanwhile, or of another user.
    }
  }
}
