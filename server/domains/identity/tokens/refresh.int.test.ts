import { beforeAll, describe, expect, it } from 'vitest';
import { TEST_PASSWORD, type TestOrganization } from '../../../testing/factories.ts';
import { createTestClient, type TestClient, useTestServer } from '../../../testing/http.ts';
import { testEngines } from '../../../testing/test-database.ts';

describe.each(testEngines)('refresh on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await server().make.organization();
  });

  const begin = async (): Promise<TestClient> =>
    server().signIn((await server().make.person(organization)).email);
  const refresh = (refreshToken: string | null | undefined) =>
    server().anyone.call('refresh', { body: { refreshToken: refreshToken ?? '' } });

  it('gives a new pair of tokens, of the same session', async () => {
    const client = await begin();
    const first = await refresh(client.refreshToken);
    expect(first.status).toBe(200);
    expect(first.body.refreshToken).not.toBe(client.refreshToken);
    const renewed = createTestClient(() => server().url, first.body);
    const [before, after] = [await client.ok('session'), await renewed.ok('session')];
    expect(after.claims.sid).toBe(before.claims.sid);
    expect(after.claims.auth_time).toBe(before.claims.auth_time);
  });

  it('answers a predecessor with the same successor for 30 s, then ends the family', async () => {
    const client = await begin();
    const first = await refresh(client.refreshToken);
    server().advance(20);
    const again = await refresh(client.refreshToken);
    expect(again.body.refreshToken).toBe(first.body.refreshToken);
    const next = await refresh(again.body.refreshToken);
    expect(next.status).toBe(200);

    server().advance(31);
    expect((await refresh(client.refreshToken)).status).toBe(401);
    expect((await refresh(next.body.refreshToken)).status).toBe(401);
    expect((await createTestClient(() => server().url, next.body).call('session')).status).toBe(401);
    const audited = await server()
      .database.db.selectFrom('audit_events')
      .select('action')
      .where('organization', '=', organization.id)
      .where('action', '=', 'session.reused')
      .execute();
    expect(audited).toHaveLength(1);
  });

  it('gives ten uses at the same moment one successor', async () => {
    const client = await begin();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(client.refreshToken)));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map((answer) => answer.body.refreshToken)).size).toBe(1);
  });

  it('stores hashes alone', async () => {
    const client = await begin();
    const { body } = await refresh(client.refreshToken);
    const rows = JSON.stringify(
      await server().database.db.selectFrom('refresh_tokens').selectAll().execute(),
    );
    expect(rows).not.toContain(client.refreshToken);
    expect(rows).not.toContain(body.refreshToken);
  });

  it('lives 30 days from its last use', async () => {
    const client = await begin();
    server().advance(29 * 86_400);
    const { body } = await refresh(client.refreshToken);
    server().advance(29 * 86_400);
    const second = await refresh(body.refreshToken);
    expect(second.status).toBe(200);
    server().advance(31 * 86_400);
    expect((await refresh(second.body.refreshToken)).status).toBe(401);
  });

  it('says nothing about tokens that it does not know', async () => {
    for (const token of ['x', 'a'.repeat(43)]) {
      const answer = await refresh(token);
      expect(answer.body.error?.code).toBe('unauthenticated');
    }
  });
});

describe('the session of a browser', () => {
  const server = useTestServer();

  const signIn = async (headers: Record<string, string> = {}) => {
    const { email } = await server().make.person(await server().make.organization());
    return server().anyone.call(
      'signIn',
      { body: { email, password: TEST_PASSWORD, client: 'web' } },
      headers,
    );
  };
  const cookieOf = (headers: Headers): string => headers.get('set-cookie')?.split(';')[0] ?? '';

  it('lies in a cookie that no script reads and only auth/* receives', async () => {
    const { body, headers } = await signIn();
    expect(body).not.toHaveProperty('refreshToken');
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^legajo_refresh=[\w-]{43};/);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Strict');
    expect(cookie).toContain('Path=/api/auth;');
    expect(cookie).toContain(`Max-Age=${30 * 86_400};`);
    expect(cookie).not.toContain('Secure');
  });

  it('is renewed by the cookie, in the cookie', async () => {
    const { headers } = await signIn();
    const renewed = await server().anyone.call('refresh', { body: {} }, { cookie: cookieOf(headers) });
    expect(renewed.status).toBe(200);
    expect(renewed.body).not.toHaveProperty('refreshToken');
    expect(cookieOf(renewed.headers)).not.toBe(cookieOf(headers));
    const bare = await server().anyone.call('refresh', { body: {} });
    expect(bare.status).toBe(401);
  });

  it('is not renewed for another site’s page', async () => {
    const { headers } = await signIn();
    for (const from of ['cross-site', 'same-site']) {
      const answer = await server().anyone.call(
        'refresh',
        { body: {} },
        { cookie: cookieOf(headers), 'sec-fetch-site': from },
      );
      expect(answer.status).toBe(401);
    }
  });

  it('is not ended by the page of another site', async () => {
    const { headers } = await signIn();
    // A browser keeps a strict cookie to itself there, and says where the call comes from.
    const calls: Record<string, string>[] = [
      {},
      { cookie: cookieOf(headers), 'sec-fetch-site': 'cross-site' },
    ];
    for (const sent of calls) {
      const out = await server().anyone.call(
        'signOut',
        { body: {} },
        { origin: 'https://otro.example', ...sent },
      );
      expect(out.headers.get('set-cookie')).toBeNull();
    }
    const older = { cookie: cookieOf(headers), origin: 'https://otro.example' };
    expect((await server().anyone.call('refresh', { body: {} }, older)).status).toBe(401);
    const goesOn = await server().anyone.call(
      'refresh',
      { body: {} },
      { cookie: cookieOf(headers), origin: server().url },
    );
    expect(goesOn.status).toBe(200);
  });

  it('ends when the browser signs in anew, or out', async () => {
    const first = await signIn();
    const second = await signIn({ cookie: cookieOf(first.headers) });
    const old = await server().anyone.call('refresh', { body: {} }, { cookie: cookieOf(first.headers) });
    expect(old.status).toBe(401);
    const out = await server().anyone.call('signOut', { body: {} }, { cookie: cookieOf(second.headers) });
    expect(out.headers.get('set-cookie')).toMatch(
      /^legajo_refresh=; Path=\/api\/auth; Expires=Thu, 01 Jan 1970/,
    );
    const over = await server().anyone.call('refresh', { body: {} }, { cookie: cookieOf(second.headers) });
    expect(over.status).toBe(401);
  });
});

describe('the session of a browser over https', () => {
  const server = useTestServer({ config: { publicUrl: 'https://legajo.test' } });

  it('lies in a Secure cookie', async () => {
    const { email } = await server().make.person(await server().make.organization());
    const body = { email, password: TEST_PASSWORD, client: 'web' as const };
    const { headers } = await server().anyone.call('signIn', { body });
    expect(headers.get('set-cookie')).toContain('; Secure');
  });
});
