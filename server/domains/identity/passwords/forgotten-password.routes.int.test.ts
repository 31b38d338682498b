import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import type { TestOrganization } from '../../../testing/factories.ts';
import { type TestServer, useTestServer } from '../../../testing/http.ts';
import { mailsOf, readable } from '../../../testing/mail.ts';

const NEW_PASSWORD = 'otra clave segura';

/** How many codes were mailed to somebody, or will be. */
async function codesQueued(server: TestServer, to: string): Promise<number> {
  const rows = await server.database.db
    .selectFrom('outbox')
    .select('id')
    .where(sql`payload->'mail'->>'to'`, '=', to)
    .where(sql`payload->'mail'->>'template'`, '=', 'reset')
    .execute();
  return rows.length;
}

describe('a forgotten password', () => {
  const server = useTestServer();
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await server().make.organization();
  });

  /** Asks for a code, and reads it in the mail: the first that came, or a later one. */
  const codeFor = async (email: string, before: readonly string[] = []): Promise<string> => {
    await server().anyone.ok('forgotPassword', { body: { email } });
    return eventually(async () => {
      const mails = await mailsOf(server(), email);
      const codes = mails.map(({ raw }) => /lo pediste: (\d{6})/.exec(readable(raw))?.[1] ?? '');
      const code = codes.find((each) => !before.includes(each));
      if (!code) throw new Error('no mail yet');
      return code;
    });
  };
  const reset = (email: string, code: string) =>
    server().anyone.call('resetPassword', { body: { email, code, password: NEW_PASSWORD } });
  const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('is set anew with the mailed code, once, and ends every session', async () => {
    const { email } = await server().make.person(organization);
    const before = await server().signIn(email);
    const code = await codeFor(email);
    expect(code).toMatch(/^\d{6}$/);
    expect((await reset(email, code)).status).toBe(200);
    expect((await before.call('session')).status).toBe(401);
    await server().signIn(email, { password: NEW_PASSWORD });
    expect((await reset(email, code)).body.error?.code).toBe('bad_code');
  });

  it('stores the code neither plainly nor guessably', async () => {
    const someone = await server().make.person(organization);
    const code = await codeFor(someone.email);
    const row = await server()
      .database.db.selectFrom('reset_codes')
      .selectAll()
      .where('user_id', '=', someone.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(code);
    expect(row.code_hash).toHaveLength(43);
  });

  it('answers alike for an unknown and for a disabled person, and mails neither', async () => {
    const disabled = await server().make.person(organization, { enabled: false });
    for (const email of ['nadie@legajo.test', disabled.email]) {
      expect(await server().anyone.ok('forgotPassword', { body: { email } })).toEqual({ ok: true });
      expect(await codesQueued(server(), email)).toBe(0);
      expect((await reset(email, '123456')).body.error?.code).toBe('bad_code');
    }
  });

  it('tells nobody by its time who is known: what is refused takes as long for everybody', async () => {
    const known = await server().make.person(organization);
    const disabled = await server().make.person(organization, { enabled: false });
    const password = 'no es la suya 1';
    for (const email of [known.email, disabled.email, 'nadie@legajo.test']) {
      const calls = [
        () => server().anyone.call('signIn', { body: { email, password, client: 'api' } }),
        () => reset(email, '123456'),
        () => server().anyone.call('forgotPassword', { body: { email } }),
      ];
      for (const call of calls) {
        const began = performance.now();
        await call();
        // Far longer than any of the work takes; timers may be a little early.
        expect(performance.now() - began).toBeGreaterThan(240);
      }
    }
  });

  it('spends a code after five wrong tries', async () => {
    const { email } = await server().make.person(organization);
    const code = await codeFor(email);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await reset(email, otherThan(code))).body.error?.code).toBe('bad_code');
    expect((await reset(email, code)).body.error?.code).toBe('bad_code');
  });

  it('mails at most one code a minute, and ends it after fifteen', async () => {
    const { email } = await server().make.person(organization);
    const code = await codeFor(email);
    await server().anyone.ok('forgotPassword', { body: { email } });
    expect(await codesQueued(server(), email)).toBe(1);
    server().advance(15 * 60 + 1);
    expect((await reset(email, code)).body.error?.code).toBe('bad_code');
    const fresh = await codeFor(email, [code]);
    expect(await codesQueued(server(), email)).toBe(2);
    expect((await reset(email, fresh)).status).toBe(200);
  });

  it('keeps the code when the new password is too short', async () => {
    const { email } = await server().make.person(organization);
    const code = await codeFor(email);
    const short = await server().anyone.call('resetPassword', { body: { email, code, password: 'corta' } });
    expect(short.body.error?.code).toBe('password_policy');
    expect((await reset(email, code)).status).toBe(200);
  });
});
