import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { ObligationInput } from '#shared/calendars/calendars.schemas.ts';
import { addDays } from '#shared/platform/days.ts';
import { reportedCompany } from '../../../testing/companies/reported-company.ts';
import { DAY } from '../../../testing/companies/ruled-company.ts';
import { makeDocument } from '../../../testing/documents.ts';
import { useTestServer } from '../../../testing/http.ts';
import { testEngines } from '../../../testing/test-database.ts';

/** What people do to a calendar, its obligation, its due days and their documents, apart from saying that something was met. */
const CHANGES = [
  'title',
  'schedule',
  'people',
  'law and deputy',
  'give to somebody else',
  'warnings',
  'end',
  'resume',
  'deactivate',
  'activate',
  'holidays',
  'more documents',
  'one document',
  'fewer documents',
  'a file arrives',
  'take back a document',
  'bin a document',
  'reopen',
  'delete obligation',
  'delete calendar',
] as const;
type Change = (typeof CHANGES)[number];

const RUNS = CHANGES.length + 6;

/** How many documents a cell speaks of: one in a line, and those that are not seen in one more. */
const countOf = (cell: string): string =>
  String(
    cell
      .split('\n')
      .filter(Boolean)
      .reduce((sum, line) => sum + Number(/^(\d+) documentos? que no puede ver/.exec(line)?.[1] ?? 1), 0),
  );

