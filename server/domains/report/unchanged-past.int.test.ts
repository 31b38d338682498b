import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ObligationInput } from '#shared/calendars/calendars.schemas.ts';
import { addDays } from '#shared/platform/days.ts';
import { useTestServer } from '../../testing/http.ts';
import { reportedCompany } from '../../testing/reported-company.ts';
import { DAY } from '../../testing/ruled-company.ts';
import { testEngines } from '../../testing/test-database.ts';

/** What people do to a calendar and to its obligation, apart from saying that something was met. */
const CHANGES = [
  'title',
  'schedule',
  'people',
  'warnings',
  'end',
  'resume',
  'deactivate',
  'activate',
  'holidays',
  'delete obligation',
  'delete calendar',
] as const;
type Change = (typeof CHANGES)[number];

const RUNS = CHANGES.length + 6;

describe.each(testEngines)('what was due stays due, on %s', (engine) => {
  const server = useTestServer({ engine });

  async function setUp() {
    const { manager, obligation, sample, today, people } = await reportedCompany(server());
    const made = await sample();
    server().advance(DAY);
    const boss = await server().signIn(manager.email);
    const period = { from: addDays(today, -35).slice(0, 7), to: today.slice(0, 7) };
    const report = async (asOf: string) => {
      const { totals, rows } = await boss.ok('report', { query: { ...period, asOf } });
      const dueDays = rows.flatMap((row) => row.occurrences).filter((each) => each.dueOn <= asOf);
      return {
        met: totals.met,
        onTime: totals.onTime,
        overdue: totals.overdue,
        notApplicable: totals.notApplicable,
        dueDays: dueDays.map(({ dueOn, status }) => `${dueOn} ${status}`),
      };
    };
    const params = { id: made.calendar };
    const setObligation = async (more: Partial<ObligationInput>) => {
      const { obligations } = await boss.ok('calendarGet', { params });
      const version = obligations[0]?.version ?? 0;
      const body = { ...obligation(more), version };
      await boss.ok('obligationUpdate', { params: { id: made.obligation }, body });
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
      warnings: () => setObligation({ leadDays: [3] }),
      end: () => setObligation({ endsOn: addDays(today, 1) }),
      resume: () => setObligation({ endsOn: null }),
      deactivate: () => setCalendar({ active: false }),
      activate: () => setCalendar({ active: true }),
      holidays: () => setCalendar({ holidays: 'none' }),
      'delete obligation': () => boss.call('obligationDelete', { params: { id: made.obligation } }),
      'delete calendar': () => boss.call('calendarDelete', { params }),
    };
    return { boss, made, report, apply, today, setCalendar, manager };
  }

  it('whatever is changed afterwards, and in whatever order', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...CHANGES), { minLength: 1, maxLength: 5 }),
        async (changes) => {
          const { report, apply, today } = await setUp();
          try {
            const days = [-30, -12, -1, 0].map((days) => addDays(today, days));
            const before = await Promise.all(days.map(report));
            expect(before.at(-1)?.dueDays.length).toBeGreaterThan(3);
            for (const change of changes) await apply[change]();
            expect(await Promise.all(days.map(report))).toEqual(before);
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
