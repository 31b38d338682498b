import { describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import type { ObligationInput } from '#shared/calendars/calendars.schemas.ts';
import { addDays, addMonths, dayIn } from '#shared/platform/days.ts';
import { TIME_ZONE } from '#shared/platform/limits.ts';
import { company, lead } from '../../testing/companies/company.ts';
import { makeDocument } from '../../testing/documents.ts';
import { useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';
import { makeUpcomingOccurrences, sendDueDayNotices } from './occurrences/occurrences.job.ts';

describe.each(testEngines)('calendars on %s', (engine) => {
  const server = useTestServer({ engine });

  async function setUp() {
    const made = await company(server());
    const manager = await server().make.person(made.organization, { isManager: true });
    const boss = await server().signIn(manager.email);
    const today = () => dayIn(TIME_ZONE, server().running.services.deps.now());
    const obligation = (more: Partial<ObligationInput> = {}): ObligationInput => ({
      title: 'Cotizaciones previsionales',
      recurrence: 'FREQ=MONTHLY;BYMONTHDAY=13',
      startsOn: addMonths(`${today().slice(0, 7)}-01`, -1),
      nonWorkingPolicy: 'next',
      leadDays: [7, 1],
      ...more,
    });
    const calendar = async (...obligations: ObligationInput[]) =>
      boss.ok('calendarCreate', { body: { name: `Calendario ${Math.random()}`, obligations } });
    const dueDays = async (id: string) => {
      const query = { from: addMonths(today(), -6), to: addDays(addMonths(today(), -6), 400), calendar: id };
      return (await boss.ok('occurrences', { query })).items;
    };
    const all = async (id: string) => {
      const { db } = server().database;
      return db
        .selectFrom('occurrences')
        .selectAll()
        .where('calendar_id', '=', id)
        .orderBy('due_on')
        .execute();
    };
    return { ...made, manager, boss, today, obligation, calendar, dueDays, all };
  }

  it('makes due days eighteen months ahead, and none twice', async () => {
    const { calendar, obligation, all, today } = await setUp();
    const { _id } = await calendar(obligation());
    const first = await all(_id);
    const expected = first.map((row) => row.period);
    expect(expected).toHaveLength(new Set(expected).size);
    expect(first.at(-1)?.due_on.slice(0, 7)).toBe(
      addMonths(today(), 18).slice(8) >= '15'
        ? addMonths(today(), 18).slice(0, 7)
        : addMonths(today(), 17).slice(0, 7),
    );
    const { deps } = server().running.services;
    await makeUpcomingOccurrences(deps);
    await makeUpcomingOccurrences(deps);
    expect(await all(_id)).toEqual(first);
    // A month later there is one more; a clock that goes back takes nothing away.
    server().advance(31 * 86_400);
    await makeUpcomingOccurrences(deps);
    const later = await all(_id);
    expect(later.slice(0, first.length).map((row) => row.id)).toEqual(first.map((row) => row.id));
    expect(later.length).toBeGreaterThan(first.length);
    server().advance(-31 * 86_400);
    await makeUpcomingOccurrences(deps);
    expect(await all(_id)).toEqual(later);
  });

  it('an edit makes what is to come again, but for what somebody touched', async () => {
    const { calendar, obligation, all, boss, dueDays } = await setUp();
    const made = await calendar(obligation());
    const [first] = made.obligations;
    if (!first) throw new Error('no obligation');
    const before = await all(made._id);
    const upcoming = (await dueDays(made._id)).filter((each) => each.status !== 'overdue');
    const [, touched] = upcoming;
    if (!touched) throw new Error('no due day');
    const params = { id: touched._id };
    await boss.ok('occurrenceWaive', { params, body: { rev: touched.rev, reason: 'Sin trabajadores' } });
    const body = {
      ...obligation({ recurrence: 'FREQ=MONTHLY;BYMONTHDAY=10', title: 'Otro título' }),
      version: 1,
    };
    const edited = await boss.ok('obligationUpdate', { params: { id: first._id }, body });
    expect(edited).toMatchObject({ title: 'Otro título', version: 2 });
    const after = await all(made._id);
    expect(after.map((row) => row.period)).toEqual(before.map((row) => row.period));
    expect(after.find((row) => row.id === touched._id)).toMatchObject({
      due_on: touched.dueOn,
      decision: 'waived',
    });
    const past = before.filter((row) => row.due_on < (upcoming[0]?.dueOn ?? ''));
    expect(after.filter((row) => past.some((each) => each.id === row.id))).toEqual(past);
    // The title alone moves nothing.
    await boss.ok('obligationUpdate', {
      params: { id: first._id },
      body: { ...body, title: 'Tercero', version: 2 },
    });
    expect((await all(made._id)).map((row) => row.id)).toEqual(after.map((row) => row.id));
    const lost = await boss.call('obligationUpdate', { params: { id: first._id }, body });
    expect(lost.status).toBe(409);
    expect(lost.body.error?.details).toMatchObject({ current: { title: 'Tercero' } });
    // What has a history stays: neither it nor its calendar can be taken away.
    expect((await boss.call('obligationDelete', { params: { id: first._id } })).status).toBe(422);
    const kept = await boss.call('calendarDelete', { params: { id: made._id } });
    expect(kept.body.error?.message).toMatch(/^Tiene 1 vencimiento con historia\b.* Desactívalo/);
    expect(kept.body.error?.details).toMatchObject({
      by: expect.arrayContaining(['1 vencimiento con historia']),
    });
  });

  it('refuses what makes no sense, at its field, and keeps nothing of it', async () => {
    const { boss, obligation, today } = await setUp();
    const refused = async (more: Partial<ObligationInput>) => {
      const name = `Malo ${Math.random()}`;
      const { status, body } = await boss.call('calendarCreate', {
        body: { name, obligations: [obligation(more)] },
      });
      const kept = (await boss.ok('calendars')).items.some((each) => each.name === name);
      expect(kept).toBe(status < 400);
      return `${status} ${Object.entries(body.error?.details ?? {})
        .flat()
        .join(': ')}`;
    };
    expect(await refused({ recurrence: 'FREQ=HOURLY' })).toMatch(
      /^400 obligations\.0\.recurrence: Una obligación/,
    );
    expect(await refused({ recurrence: 'FREQ=DAILY;COUNT=10000' })).toMatch(
      /recurrence: La recurrencia puede dar/,
    );
    expect(await refused({ recurrence: 'FREQ=DAILY', startsOn: addMonths(today(), -12) })).toMatch(
      /recurrence: Esa recurrencia da demasiados/,
    );
    expect(await refused({ endsOn: '2020-01-01' })).toMatch(/endsOn: El término/);
    expect(await refused({ leadDays: [-1] })).toMatch(/leadDays\.0: El mínimo es 1/);
    expect(await refused({ title: 'a\u202eb' })).toMatch(/title/);
    const stranger = await server().make.person(await server().make.organization());
    expect(await refused({ responsible: stranger.id })).toMatch(/responsible: Elige a alguien/);
    expect(await refused({ recurrence: 'FREQ=MONTHLY;BYMONTHDAY=10' })).toBe('201 ');
  });

  it('waives with a reason, completes, and takes back; each once', async () => {
    const { boss, as, people, calendar, obligation, dueDays } = await setUp();
    const { _id } = await calendar(obligation({ minCount: 0, responsible: people.reader.id }));
    const [one, two] = await dueDays(_id);
    if (!one || !two) throw new Error('no due days');
    const at = (id: string) => ({ params: { id } });
    const without = await boss.call('occurrenceWaive', {
      ...at(one._id),
      body: { rev: one.rev, reason: ' ' },
    });
    expect(without.body.error?.details).toHaveProperty('reason');
    const waived = await boss.ok('occurrenceWaive', {
      ...at(one._id),
      body: { rev: one.rev, reason: 'Sin personal' },
    });
    expect(waived).toMatchObject({ status: 'waived', note: 'Sin personal' });
    const stale = await boss.call('occurrenceComplete', { ...at(one._id), body: { rev: one.rev } });
    expect([stale.status, stale.body.error?.code]).toEqual([409, 'rev_changed']);
    const again = await boss.call('occurrenceCancel', { ...at(one._id), body: { rev: waived.rev } });
    expect(again.body.error?.code).toBe('occurrence_decided');
    const open = await boss.ok('occurrenceReopen', { ...at(one._id), body: { rev: waived.rev } });
    expect(open).toMatchObject({ decision: 'open', note: '' });
    // Whose it is says that it was done, on time or not; what does not apply is not theirs to say.
    const future = await as.reader.call('occurrenceComplete', {
      ...at(one._id),
      body: { rev: open.rev, completedOn: '2099-01-01' },
    });
    expect(future.body.error?.details).toHaveProperty('completedOn');
    const tooEarly = { rev: open.rev, completedOn: addDays(open.doneBetween.from, -1) };
    const early = await as.reader.call('occurrenceComplete', { ...at(one._id), body: tooEarly });
    expect(early.body.error?.details).toHaveProperty('completedOn', expect.stringMatching(/más de un año/));
    const onTime = { rev: open.rev, completedOn: addDays(open.dueOn, -1) };
    const past = await as.reader.ok('occurrenceComplete', { ...at(one._id), body: onTime });
    expect(past).toMatchObject({ status: 'done', completedBy: { _id: people.reader.id } });
    expect(
      (await as.reader.call('occurrenceWaive', { ...at(two._id), body: { rev: 0, reason: 'No aplica' } }))
        .status,
    ).toBe(403);
    expect((await as.author.call('occurrenceComplete', { ...at(two._id), body: { rev: 0 } })).status).toBe(
      403,
    );
  });

  it('is met by documents once they are accepted; what is no longer so is told, and nobody learns a hidden name', async () => {
    const { boss, as, people, library, calendar, obligation, dueDays } = await setUp();
    const { _id } = await calendar(obligation({ responsible: people.author.id }));
    const [due] = await dueDays(_id);
    if (!due) throw new Error('no due day');
    const params = { id: due._id };
    expect((await as.author.call('occurrenceComplete', { params, body: { rev: 0 } })).body.error?.code).toBe(
      'evidence_needed',
    );
    const { record } = await makeDocument(server(), as.author, library, { state: 0 });
    const linked = await as.author.ok('evidenceCreate', { params, body: { rev: 0, record } });
    expect(linked).toMatchObject({
      status: 'submitted',
      shown: [{ record: { _id: record }, accepted: false }],
    });
    const twice = await as.author.call('evidenceCreate', { params, body: { rev: linked.rev, record } });
    expect(twice.body.error?.details).toHaveProperty('record');
    // A reader sees how it stands, and not which draft it is about.
    const unseen = await as.reader.ok('occurrenceGet', { params });
    expect(unseen.shown).toEqual([]);
    expect(unseen.evidence).toEqual({ minCount: 1, linked: 0, accepted: 0, hidden: 1, gone: 0 });
    const [version] = linked.shown.map((each) => each.version);
    expect(JSON.stringify(unseen)).not.toContain(version);
    await lead(as, record, STATE.approved);
    // Nor that it was approved.
    expect((await as.reader.ok('occurrenceGet', { params })).evidence).toEqual(unseen.evidence);
    await lead(as, record, STATE.published);
    const met = await as.reader.ok('occurrenceGet', { params });
    expect(met).toMatchObject({ decision: 'done', shown: [{ record: { _id: record }, accepted: true }] });
    expect(met.evidence).toEqual({ minCount: 1, linked: 1, accepted: 1, hidden: 0, gone: 0 });
    await lead(as, record, STATE.obsolete);
    expect((await boss.ok('occurrenceGet', { params })).decision).toBe('done');
    await as.publisher.ok('recordDelete', { params: { id: record } });
    expect((await boss.ok('occurrenceGet', { params })).decision).toBe('open');
    const told = (await as.author.ok('notificationsPending')).filter(
      (each) => each.refModel === 'Occurrence',
    );
    expect(told).toMatchObject([{ type: 'CALENDAR.EVIDENCE', refId: due._id, dueOn: due.dueOn }]);
  });

  it('reminds before, escalates after, each once, also where two workers look at the same time', async () => {
    const { organization, people, manager, today, obligation, calendar } = await setUp();
    const due = addDays(today(), 8);
    const { _id } = await calendar(
      obligation({ recurrence: 'FREQ=DAILY;COUNT=1', startsOn: due, nonWorkingPolicy: 'keep', responsible: people.reader.id, backup: people.other.id }),
    ); // biome-ignore format: one obligation
    const { deps } = server().running.services;
    const look = () => Promise.all([sendDueDayNotices(deps), sendDueDayNotices(deps)]);
    const told = async ({ id }: { id: string }) => {
      const rows = await server()
        .database.db.selectFrom('notifications')
        .select('type')
        .where('user_id', '=', id)
        .where('occurrence_id', 'is not', null)
        .orderBy('id')
        .execute();
      return rows.map(({ type }) => type);
    };
    await look();
    expect(await told(people.reader)).toEqual([]);
    server().advance(86_400);
    await look();
    await look();
    expect(await told(people.reader)).toEqual(['CALENDAR.DUE']);
    server().advance(8 * 86_400);
    await look();
    await look();
    // What was missed while nobody looked is told as it stands, once.
    expect(await told(people.reader)).toEqual(['CALENDAR.DUE', 'CALENDAR.OVERDUE']);
    expect(await told(people.other)).toEqual(['CALENDAR.OVERDUE']);
    expect(await told(manager)).toEqual([]);
    const mails = await server()
      .database.db.selectFrom('outbox')
      .select('key')
      .where('key', 'like', 'mail:%')
      .where('organization', '=', organization.id)
      .execute();
    expect(new Set(mails.map(({ key }) => key)).size).toBe(mails.length);
    expect(mails).toHaveLength(3);
    server().advance(-9 * 86_400);
  });

  it('tells once of what was over when the obligation was made, however long ago it began', async () => {
    const { as, people, obligation, calendar, today, dueDays } = await setUp();
    const startsOn = addDays(today(), -90);
    const monthly = { recurrence: 'FREQ=DAILY;INTERVAL=30;COUNT=3', nonWorkingPolicy: 'keep' as const };
    const { _id } = await calendar(
      obligation({ ...monthly, startsOn, responsible: people.reader.id, leadDays: [] }),
    );
    const over = (await dueDays(_id)).filter(({ dueOn }) => dueOn < today());
    expect(over.length).toBeGreaterThan(1);
    const { deps } = server().running.services;
    await sendDueDayNotices(deps);
    await sendDueDayNotices(deps);
    const told = (await as.reader.ok('notificationsPending')).filter(
      ({ refModel }) => refModel === 'Occurrence',
    );
    expect(told).toMatchObject([{ type: 'CALENDAR.OVERDUE', refId: over.at(-1)?._id }]);
  });
});
