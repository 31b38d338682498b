import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandOptions } from './command.ts';

/**
 * Narrow systems, as far as this machine lets a test make them: a container may refuse mounts and namespaces, and
 * then the same error comes from elsewhere. None of it needs the product to know.
 */

const runs = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** A disk of its own of so many MiB; `undefined` where nothing can be mounted. */
export async function smallDisk(
  mebibytes: number,
): Promise<{ readonly path: string; remove(): Promise<void> } | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'legajo-small-'));
  const mounted = runs('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path);
  if (!mounted) {
    await rm(path, { recursive: true });
    return undefined;
  }
  return {
    path,
    async remove() {
      runs('umount', '-l', path);
      await rm(path, { recursive: true });
    },
  };
}

/** No file of the process grows beyond so many bytes (EFBIG, as a memory stick says it). */
export const smallFiles = (bytes: number): Pick<CommandOptions, 'under' | 'preload'> => ({
  under: ['prlimit', `--fsize=${bytes}`],
  // The limit sends a signal too, which a disk does not.
  preload: ['data:text/javascript,process.on("SIGXFSZ",()=>{})'],
});

const FEW_WATCHES = ['unshare', '--user', '--map-root-user'];
const LOWER = 'echo 2 > /proc/sys/user/max_inotify_watches && exec "$@"';

/** A process that may watch two folders; where namespaces are refused, none. */
export function fewWatches(): Pick<CommandOptions, 'under' | 'preload'> {
  const under = [...FEW_WATCHES, 'sh', '-c', LOWER, 'sh'];
  const allowed = runs(under[0] as string, ...under.slice(1), 'true');
  return allowed ? { under } : { preload: [join(import.meta.dirname, 'no-watches.ts')] };
}

/** Who may write everywhere, root, minds the permissions of files like everybody else. */
export const asOneOfMany = (): readonly string[] =>
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];
