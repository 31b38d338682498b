import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Schema } from '../../../platform/db/schema.ts';
import { ApiError } from '../../../platform/errors.ts';
import { createFactories, type TestPerson } from '../../../testing/factories.ts';
import { authenticator } from '../../../testing/second-factor.ts';
import { useTestDatabase } from '../../../testing/test-database.ts';
import { createSeal } from '../tokens/sealed.ts';
import { createSecondFactor, removeSecondFactor } from './second-factor.ts';

const STEP = 30;
const HOUR = 3600;
const timeAt = (seconds: number): Date => new Date(Date.parse('2026-03-02T12:00:00Z') + seconds * 1000);
const seal = createSeal(randomBytes(32));
const factor = createSecondFactor(Buffer.from('a secret of the server'), seal);

describe('the second step of sign-in', () => {
  const database = useTestDatabase('pglite');
  let ana: TestPerson;
  let eva: TestPerson;
  beforeEach(async () => {
    const make = createFactories(database().db);
    const organization = await make.organization();
    [ana, eva] = [await make.person(organization), await make.person(organization)];
  });

  const change = <T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> =>
    database().db.transaction().execute(work);
  const begin = (who: TestPerson, seconds = 0) => change((trx) => factor.begin(trx, who, timeAt(seconds)));
  const confirm = (who: TestPerson, code: string, seconds = 0) =>
    change((trx) => factor.confirm(trx, who.id, code, timeAt(seconds)));
  const spend = (who: TestPerson, code: string, seconds: number, by = factor) =>
    change((trx) => by.spend(trx, who.id, code, timeAt(seconds)));
  const stateOf = (who: TestPerson) => factor.stateOf(database().db, who.id);
  const appOf = (secret: string) => {
    const code = authenticator(secret, () => timeAt(0).getTime());
    return (seconds = 0) => code(Math.floor(seconds / STEP));
  };
  /** Somebody whose app and recovery codes count from the first moment on. */
  async function verified(who: TestPerson) {
    const { secret } = await begin(who);
    const code = appOf(secret);
    return { code, recovery: (await confirm(who, code())).map((each) => each.replace('-', '')) };
  }
  /** The error's code, and `used` where it says that. */
  const refusal = async (call: Promise<unknown>): Promise<string> => {
    const error = await call.then(
      () => 'taken',
      (reason: unknown) => reason,
    );
    if (!(error instanceof ApiError)) return String(error);
    return error.details === undefined ? error.code : `${error.code} ${JSON.stringify(error.details)}`;
  };

  it('counts from when its first code confirms it', async () => {
    expect(await stateOf(ana)).toBeNull();
    const { secret, uri } = await begin(ana);
    expect(uri).toContain(encodeURIComponent(ana.email));
    expect(await stateOf(ana)).toBeNull();
    expect(await refusal(spend(ana, appOf(secret)(), 0))).toBe('bad_code');
    const codes = await confirm(ana, appOf(secret)(60), 60);
    expect(new Set(codes).size).toBe(10);
    expect(await stateOf(ana)).toEqual({ since: timeAt(60), recoveryCodes: 10 });
    expect(await stateOf(eva)).toBeNull();
  });

  it('cannot be begun or confirmed once more', async () => {
    const { code } = await verified(ana);
    expect(await refusal(begin(ana))).toBe('totp_on');
    expect(await refusal(confirm(ana, code(STEP), STEP))).toBe('totp_on');
    expect(await stateOf(ana)).toMatchObject({ recoveryCodes: 10 });
    expect(await refusal(confirm(eva, code()))).toBe('totp_off');
  });

  it('is confirmed within an hour, by the secret that was given last, and by its own code', async () => {
    const first = appOf((await begin(ana)).secret);
    const second = appOf((await begin(ana, 10)).secret);
    expect(await refusal(confirm(ana, first(10), 10))).toBe('bad_code');
    expect(await refusal(confirm(ana, second(HOUR + 11), HOUR + 11))).toBe('totp_off');
    expect(await stateOf(ana)).toBeNull();
    await confirm(ana, second(HOUR + 10), HOUR + 10);
    expect(await stateOf(ana)).toMatchObject({ since: timeAt(HOUR + 10) });
  });

  it('takes each code of an app once, and none before it, the confirming one included', async () => {
    const { code } = await verified(ana);
    const used = 'bad_code {"used":true}';
    expect(await refusal(spend(ana, code(), 1))).toBe(used);
    expect(await spend(ana, code(2 * STEP), 2 * STEP)).toBe('totp');
    expect(await refusal(spend(ana, code(2 * STEP), 2 * STEP + 1))).toBe(used);
    expect(await refusal(spend(ana, code(STEP), 2 * STEP + 2))).toBe(used);
    expect(await spend(ana, code(3 * STEP), 3 * STEP)).toBe('totp');
    expect(await refusal(spend(ana, code(9 * STEP), 3 * STEP))).toBe('bad_code');
    expect(await refusal(spend(eva, code(4 * STEP), 4 * STEP))).toBe('bad_code');
  });

  it('opens for nobody by somebody else’s secret', async () => {
    const { code } = await verified(ana);
    await verified(eva);
    const { secret } = await database()
      .db.selectFrom('totp')
      .select('secret')
      .where('user_id', '=', ana.id)
      .executeTakeFirstOrThrow();
    await database().db.updateTable('totp').set({ secret }).where('user_id', '=', eva.id).execute();
    expect(await refusal(spend(eva, code(STEP), STEP))).toBe('bad_code');
  });

  it('takes each recovery code once, of its person alone', async () => {
    const { recovery } = await verified(ana);
    const [first = '', second = ''] = recovery;
    await verified(eva);
    expect(await refusal(spend(eva, first, 1))).toBe('bad_code');
    expect(await spend(ana, first, 1)).toBe('recovery');
    expect(await refusal(spend(ana, first, 2))).toBe('bad_code');
    expect(await stateOf(ana)).toMatchObject({ recoveryCodes: 9 });
    expect(await stateOf(eva)).toMatchObject({ recoveryCodes: 10 });
    const rows = await database().db.selectFrom('recovery_codes').selectAll().execute();
    expect(rows.flatMap(({ used_at }) => (used_at ? [used_at] : []))).toEqual([timeAt(1)]);
    expect(JSON.stringify(rows)).not.toContain(second);
    const stranger = createSecondFactor(Buffer.from('another one'), seal);
    expect(await refusal(spend(ana, second, 3, stranger))).toBe('bad_code');
    expect(await refusal(spend(ana, 'aaaaaaaaaa', 3))).toBe('bad_code');
    for (const each of recovery.slice(1)) await spend(ana, each, 4);
    expect(await stateOf(ana)).toMatchObject({ recoveryCodes: 0 });
  });

  it('gives new recovery codes in the place of its person’s old ones', async () => {
    const renew = (who: TestPerson) => change((trx) => factor.renewRecovery(trx, who.id));
    const [mine, theirs] = [await verified(ana), await verified(eva)];
    const fresh = await renew(ana);
    expect(fresh).toHaveLength(10);
    expect(await refusal(spend(ana, mine.recovery[0] ?? '', 1))).toBe('bad_code');
    expect(await spend(ana, fresh[0]?.replace('-', '') ?? '', 1)).toBe('recovery');
    expect(await spend(eva, theirs.recovery[0] ?? '', 1)).toBe('recovery');
    await change((trx) => removeSecondFactor(trx, ana.id));
    expect(await refusal(renew(ana))).toBe('totp_off');
    await begin(ana);
    expect(await refusal(renew(ana))).toBe('totp_off');
  });

  it('is removed from one person, and says whether it counted', async () => {
    const remove = (who: TestPerson) => change((trx) => removeSecondFactor(trx, who.id));
    const { recovery } = await verified(ana);
    await verified(eva);
    expect(await remove(ana)).toBe(true);
    expect(await remove(ana)).toBe(false);
    expect(await stateOf(ana)).toBeNull();
    expect(await stateOf(eva)).not.toBeNull();
    await begin(ana);
    expect(await remove(ana)).toBe(false);
    expect(recovery).toHaveLength(10);
  });

  it('goes on once a date that was wrong is right again, and takes no code twice for that', async () => {
    const { code } = await verified(ana);
    const day = 24 * HOUR;
    expect(await refusal(spend(ana, code(day), day))).toBe('taken');
    expect(await refusal(spend(ana, code(60), 60))).toBe('taken');
    expect(await refusal(spend(ana, code(60), 60))).toBe('bad_code {"used":true}');
    expect(await refusal(spend(ana, code(30), 60))).toBe('bad_code {"used":true}');
  });
});
