import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Networks change with the place: asked again so often, in milliseconds. */
const LOOK_MS = 20_000;
const LIMIT_MS = 5_000;

/** NMMetered: 1 yes, 2 no, 3 and 4 the same as guessed from the kind of connection; 0 unknown. */
const METERED = new Set([1, 3]);

/**
 * Whether the system says that the network is metered; null where it says nothing. On Linux NetworkManager is asked by
 * systemd's `busctl`. Windows and macOS tell only programs of their own kind (docs/decisions/0027-this-computer.md):
 * there it is never known.
 */
export async function readMetered(platform: NodeJS.Platform = process.platform): Promise<boolean | null> {
  if (platform !== 'linux') return null;
  const name = 'org.freedesktop.NetworkManager';
  const path = '/org/freedesktop/NetworkManager';
  try {
    const { stdout } = await run('busctl', ['get-property', name, path, name, 'Metered'], {
      timeout: LIMIT_MS,
    });
    return parseMetered(stdout);
  } catch {
    // No NetworkManager, or no systemd.
    return null;
  }
}

/** What `busctl get-property` prints: `u 4`. */
export function parseMetered(text: string): boolean | null {
  const value = /^u (\d+)\s*$/.exec(text)?.[1];
  return value === undefined || value === '0' ? null : METERED.has(Number(value));
}

/**
 * Follows it from now on.
 *
 * @param onChange called when the answer is another one
 * @returns what is known now; null where the system says nothing
 */
export function watchMetered(
  onChange: () => void,
  read: () => Promise<boolean | null> = readMetered,
): () => boolean | null {
  let known: boolean | null = null;
  const look = async (): Promise<void> => {
    const answer = await read();
    if (answer === known) return;
    known = answer;
    onChange();
  };
  void look();
  setInterval(() => void look(), LOOK_MS).unref();
  return () => known;
}
