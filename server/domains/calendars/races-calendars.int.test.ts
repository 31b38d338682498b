import { describe, expect, it } from 'vitest';
import { useTestServer } from '../../testing/http.ts';
import { behindLock } from '../../testing/races/races.ts';
import { makeUpcomingOccurrences } from './occurrences/occurrences.job.ts';

/** Two connections to one PostgreSQL: whoever comes second finds what the first has done. */
describe('calendars, at the same moment', () => {
  const server = useTestServer({ engine: 'postgres' });

  async function setUp() {
    const { make } = server();
    const organization = await make.organization();
    const manager = await make.person(organization, { isManager: true });
    const boss = await server().signIn(manager.email);
    const fields = {
      title: 'Una obligación',
      recurrence: 'FREQ=MONTHLY;BYMONTHDAY=10',
      startsOn: '2026-01-01',
      minCount: 0,
    };
    const calendar = await boss.ok('calendarCreate', { body: { name: 'Uno', obligations: [fields] } });
    const obligation = calendar.obligations[0]?._id ?? '';
    const rows = () =>
      server()
        .database.db.selectFrom('occurrences')
        .selectAll()
        .where('obligation_id', '=', obligation)
        .orderBy('due_on')
        .execute();
    return { boss, fields, obligation, rows };
  }
  /** Holds a row, queues both behind it, and lets go. */
  async function inLine<A, B>(sql: string, one: () => Promise<A>, two: () => Promise<B>) {
    const held = { sha256: 'none' };
    const [first, second] = await behindLock(server(), held, async ({ join }, holder) => {
      await holder.query(sql);
      return [await join(one), await join(two)] as const;
    });
    return [await first(), await second()] as const;
  }
  const lockOf = (table: string, id: string) => `select 1 from ${table} where id = '${id}' for update`;

  it('two workers make the due days that are missing once', async () => {
    const { obligation, rows } = await setUp();
    const { deps } = server().running.services;
    const before = await rows();
    server().advance(40 * 86_400);
    await inLine(
      lockOf('obligations', obligation),
      () => makeUpcomingOccurrences(deps),
      () => makeUpcomingOccurrences(deps),
    );
    server().advance(-40 * 86_400);
    const after = await rows();
    expect(after.length).toBeGreaterThan(before.length);
    expect(new Set(after.map(({ period }) => period)).size).toBe(after.length);
  });

  it('of two who decide one due day the second is told how it is', async () => {
    const { boss, rows } = await setUp();
    const [due] = await rows();
    if (!due) throw new Error('no due day');
    const params = { id: due.id };
    const [first, second] = await inLine(
      lockOf('occurrences', due.id),
      () => boss.call('occurrenceComplete', { params, body: { rev: 0 } }),
      () => boss.call('occurrenceWaive', { params, body: { rev: 0, reason: 'No aplica' } }),
    );
    expect([first.status, second.status]).toEqual([200, 409]);
    expect(second.body.error?.details).toMatchObject({ current: { decision: 'done' } });
  });

  it('an edit and a worker leave one of each period, by the edit', async () => {
    const { boss, fields, obligation, rows } = await setUp();
    const { deps } = server().running.services;
    server().advance(20);
    await deps.db
      .updateTable('obligations')
      .set({ made_to: '2026-01-01' })
      .where('id', '=', obligation)
      .execute();
    const body = { ...fields, recurrence: 'FREQ=MONTHLY;BYMONTHDAY=13', version: 1 };
    await inLine(
      lockOf('obligations', obligation),
      () => boss.ok('obligationUpdate', { params: { id: obligation }, body }),
      () => makeUpcomingOccurrences(deps),
    );
    const today = new Date().toISOString().slice(0, 10);
    const ahead = (await rows()).filter(({ due_on }) => due_on > today);
    expect(new Set(ahead.map(({ due_on }) => due_on.slice(8)))).toEqual(new Set(['13']));
    expect(new Set(ahead.map(({ period }) => period)).size).toBe(ahead.length);
  });
});
