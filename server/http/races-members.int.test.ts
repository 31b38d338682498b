import { beforeEach, describe, expect, it } from 'vitest';
import { STATE } from '#shared/domain/states.ts';
import { addVersion, confirmBytes, someBytes, startVersion, upload } from '../testing/documents.ts';
import { useTestServer } from '../testing/http.ts';
import { type Call, createMeeting, type Meeting } from '../testing/meeting.ts';

/** Two connections to one PostgreSQL, met at the library’s row. */
describe('members of a library, changed while others write', () => {
  const server = useTestServer({ engine: 'postgres' });
  let m: Meeting;
  beforeEach(async () => {
    m = await createMeeting(server());
  });

  it('are changed by one admin after the other, and each writes down what they found', async () => {
    expect(
      await m.meet(
        () => m.setRoles(m.boss, m.luisPerson, ['upload']),
        () => m.setRoles(m.chief, m.luisPerson, ['review']),
      ),
    ).toEqual(['200', '200']);
    expect(
      await m.meet(
        () => m.leave(m.boss, m.luisPerson),
        () => m.leave(m.chief, m.luisPerson),
      ),
    ).toEqual(['200', '404 not_found']);
    expect(await m.meet(() => m.setRoles(m.chief, m.luisPerson, ['publish']))).toEqual(['200']);
    const trail = await server()
      .database.db.selectFrom('audit_events')
      .select(['action', 'before', 'after'])
      .where('target_id', '=', m.library.id)
      .orderBy('id')
      .execute();
    const roles = (side: object | null) => (side as { roles?: string[] } | null)?.roles?.join() ?? null;
    expect(trail.map(({ before, after }) => [roles(before), roles(after)])).toEqual([
      ['', 'upload'],
      ['upload', 'review'],
      ['review', null],
      [null, 'publish'],
    ]);
  });

  /** Everything that somebody with all roles may do in a library, begun while they had the */
  const writes: Readonly<Record<string, () => Promise<Call>>> = {
    'create a record': async () => {
      const body = await m.wizard();
      return () => m.eva.call('recordCreate', { body });
    },
    'create an entry': async () => {
      const body = await m.entry();
      return () => m.eva.call('entryCreate', { body });
    },
    'create a batch': async () => {
      const items = [await m.entry()];
      return () => m.each(m.eva.call('createBatch', { body: { items } }));
    },
    'edit a record': async () => {
      const { record: id } = await m.document();
      const rev = await m.revOf(id);
      return () => m.eva.call('recordUpdate', { params: { id }, body: { rev, notes: 'Otra nota' } });
    },
    'set its authors': async () => {
      const { record: id } = await m.document();
      return () => m.eva.call('recordAuthors', { params: { id }, body: { authors: [m.evaPerson.id] } });
    },
    'move it': async () => {
      const items = [{ record: (await m.document()).record }];
      const folder = await m.folderNamed('Destino');
      return () => m.each(m.eva.call('batchMove', { body: { items, group: m.library.id, folder } }));
    },
    'delete it': async () => {
      const { record: id } = await m.document();
      return () => m.eva.call('recordDelete', { params: { id } });
    },
    'judge it': async () => {
      const body = { ...(await m.document()), state: STATE.approved };
      return () => m.eva.call('reviewCreate', { body });
    },
    'judge it in a batch': async () => {
      const items = [{ record: (await m.document()).record }];
      return () => m.each(m.eva.call('batchState', { body: { items, state: STATE.approved } }));
    },
    'restore a version': async () => {
      const { record, version: id } = await m.document();
      const { _id: base } = await addVersion(server(), m.ana, record, id);
      return () => m.eva.call('versionRestore', { params: { id }, body: { base } });
    },
    'discard a version': async () => {
      const { record, version } = await m.document();
      const { _id: id } = await addVersion(server(), m.ana, record, version);
      return () => m.eva.call('versionDiscard', { params: { id } });
    },
    'confirm a version': async () => {
      const { record, version: base } = await m.document();
      const { _id, key } = await startVersion(m.eva, record, base);
      const bytes = someBytes();
      await upload(server(), m.eva, key ?? '', bytes);
      return () => confirmBytes(m.eva, _id, bytes);
    },
    'make a folder': async () => () => m.makeFolder(m.eva, 'Nueva'),
    'rename a folder': async () => {
      const id = await m.folderNamed('Vieja');
      return () => m.eva.call('folderUpdate', { params: { id }, body: { name: 'Nueva' } });
    },
    'remove a folder': async () => {
      const id = await m.folderNamed('Vieja');
      return () => m.removeFolder(m.eva, id);
    },
  };

  it.each(Object.keys(writes))('whose roles were taken away cannot %s any more', async (what) => {
    const write = await (writes[what] as () => Promise<Call>)();
    const [taken, refused] = await m.meet(() => m.setRoles(m.boss, m.evaPerson, []), write);
    expect(taken).toBe('200');
    expect(refused).toMatch(/^(403 forbidden|404 not_found|200 (forbidden|not_found))$/);
  });

  it.each(Object.keys(writes))('who were taken out cannot %s any more', async (what) => {
    const write = await (writes[what] as () => Promise<Call>)();
    const [taken, refused] = await m.meet(() => m.leave(m.boss, m.evaPerson), write);
    expect(taken).toBe('200');
    expect(refused).toMatch(/^(404 not_found|200 not_found)$/);
  });

  it('become no authors while they leave, and are none after they left', async () => {
    const authors = (id: string) =>
      m.ana.call('recordAuthors', { params: { id }, body: { authors: [m.luisPerson.id] } });
    const { record } = await m.document();
    expect(
      await m.meet(
        () => m.leave(m.boss, m.luisPerson),
        () => authors(record),
      ),
    ).toEqual(['200', '422 author_not_member']);
    await m.setRoles(m.boss, m.luisPerson, ['upload']);
    const second = (await m.document()).record;
    expect(
      await m.meet(
        () => authors(second),
        () => m.leave(m.boss, m.luisPerson),
      ),
    ).toEqual(['200', '200']);
    const left = await m.ana.ok('recordById', { params: { id: second } });
    expect(left.authors.map((author) => author.user._id)).not.toContain(m.luisPerson.id);
  });
});
