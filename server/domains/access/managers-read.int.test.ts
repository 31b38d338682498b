import { beforeEach, describe, expect, it } from 'vitest';
import type { ReadsBeyond } from '#shared/access/visibility.ts';
import { makeDocument } from '../../testing/documents.ts';
import type { TestLibrary, TestOrganization } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { said } from '../../testing/races/race-fixture.ts';
import { testEngines } from '../../testing/test-database.ts';

describe.each(testEngines)('what managers read of other libraries on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let theirs: TestLibrary;
  let other: TestLibrary;
  let admin: TestClient;
  let manager: TestClient;
  let reader: TestClient;

  beforeEach(async () => {
    const { make, signIn } = server();
    organization = await make.organization();
    theirs = await make.library(organization, 'Cumplimiento');
    other = await make.library(organization, 'Personas');
    const everything = [[other, ['upload', 'review', 'publish']]] as const;
    const own = { libraries: [[theirs, ['upload']]] } as const;
    admin = await signIn((await make.person(organization, { isAdmin: true, libraries: everything })).email);
    manager = await signIn((await make.person(organization, { isManager: true, ...own })).email);
    reader = await signIn((await make.person(organization, own)).email);
  });

  const choose = async (read: ReadsBeyond) => {
    const { rev } = (await admin.ok('settings')).managers;
    await admin.ok('settingsManagers', { body: { read, rev } });
  };
  const make = async (scope: 'internal' | 'restricted' | 'confidential', isPublished: boolean) => {
    const title = `F30-1 ${scope} ${isPublished ? 'publicado' : 'borrador'}`;
    return makeDocument(server(), admin, other, { title, scope, ...(isPublished ? { state: 3 } : {}) });
  };
  const titles = async (who: TestClient) =>
    (await who.ok('recordSearch', { query: { text: 'F30-1' } })).items.map(({ title }) => title).sort();

  it('is a setting of administrators, off until they choose, and never what is restricted or confidential', async () => {
    for (const scope of ['internal', 'restricted', 'confidential'] as const)
      for (const isPublished of [false, true]) await make(scope, isPublished);
    expect((await admin.ok('settings')).managers).toEqual({ read: 'own', rev: 0 });
    expect(await titles(manager)).toEqual([]);
    await choose('published');
    expect(await titles(manager)).toEqual(['F30-1 internal publicado']);
    expect(await titles(reader)).toEqual([]);
    await choose('working');
    expect(await titles(manager)).toEqual(['F30-1 internal borrador', 'F30-1 internal publicado']);
    expect(await titles(reader)).toEqual([]);
    await choose('own');
    expect(await titles(manager)).toEqual([]);
    const body = { read: 'working' as const, rev: 3 };
    expect(said(await manager.call('settingsManagers', { body }))).toBe('403 forbidden');
    const trail = await admin.ok('auditTrail', { query: { limit: '20' } });
    expect(trail.items.map(({ action }) => action)).toContain('settings.managers');
  });

  it('opens the document, its library and folders to read, and nothing to change', async () => {
    const { record, version } = await make('internal', true);
    const folder = await admin.ok('folderCreate', {
      body: { group: other.id, name: 'Finiquitos', parent: null },
    });
    const open = async () => [
      said(await manager.call('recordById', { params: { id: record } })),
      said(await manager.call('versionLink', { params: { id: version._id } })),
      said(await manager.call('foldersByGroup', { params: { group: other.id } })),
      (await manager.ok('groupsByOrganization')).map(({ name }) => name),
      (await manager.ok('groupsByMember')).map(({ name }) => name),
      (await manager.ok('report', {})).folders.hidden,
    ];
    const closed = ['404 not_found', '404 not_found', '404 not_found', ['Cumplimiento'], ['Cumplimiento'], 1];
    expect(await open()).toEqual(closed);
    await choose('published');
    expect(await open()).toEqual(['200', '200', '200', ['Cumplimiento', 'Personas'], ['Cumplimiento'], 0]);
    const file = { name: 'otra.pdf', type: 'application/pdf' };
    const next = await manager.call('versionCreate', { body: { record, base: version._id, file } });
    expect(said(next)).toBe('403 forbidden');
    const renamed = { params: { id: folder._id }, body: { name: 'Otra' } };
    expect(said(await manager.call('folderUpdate', renamed))).toBe('403 forbidden');
    await choose('own');
    expect(await open()).toEqual(closed);
  });

  it('ends with the role, at once', async () => {
    const { record } = await make('internal', true);
    await choose('published');
    const { _id: id } = await manager.ok('session');
    expect(said(await manager.call('recordById', { params: { id: record } }))).toBe('200');
    await admin.ok('userGroupRemove', { params: { id, name: 'manager' } });
    expect(said(await manager.call('recordById', { params: { id: record } }))).toBe('404 not_found');
  });
});
