import { describe, expect, it } from 'vitest';
import { useTestServer } from '../../testing/http.ts';

describe('the first run of an installation', () => {
  const server = useTestServer();
  const input = {
    organization: 'Constructora Andes SpA',
    email: 'admin@legajo.test',
    firstname: 'Ana',
    lastname: 'Araya',
    password: 'una clave segura',
  };
  const run = (code: string, values: Partial<typeof input> = {}) =>
    server().anyone.call('firstRun', { body: { ...input, ...values, code } });

  it('makes the organization and its admin with the code of the console, once', async () => {
    const { anyone, running } = server();
    expect(await anyone.ok('firstRunState')).toEqual({ needed: true });
    expect((await run('AAAA-BBBB-CCCC')).body.error?.code).toBe('bad_code');
    const void_ = running.services.firstRun.newCode();
    const code = running.services.firstRun.newCode();
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
