import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestClient, useOtherProcess, useTestServer } from '../../testing/http.ts';

const input = {
  organization: 'Constructora Andes SpA',
  email: 'admin@legajo.test',
  firstname: 'Ana',
  lastname: 'Araya',
  password: 'una clave segura',
};

describe('the first run of an installation', () => {
  const server = useTestServer();
  const run = (code: string, values: Partial<typeof input> = {}) =>
    server().anyone.call('firstRun', { body: { ...input, ...values, code } });

  it('makes the organization and its admin with the code of the console, once', async () => {
    const { anyone, running } = server();
    expect(await anyone.ok('firstRunState')).toEqual({ needed: true });
    expect((await run('AAAA-BBBB-CCCC')).body.error?.code).toBe('bad_code');
    const void_ = await running.services.firstRun.newCode();
    const code = await running.services.firstRun.newCode();
    expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect((await run(void_)).body.error?.code).toBe('bad_code');
    expect((await run(code, { password: 'corta' })).body.error?.code).toBe('password_policy');

    const twice = await Promise.all([run(code.toLowerCase()), run(code.replaceAll('-', ' '))]);
    expect(twice.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await anyone.ok('firstRunState')).toEqual({ needed: false });
    expect((await run(code)).body.error?.code).toBe('conflict');

    const admin = await server().signIn(input.email, { password: input.password });
    expect(await admin.ok('session')).toMatchObject({
      isAdmin: true,
      organization: { name: input.organization },
    });
  });
});

describe('the first run of an installation with two processes', () => {
  const server = useTestServer({ engine: 'postgres' });
  const other = useOtherProcess(server);

  it('takes the code of either console at either process, and a code no longer than a week', async () => {
    const { anyone, running } = server();
    const there = createTestClient(() => other().address);
    const body = { ...input, password: 'corta' };
    const said = async (client: typeof anyone, code: string) =>
      (await client.call('firstRun', { body: { ...body, code } })).body.error?.code;
    const codes = [await running.services.firstRun.newCode(), await other().services.firstRun.newCode()];
    for (const code of codes)
      for (const client of [anyone, there]) expect(await said(client, code)).toBe('password_policy');
    server().advance(8 * 86_400);
    for (const code of codes) expect(await said(anyone, code)).toBe('bad_code');

    const mine = await running.services.firstRun.newCode();
    await there.ok('firstRun', { body: { ...input, code: mine } });
    expect(await anyone.ok('firstRunState')).toEqual({ needed: false });
    const { rows } = await sql`select 1 from first_run_codes`.execute(server().database.db);
    expect(rows).toEqual([]);
  });
});
