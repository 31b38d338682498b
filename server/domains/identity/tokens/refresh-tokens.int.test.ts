import { beforeEach, describe, expect, it } from 'vitest';
import { createFactories, type TestPerson } from '../../../testing/factories.ts';
import { useTestDatabase } from '../../../testing/test-database.ts';
import { createRefreshTokens, endFamilies, REPEAT_SECONDS } from './refresh-tokens.ts';

const LIFE = 1000;
const timeAt = (seconds: number): Date => new Date(Date.parse('2026-03-02T12:00:00Z') + seconds * 1000);
const tokens = createRefreshTokens(Buffer.from('a secret of the server'), LIFE);

describe('refresh tokens', () => {
  const database = useTestDatabase('pglite');
  let person: TestPerson;
  beforeEach(async () => {
    const make = createFactories(database().db);
    person = await make.person(await make.organization());
  });

  const begin = (of = person, device: string | null = null) =>
    database()
      .db.transaction()
      .execute((trx) =>
        tokens.begin(trx, { organization: of.organization, user: of.id, client: 'web', device }, timeAt(0)),
      );
  const use = (token: string, seconds: number, by = tokens) =>
    database()
      .db.transaction()
      .execute((trx) => by.rotate(trx, token, timeAt(seconds)));
  /** The token that comes after this one. */
  const next = async (token: string, seconds: number): Promise<string> => {
    const rotation = await use(token, seconds);
    if (!('token' in rotation)) throw new Error(rotation.outcome);
    return rotation.token;
  };
  const outcome = async (token: string, seconds: number) => (await use(token, seconds)).outcome;
  const familyOf = (token: string) => tokens.familyOf(database().db, token);
  const end = (
    ...[which, why, at]: [Parameters<typeof endFamilies>[1], Parameters<typeof endFamilies>[2], Date]
  ) =>
    database()
      .db.transaction()
      .execute((trx) => endFamilies(trx, which, why, at));

  it('begin a family of one client, which lives from its last use', async () => {
    const { family, token } = await begin(person, 'Firefox');
    expect(token).toMatch(/^[\w-]{43}$/);
    const known = {
      ...{ id: family, organization: person.organization, user_id: person.id },
      ...{ client: 'web', device: 'Firefox', created_at: timeAt(0), revoked_at: null, revoked_why: null },
    };
    expect(await familyOf(token)).toEqual({ ...known, last_used_at: timeAt(0), expires_at: timeAt(LIFE) });
    const successor = await next(token, 100);
    expect(successor).toMatch(/^[\w-]{43}$/);
    expect(await familyOf(successor)).toEqual({
      ...{ ...known, last_used_at: timeAt(100), expires_at: timeAt(100 + LIFE) },
    });
    expect(await familyOf('x')).toBeUndefined();
  });

  it('follow each other, those of one family apart from all others', async () => {
    const [one, other] = [await begin(), await begin()];
    expect(one.family).not.toBe(other.family);
    const [first, second] = [await next(one.token, 1), await next(other.token, 1)];
    expect(new Set([one.token, other.token, first, second]).size).toBe(4);
    const { family } = (await use(first, 2)) as { family: { id: string } };
    expect(family.id).toBe(one.family);
  });

  it('cannot be derived without the server’s secret', async () => {
    const { token } = await begin();
    const stranger = createRefreshTokens(Buffer.from('another one'), LIFE);
    const theirs = await use(token, 1, stranger);
    expect(await use(token, 2)).toMatchObject({ outcome: 'repeated' });
    expect(theirs).not.toMatchObject({ token: await next(token, 2) });
  });

  it('are given once more for a moment, since an answer may be lost', async () => {
    const { token } = await begin();
    const successor = await next(token, 10);
    const again = await use(token, 10 + REPEAT_SECONDS);
    expect(again).toMatchObject({ outcome: 'repeated', token: successor });
    expect(await outcome(successor, 50)).toBe('rotated');
  });

  it('end their family where one comes back after that moment', async () => {
    const { family, token } = await begin();
    const successor = await next(token, 10);
    const late = 10 + REPEAT_SECONDS + 0.001;
    expect(await use(token, late)).toMatchObject({ outcome: 'reused', family: { id: family } });
    expect(await familyOf(token)).toMatchObject({ revoked_why: 'reused', revoked_at: timeAt(late) });
    for (const each of [token, successor]) expect(await outcome(each, late + 1)).toBe('refused');
  });

  it('are refused at their end, and taken until then', async () => {
    const [one, other] = [await begin(), await begin()];
    expect(await outcome(one.token, LIFE)).toBe('refused');
    expect(await outcome(other.token, LIFE - 0.001)).toBe('rotated');
    expect(await outcome('x', 0)).toBe('refused');
  });

  it('that are over by age end nothing, and are forgotten when the next one is used', async () => {
    const { family, token } = await begin();
    const second = await next(token, 900);
    expect(await outcome(token, LIFE)).toBe('refused');
    expect(await familyOf(second)).toMatchObject({ revoked_at: null });
    const kept = async () => {
      const rows = await database()
        .db.selectFrom('refresh_tokens')
        .select('created_at')
        .where('family_id', '=', family)
        .orderBy('created_at')
        .execute();
      return rows.map(({ created_at }) => created_at);
    };
    const third = await next(second, LIFE);
    expect(await kept()).toEqual([timeAt(0), timeAt(900), timeAt(LIFE)]);
    const other = await begin();
    await next(third, LIFE + 1);
    expect(await kept()).toEqual([timeAt(900), timeAt(LIFE), timeAt(LIFE + 1)]);
    expect(await outcome(token, LIFE + 2)).toBe('refused');
    expect(await familyOf(other.token)).toBeDefined();
  });

  describe('end', () => {
    const state = async ({ token }: { token: string }) => {
      const row = await familyOf(token);
      return row?.revoked_at
        ? `${row.revoked_why} ${(row.revoked_at.getTime() - timeAt(0).getTime()) / 1000}`
        : 'open';
    };
    it('with one session, once, and no other of the same person', async () => {
      const [one, other] = [await begin(), await begin()];
      expect(await end({ family: one.family }, 'signed_out', timeAt(5))).toBe(1);
      expect(await end({ family: one.family }, 'ended', timeAt(6))).toBe(0);
      expect([await state(one), await state(other)]).toEqual(['signed_out 5', 'open']);
      expect(await outcome(one.token, 7)).toBe('refused');
    });

    it('with all of a person, or all but one, and nobody else’s', async () => {
      const make = createFactories(database().db);
      const somebody = await make.person({ id: person.organization, name: '' });
      const [one, other, third, theirs] = [
        await begin(),
        await begin(),
        await begin(),
        await begin(somebody),
      ];
      expect(await end({ user: person.id, except: one.family }, 'password_changed', timeAt(5))).toBe(2);
      const all = async () => [await state(one), await state(other), await state(third), await state(theirs)];
      expect(await all()).toEqual(['open', 'password_changed 5', 'password_changed 5', 'open']);
      expect(await end({ user: person.id, except: null }, 'disabled', timeAt(6))).toBe(1);
      expect(await all()).toEqual(['disabled 6', 'password_changed 5', 'password_changed 5', 'open']);
      expect(await end({ user: somebody.id }, 'ended', timeAt(7))).toBe(1);
      expect(await state(theirs)).toBe('ended 7');
    });
  });

  it('made in a time to come, by a date that was wrong, are refused until then', async () => {
    const { token } = await begin();
    expect(await outcome(token, -61)).toBe('refused');
    expect(await outcome(token, -60)).toBe('rotated');
  });

  it('used in a time to come, by a date that was wrong, were not used just now', async () => {
    const { token } = await begin();
    await next(token, 500);
    expect(await outcome(token, 500 - REPEAT_SECONDS)).toBe('repeated');
    expect(await outcome(token, 100)).toBe('reused');
  });
});
