import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';

/** The longest time for which a browser keeps a cookie. */
export const DEVICE_KEY_SECONDS = 400 * 86_400;

/** A new key by which a device is recognized. It opens nothing: a password is asked for all the same. */
export const newDeviceKey = (): string => randomBytes(32).toString('base64url');

const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Whether this device has signed in to the account before. @returns the key that its failures are counted by */
export async function findKnownDevice(
  executor: Executor,
  where: { email: string } | { id: string },
  key: string | undefined,
): Promise<string | undefined> {
  if (key === undefined) return undefined;
  const found = await executor
    .selectFrom('known_devices as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select(['d.hash', 'd.user_id'])
    .where('d.hash', '=', hashOf(key))
    .where('email' in where ? 'u.email' : 'u.id', '=', 'email' in where ? where.email : where.id)
    .executeTakeFirst();
  return found && `device:${found.hash}:${found.user_id}`;
}

/**
 * Remembers a device that somebody has signed in with.
 * @returns whether it is new and there were others already: nobody is told of their first device
 */
export async function rememberDevice(
  trx: Transaction<Schema>,
  user: string,
  key: string,
  at: Date,
): Promise<boolean> {
  const hash = hashOf(key);
  const { numUpdatedRows } = await trx
    .updateTable('known_devices')
    .set({ last_at: at })
    .where('user_id', '=', user)
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return false;
  const others = await trx
    .selectFrom('known_devices')
    .select('hash')
    .where('user_id', '=', user)
    .limit(1)
    .executeTakeFirst();
  await trx
    .insertInto('known_devices')
    .values({ user_id: user, hash, first_at: at, last_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return others !== undefined;
}

/** Forgets all devices of a person, because somebody else may have signed in: each is a new one again. */
export async function forgetDevices(trx: Transaction<Schema>, user: string): Promise<void> {
  await trx.deleteFrom('known_devices').where('user_id', '=', user).execute();
}

/** Deletes devices that nobody has signed in with for that long. @returns how many */
export async function sweepKnownDevices(executor: Executor, now: Date): Promise<number> {
  const before = new Date(now.getTime() - DEVICE_KEY_SECONDS * 1000);
  const gone = await executor.deleteFrom('known_devices').where('last_at', '<', before).executeTakeFirst();
  return Number(gone.numDeletedRows);
}
