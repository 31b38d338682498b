import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { auditedActions } from '../../testing/audit.ts';
import { eventually } from '../../testing/eventually.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { mailsOf, readable } from '../../testing/mail.ts';
import { oneAfterTheOther } from '../../testing/races/races.ts';
import { testEngines } from '../../testing/test-database.ts';

describe.each(testEngines)('administering people on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let works: TestLibrary;
  let boss: TestPerson;
  let admin: TestClient;

  beforeAll(async () => {
    const { make } = server();
    organization = await make.organization();
    library = await make.library(organization, 'Calidad');
    works = await make.library(organization, 'Obras');
    boss = await make.person(organization, { isAdmin: true });
    admin = await server().signIn(boss.email);
  });

  const audits = (target: string) => auditedActions(server(), target);
  const passwordMailedTo = (email: string, after = 0): Promise<string> =>
    eventually(async () => {
      const mail = (await mailsOf(server(), email))[after];
      const found = /Contraseña temporal: (\w{14})/.exec(readable(mail?.raw ?? ''))?.[1];
      if (!found) throw new Error('no mail yet');
      return found;
    });

  it('makes somebody with roles and libraries at once, or not at all', async () => {
    const body = { email: 'todo@legajo.test', firstname: 'Eva', lastname: 'Toro' };
    const made = await admin.ok('userCreate', {
      body: {
        ...body,
        roles: ['manager'],
        libraries: [
          { group: works.id, roles: [] },
          { group: library.id, roles: ['publish', 'upload'] },
        ],
      },
    });
    expect(made.libraries).toEqual([
      { group: { _id: library.id, name: 'Calidad' }, roles: ['upload', 'publish'] },
      { group: { _id: works.id, name: 'Obras' }, roles: [] },
    ]);
    const nowhere = await admin.call('userCreate', {
      body: { ...body, email: 'nada@legajo.test', libraries: [{ group: newId(), roles: [] }] },
    });
    expect(nowhere.body.error).toMatchObject({ code: 'invalid', details: { libraries: expect.any(String) } });
    const twice = await admin.call('userCreate', {
      body: {
        ...body,
        email: 'nada@legajo.test',
        libraries: [
          { group: works.id, roles: [] },
          { group: works.id, roles: ['upload'] },
        ],
      },
    });
    expect(twice.status).toBe(400);
    expect((await admin.ok('userList', { query: { text: 'nada@' } })).total).toBe(0);
  });

  it('changes attributes, roles and libraries in one go, and only what is given', async () => {
    const { make } = server();
    const person = await make.person(organization, {
      libraries: [
        [library, ['upload']],
        [works, []],
      ],
    });
    const record = await make.record(library, person);
    const params = { id: person.id };
    const changed = await admin.ok('userUpdate', {
      params,
      body: {
        firstname: 'Otra',
        roles: ['manager'],
        libraries: [
          { group: library.id, roles: null },
          { group: works.id, roles: ['review'] },
        ],
      },
    });
    expect(changed).toMatchObject({
      firstname: 'Otra',
      lastname: person.lastname,
      roles: ['manager'],
      libraries: [{ group: { name: 'Obras' }, roles: ['review'] }],
    });
    expect(await audits(person.id)).toEqual(['user.updated']);
    // Who leaves a library stops being an author of its documents.
    const face = await server()
      .database.db.selectFrom('record_faces')
      .select('authors')
      .where('record_id', '=', record.id)
      .executeTakeFirstOrThrow();
    expect(face.authors).toEqual([]);

    const refused = await admin.call('userUpdate', {
      params,
      body: { firstname: 'Nunca', email: boss.email, libraries: [{ group: works.id, roles: null }] },
    });
    expect(refused.body.error?.code).toBe('email_taken');
    expect(await admin.ok('userGet', { params })).toMatchObject({
      firstname: 'Otra',
      libraries: [{ group: { name: 'Obras' } }],
    });
  });

  it('takes an e-mail in another case for the same', async () => {
    const answer = await admin.call('userCreate', {
      body: { email: boss.email.toUpperCase(), firstname: 'Otra', lastname: 'Persona' },
    });
    expect(answer.body.error).toMatchObject({ code: 'email_taken', details: { email: expect.any(String) } });
  });

  it('says at its field what is wrong with a RUT', async () => {
    const answer = await admin.call('userCreate', {
      body: { email: 'rut@legajo.test', firstname: 'R', lastname: 'U', rut: '12.345.678-4' },
    });
    expect(answer.body.error).toMatchObject({
      code: 'invalid',
      details: { rut: 'El RUT no es válido: revisa el dígito verificador.' },
    });
  });

  it('lets nobody demote, disable or remove themself while there are others', async () => {
    await server().make.person(organization, { isAdmin: true });
    const params = { id: boss.id };
    for (const answer of [
      await admin.call('userUpdate', { params, body: { roles: [] } }),
      await admin.call('userGroupRemove', { params: { ...params, name: 'admin' } }),
      await admin.call('userDisable', { params }),
      await admin.call('userDelete', { params }),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.body.error?.code).toBe('own_account');
    }
    const kept = await admin.ok('userUpdate', { params, body: { roles: ['admin', 'manager'] } });
    expect(kept.roles).toEqual(['admin', 'manager']);
  });

  it('mails a new first-time password, which ends the old one and every session', async () => {
    const person = await server().make.person(organization, { libraries: [[library, []]] });
    const client = await server().signIn(person.email);
    await admin.ok('userResetPassword', { params: { id: person.id } });
    expect((await client.call('session')).status).toBe(401);
    const password = await passwordMailedTo(person.email);
    const { email } = person;
    const asked = await server().anyone.ok('signIn', { body: { email, password } });
    if (!('challenge' in asked)) throw new Error('a first-time password lets nobody in by itself');
    const answer = { session: asked.session, newPassword: 'una clave muy nueva' };
    expect(await server().anyone.ok('answerChallenge', { body: answer })).toHaveProperty('idToken');
    expect(await audits(person.id)).toContain('user.password_reset');

    await admin.ok('userDisable', { params: { id: person.id } });
    const refused = await admin.call('userResetPassword', { params: { id: person.id } });
    expect(refused.body.error?.code).toBe('user_disabled');
    const gone = await admin.call('userResetPassword', { params: { id: newId() } });
    expect(gone.status).toBe(404);
  });

  if (engine === 'pglite') return;

  it('leaves one admin when the last two take each other’s role away at once', async () => {
    for (const swap of [false, true]) {
      const place = await server().make.organization();
      const people = [
        await server().make.person(place, { isAdmin: true }),
        await server().make.person(place, { isAdmin: true }),
      ] as const;
      const clients = [
        await server().signIn(people[0].email),
        await server().signIn(people[1].email),
      ] as const;
      const demote = (by: 0 | 1, whom: 0 | 1) => () =>
        clients[by].call('userUpdate', { params: { id: people[whom].id }, body: { roles: [] } });
      const answers = await oneAfterTheOther(
        server(),
        { organization: place.id },
        swap ? [demote(1, 0), demote(0, 1)] : [demote(0, 1), demote(1, 0)],
      );
      // The second is no admin any more by the time it is looked at.
      expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual([
        [200, undefined],
        [403, 'forbidden'],
      ]);
    }
  });
});
