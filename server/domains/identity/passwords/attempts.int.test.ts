import { describe, expect, it } from 'vitest';
import { TEST_PASSWORD } from '../../../testing/factories.ts';
import { type TestServer, useTestServer } from '../../../testing/http.ts';
import { challengeOf, verify } from '../../../testing/second-factor.ts';

const WRONG = 'no es esta clave';

const signIn = (server: TestServer, email: string, password: string) =>
  server.anyone.call('signIn', { body: { email, password } });

describe('failed tries of one account', () => {
  const server = useTestServer({ config: { signInFailures: { perAccount: 3, perAddress: 1000 } } });
  const person = async () => server().make.person(await server().make.organization());

  it('close sign-in for a while, to the right password too, and to nobody else', async () => {
    const { email } = await person();
    for (let tries = 0; tries < 3; tries += 1)
      expect((await signIn(server(), email, WRONG)).status).toBe(401);
    const closed = await signIn(server(), email, TEST_PASSWORD);
    expect(closed.status).toBe(429);
    expect(closed.body.error?.code).toBe('rate_limited');
    const retryAfter = Number(closed.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(50);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect((await signIn(server(), (await person()).email, TEST_PASSWORD)).status).toBe(200);
  });

  it('are counted alike for an address that nobody has', async () => {
    const email = 'nadie@legajo.test';
    for (let tries = 0; tries < 3; tries += 1) await signIn(server(), email, WRONG);
    expect((await signIn(server(), email, WRONG)).status).toBe(429);
  });

  it('hold for many at the same moment: few more than the limit are looked at', async () => {
    const { email } = await person();
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(server(), email, WRONG)));
    const looked = answers.filter((answer) => answer.status === 401).length;
    expect(looked).toBeGreaterThanOrEqual(3);
    expect(looked).toBeLessThanOrEqual(6);
  });

  it('are forgotten by a sign-in that goes well', async () => {
    const { email } = await person();
    for (let round = 0; round < 3; round += 1) {
      for (let tries = 0; tries < 2; tries += 1) await signIn(server(), email, WRONG);
      expect((await signIn(server(), email, TEST_PASSWORD)).status).toBe(200);
    }
  });

  it('close changing the password', async () => {
    const client = await server().signIn((await person()).email);
    const change = (current: string) =>
      client.call('changePassword', { body: { current, password: 'una clave nueva' } });
    for (let tries = 0; tries < 3; tries += 1) expect((await change(WRONG)).status).toBe(401);
    expect((await change(TEST_PASSWORD)).status).toBe(429);
  });

  it('close the reset by code', async () => {
    const { email } = await person();
    const reset = () =>
      server().anyone.call('resetPassword', { body: { email, code: '000000', password: 'una clave nueva' } });
    for (let tries = 0; tries < 3; tries += 1) expect((await reset()).status).toBe(401);
    expect((await reset()).status).toBe(429);
  });

  it('do not close asking for a mail: strangers could ask in its owner’s name', async () => {
    const { email } = await person();
    const forgot = () => server().anyone.call('forgotPassword', { body: { email } });
    for (let tries = 0; tries < 5; tries += 1) expect((await forgot()).status).toBe(200);
  });
});

describe('failed tries from one address', () => {
  const server = useTestServer({ config: { signInFailures: { perAccount: 1000, perAddress: 5 } } });

  it('close sign-in from there, whatever the account', async () => {
    const { email } = await server().make.person(await server().make.organization());
    for (let tries = 0; tries < 5; tries += 1)
      expect((await signIn(server(), `alguien${tries}@legajo.test`, WRONG)).status).toBe(401);
    expect((await signIn(server(), email, TEST_PASSWORD)).status).toBe(429);
  });

  it('close asking for mails from there, whoever’s', async () => {
    for (let tries = 0; tries < 5; tries += 1) {
      const body = { email: `alguien${tries}@legajo.test` };
      expect((await server().anyone.call('forgotPassword', { body })).status).toBe(200);
    }
    const body = { email: 'otra@legajo.test' };
    expect((await server().anyone.call('forgotPassword', { body })).status).toBe(429);
  });

  it('close guessing at challenges from there', async () => {
    const guess = () =>
      server().anyone.call('answerChallenge', { body: { session: 'a.b.c', newPassword: 'una clave nueva' } });
    for (let tries = 0; tries < 5; tries += 1) expect((await guess()).status).toBe(401);
    expect((await guess()).status).toBe(429);
  });
});

describe('guesses at challenges from one address', () => {
  const server = useTestServer({ config: { signInFailures: { perAccount: 1000, perAddress: 5 } } });

  it('keep nobody out there whose password was right', async () => {
    const theirs = await verify(server(), await server().make.person(await server().make.organization()));
    const session = await challengeOf(server(), theirs.person.email);
    const answer = (to: string, code: string) =>
      server().anyone.call('answerChallenge', { body: { session: to, code } });
    for (let tries = 0; tries < 6; tries += 1) await answer('a.b.c', '000000');
    expect((await answer('a.b.c', '000000')).status).toBe(429);
    expect((await answer(session, theirs.code(1))).status).toBe(200);
  });
});
