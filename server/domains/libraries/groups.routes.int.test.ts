import { beforeAll, describe, expect, it } from 'vitest';
import { trailOf } from '../../testing/audit.ts';
import { createLibraryAdmin, detailsOf } from '../../testing/companies/library-admin.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

const NOBODY = '01a2b3c4-0000-7000-8000-000000000000';

describe.each(testEngines)('libraries on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let elsewhere: TestLibrary;
  let bossPerson: TestPerson;
  let admin: TestClient;
  let ana: TestPerson;

  beforeAll(async () => {
    ({ organization, elsewhere, bossPerson, admin, ana } = await createLibraryAdmin(server()));
  });

  const trail = (id: string) => trailOf(server(), id);

  it('are made with their members in one call, and shown to those and to admins alone', async () => {
    const { make } = server();
    const label = await make.label(organization, { name: 'Contrato' });
    const department = await make.department(organization, 'Operaciones');
    const made = await admin.ok('groupCreate', {
      body: {
        ...{ name: 'Ñuble', description: 'Obras del sur', department, defaultLabels: [label, label] },
        members: [{ user: ana.id, roles: ['publish', 'upload'] }],
      },
    });
    expect(made).toMatchObject({
      ...{ name: 'Ñuble', description: 'Obras del sur', archivedAt: null },
      department: { _id: department, name: 'Operaciones' },
      defaultLabels: [{ _id: label, name: 'Contrato' }],
      members: [{ user: { _id: ana.id }, roles: ['upload', 'publish'], enabled: true, author: false }],
    });
    const params = { id: made._id };
    const mine = await (await server().signIn(ana.email)).ok('groupGet', { params });
    expect(mine.members).toEqual([
      {
        user: { _id: ana.id, firstname: 'Ana', lastname: 'Pérez' },
        roles: ['upload', 'publish'],
        enabled: true,
      },
    ]);
    const stranger = await make.person(organization, { libraries: [[elsewhere, ['publish']]] });
    const strange = await server().signIn(stranger.email);
    expect((await strange.call('groupGet', { params })).status).toBe(404);
    expect((await strange.call('groupUpdate', { params, body: { name: 'Mía' } })).status).toBe(403);
    expect((await strange.call('groups')).status).toBe(403);
    expect((await admin.call('groupGet', { params: { id: NOBODY } })).status).toBe(404);
    expect((await trail(made._id)).map(({ action }) => action)).toEqual(['group.create', 'member.added']);
  });

  it.each([
    ['otra parte', 409, 'library_taken'],
    ['OTRA PARTE', 409, 'library_taken'],
    ['Ótra  párte', 409, 'library_taken'],
    ['O\u0301tra parte', 409, 'library_taken'],
    ['Retirados', 400, 'invalid'],
    ['retirados.', 400, 'invalid'],
    ['...', 400, 'invalid'],
    ['a/b', 400, 'invalid'],
    ['Ob\u202eras', 400, 'invalid'],
    ['x', 400, 'invalid'],
    ['á'.repeat(81), 400, 'invalid'],
  ])('takes no name that another library has, or that nobody can read: %j', async (name, status, code) => {
    const before = (await admin.ok('groups')).length;
    const answer = await admin.call('groupCreate', {
      body: { name, members: [{ user: ana.id, roles: [] }] },
    });
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
    expect(detailsOf(answer.body)).toEqual({ name: expect.stringMatching(/\.$/) });
    expect(await admin.ok('groups')).toHaveLength(before);
  });

  it('keeps ñ apart from n: «Año» is not «Ano»', async () => {
    await admin.ok('groupCreate', { body: { name: 'Cierre del año' } });
    await admin.ok('groupCreate', { body: { name: 'Cierre del ano' } });
  });

  it('are changed with their members, all together or nothing of it', async () => {
    const { make } = server();
    const library = await make.library(organization, 'Contratos');
    const luis = await make.person(organization, { libraries: [[library, ['upload']]] });
    const params = { id: library.id };
    const before = await admin.ok('groupGet', { params });
    const members = { set: [{ user: ana.id, roles: ['review' as const] }], remove: [luis.id] };

    const half = await admin.call('groupUpdate', {
      params,
      body: {
        rev: before.rev,
        name: 'Contratos 2',
        members: { ...members, set: [{ user: NOBODY, roles: [] }] },
      },
    });
    expect([half.status, detailsOf(half.body)]).toEqual([
      400,
      { members: expect.stringContaining('ya no está') },
    ]);
    const taken = await admin.call('groupUpdate', { params, body: { name: 'OTRA parte', members } });
    expect(taken.body.error?.code).toBe('library_taken');
    expect(await admin.ok('groupGet', { params })).toEqual(before);

    const body = { rev: before.rev, name: 'Contratos 2', description: '', members };
    const after = await admin.ok('groupUpdate', { params, body });
    expect(after.name).toBe('Contratos 2');
    expect(after.members.map(({ user, roles }) => [user._id, roles])).toEqual([[ana.id, ['review']]]);
    expect(after.rev).not.toBe(before.rev);
    expect(await trail(library.id)).toMatchObject([
      { action: 'group.update', before: { name: 'Contratos' }, after: { name: 'Contratos 2' } },
      { action: 'member.added', after: { user: ana.id, roles: ['review'] } },
      { action: 'member.removed', before: { user: luis.id, roles: ['upload'] } },
    ]);
    // Its own name in another case is no other library's.
    await admin.ok('groupUpdate', { params, body: { name: 'CONTRATOS 2' } });
  });

  it('tell an admin whose picture is old, whoever changed a member and how', async () => {
    const { make } = server();
    const library = await make.library(organization);
    const params = { id: library.id };
    const before = await admin.ok('groupGet', { params });
    await admin.ok('memberPut', { params: { id: library.id, user: ana.id }, body: { roles: [] } });
    const answer = await admin.call('groupUpdate', { params, body: { rev: before.rev, description: 'Mía' } });
    expect(answer.status).toBe(409);
    expect(answer.body.error?.message).toBe('Alguien cambió esta biblioteca mientras tanto.');
    expect(detailsOf(answer.body)).toMatchObject({ current: { members: [{ user: { _id: ana.id } }] } });
  });

  it('write down that an admin let themself in', async () => {
    const library = await server().make.library(organization);
    const params = { id: library.id, user: bossPerson.id };
    await admin.ok('memberPut', { params, body: { roles: ['publish'] } });
    expect(await trail(library.id)).toMatchObject([
      { action: 'member.added', actor: bossPerson.id, after: { user: bossPerson.id, roles: ['publish'] } },
    ]);
  });

  it('end somebody’s authorship with their membership, and say whose it would', async () => {
    const { make } = server();
    const library = await make.library(organization);
    const author = await make.person(organization, { libraries: [[library, ['upload']]] });
    const other = await make.person(organization, { libraries: [[library, ['upload']]] });
    const record = await make.record(library, author, { authors: [author, other] });
    const params = { id: library.id };
    const shown = await admin.ok('groupGet', { params });
    expect(shown.members.map((member) => member.author)).toEqual([true, true]);
    await admin.ok('groupUpdate', { params, body: { members: { remove: [author.id] } } });
    const left = await (await server().signIn(other.email)).ok('recordById', { params: { id: record.id } });
    expect(left.authors.map(({ user }) => user._id)).toEqual([other.id]);
    const gone = await (await server().signIn(author.email)).call('recordById', {
      params: { id: record.id },
    });
    expect(gone.status).toBe(404);
  });

  it('count what the admin sees, members and folders', async () => {
    const { make } = server();
    const library = await make.library(organization, 'Con cuentas');
    const author = await make.person(organization, { libraries: [[library, ['upload', 'publish']]] });
    await make.record(library, author, { published: true });
    await make.record(library, author);
    await make.record(library, author, { scope: 'restricted' });
    await (await server().signIn(author.email)).ok('folderCreate', {
      body: { group: library.id, name: 'Carpeta' },
    });
    const row = (await admin.ok('groups')).find(({ _id }) => _id === library.id);
    expect(row).toMatchObject({ name: 'Con cuentas', members: 1, folders: 1, records: 2, size: 72 });
  });
});
