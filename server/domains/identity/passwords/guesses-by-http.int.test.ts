import { beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/errors.ts';
import { TEST_PASSWORD, type TestOrganization } from '../../../testing/factories.ts';
import { useTestServer } from '../../../testing/http.ts';
import { answer, challengeOf, verify } from '../../../testing/second-factor.ts';
import { testEngines } from '../../../testing/test-database.ts';
import { createGuesses } from './guesses.ts';

const FREE = 10;
const DAY = 86_400;
/** Longer than the first wait. */
const LATER = 1000;

describe.each(testEngines)('short codes on %s', (engine) => {
  const unlimited = { perAccount: 1_000_000, perAddress: 1_000_000 };
  const server = useTestServer({ engine, config: { signInFailures: unlimited } });
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await server().make.organization();
  });

  const ask = (email: string) => server().anyone.ok('forgotPassword', { body: { email } });
  const reset = (email: string, code = '000000') =>
    server().anyone.call('resetPassword', { body: { email, code, password: 'otra clave muy segura' } });
  const wrongBy = (code: string): string => (code === '000000' ? '000001' : '000000');

  it('of mails are guessed ten times a day at most, however many codes are asked for, sessions and restarts', async () => {
    const { email } = await server().make.person(organization);
    const said: (string | undefined)[] = [];
    for (let code = 0; code < 3; code += 1) {
      await ask(email);
      for (let tries = 0; tries < 4; tries += 1) said.push((await reset(email)).body.error?.code);
      server().advance(90);
      await server().restart();
    }
    expect(said.filter((code) => code === 'bad_code')).toHaveLength(FREE);
    expect(said.slice(FREE)).toEqual(['rate_limited', 'rate_limited']);
    const refused = await reset(email);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600);
  });

  it('wait twice as long after each further try, and begin anew after a day', async () => {
    const { email } = await server().make.person(organization);
    for (let tries = 0; tries < FREE; tries += 1) await reset(email);
    const waits: number[] = [];
    for (let tries = 0; tries < 4; tries += 1) {
      const refused = await reset(email);
      expect(refused.status).toBe(429);
      const wait = Number(refused.headers.get('retry-after'));
      waits.push(wait);
      server().advance(wait + 1);
      expect((await reset(email)).body.error?.code).toBe('bad_code');
    }
    for (const [at, expected] of [900, 1800, 3600, 7200].entries()) {
      expect(waits[at]).toBeGreaterThan(expected - 30);
      expect(waits[at]).toBeLessThanOrEqual(expected);
    }
    server().advance(DAY);
    for (let tries = 0; tries < FREE; tries += 1) expect((await reset(email)).status).toBe(401);
  });

  it('are counted for addresses that nobody has, too: the count tells nobody who is known', async () => {
    const nobody = `nadie.${engine}@example.cl`;
    for (let tries = 0; tries < FREE; tries += 1)
      expect((await reset(nobody)).body.error?.code).toBe('bad_code');
    expect((await reset(nobody)).status).toBe(429);
  });

  it('of an app are guessed ten times a day at most, over all sign-ins, and at what takes a code inside', async () => {
    const { person, client, code } = await verify(server(), await server().make.person(organization));
    for (let tries = 0; tries < FREE - 1; tries += 1) {
      server().advance(60);
      expect((await answer(server(), person.email, wrongBy(code()))).body.error?.code).toBe('bad_code');
    }
    const inside = { password: TEST_PASSWORD, code: wrongBy(code()) };
    expect((await client.call('totpDisable', { body: inside })).body.error?.code).toBe('bad_code');
    const session = await challengeOf(server(), person.email);
    const right = await server().anyone.call('answerChallenge', { body: { session, code: code() } });
    expect(right.status).toBe(429);
    expect((await client.call('totpDisable', { body: { ...inside, code: code() } })).status).toBe(429);
    server().advance(LATER);
    expect((await answer(server(), person.email, code())).status).toBe(200);
    // The right one ends the count.
    server().advance(LATER);
    expect((await answer(server(), person.email, wrongBy(code()))).body.error?.code).toBe('bad_code');
    server().advance(LATER);
    expect((await answer(server(), person.email, code())).status).toBe(200);
  });

  it('stand in the audit trail where they were wrong', async () => {
    const admin = await server().make.person(organization, { isAdmin: true });
    const person = await server().make.person(organization);
    await ask(person.email);
    await reset(person.email);
    const trail = await (await server().signIn(admin.email)).ok('auditTrail', {
      query: { target: person.id },
    });
    expect(trail.items.map(({ action }) => action)).toContain('session.refused');
  });

  it('tried at the same moment by many count each', async () => {
    const { db } = server().database;
    const guesses = createGuesses(Buffer.from('secret'));
    const tries = await Promise.allSettled(
      Array.from({ length: 40 }, () => guesses.take(db, 'reset', 'eva@andes.cl', new Date())),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(FREE);
    const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused.every((error) => error instanceof ApiError && error.code === 'rate_limited')).toBe(true);
  });
});
