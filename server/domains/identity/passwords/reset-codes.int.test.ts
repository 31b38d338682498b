import { beforeEach, describe, expect, it } from 'vitest';
import { createFactories, type TestPerson } from '../../../testing/factories.ts';
import { useTestDatabase } from '../../../testing/test-database.ts';
import { createResetCodes } from './reset-codes.ts';

const LIFE = 600;
const TRIES = 3;
const timeAt = (seconds: number): Date => new Date(Date.parse('2026-03-02T12:00:00Z') + seconds * 1000);
const codes = createResetCodes(Buffer.from('a secret of the server'), { lifeSeconds: LIFE, tries: TRIES });

describe('codes by mail', () => {
  const database = useTestDatabase('pglite');
  let person: TestPerson;
  let other: TestPerson;
  beforeEach(async () => {
    const make = createFactories(database().db);
    const organization = await make.organization();
    [person, other] = [await make.person(organization), await make.person(organization)];
  });

  const ask = (seconds: number, who = person) =>
    database()
      .db.transaction()
      .execute((trx) => codes.issue(trx, who.id, timeAt(seconds)));
  const asked = async (seconds: number, who = person) => {
    const issued = await ask(seconds, who);
    if (!issued) throw new Error('none was made');
    return issued;
  };
  const give = (code: string, seconds: number, who = person) =>
    database()
      .db.transaction()
      .execute((trx) => codes.redeem(trx, who.id, code, timeAt(seconds)));
  const wrongFor = ({ code }: { code: string }): string => (code === '000000' ? '000001' : '000000');

  it('are six digits and a long secret, kept as hashes alone', async () => {
    const made = await asked(0);
    expect(made.secret).toMatch(/^[\w-]{43}$/);
    const rows = JSON.stringify(await database().db.selectFrom('reset_codes').selectAll().execute());
    for (const text of Object.values(made)) expect(rows).not.toContain(`"${text}"`);
    // Many, so that there are some with a zero before them.
    for (let at = 1; at <= 60; at += 1) expect((await asked(at * 60)).code).toMatch(/^\d{6}$/);
  });

  it('are made once a minute at most, and each voids the one before', async () => {
    const first = await asked(0);
    expect(await ask(59.999)).toBeNull();
    expect(await ask(1, other)).not.toBeNull();
    const second = await asked(60);
    expect(second).not.toEqual(first);
    expect(await give(first.secret, 61)).toBe(false);
    if (first.code !== second.code) expect(await give(first.code, 61)).toBe(false);
    expect(await give(second.code, 61)).toBe(true);
  });

  it('open the way once, by the code or by the secret', async () => {
    const one = await asked(0);
    expect(await give(one.code, 1)).toBe(true);
    expect([await give(one.code, 2), await give(one.secret, 2)]).toEqual([false, false]);
    const two = await asked(60);
    expect(await give(two.secret, 61)).toBe(true);
    expect([await give(two.code, 62), await give(two.secret, 62)]).toEqual([false, false]);
  });

  it('open it for the person alone that they were sent to', async () => {
    const mine = await asked(0);
    expect([await give(mine.code, 1, other), await give(mine.secret, 1, other)]).toEqual([false, false]);
    const theirs = await asked(0, other);
    expect(await give(mine.secret, 1, other)).toBe(false);
    if (mine.code !== theirs.code) expect(await give(mine.code, 1, other)).toBe(false);
    expect(await give(mine.secret, 2)).toBe(true);
    expect(await give(theirs.secret, 2, other)).toBe(true);
  });

  it('are over after their time', async () => {
    const made = await asked(0);
    expect([await give(made.code, LIFE), await give(made.secret, LIFE)]).toEqual([false, false]);
    expect(await give(made.secret, LIFE - 0.001)).toBe(true);
    const again = await asked(LIFE);
    expect(await give(again.code, 2 * LIFE - 0.001)).toBe(true);
  });

  it('take so many tries, of which the secret needs none, and others anew', async () => {
    const two = await asked(0);
    for (let tries = 1; tries < TRIES; tries += 1) expect(await give(wrongFor(two), 1)).toBe(false);
    expect(await give(two.code, 1)).toBe(true);
    const three = await asked(60);
    for (let tries = 0; tries < TRIES; tries += 1) await give(wrongFor(three), 61);
    expect(await give(three.code, 61)).toBe(false);
    expect(await give(three.secret, 61)).toBe(true);
    const spent = await asked(120);
    for (let tries = 0; tries < TRIES; tries += 1) await give(wrongFor(spent), 121);
    expect(await give((await asked(180)).code, 181)).toBe(true);
  });

  it('of a short kind cannot be checked without the server’s secret', async () => {
    const { code } = await asked(0);
    const stranger = createResetCodes(Buffer.from('another one'), { lifeSeconds: LIFE, tries: TRIES });
    const redeemed = await database()
      .db.transaction()
      .execute((trx) => stranger.redeem(trx, person.id, code, timeAt(1)));
    expect(redeemed).toBe(false);
  });

  it('that were made while the server’s date was wrong open nothing, and keep no other from being made', async () => {
    const day = 86_400;
    const wrong = await asked(day);
    for (const text of [wrong.secret, wrong.code]) expect(await give(text, 0)).toBe(false);
    // Between the clocks of two servers a minute is nothing.
    expect(await give(wrong.secret, day - 59)).toBe(true);

    await asked(day);
    const right = await asked(0);
    expect(await give(right.secret, 1)).toBe(true);
  });
});
