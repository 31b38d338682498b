import { beforeEach, describe, expect, it } from 'vitest';
import { createFactories, type TestPerson } from '../../../testing/factories.ts';
import { useTestDatabase } from '../../../testing/test-database.ts';
import {
  DEVICE_KEY_SECONDS,
  findKnownDevice,
  forgetDevices,
  newDeviceKey,
  rememberDevice,
  sweepKnownDevices,
} from './known-devices.ts';

const timeAt = (seconds: number): Date => new Date(Date.parse('2026-03-02T12:00:00Z') + seconds * 1000);

describe('devices that somebody has signed in with', () => {
  const database = useTestDatabase('pglite');
  let ana: TestPerson;
  let eva: TestPerson;
  beforeEach(async () => {
    const make = createFactories(database().db);
    const organization = await make.organization();
    [ana, eva] = [await make.person(organization), await make.person(organization)];
  });
  const remember = (who: TestPerson, key: string, seconds = 0) =>
    database()
      .db.transaction()
      .execute((trx) => rememberDevice(trx, who.id, key, timeAt(seconds)));
  const find = (who: { email: string } | { id: string }, key: string | undefined) =>
    findKnownDevice(database().db, who, key);

  it('are known by a key of their own, that is kept as a hash', async () => {
    const [key, other] = [newDeviceKey(), newDeviceKey()];
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(other).not.toBe(key);
    await remember(ana, key);
    const row = await database()
      .db.selectFrom('known_devices')
      .selectAll()
      .where('user_id', '=', ana.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ user_id: ana.id, hash: row.hash, first_at: timeAt(0), last_at: timeAt(0) });
    expect(row.hash).not.toBe(key);
  });

  it('are found for the person who signed in with them, by address and by id', async () => {
    const [key, other] = [newDeviceKey(), newDeviceKey()];
    await remember(ana, key);
    await remember(ana, other);
    const found = await find({ email: ana.email }, key);
    expect(found).toMatch(new RegExp(`^device:[\\w-]{43}:${ana.id}$`));
    expect(await find({ id: ana.id }, key)).toBe(found);
    expect(await find({ id: ana.id }, other)).not.toBe(found);
    expect(await find({ id: ana.id }, newDeviceKey())).toBeUndefined();
    expect(await find({ id: ana.id }, undefined)).toBeUndefined();
    expect([await find({ id: eva.id }, key), await find({ email: eva.email }, key)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('of two people at one computer have counts of their own', async () => {
    const key = newDeviceKey();
    await remember(ana, key);
    await remember(eva, key);
    expect(await find({ id: ana.id }, key)).not.toBe(await find({ id: eva.id }, key));
  });

  it('are new once each, beside others: the first of somebody is none', async () => {
    const [first, second] = [newDeviceKey(), newDeviceKey()];
    expect(await remember(ana, first)).toBe(false);
    expect(await remember(ana, first, 10)).toBe(false);
    expect(await remember(ana, second, 20)).toBe(true);
    expect(await remember(ana, second, 30)).toBe(false);
    expect(await remember(eva, second, 40)).toBe(false);
    const rows = await database()
      .db.selectFrom('known_devices')
      .select(['first_at', 'last_at'])
      .where('user_id', '=', ana.id)
      .orderBy('first_at')
      .execute();
    expect(rows).toEqual([
      { first_at: timeAt(0), last_at: timeAt(10) },
      { first_at: timeAt(20), last_at: timeAt(30) },
    ]);
  });

  it('are forgotten all at once, of one person', async () => {
    const [first, second] = [newDeviceKey(), newDeviceKey()];
    for (const key of [first, second]) await remember(ana, key);
    await remember(eva, first);
    await database()
      .db.transaction()
      .execute((trx) => forgetDevices(trx, ana.id));
    for (const key of [first, second]) expect(await find({ id: ana.id }, key)).toBeUndefined();
    expect(await find({ id: eva.id }, first)).toBeDefined();
  });

  it('are swept once nobody has signed in with them for as long as a cookie lasts', async () => {
    await database().db.deleteFrom('known_devices').execute();
    const [old, used] = [newDeviceKey(), newDeviceKey()];
    for (const key of [old, used]) await remember(ana, key);
    await remember(ana, used, 1);
    expect(DEVICE_KEY_SECONDS).toBe(400 * 86_400);
    const sweep = (seconds: number) => sweepKnownDevices(database().db, timeAt(seconds));
    expect(await sweep(DEVICE_KEY_SECONDS)).toBe(0);
    expect(await sweep(DEVICE_KEY_SECONDS + 1)).toBe(1);
    expect([await find({ id: ana.id }, old), typeof (await find({ id: ana.id }, used))]).toEqual([
      undefined,
      'string',
    ]);
  });
});
