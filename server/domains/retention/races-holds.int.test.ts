import { beforeEach, describe, expect, it } from 'vitest';
import { BIN_DAYS } from '#shared/platform/limits.ts';
import { useTestServer } from '../../testing/http.ts';
import { createMeeting, type Meeting, said } from '../../testing/races/race-fixture.ts';
import { behindLock } from '../../testing/races/races.ts';

/** Two connections to one PostgreSQL: a hold that is placed while something is deleted, in either order. */
describe('a hold, at the same moment', () => {
  const server = useTestServer({ engine: 'postgres' });
  let m: Meeting;
  beforeEach(async () => {
    m = await createMeeting(server());
  });

  const fields = { name: 'Juicio Pérez', reason: 'Lo pide el tribunal.' };
  const place = () => m.boss.call('holdCreate', { body: { ...fields, groups: [m.library.id] } });
  const there = async (id: string): Promise<boolean> =>
    (await server().database.db.selectFrom('records').select('id').where('id', '=', id).execute()).length > 0;

  it('as a deletion: what was first stands, and nothing held is in the bin unnoticed', async () => {
    const last: string[] = [];
    expect(
      await m.bothWays(async () => {
        // The hold of the other order lies over the library still.
        for (const { _id: id } of (await m.boss.ok('holds', { query: { status: 'active' } })).items)
          await m.boss.ok('holdRelease', { params: { id }, body: { reason: 'Otra vuelta.' } });
        const { record } = await m.document();
        last.push(record);
        return [place, () => m.ana.call('recordDelete', { params: { id: record } })];
      }),
    ).toEqual([
      ['201', '409 held'],
      ['200', '201'],
    ]);
    // Deleted just before: it lies in the bin, and there it stays.
    expect(said(await m.boss.call('binPurge', { params: { id: last[1] ?? '' } }))).toBe('409 held');
  });

  it('as a deletion for good: refused behind the hold, gone before it', async () => {
    expect(
      await m.bothWays(async () => {
        for (const { _id: id } of (await m.boss.ok('holds', { query: { status: 'active' } })).items)
          await m.boss.ok('holdRelease', { params: { id }, body: { reason: 'Otra vuelta.' } });
        const { record } = await m.document();
        await m.ana.ok('recordDelete', { params: { id: record } });
        return [place, () => m.chief.call('binPurge', { params: { id: record } })];
      }),
    ).toEqual([
      ['201', '409 held'],
      ['200', '201'],
    ]);
  });

  it('as a deletion of what is over: one that came first is in the bin, and nothing held goes there', async () => {
    const { make, signIn, database } = server();
    const { db } = database;
    // Of another library: who is in none reads nothing.
    const elsewhere = [[await make.library(m.organization), []]] as const;
    const keeper = await signIn(
      (await make.person(m.organization, { isAdmin: true, libraries: elsewhere })).email,
    );
    const documentType = await make.documentType(m.organization);
    const over = { retention: 'period', retention_months: 1, retention_from: 'issue' } as const;
    await db.updateTable('document_types').set(over).where('id', '=', documentType).execute();
    const ended = async (): Promise<string> => {
      const { record } = await m.document();
      const set = { document_type: documentType, issued_on: '2020-01-01' };
      await db.updateTable('record_faces').set(set).where('record_id', '=', record).execute();
      return record;
    };
    const remove = (record: string) =>
      m.each(keeper.call('retentionRemoveBatch', { body: { records: [record] } }));
    const why = { years: 1, reason: 'Lo pide auditoría.' };
    expect(
      await m.bothWays(async () => {
        const record = await ended();
        return [
          () => keeper.call('holdCreate', { body: { ...fields, records: [record] } }),
          () => remove(record),
        ];
      }),
    ).toEqual([
      ['201', '200 held'],
      ['200 ok', '201'],
    ]);
    // And beside another admin who keeps it longer.
    expect(
      await m.bothWays(async () => {
        const record = await ended();
        const extend = () => keeper.call('retentionExtendBatch', { body: { records: [record], ...why } });
        return [() => m.each(extend()), () => remove(record)];
      }),
    ).toEqual([
      ['200 ok', '200 retained'],
      ['200 ok', '200 not_found'],
    ]);
  });

  it('named on the very document that goes: who comes second is told', async () => {
    const { record } = await m.document();
    await m.ana.ok('recordDelete', { params: { id: record } });
    const onIt = () => m.boss.call('holdCreate', { body: { ...fields, records: [record] } });
    expect(await m.meet(() => m.chief.call('binPurge', { params: { id: record } }), onIt)).toEqual([
      '200',
      '400 invalid',
    ]);
  });

  it('as the daily job, which waits for it and leaves what it keeps', async () => {
    const { record } = await m.document();
    await m.ana.ok('recordDelete', { params: { id: record } });
    const { services } = server().running;
    const later = new Date(services.deps.now().getTime() + (BIN_DAYS + 1) * 86_400_000);
    const [placed, gone] = await behindLock(server(), { library: m.library.id }, async (queue) => [
      await queue.join(place),
      await queue.join(() => services.bin.purgeExpired(later)),
    ]);
    expect(said((await placed?.()) as never)).toBe('201');
    // It may have taken away what others left in the bin.
    await gone?.();
    expect(await there(record)).toBe(true);
  });

  it('released by two: one of them did it; and released beside a purge, which was refused or is done', async () => {
    const { record } = await m.document();
    const { _id: id } = await m.boss.ok('holdCreate', { body: { ...fields, records: [] } });
    const release = (client: Meeting['boss']) =>
      client.call('holdRelease', { params: { id }, body: { reason: 'Terminó.' } });
    const answers = await Promise.all([release(m.boss), release(m.chief)]);
    expect(answers.map(said).toSorted()).toEqual(['200', '409 hold_ended']);

    await m.ana.ok('recordDelete', { params: { id: record } });
    const hold = await m.boss.ok('holdCreate', { body: { ...fields, records: [record] } });
    const [released, purged] = await Promise.all([
      m.boss.call('holdRelease', { params: { id: hold._id }, body: { reason: 'Terminó.' } }),
      m.chief.call('binPurge', { params: { id: record } }),
    ]);
    expect(said(released)).toBe('200');
    expect(['200', '409 held']).toContain(said(purged));
    expect(await there(record)).toBe(said(purged) !== '200');
  });
});