describe.each(testEngines)('what was due stays due, on %s', (engine) => {
  const server = useTestServer({ engine });

  async function setUp() {
    const { manager, obligation, sample, today, people, calendar, dueDays, document, as, ana, library } =
      await reportedCompany(server());
    const certificate = (minCount: number) => ({ title: 'Certificado F30-1', minCount, responsible: ana.id });
    const made = await sample({ legalBasis: 'Ley 16.744', backup: people.author.id });
    const papers = await shown();
    /** Due days that documents met, or are to meet: one is approved for the first of them, a draft waits at the second. */
    async function shown() {
      const { _id } = await calendar([obligation(certificate(1))]);
      const [first, second] = await dueDays(_id);
      // Nothing is asked for here, and somebody showed a document all the same.
      const free = await calendar([obligation({ ...certificate(0), title: 'Charla' })]);
      const [unasked] = await dueDays(free._id);
      const link = async (to: typeof first, state: 0 | 3) => {
        const { record, version } = await document(null, { state });
        const params = { id: to?._id ?? '' };
        await as.ana.ok('evidenceCreate', { params, body: { rev: to?.rev ?? 0, record } });
        return { params, record, version: version._id };
      };
      await link(unasked, 3);
      const asked = [
        [_id, 'Certificado F30-1'],
        [free._id, 'Charla'],
      ] as const;
      return { asked, met: await link(first, 3), waits: await link(second, 0) };
    }
    server().advance(DAY);
    const boss = await server().signIn(manager.email);
    const period = { from: addDays(today, -35).slice(0, 7), to: addDays(today, 60).slice(0, 7) };
    /** Of documents that are seen no longer only the number stays. @param named whether titles and hashes are compared too */
    const columnsOf = async (asOf: string, named: boolean) => {
      const file = await boss.ok('reportExport', { query: { ...period, asOf, format: 'csv' } });
      const text = Buffer.from(file.data, 'base64').toString('utf8').slice(1).trimEnd();
      const [head = [], ...lines] = Papa.parse<string[]>(text, { delimiter: ';' }).data;
      const at = (name: string) => head.indexOf(name);
      return lines
        .filter((line) => (line[at('Vence')] ?? '') <= asOf)
        .map((line) =>
          line.map((cell, column) => (column === at('Evidencia') && !named ? countOf(cell) : cell)),
        );
    };
    const report = async (asOf: string) => {
      const { totals, rows, since } = await boss.ok('report', { query: { ...period, asOf } });
      // Also those to come then, as they were known.
      const dueDays = rows.flatMap((row) => row.occurrences);
      return {
        since,
        met: totals.met,
        onTime: totals.onTime,
        overdue: totals.overdue,
        notApplicable: totals.notApplicable,
        remaining: totals.remaining,
        dueDays: dueDays.map(({ dueOn, status }) => `${dueOn} ${status}`).toSorted(),
      };
    };
    const params = { id: made.calendar };
    const setObligation = async (more: Partial<ObligationInput>) => {
      const { obligations } = await boss.ok('calendarGet', { params });
      const version = obligations[0]?.version ?? 0;
      const body = { ...obligation(more), version };
      await boss.ok('obligationUpdate', { params: { id: made.obligation }, body });
    };
    const askFor = async (minCount: number) => {
      for (const [id, title] of papers.asked) {
        const [row] = (await boss.ok('calendarGet', { params: { id } })).obligations;
        const body = { ...obligation({ ...certificate(minCount), title }), version: row?.version ?? 0 };
        await boss.ok('obligationUpdate', { params: { id: row?._id ?? '' }, body });
      }
    };
    const setCalendar = async (more: object) => {
      const { version, name, timezone, holidays, active } = await boss.ok('calendarGet', { params });
      const body = { ...{ version, name, timezone, holidays, active }, ...more };
      await boss.ok('calendarUpdate', { params, body });
    };
    const apply: Record<Change, () => Promise<unknown>> = {
      title: () => setObligation({ title: 'Otro nombre' }),
      schedule: () => setObligation({ recurrence: 'FREQ=WEEKLY', startsOn: addDays(today, -33) }),
      people: () => setObligation({ responsible: people.reader.id }),
      'law and deputy': () => setObligation({ legalBasis: 'Ley nueva', backup: people.reader.id }),
      'give to somebody else': async () => {
        const [row] = (await boss.ok('calendarGet', { params })).obligations;
        const body = { responsible: people.reader.id, backup: null, version: row?.version ?? 0 };
        await boss.ok('obligationPeople', { params: { id: made.obligation }, body });
      },
      warnings: () => setObligation({ leadDays: [3] }),
      end: () => setObligation({ endsOn: addDays(today, 1) }),
      resume: () => setObligation({ endsOn: null }),
      deactivate: () => setCalendar({ active: false }),
      activate: () => setCalendar({ active: true }),
      holidays: () => setCalendar({ holidays: 'none' }),
      'more documents': () => askFor(3),
      'one document': () => askFor(1),
      'fewer documents': () => askFor(0),
      'a file arrives': async () => {
        // It is given as evidence today of what was due before.
        const owner = await server().signIn(ana.email);
        await makeDocument(server(), owner, library, { state: 3, evidenceFor: papers.waits.params.id });
      },
      'take back a document': async () => {
        for (const { params, version } of [papers.met, papers.waits])
          await boss.call('evidenceDelete', { params: { ...params, version } });
      },
      'bin a document': async () => {
        const owner = await server().signIn(ana.email);
        for (const { record } of [papers.met, papers.waits])
          await owner.call('recordDelete', { params: { id: record } });
      },
      reopen: async () => {
        const params = { id: made.dueDays[3]?._id ?? '' };
        const { rev } = await boss.ok('occurrenceGet', { params });
        await boss.call('occurrenceReopen', { params, body: { rev } });
      },
      'delete obligation': () => boss.call('obligationDelete', { params: { id: made.obligation } }),
      'delete calendar': () => boss.call('calendarDelete', { params }),
    };
    return { boss, made, report, columnsOf, apply, today, setCalendar, manager, people };
  }

  it('whatever is changed afterwards, and in whatever order', { timeout: 400_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...CHANGES), { minLength: 1, maxLength: 5 }),
        async (changes) => {
          const { report, columnsOf, apply, today, people } = await setUp();
          try {
            const days = [-30, -12, -1, 0].map((days) => addDays(today, days));
            const named = !changes.includes('bin a document');
            const all = async () => ({
              reports: await Promise.all(days.map(report)),
              files: [await columnsOf(days[1] ?? '', named), await columnsOf(days[3] ?? '', named)],
            });
            const before = await all();
            expect(before.reports.at(-1)?.dueDays.length).toBeGreaterThan(3);
            // There is something to lose: a reason, a law, who stands in, documents.
            const text = JSON.stringify(before.files[1]);
            for (const fact of [
              'Sin movimiento',
              'Ley 16.744',
              people.author.lastname,
              named ? 'SHA-256' : ',"1"',
            ])
              expect(text).toContain(fact);
            for (const change of changes) await apply[change]();
            expect(await all()).toEqual(before);
          } finally {
            server().advance(-DAY);
          }
        },
      ),
      { numRuns: RUNS, examples: CHANGES.map((change) => [[change]]) },
    );
  });

  it('says why it is not deleted, and deletes only what was not due yet', async () => {
    const { boss, made, today } = await setUp();
    const refused = await boss.call('obligationDelete', { params: { id: made.obligation } });
    expect(refused.status).toBe(422);
    expect(refused.body.error?.message).toBe(
      'Tiene 4 vencimientos con historia y 1 vencimiento que ya pasó. Ponle término: su historia queda.',
    );
    const { obligations } = await boss.ok('calendarGet', { params: { id: made.calendar } });
    expect(obligations[0]?.deletable).toBe(false);
    const make = (startsOn: string) =>
      boss.ok('obligationCreate', {
        body: {
          ...{ calendar: made.calendar, title: 'Simulacro de evacuación', minCount: 0 },
          ...{ recurrence: 'FREQ=MONTHLY', startsOn },
        },
      });
    // Also one that nobody decided about, and that was only made today.
    const past = await make(addDays(today, -3));
    expect(past.deletable).toBe(false);
    expect((await boss.call('obligationDelete', { params: { id: past._id } })).status).toBe(422);
    const coming = await make(addDays(today, 3));
    expect(coming.deletable).toBe(true);
    await boss.ok('obligationDelete', { params: { id: coming._id } });
    server().advance(-DAY);
  });

  it('asks for nothing that would have been due while a calendar was inactive', async () => {
    const { made, setCalendar, today, manager } = await setUp();
    await setCalendar({ active: false });
    // The trail says what somebody did, in words that people have.
    const row = await server()
      .database.db.selectFrom('audit_events')
      .select('after')
      .where('action', '=', 'calendar.update')
      .where('target_id', '=', made.calendar)
      .executeTakeFirstOrThrow();
    expect(row.after).toEqual({ active: false, version: 2 });
    const then = addDays(today, 26);
    server().advance(26 * DAY);
    try {
      const later = await server().signIn(manager.email);
      const query = { from: today.slice(0, 7), to: then.slice(0, 7), calendar: made.calendar };
      const dueDays = async () =>
        (await later.ok('report', { query })).rows
          .flatMap((row) => row.occurrences)
          .map(({ dueOn }) => dueOn);
      const paused = await dueDays();
      expect(paused.every((day) => day <= addDays(today, 1))).toBe(true);
      const calendar = await later.ok('calendarGet', { params: { id: made.calendar } });
      const { version, name } = calendar;
      await later.ok('calendarUpdate', {
        params: { id: made.calendar },
        body: { version, name, active: true },
      });
      const resumed = await dueDays();
      // Somebody had met one ahead, before.
      expect(resumed.filter((day) => day > addDays(today, 1) && day < then)).toEqual([addDays(today, 5)]);
      expect(resumed.length).toBeGreaterThan(paused.length);
    } finally {
      server().advance(-27 * DAY);
    }
  });
});
