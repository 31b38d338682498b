import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { up } from '../../../platform/db/migrations/0053-due-days-by-their-evidence.ts';
import { lead } from '../../../testing/companies/company.ts';
import { reportedCompany } from '../../../testing/companies/reported-company.ts';
import { useTestServer } from '../../../testing/http.ts';
import { testEngines } from '../../../testing/test-database.ts';

describe.each(testEngines)('a due day that is over, with a part of its evidence, on %s', (engine) => {
  const server = useTestServer({ engine });

  async function setUp() {
    const made = await reportedCompany(server());
    const { boss, as, ana, obligation, calendar, dueDays, document, period } = made;
    const title = 'Certificado F30-1';
    const { _id, obligations } = await calendar([obligation({ title, minCount: 2, responsible: ana.id })]);
    const [due] = await dueDays(_id);
    const params = { id: due?._id ?? '' };
    const { url } = await boss.ok('calendarFeedCreate');
    /** What each list says of the due day. */
    const said = async () => {
      const [row] = await dueDays(_id);
      const query = { ...period, calendar: _id };
      const [reported] = (await boss.ok('report', { query })).rows;
      const { othersOverdue } = await boss.ok('dashboard');
      const tasks = await as.ana.ok('tasks', { query: { kind: 'obligation' } });
      const ics = await (await fetch(url.replace(/^.*\/api/, `${server().url}/api`))).text();
      const event = ics.split('BEGIN:VEVENT').find((each) => each.includes(params.id)) ?? '';
      return {
        row: row?.status,
        sheet: (await boss.ok('occurrenceGet', { params })).status,
        report: reported?.occurrences[0]?.status,
        overdue: (await boss.ok('calendars')).items.find((each) => each._id === _id)?.overdue,
        others: othersOverdue?.count,
        tasks: JSON.stringify(tasks).includes(params.id),
        ics: /DESCRIPTION:([^\\]*)/.exec(event)?.[1],
      };
    };
    const OVERDUE = {
      ...{ row: 'overdue', sheet: 'overdue', report: 'overdue', overdue: 4, others: 4, tasks: true },
      ics: 'Vencido',
    };
    const IN_REVIEW = {
      ...{ row: 'submitted', sheet: 'submitted', report: 'submitted', overdue: 3, others: 3, tasks: false },
      ics: 'En revisión',
    };
    const link = async (state: 0 | 3) => {
      const { rev } = await as.ana.ok('occurrenceGet', { params });
      const { record } = await document(null, { state });
      await as.ana.ok('evidenceCreate', { params, body: { rev, record } });
      return record;
    };
    return { ...made, obligationId: obligations[0]?._id ?? '', params, said, link, OVERDUE, IN_REVIEW };
  }

  it('stays overdue in every list; all of it in review is in review', async () => {
    const { said, link, as, params, OVERDUE, IN_REVIEW } = await setUp();
    expect(await said()).toEqual(OVERDUE);
    await link(STATE.published);
    expect(await said()).toEqual(OVERDUE);
    expect((await as.ana.ok('occurrenceGet', { params })).evidence).toMatchObject({
      minCount: 2,
      accepted: 1,
    });
    const second = await link(STATE.draft);
    expect(await said()).toEqual(IN_REVIEW);
    const all = { ...as, author: as.ana, publisher: as.ana };
    await lead(all, second, STATE.rejected);
    expect(await said()).toEqual(OVERDUE);
    await lead(all, second, STATE.draft);
    expect(await said()).toEqual(IN_REVIEW);
    await as.ana.ok('recordDelete', { params: { id: second } });
    expect(await said()).toEqual(OVERDUE);
  });

  it('is overdue again where an earlier version of the program took it for given, and keeps what was asked', async () => {
    const { link, params, boss, ana, obligation, obligationId } = await setUp();
    const { db } = server().database;
    await link(STATE.published);
    await boss.ok('obligationUpdate', {
      params: { id: obligationId },
      body: { ...obligation({ title: 'Otro', minCount: 3, responsible: ana.id }), version: 1 },
    });
    const undone = new Error('undone');
    const migrated = db.transaction().execute(async (trx) => {
      await sql`update occurrences set decision = 'submitted', tell_on = null where id = ${params.id}::uuid`.execute(
        trx,
      );
      await sql`alter table occurrences drop column min_count, drop column accepted_states`.execute(trx);
      await sql`drop table withdrawn_occurrences`.execute(trx);
      await up(trx as never);
      const { rows } = await sql`
        select decision, min_count, accepted_states, tell_on is not null as told from occurrences
        where obligation_id = ${obligationId}::uuid order by due_on`.execute(trx);
      const asked = { decision: 'open', accepted_states: [STATE.published] };
      expect(rows[0]).toEqual({ ...asked, min_count: 2, told: true });
      // What is to come asks for what its obligation says now.
      expect(rows.at(-1)).toMatchObject({ ...asked, min_count: 3 });
      const kept =
        await sql`select decision from occurrence_decisions where occurrence_id = ${params.id}::uuid`.execute(
          trx,
        );
      expect(kept.rows).toEqual([{ decision: 'open' }]);
      throw undone;
    });
    await expect(migrated).rejects.toBe(undone);
  });
});
