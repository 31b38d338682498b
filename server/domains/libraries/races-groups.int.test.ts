import { beforeEach, describe, expect, it } from 'vitest';
import { LIBRARY_WRITES, libraryWrites } from '../../testing/companies/library-writes.ts';
import { confirmBytes, someBytes, startVersion, upload } from '../../testing/documents.ts';
import { useTestServer } from '../../testing/http.ts';
import { createMeeting, type Meeting, said } from '../../testing/races/race-fixture.ts';
import { oneAfterTheOther } from '../../testing/races/races.ts';

/** Two connections to one PostgreSQL, met at the library's row, or at the organization's. */
describe('libraries, changed while others write', () => {
  const server = useTestServer({ engine: 'postgres' });
  let m: Meeting;
  beforeEach(async () => {
    m = await createMeeting(server());
  });

  const atLibrary = () => ({ params: { id: m.library.id } });
  const archive = () => m.boss.call('groupArchive', atLibrary());
  const remove = (id: string) => m.boss.call('groupDelete', { params: { id } });

  it.each(LIBRARY_WRITES)('nobody can %s once it is archived, whatever they had begun', async (what) => {
    const write = await libraryWrites(server(), m)[what]();
    const [archived, refused] = await m.meet(archive, write);
    expect(archived).toBe('200');
    expect(refused).toMatch(/^(422 archived|200 archived)$/);
    // And all of it comes back.
    await m.boss.ok('groupUnarchive', atLibrary());
    expect(said(await write())).toMatch(/^20[01]( ok)?$/);
  });

  it('an upload that was confirmed first is there; the one that comes after it keeps its bytes', async () => {
    const { record, version: base } = await m.document();
    const first = await startVersion(m.eva, record, base);
    const bytes = someBytes();
    await upload(server(), m.eva, first.key ?? '', bytes);
    expect(await m.meet(() => confirmBytes(m.eva, first._id, bytes), archive)).toEqual(['200', '200']);
    const shown = await m.ana.ok('recordById', { params: { id: record } });
    expect(shown.currentVersion?.number).toBe(2);
    expect(shown.may).toMatchObject({ edit: false, addVersion: false, move: false, states: [] });

    await m.boss.ok('groupUnarchive', atLibrary());
    const second = await startVersion(m.eva, record, first._id);
    await upload(server(), m.eva, second.key ?? '', bytes);
    expect(await m.meet(archive, () => confirmBytes(m.eva, second._id, bytes))).toEqual([
      '200',
      '422 archived',
    ]);
    await m.boss.ok('groupUnarchive', atLibrary());
    expect(said(await confirmBytes(m.eva, second._id, bytes))).toBe('200');
  });

  it('two admins save the matrix at once: the second is told, and loses nothing', async () => {
    const before = await m.boss.ok('groupGet', atLibrary());
    const save = (roles: ('upload' | 'review')[]) => ({
      ...atLibrary(),
      body: { rev: before.rev, members: { set: [{ user: m.luisPerson.id, roles }] } },
    });
    const [saved, refused] = await oneAfterTheOther(server(), { library: m.library.id }, [
      () => m.boss.call('groupUpdate', save(['upload'])),
      () => m.chief.call('groupUpdate', save(['review'])),
    ]);
    expect(saved && said(saved)).toBe('200');
    expect(refused && said(refused)).toBe('409 rev_changed');
    const told = refused?.body.error?.details as { current: typeof before } | undefined;
    const current = told?.current ?? before;
    const luis = current.members.find(({ user }) => user._id === m.luisPerson.id);
    expect(luis?.roles).toEqual(['upload']);
    // On what is current, the second's wish goes through.
    const again = { ...save(['review']).body, rev: current.rev };
    const done = await m.chief.ok('groupUpdate', { ...atLibrary(), body: again });
    expect(done.members.find(({ user }) => user._id === m.luisPerson.id)?.roles).toEqual(['review']);
  });

  it('is deleted, or something comes into it: never both', async () => {
    const { make } = server();
    const everything = [['upload', 'review', 'publish']] as const;
    const empty = async () => {
      const library = await make.library(m.organization);
      await make.member(library, m.evaPerson, everything[0]);
      return library.id;
    };
    const makeFolder = (group: string) =>
      m.eva.call('folderCreate', { body: { group, name: 'Nueva', parent: null } });
    const first = await empty();
    const there = await oneAfterTheOther<{ status: number }>(server(), { library: first }, [
      () => remove(first),
      () => makeFolder(first),
    ]);
    expect(there.map(({ status }) => status)).toEqual([200, 404]);
    const second = await empty();
    const back = await oneAfterTheOther<{ status: number }>(server(), { library: second }, [
      () => makeFolder(second),
      () => remove(second),
    ]);
    expect(back.map(({ status }) => status)).toEqual([201, 422]);
    expect((await m.eva.call('foldersByGroup', { params: { group: second } })).body).toHaveLength(1);
  });

  it('two of one name are made at once: one is', async () => {
    const create = (name: string) => () => m.boss.call('groupCreate', { body: { name } });
    const answers = await oneAfterTheOther(server(), { organization: m.organization.id }, [
      create('Prevención'),
      create('PREVENCION'),
    ]);
    expect(answers.map(said)).toEqual(['201', '409 library_taken']);
  });

  it('two departments are moved below each other at once: one is', async () => {
    const { make } = server();
    const [a, b] = [await make.department(m.organization), await make.department(m.organization)];
    const move = (id: string, parent: string) => () =>
      m.boss.call('departmentUpdate', { params: { id }, body: { parent } });
    const answers = await oneAfterTheOther(server(), { organization: m.organization.id }, [
      move(a, b),
      move(b, a),
    ]);
    expect(answers.map(said)).toEqual(['200', '422 department_cycle']);
  });

  it('a department is deleted, or something hangs on it: never both', async () => {
    const { make } = server();
    const [first, second] = [await make.department(m.organization), await make.department(m.organization)];
    const below = (parent: string) => () =>
      m.boss.call('departmentCreate', { body: { name: 'Debajo', parent } });
    const gone = (id: string) => () => m.chief.call('departmentDelete', { params: { id } });
    const at = { organization: m.organization.id };
    const there = await oneAfterTheOther<{ status: number }>(server(), at, [gone(first), below(first)]);
    expect(there.map(({ status }) => status)).toEqual([200, 400]);
    const back = await oneAfterTheOther<{ status: number }>(server(), at, [below(second), gone(second)]);
    expect(back.map(({ status }) => status)).toEqual([201, 422]);
  });
});
