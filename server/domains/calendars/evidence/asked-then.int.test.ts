import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import type { ObligationInput } from '#shared/calendars/calendars.schemas.ts';
import { lead } from '../../../testing/companies/company.ts';
import { reportedCompany } from '../../../testing/companies/reported-company.ts';
import { useTestServer } from '../../../testing/http.ts';
import { behindLock } from '../../../testing/races/races.ts';
import { testEngines } from '../../../testing/test-database.ts';

describe.each(testEngines)('what a due day asks for, on %s', (engine) => {
  const server = useTestServer({ engine });

  async function setUp(asks: Partial<ObligationInput> = { minCount: 1 }) {
    const made = await reportedCompany(server());
    const { boss, as, ana, obligation, calendar, dueDays, document, period, today } = made;
    const given = { title: 'Certificado F30-1', responsible: ana.id };
    const { _id, obligations } = await calendar([obligation({ ...given, ...asks })]);
    const days = await dueDays(_id);
    const [past, late, coming, later] = [days[0], days[1], days[4], days[5]];
    if (!past || !late || !coming || !later) throw new Error('no due days');
    const sheet = (id: string) => as.ana.ok('occurrenceGet', { params: { id } });
    const link = async (id: string, state: 0 | 3) => {
      const { rev } = await sheet(id);
      const { record } = await document(null, { state });
      await as.ana.ok('evidenceCreate', { params: { id }, body: { rev, record } });
      return record;
    };
    const ask = async (more: Partial<ObligationInput>) => {
      const [now] = (await boss.ok('calendarGet', { params: { id: _id } })).obligations;
      await boss.ok('obligationUpdate', {
        params: { id: obligations[0]?._id ?? '' },
        body: { ...obligation({ ...given, ...more }), version: now?.version ?? 0 },
      });
    };
    const said = async (id: string) => {
      const { status, evidence, acceptedStates } = await sheet(id);
      return [status, `${evidence.accepted} de ${evidence.minCount}`, acceptedStates.join()];
    };
    /** That the sheet, the row and the report say the same of each of these, and none contradicts itself. */
    const agree = async (ids: readonly string[]) => {
      const rows = new Map((await dueDays(_id)).map((row) => [row._id, row]));
      const { rows: reported } = await boss.ok('report', { query: { ...period, calendar: _id } });
      const told = new Map(reported.flatMap((row) => row.occurrences).map((each) => [each._id, each.status]));
      for (const id of ids) {
        const { status, decision, evidence, dueOn } = await sheet(id);
        const { minCount, accepted } = evidence;
        expect(rows.get(id)).toMatchObject({ status, decision, evidence: { minCount } });
        expect(told.get(id)).toBe(status);
        if (minCount === 0) expect(['open', 'done']).toContain(decision);
        else expect([dueOn, decision === 'done']).toEqual([dueOn, accepted >= minCount]);
      }
    };
    return { ...made, calendarId: _id, obligationId: obligations[0]?._id ?? '', past, late, coming, later, sheet, link, ask, said, agree, day: today }; // biome-ignore format: one thing
  }

  it('stays what it was once its day is over, and is what is asked now before', async () => {
    const { past, late, coming, later, link, ask, said, agree, as } = await setUp();
    await link(past._id, STATE.published);
    const draft = await link(late._id, STATE.draft);
    await link(coming._id, STATE.published);
    expect(await said(coming._id)).toEqual(['done', '1 de 1', '3']);
    await ask({ minCount: 2 });
    expect(await said(past._id)).toEqual(['late', '1 de 1', '3']);
    expect(await said(late._id)).toEqual(['submitted', '0 de 1', '3']);
    expect(await said(coming._id)).toEqual(['upcoming', '1 de 2', '3']);
    // Its people learn that it is no longer met.
    expect((await as.ana.ok('notificationsPending')).map(({ type }) => type)).toEqual(['CALENDAR.EVIDENCE']);
    await link(coming._id, STATE.draft);
    expect(await said(coming._id)).toEqual(['submitted', '1 de 2', '3']);
    await ask({ minCount: 1, acceptedStates: [STATE.approved] });
    expect(await said(coming._id)).toEqual(['submitted', '0 de 1', '1']);
    await ask({ minCount: 1, acceptedStates: [STATE.draft] });
    expect(await said(coming._id)).toEqual(['done', '1 de 1', '0']);
    await ask({ minCount: 2, acceptedStates: [STATE.draft] });
    // What is published later shows it by what was asked then.
    const all = { ...as, author: as.ana, publisher: as.ana };
    await lead(all, draft, STATE.approved, STATE.published);
    expect(await said(late._id)).toEqual(['late', '1 de 1', '3']);
    await agree([past._id, late._id, coming._id, later._id]);
  });

  it('is met by hand where no document is asked for any more, also of what was in review', async () => {
    const { past, late, coming, link, ask, sheet, as, agree } = await setUp();
    await link(coming._id, STATE.draft);
    await link(past._id, STATE.draft);
    await ask({ minCount: 0 });
    const { rev, decision } = await sheet(coming._id);
    expect(decision).toBe('open');
    const done = await as.ana.ok('occurrenceComplete', { params: { id: coming._id }, body: { rev } });
    expect(done).toMatchObject({ status: 'done', evidence: { minCount: 0 } });
    // What is over still asks for its document.
    const over = await sheet(late._id);
    const refused = await as.ana.call('occurrenceComplete', {
      params: { id: late._id },
      body: { rev: over.rev },
    });
    expect(refused.body.error?.code).toBe('evidence_needed');
    await agree([past._id, late._id, coming._id]);
  });

  it('agrees with its status in drawer, row and report, whatever is asked and done', async () => {
    const count = fc.record({ ask: fc.nat(3), states: fc.subarray([0, 1, 3] as const, { minLength: 1 }) });
    const file = fc.record({ at: fc.nat(3), state: fc.constantFrom(0 as const, 3 as const) });
    const turn = fc.record({ of: fc.nat(5), to: fc.constantFrom('bin', 'reject', 'obsolete') });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(count, file, turn), { minLength: 2, maxLength: 6 }),
        async (steps) => {
          const { past, late, coming, later, link, ask, agree, as } = await setUp();
          const ids = [past, late, coming, later].map(({ _id }) => _id);
          const records = [await link(past._id, 3), await link(coming._id, 0)];
          for (const step of steps) {
            if ('ask' in step) await ask({ minCount: step.ask, acceptedStates: step.states });
            else if ('state' in step) records.push(await link(ids[step.at] ?? '', step.state));
            else {
              const params = { id: records[step.of % records.length] ?? '' };
              if (step.to === 'bin') await as.ana.call('recordDelete', { params });
              else {
                const found = await as.ana.call('recordById', { params });
                const { currentVersion, rev } = found.body as {
                  currentVersion?: { _id: string };
                  rev?: number;
                };
                const state = step.to === 'reject' ? STATE.rejected : STATE.obsolete;
                await as.ana.call('reviewCreate', {
                  body: {
                    record: params.id,
                    version: currentVersion?._id ?? params.id,
                    state,
                    rev: rev ?? 0,
                  },
                });
              }
            }
            await agree(ids);
          }
        },
      ),
      { numRuns: engine === 'pglite' ? 3 : 6 },
    );
  });

  if (engine === 'pglite') return;

  it.each(['the document', 'the edit'])(
    'is one thing where an edit and a document meet, %s first',
    async (first) => {
      const { coming, calendarId, obligationId, obligation, boss, as, ana, document, sheet, agree } =
        await setUp();
      const { record } = await document(null, { state: STATE.published });
      const params = { id: coming._id };
      const [now] = (await boss.ok('calendarGet', { params: { id: calendarId } })).obligations;
      const edit = () =>
        boss.call('obligationUpdate', {
          params: { id: obligationId },
          body: {
            ...obligation({ title: 'Certificado F30-1', responsible: ana.id, minCount: 2 }),
            version: now?.version ?? 0,
          },
        });
      const give = () => as.ana.call('evidenceCreate', { params, body: { rev: coming.rev, record } });
      const answers = await behindLock(server(), { sha256: 'none' }, async ({ join }, holder) => {
        await holder.query(`select 1 from occurrences where id = '${coming._id}' for update`);
        const calls = first === 'the edit' ? [edit, give] : [give, edit];
        const joined = [];
        for (const call of calls) joined.push(await join<{ status: number }>(call));
        return joined;
      });
      const statuses = await Promise.all(answers.map(async (wait) => (await wait()).status));
      // Who gives a document for what changed meanwhile is shown it.
      expect(statuses).toEqual(first === 'the edit' ? [200, 409] : [201, 200]);
      expect((await sheet(coming._id)).evidence.minCount).toBe(2);
      expect((await sheet(coming._id)).decision).toBe('open');
      await agree([coming._id]);
    },
  );
});
