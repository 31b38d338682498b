import { beforeAll, describe, expect, it } from 'vitest';
import { TEST_PASSWORD, type TestOrganization } from '../../../testing/factories.ts';
import { useTestServer } from '../../../testing/http.ts';
import { mailsOf, readable } from '../../../testing/mail.ts';

describe('a change of what somebody signs in by', () => {
  const server = useTestServer();
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await server().make.organization();
  });
  const mailedTo = async (to: string): Promise<string> =>
    (await mailsOf(server(), to)).map(({ raw }) => readable(raw)).join('\n');
  const NEW = 'otra clave muy segura';

  it('is told by mail: an own new password', async () => {
    const { email } = await server().make.person(organization);
    const client = await server().signIn(email);
    await client.call('changePassword', { body: { current: 'no es esta', password: NEW } });
    await client.ok('changePassword', { body: { current: TEST_PASSWORD, password: NEW } });
    await expect.poll(() => mailedTo(email)).toContain('La contraseña de tu cuenta cambió.');
    expect((await mailsOf(server(), email)).length).toBe(1);
  });

  it('is told by mail: a password set by a mailed code', async () => {
    const { email } = await server().make.person(organization);
    await server().anyone.ok('forgotPassword', { body: { email } });
    const codeIn = async () => /lo pediste: (\d{6})\./.exec(await mailedTo(email))?.[1] ?? '';
    await expect.poll(codeIn).toMatch(/^\d{6}$/);
    await server().anyone.ok('resetPassword', { body: { email, code: await codeIn(), password: NEW } });
    await expect.poll(() => mailedTo(email)).toContain('La contraseña de tu cuenta cambió.');
  });

  it('is told by mail: another address, at both', async () => {
    const { make, signIn } = server();
    const admin = await make.person(organization, { isAdmin: true, firstname: 'Ana', lastname: 'Araya' });
    const person = await make.person(organization);
    const client = await signIn(admin.email);
    const email = `nueva.${person.email}`;
    await client.ok('userUpdate', { params: { id: person.id }, body: { email } });
    for (const to of [person.email, email])
      await expect
        .poll(() => mailedTo(to))
        .toContain(
          `Ana Araya, que administra tu organización, cambió el correo con que inicias sesión: ahora es ${email}`,
        );
    await client.ok('userUpdate', { params: { id: person.id }, body: { firstname: 'Eva' } });
    expect(await mailsOf(server(), email)).toHaveLength(1);
  });
});
