import { beforeEach, describe, expect, it } from 'vitest';
import { LIBRARY_WRITES, libraryWrites } from '../../testing/companies/library-writes.ts';
import { useTestServer } from '../../testing/http.ts';
import { createMeeting, type Meeting } from '../../testing/races/race-fixture.ts';

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

  it.each(LIBRARY_WRITES)('whose roles were taken away cannot %s any more', async (what) => {
    const write = await libraryWrites(server(), m)[what]();
    const [taken, refused] = await m.meet(() => m.setRoles(m.boss, m.evaPerson, []), write);
    expect(taken).toBe('200');
    expect(refused).toMatch(/^(403 forbidden|404 not_found|200 (forbidden|not_found))$/);
  });

  it.each(LIBRARY_WRITES)('who were taken out cannot %s any more', async (what) => {
    const write = await libraryWrites(server(), m)[what]();
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
