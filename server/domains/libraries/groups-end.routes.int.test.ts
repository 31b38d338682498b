import { beforeAll, describe, expect, it } from 'vitest';
import { trailOf } from '../../testing/audit.ts';
import { createLibraryAdmin, detailsOf } from '../../testing/companies/library-admin.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

describe.each(testEngines)('libraries, archived and deleted, on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let elsewhere: TestLibrary;
  let admin: TestClient;
  let ana: TestPerson;

  beforeAll(async () => {
    ({ organization, elsewhere, admin, ana } = await createLibraryAdmin(server()));
  });

  const trail = (id: string) => trailOf(server(), id);

  it('archived ones are read and nothing else, until they are opened again', async () => {
    const { make } = server();
    const library = await make.library(organization, 'Del pasado');
    const everything = [[library, ['upload', 'review', 'publish']]] as const;
    const keeper = await make.person(organization, { libraries: everything });
    const client = await server().signIn(keeper.email);
    const record = await make.record(library, keeper, { published: true });
    const binned = await make.record(library, keeper);
    await client.ok('recordDelete', { params: { id: binned.id } });
    const folder = await client.ok('folderCreate', { body: { group: library.id, name: 'Carpeta' } });
    const feed = async () => client.ok('changes', { query: { group: library.id } });
    const { cursor } = await feed();
    const params = { id: library.id };

    const archived = await admin.ok('groupArchive', { params });
    expect(archived.archivedAt).not.toBeNull();
    // Once more says the same, and writes nothing down.
    expect(await admin.ok('groupArchive', { params })).toEqual(archived);

    // It is there to read, with nothing offered.
    expect(await client.ok('groupsByMember')).toMatchObject([
      { _id: library.id, roles: [], member: true, archivedAt: archived.archivedAt },
    ]);
    expect(await client.ok('librariesByPublisher')).toEqual([]);
    expect(await client.ok('rolesByGroup', { params: { group: library.id } })).toEqual([]);
    const shown = await client.ok('recordById', { params: { id: record.id } });
    expect(shown.may).toMatchObject({ edit: false, addVersion: false, move: false, remove: false });
    expect((await client.ok('recordSearch', { query: { group: library.id } })).items).toHaveLength(1);
    // Every desktop compares it anew, and makes its files read-only.
    const page = await client.ok('changes', { query: { group: library.id, since: cursor } });
    expect(page.mode).toBe('snapshot');
    expect(page.rows.filter((row) => row.kind === 'record')).toMatchObject([
      { id: record.id, writable: false },
    ]);

    // Its form is closed, its members are not: who reads it can still change.
    const renamed = await admin.call('groupUpdate', { params, body: { name: 'Del futuro' } });
    expect(renamed.body.error?.code).toBe('archived');
    await admin.ok('groupUpdate', {
      params,
      body: { members: { set: [{ user: ana.id, roles: ['upload'] }] } },
    });
    const codes = [
      await admin.call('recordDelete', { params: { id: record.id } }),
      await admin.call('binRestore', { body: { record: binned.id } }),
      await client.call('folderUpdate', { params: { id: folder._id }, body: { name: 'Otra' } }),
    ].map(({ body }) => body.error?.code);
    expect(codes).toEqual(['archived', 'archived', 'archived']);
    // A stranger learns nothing of it.
    const stranger = await server().signIn((await make.person(organization)).email);
    expect((await stranger.call('recordDelete', { params: { id: record.id } })).status).toBe(404);

    await admin.ok('groupUnarchive', { params });
    expect(await client.ok('groupsByMember')).toMatchObject([
      { archivedAt: null, roles: ['upload', 'review', 'publish'] },
    ]);
    await admin.ok('binRestore', { body: { record: binned.id } });
    await client.ok('folderUpdate', { params: { id: folder._id }, body: { name: 'Otra' } });
    const actions = (await trail(library.id)).map(({ action }) => action);
    expect(actions).toEqual(['group.archive', 'member.added', 'group.unarchive']);
  });

  it('take no documents from elsewhere while they are archived, and give none', async () => {
    const { make } = server();
    const [from, to] = [await make.library(organization), await make.library(organization)];
    const mover = await make.person(organization, {
      libraries: [
        [from, ['upload']],
        [to, ['upload']],
      ],
    });
    const client = await server().signIn(mover.email);
    const record = await make.record(from, mover);
    const move = async (group: string) => {
      const { results } = await client.ok('batchMove', {
        body: { items: [{ record: record.id }], group, folder: null },
      });
      return results[0]?.ok ? 'ok' : results[0]?.error?.code;
    };
    await admin.ok('groupArchive', { params: { id: to.id } });
    expect(await move(to.id)).toBe('archived');
    await admin.ok('groupUnarchive', { params: { id: to.id } });
    await admin.ok('groupArchive', { params: { id: from.id } });
    expect(await move(to.id)).toBe('archived');
  });

  it('go when nothing is in them, and else say what is', async () => {
    const { make } = server();
    const library = await make.library(organization, 'Para borrar');
    const keeper = await make.person(organization, { libraries: [[library, ['upload', 'publish']]] });
    const client = await server().signIn(keeper.email);
    const params = { id: library.id };
    const record = await make.record(library, keeper);
    const folder = await client.ok('folderCreate', { body: { group: library.id, name: 'Carpeta' } });
    const only = await make.label(organization, { groups: [library.id] });
    const shared = await make.label(organization, { groups: [library.id, elsewhere.id] });

    const full = await admin.call('groupDelete', { params });
    expect([full.status, detailsOf(full.body)]).toEqual([422, { by: ['records', 'folders', 'labels'] }]);
    expect(full.body.error?.message).toBe(
      'No se puede eliminar: tiene documentos, carpetas y etiquetas que solo se usan en ella. Puedes archivarla.',
    );
    await client.ok('recordDelete', { params: { id: record.id } });
    await client.ok('folderDelete', { params: { id: folder._id } });
    await server().database.db.deleteFrom('labels').where('id', '=', only).execute();
    expect(detailsOf((await admin.call('groupDelete', { params })).body)).toEqual({ by: ['bin'] });
    await admin.ok('binPurge', { params: { id: record.id } });

    await admin.ok('groupDelete', { params });
    expect((await admin.call('groupGet', { params })).status).toBe(404);
    expect(await client.ok('groupsByMember')).toEqual([]);
    const label = (await admin.ok('labelsByOrganization')).find(({ _id }) => _id === shared);
    expect(label?.groups).toEqual([elsewhere.id]);
    expect((await trail(library.id)).at(-1)).toMatchObject({
      action: 'group.delete',
      before: { name: 'Para borrar' },
    });
    // The name is free again.
    await admin.ok('groupCreate', { body: { name: 'Para borrar' } });
  });
});
