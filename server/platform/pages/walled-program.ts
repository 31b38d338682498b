import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { PagesFault } from '#shared/documents/pages.ts';
import { ProgramFault, runFenced } from '../fence/fenced-program.ts';
import { findFence } from '../fence/find-fence.ts';
import type { ProgramLimits } from '../fence/limits.ts';
import type { Wall } from '../fence/walls.ts';
import { openWorkFolder, type WorkFolder } from '../fence/work-folder.ts';
import { NoPages } from './page-maker.ts';

/**
 * A file can name others, of the computer or of the network, that a program would put on its pages. So it runs only where
 * it sees neither.
 */
const NEEDED: readonly Wall[] = ['no network', 'only its folder'];

export interface Surroundings {
  readonly log: { info(about: object, message: string): void; warn(about: object, message: string): void };
  /** The data folder, which the program must not see. */
  readonly dataDir: string;
}

interface ToFind {
  readonly program: string;
  /** A run that succeeds and reads nothing. */
  readonly probe: readonly string[];
  /** For one file. */
  readonly limits: ProgramLimits;
}

/** Runs the program. @returns its standard output @throws NoPages where it fails or meets a limit */
type Run = (args: readonly string[]) => Promise<Buffer>;

/** A program that draws pages, kept from the network and from every file but those in its folder. */
export interface WalledProgram {
  /** Works in a folder that is the program's own and goes afterwards. */
  inFolder<T>(work: (folder: WorkFolder, run: Run) => Promise<T>): Promise<T>;
}

/** @returns null where it is not installed, or cannot be walled in, which the log says */
export async function findWalledProgram(
  { program, probe, limits }: ToFind,
  { log, dataDir }: Surroundings,
): Promise<WalledProgram | null> {
  const plan = await findFence({ probe: { program, args: probe }, limits, hide: dataDir, forks: true });
  if (!plan) return null;
  log.info({ program, holds: plan.holds, missing: plan.missing }, 'fences of a program');
  const missing = NEEDED.filter((wall) => !plan.holds.includes(wall));
  if (missing.length > 0) {
    log.warn({ program, missing, todo: 'install bubblewrap' }, 'no pages are drawn');
    return null;
  }
  return {
    async inFolder(work) {
      const folder = await openWorkFolder(plan.owner);
      const run: Run = async (args) => {
        const began = performance.now();
        try {
          return await runFenced(plan, { program, limits, folder: folder.path, args });
        } catch (error) {
          if (!(error instanceof ProgramFault)) throw error;
          throw new NoPages(faultOf(error, performance.now() - began, limits));
        }
      };
      try {
        return await work(folder, run);
      } finally {
        await folder.remove();
      }
    },
  };
}

const faultOf = ({ code }: ProgramFault, ms: number, { wallMs }: ProgramLimits): PagesFault =>
  code === null && ms >= wallMs ? 'timeout' : 'failed';

/**
 * Reads what the program wrote. It may have been taken over: a link would lead to other files.
 * @param begins the first bytes of such files
 * @throws NoPages where there is no such file, or it is larger than `maxBytes`
 */
export async function readMade(path: string, begins: Uint8Array, maxBytes: number): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => null,
  );
  if (!file) throw new NoPages('failed');
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.nlink !== 1 || stats.size > maxBytes) throw new NoPages('failed');
    const made = await file.readFile();
    if (!made.subarray(0, begins.length).equals(begins)) throw new NoPages('failed');
    return made;
  } finally {
    await file.close();
  }
}
