import { runFenced } from './fenced-program.ts';
import { claimUser } from './fenced-users.ts';
import type { ProgramLimits } from './limits.ts';
import { type FencePlan, planOf } from './plan.ts';
import { enclosures, UNWALLED } from './walls.ts';
import { openWorkFolder, sweepWorkFolders } from './work-folder.ts';

export interface FenceWanted {
  /** A run of the program that succeeds and reads nothing. Each fence is tried with the program itself. */
  readonly probe: { readonly program: string; readonly args: readonly string[] };
  readonly limits: ProgramLimits;
  /** The data folder, which the program must not see. */
  readonly hide: string | null;
  /** Whether it may be the child of the process that is started; false where its process id is needed. */
  readonly forks: boolean;
}

const PROBE_MS = 15_000;

/**
 * Tries which fences this system allows for a program, the strictest first. In a container or without root some are
 * forbidden, and a program with fewer fences is better than none.
 * @returns null where the program does not run at all
 */
export async function findFence(wanted: FenceWanted): Promise<FencePlan | null> {
  const posix = process.platform !== 'win32';
  const owner = process.getuid?.() === 0 ? await claimUser() : null;
  const ways = posix ? enclosures({ ...wanted, owner }) : [];
  await sweepWorkFolders();
  const plans = (posix ? (['prlimit', 'ulimit'] as const) : []).flatMap((tool) =>
    ways.map((way) => planOf(way, tool)),
  );
  for (const plan of [...plans, BARE]) if (await works(plan, wanted)) return plan;
  return null;
}

/** The plan for a system without fences: environment, folder, time and output are limited all the same. */
export const BARE = planOf(UNWALLED, 'none');

async function works(plan: FencePlan, { probe, limits }: FenceWanted): Promise<boolean> {
  const folder = await openWorkFolder(plan.owner).catch(() => null);
  if (!folder) return false;
  try {
    await runFenced(plan, { ...probe, limits: { ...limits, wallMs: PROBE_MS }, folder: folder.path });
    return true;
  } catch {
    return false;
  } finally {
    await folder.remove();
  }
}
