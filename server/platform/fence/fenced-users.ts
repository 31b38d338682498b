import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * User ids that no system gives to anybody (reserved by Debian's policy). Unlike `nobody` they own no files and no
 * processes. Each program gets one of its own, so that its limit on processes counts nobody else's, and programs cannot
 * reach each other.
 */
const FENCED_USERS = { first: 65_000, end: 65_534 } as const;
export const isFencedUser = (uid: number): boolean => uid >= FENCED_USERS.first && uid < FENCED_USERS.end;

/** How many users one process keeps. A server needs one for each kind of program; only tests ask for more. */
const KEPT = 32;
const TRIES = 100;

/** What keeps each user for this process, the oldest first. */
const kept: Server[] = [];

/**
 * A user that no other program of Legajo on this machine has. A socket of that name, which only one process can have,
 * keeps it until this process ends, however it ends. On systems without such sockets the choice is left to chance.
 */
export async function claimUser(): Promise<number> {
  let user = randomInt(FENCED_USERS.first, FENCED_USERS.end);
  if (process.platform !== 'linux') return user;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const claim = await claimOf(user);
    if (claim) {
      kept.push(claim);
      if (kept.length > KEPT) kept.shift()?.close();
      return user;
    }
    user = randomInt(FENCED_USERS.first, FENCED_USERS.end);
  }
  return user;
}

/** @returns null where another program has this user */
async function claimOf(user: number): Promise<Server | null> {
  const claim = createServer((peer) => peer.destroy());
  try {
    // The leading zero byte makes it a name in the kernel, which leaves no file behind.
    await once(claim.listen(`\0legajo-fence-${user}`), 'listening');
  } catch {
    return null;
  }
  claim.unref();
  return claim;
}
