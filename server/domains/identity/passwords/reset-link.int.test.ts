import { beforeAll, describe, expect, it } from 'vitest';
import { readResetLink } from '#shared/identity/reset-secrets.ts';
import type { TestOrganization } from '../../../testing/factories.ts';
import { useTestServer } from '../../../testing/http.ts';
import { mailsOf, readable } from '../../../testing/mail.ts';

const password = 'otra clave muy segura';

describe('a mailed link to a new password', () => {
  const server = useTestServer();
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await server().make.organization();
  });

  /** What the last mail brought. */
  async function asked(email: string): Promise<{ secret: string; code: string }> {
    const before = (await mailsOf(server(), email)).length;
    await server().anyone.ok('forgotPassword', { body: { email } });
    const mails = async () => mailsOf(server(), email);
    await expect.poll(async () => (await mails()).length).toBe(before + 1);
    const found = (await mails())
      .map(({ raw }) => readable(raw))
      .map((text) => ({
        link: readResetLink(/\/password(#\S+)/.exec(text)?.[1]?.replace(/&amp;/g, '&') ?? ''),
        code: /pediste: (\d{6})/.exec(text)?.[1] ?? '',
      }));
    const last = found.at(-1);
    expect(last?.link?.email).toBe(email);
    return { secret: last?.link?.secret ?? '', code: last?.code ?? '' };
  }
  const reset = (email: string, code: string) =>
    server().anyone.call('resetPassword', { body: { email, code, password } });

  it('opens the way once, ends the code beside it, and the other way round', async () => {
    const { email } = await server().make.person(organization);
    const first = await asked(email);
    expect((await reset(email, first.secret)).status).toBe(200);
    expect((await server().anyone.call('signIn', { body: { email, password } })).status).toBe(200);
    expect((await reset(email, first.secret)).body.error?.code).toBe('bad_code');
    expect((await reset(email, first.code)).body.error?.code).toBe('bad_code');
    server().advance(61);
    const second = await asked(email);
    expect((await reset(email, second.code)).status).toBe(200);
    expect((await reset(email, second.secret)).body.error?.code).toBe('bad_code');
  });

  it('works where strangers have used up all tries at codes of this account', async () => {
    const { email } = await server().make.person(organization);
    const { secret, code } = await asked(email);
    for (let tries = 0; tries < 10; tries += 1) await reset(email, code === '000000' ? '000001' : '000000');
    expect((await reset(email, code)).status).toBe(429);
    expect((await reset(email, secret)).status).toBe(200);
  });

  it('lets its person in while strangers go on to keep the account closed', async () => {
    const { email } = await server().make.person(organization);
    const { secret } = await asked(email);
    const signIn = (typed: string, cookie = '') =>
      server().anyone.call(
        'signIn',
        { body: { email, password: typed, client: 'web' } },
        cookie ? { cookie } : {},
      );
    const strangersTry = async () => {
      for (let tries = 0; tries < 12; tries += 1) await signIn('no es esta clave');
    };
    await strangersTry();
    expect((await signIn(password)).status).toBe(429);
    const { status, headers } = await reset(email, secret);
    expect(status).toBe(200);
    // A program that keeps no cookie: what had failed before counts no longer.
    expect((await signIn(password)).status).toBe(200);
    await strangersTry();
    expect((await signIn(password)).status).toBe(429);
    const [cookie = ''] = headers.getSetCookie().map((each) => each.split(';', 1)[0]);
    expect((await signIn(password, cookie)).status).toBe(200);
  });

  it('is nobody else’s, ends after a quarter of an hour, and with the next one', async () => {
    const { email } = await server().make.person(organization);
    const other = await server().make.person(organization);
    const { secret } = await asked(email);
    expect((await reset(other.email, secret)).body.error?.code).toBe('bad_code');
    server().advance(61);
    const next = await asked(email);
    expect((await reset(email, secret)).body.error?.code).toBe('bad_code');
    server().advance(15 * 60 + 1);
    expect((await reset(email, next.secret)).body.error?.code).toBe('bad_code');
  });

  it('does not lie in the database as it was mailed', async () => {
    const { email, id } = await server().make.person(organization);
    const { secret, code } = await asked(email);
    const row = await server()
      .database.db.selectFrom('reset_codes')
      .selectAll()
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(JSON.stringify(row)).not.toContain(code);
  });
});
