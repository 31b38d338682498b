import { type BigIntStats, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Bounds of one look, in milliseconds: of this thread's processor, and of time. On a busy machine a look takes long
 * without costing much, and a writer that it missed has a part of its file sent. What was not looked at by then is
 * unknown.
 */
const MOST_PROCESSOR_MS = 250;
const LONGEST_MS = 10_000;
/** How many processes are looked at in one turn, so that the engine goes on answering. */
const AT_ONCE = 16;
const PROC = '/proc';
/** Linux marks the path of an open file without a name, such as a replaced file, with this. */
const NAME_GONE = ' (deleted)';
/** The bits of an open file's flags that say how it was opened; 0 is read only. */
const ACCESS_MODE = 3;

/**
 * Which files a process of this computer has open for writing. Only Linux tells, and tells of other accounts' processes
 * only to root: where nothing is known the result is empty. A file that is mapped, with its descriptor closed, is not
 * found; its times show such writes later.
 * @param root absolute path of the folder that the files lie in
 * @param wanted identities that are asked about
 * @param identityOf the identity of an open file
 */
export async function openForWriting(
  root: string,
  wanted: ReadonlySet<string>,
  identityOf: (stats: BigIntStats) => string,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (process.platform !== 'linux' || wanted.size === 0) return found;
  const begun = performance.now();
  const before = process.threadCpuUsage();
  const isOver = () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000 > MOST_PROCESSOR_MS || performance.now() - begun > LONGEST_MS;
  };
  const processes = namesIn(PROC).filter((name) => /^\d+$/.test(name));
  for (const [at, pid] of processes.entries()) {
    if (found.size === wanted.size) break;
    if (at > 0 && at % AT_ONCE === 0) {
      if (isOver()) break;
      await nextTurn();
    }
    for (const fd of namesIn(`${PROC}/${pid}/fd`)) {
      const identity = identityOfOpen(`${PROC}/${pid}/fd/${fd}`, root, identityOf);
      if (identity === undefined || !wanted.has(identity) || found.has(identity)) continue;
      if (isOpenForWriting(`${PROC}/${pid}/fdinfo/${fd}`)) found.add(identity);
    }
  }
  return found;
}

/** `undefined` where it cannot be a file below `root`: sockets, pipes, devices, other places. */
function identityOfOpen(
  link: string,
  root: string,
  identityOf: (stats: BigIntStats) => string,
): string | undefined {
  try {
    const target = readlinkSync(link);
    // Compare the path first: a stat on a network drive that is gone could block for long.
    if (!target.startsWith(`${root}/`) && !(target.startsWith('/') && target.endsWith(NAME_GONE)))
      return undefined;
    const stats = statSync(link, { bigint: true });
    return stats.isFile() ? identityOf(stats) : undefined;
  } catch {
    // It was closed meanwhile, or belongs to another account.
    return undefined;
  }
}

function isOpenForWriting(info: string): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(info, 'latin1'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & ACCESS_MODE) !== 0;
  } catch {
    return false;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
