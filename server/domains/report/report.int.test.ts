import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/platform/days.ts';
import { reportedCompany } from '../../testing/companies/reported-company.ts';
import { DAY } from '../../testing/companies/ruled-company.ts';
import { pdfPages } from '../../testing/files/pdf-text.ts';
import { useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

const NOBODY = '01900000-0000-7000-8000-000000000000';

describe.each(testEngines)('the report on %s', (engine) => {
  const server = useTestServer({ engine });
  const setUp = () => reportedCompany(server());

  it('counts what was met of what is due, by hand', async () => {
    const { boss, sample, period, today } = await setUp();
    await sample();
    const { totals, rows, months, ...head } = await boss.ok('report', { query: period });
    expect(head).toMatchObject({
      asOf: today,
      reconstructed: false,
      folders: { ruled: 0, red: 0, items: [] },
    });
    // Due: in time, late, never; waived is asked of nobody, and the one done ahead waits for its day.
    expect(totals).toEqual({
      met: { count: 2, of: 3 },
      onTime: { count: 1, of: 2 },
      overdue: { count: 1, of: 3 },
      inReview: { count: 0, of: 3 },
      remaining: { count: 4, of: 7 },
      notApplicable: 1,
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.met).toEqual({ count: 2, of: 3 });
    expect(rows[0]?.occurrences.map((each) => each.status)).toEqual([
      ...['done', 'late', 'overdue', 'waived', 'done'],
      ...['upcoming', 'pending', 'pending'],
    ]);
    const counted = months
      .flatMap(({ counts }) => Object.values(counts))
      .reduce((sum, each) => sum + each, 0);
    expect(counted).toBe(8);
    expect(months[0]?.month).toBe(period.from);
    expect(months.at(-1)?.month).toBe(period.to);
    // Without a period, the year of the day; and nothing of it elsewhere.
    const year = await boss.ok('report', { query: {} });
    expect([year.from, year.to]).toEqual([`${today.slice(0, 4)}-01`, `${today.slice(0, 4)}-12`]);
    const stranger = await server().make.person(await server().make.organization(), { isManager: true });
    const elsewhere = await server().signIn(stranger.email);
    expect((await elsewhere.ok('report', { query: period })).rows).toEqual([]);
    for (const bad of [{ from: period.from }, { from: '2020-01', to: '2023-01' }, { asOf: '1999-12-31' }])
      expect((await boss.call('report', { query: bad })).status).toBe(400);
  });

  it('names on a past day who answered for it then, and what it was called', async () => {
    const { root, manager, people, sample, obligation, period, today } = await setUp();
    const { author, reader } = people;
    const { calendar } = await sample({ title: 'Acta del comité', responsible: author.id });
    const [first] = (await root.ok('calendarGet', { params: { id: calendar } })).obligations;
    const params = { id: first?._id ?? '' };
    server().advance(2 * 86_400);
    const boss = await server().signIn(manager.email);
    const given = await boss.ok('obligationPeople', {
      params,
      body: { version: first?.version ?? 0, responsible: reader.id, backup: null },
    });
    const fields = obligation({ title: 'Acta mensual', responsible: reader.id });
    await boss.ok('obligationUpdate', { params, body: { ...fields, version: given.version } });
    const rows = async (query: object) =>
      (await boss.ok('report', { query: { ...period, calendar, ...query } })).rows.map((row) => [
        row.obligation.title,
        row.responsible?._id,
      ]);
    expect(await rows({})).toEqual([['Acta mensual', reader.id]]);
    expect(await rows({ asOf: today })).toEqual([['Acta del comité', author.id]]);
    expect(await rows({ asOf: today, responsible: author.id })).toHaveLength(1);
    expect(await rows({ asOf: today, responsible: reader.id })).toEqual([]);
    expect(await rows({ responsible: reader.id })).toHaveLength(1);
    server().advance(-2 * 86_400);
  });

  it('compares with the end of the month before, as the report of that day has it', async () => {
    const { boss, manager, sample, today } = await setUp();
    const { dueDays } = await sample();
    const overdue = dueDays[2];
    // On the fifteenth of a month by whose beginning the third was overdue.
    const month = (day: string) => day.slice(0, 7);
    const later = `${month(addDays(`${month(addDays(overdue?.dueOn ?? '', 1))}-01`, 40))}-15`;
    const days = (Date.parse(later) - Date.parse(today)) / 86_400_000;
    const end = addDays(`${month(later)}-01`, -1);
    server().advance(days * DAY);
    const bossLater = await server().signIn(manager.email);
    try {
      const params = { id: overdue?._id ?? '' };
      const { rev } = await bossLater.ok('occurrenceGet', { params });
      await bossLater.ok('occurrenceComplete', { params, body: { rev } });
      const query = { from: month(dueDays[0]?.dueOn ?? ''), to: month(later) };
      const now = await bossLater.ok('report', { query });
      const then = await bossLater.ok('report', { query: { ...query, asOf: end } });
      expect(now.since).toMatchObject({ day: end, met: then.totals.met });
      const all = now.rows.flatMap((row) => row.occurrences);
      const changed = (change: string) => all.filter((each) => each.change === change);
      expect(changed('caughtUp').map(({ _id }) => _id)).toEqual([overdue?._id]);
      expect(changed('overdue').map(({ _id }) => _id)).toEqual(
        all.filter((each) => each.status === 'overdue' && each.dueOn >= end).map(({ _id }) => _id),
      );
      expect([now.since?.caughtUp, now.since?.overdue]).toEqual([1, changed('overdue').length]);
      // A filter of statuses narrows what is listed, and no number.
      const narrowed = await bossLater.ok('report', { query: { ...query, status: 'waived' } });
      expect(narrowed.since).toEqual(now.since);
      const file = await bossLater.ok('reportExport', { query: { ...query, format: 'pdf' } });
      const paper = (await pdfPages(file)).join(' ');
      expect(paper).toContain('Desde entonces 1 vencimiento atrasado se puso al día.');
      expect(paper).toContain('Se pusieron al día');
      // Nothing of this month was due by its beginning: there is nothing to compare with.
      const fresh = await bossLater.ok('report', { query: { from: month(later), to: month(later) } });
      expect(fresh.since).toMatchObject({ met: { count: 0, of: 0 }, caughtUp: 0 });
    } finally {
      server().advance(-days * DAY);
    }
    expect((await boss.call('report', { query: { asOf: '2000-01-01' } })).status).toBe(200);
  });

  it('works out a day that is over from when things were done', async () => {
    const { boss, manager, sample, obligation, calendar, document, dueDays, period, today, ana } =
      await setUp();
    await sample();
    const asOf = async (days: number, query: object = period) =>
      boss.ok('report', { query: { ...query, asOf: addDays(today, days) } });
    // The second was three days late, and the waiving is of today.
    const then = await asOf(-24);
    expect(then).toMatchObject({
      reconstructed: true,
      totals: { met: { count: 1, of: 2 }, notApplicable: 0 },
    });
    expect(then.totals.overdue).toEqual({ count: 1, of: 2 });
    expect((await asOf(-22)).totals.met).toEqual({ count: 2, of: 2 });
    expect((await asOf(-1)).totals).toMatchObject({
      met: { of: 4 },
      overdue: { count: 2 },
      notApplicable: 0,
    });
    // What is asked of a day to come takes it that nobody does anything until then.
    expect((await asOf(6)).totals).toMatchObject({ met: { count: 3, of: 4 }, notApplicable: 1 });

    // Met by a document: linked in two days, accepted three days later.
    const { _id } = await calendar([
      obligation({ title: 'Con evidencia', minCount: 1, responsible: ana.id }),
    ]);
    const [first] = await dueDays(_id);
    const { record } = await document(null, { state: 0 });
    server().advance(2 * DAY);
    const anaLater = await server().signIn(ana.email);
    const params = { id: first?._id ?? '' };
    await anaLater.ok('evidenceCreate', { params, body: { rev: first?.rev ?? 0, record } });
    server().advance(3 * DAY);
    const anaLast = await server().signIn(ana.email);
    for (const state of [1, 3] as const) {
      const { currentVersion, rev } = await anaLast.ok('recordById', { params: { id: record } });
      await anaLast.ok('reviewCreate', { body: { record, version: currentVersion?._id ?? '', state, rev } });
    }
    server().advance(2 * DAY);
    const bossLast = await server().signIn(manager.email);
    const statusAt = async (days: number) => {
      const query = { ...period, calendar: _id, asOf: addDays(today, days) };
      return (await bossLast.ok('report', { query })).rows[0]?.occurrences[0];
    };
    expect(await statusAt(1)).toMatchObject({ status: 'overdue', completedOn: null });
    expect(await statusAt(3)).toMatchObject({ status: 'submitted', completedOn: null });
    expect(await statusAt(6)).toMatchObject({ status: 'late', completedOn: addDays(today, 5) });
    server().advance(-7 * DAY);
  });

  it('is narrowed by calendar, library, department, person and status, and by nothing that is not there', async () => {
    const { make, database } = server();
    const {
      boss,
      root,
      admin,
      manager,
      organization,
      library,
      people,
      sample,
      obligation,
      calendar,
      period,
    } = await setUp();
    const other = await make.library(organization);
    await make.member(other, admin, ['upload']);
    const above = await make.department(organization);
    const below = await make.department(organization);
    await database.db.updateTable('departments').set({ parent: above }).where('id', '=', below).execute();
    await database.db.updateTable('groups').set({ department: below }).where('id', '=', library.id).execute();
    const { calendar: first } = await sample({ title: 'Primera', responsible: people.reader.id });
    const mine = await calendar([obligation({ title: 'Segunda', backup: people.reader.id })], {
      groups: [library.id],
    });
    const { _id: folder } = await root.ok('folderCreate', {
      body: { group: other.id, name: 'Reservada', parent: null },
    });
    // In a folder of a library that the manager is no member of: it counts, and its library has no name.
    const hidden = await root.ok('calendarCreate', {
      body: {
        name: 'De otra',
        groups: [library.id],
        obligations: [obligation({ title: 'Tercera', folder })],
      },
    });
    const titles = async (query: object, client = boss) =>
      (await client.ok('report', { query: { ...period, ...query } })).rows.map((row) => row.obligation.title);
    expect(await titles({})).toEqual(['Primera', 'Segunda', 'Tercera']);
    expect(await titles({ calendar: `${first},${mine._id}` })).toEqual(['Primera', 'Segunda']);
    expect(await titles({ calendar: NOBODY })).toEqual([]);
    expect(await titles({ responsible: people.reader.id })).toEqual(['Primera', 'Segunda']);
    expect(await titles({ responsible: manager.id })).toEqual([]);
    expect(await titles({ group: library.id })).toEqual(['Segunda']);
    expect(await titles({ group: other.id })).toEqual([]);
    expect(await titles({ group: other.id }, root)).toEqual(['Tercera']);
    expect(await titles({ department: above })).toEqual(['Segunda']);
    expect(await titles({ department: above, group: other.id }, root)).toEqual([]);
    expect(await titles({ department: NOBODY })).toEqual([]);
    const seen = await boss.ok('report', { query: { ...period, calendar: hidden._id } });
    expect(seen.rows[0]?.groups).toEqual([]);
    expect(JSON.stringify(seen)).not.toContain(other.name);
    expect(JSON.stringify(seen)).not.toContain('Reservada');
    expect((await root.ok('report', { query: { ...period, calendar: hidden._id } })).rows[0]?.groups).toEqual(
      [{ _id: other.id, name: other.name }],
    );
    // A status narrows what is listed, and no total.
    const late = await boss.ok('report', { query: { ...period, status: 'late,waived' } });
    expect(late.rows.map((row) => row.occurrences.map((each) => each.status))).toEqual([['late', 'waived']]);
    expect(late.rows[0]?.met).toEqual({ count: 2, of: 3 });
    expect(late.totals).toEqual((await boss.ok('report', { query: period })).totals);
    // A calendar that is not in use is there when it is asked for by name.
    const { version } = await boss.ok('calendarGet', { params: { id: mine._id } });
    await boss.ok('calendarUpdate', {
      params: { id: mine._id },
      body: { name: 'Sin uso', active: false, groups: [library.id], version },
    });
    // What was due before a calendar was switched off stays.
    expect(await titles({})).toEqual(['Primera', 'Tercera', 'Segunda']);
    expect(await titles({ calendar: mine._id })).toEqual(['Segunda']);
  });

  it('names the folders in red of libraries that one sees, and why, today and as they were', async () => {
    const { make } = server();
    const { boss, manager, root, admin, organization, folder, rule, document, today, ahead, library } =
      await setUp();
    const red = await folder('Contratista rojo');
    const green = await folder('Contratista verde');
    await rule(red);
    await rule(green);
    await document(green, { expiresOn: ahead(20) });
    const secret = await document(red, {
      title: 'Póliza secreta',
      scope: 'confidential',
      expiresOn: ahead(-10),
    });
    const other = await make.library(organization);
    await make.member(other, admin, ['upload', 'review', 'publish']);
    const at = await root.ok('folderCreate', { body: { group: other.id, name: 'Ajena', parent: null } });
    await root.ok('ruleCreate', {
      body: {
        folder: at._id,
        name: 'Contrato',
        appliesTo: 'folder',
        match: { titlePattern: 'contrato' },
        validity: { basis: 'none' },
      },
    });
    const { folders } = await boss.ok('report', { query: {} });
    expect(folders).toMatchObject({ ruled: 2, red: 1 });
    expect(folders.items.map((each) => [each.folder.name, each.path, each.group.name])).toEqual([
      ['Contratista rojo', 'Contratista rojo', library.name],
    ]);
    // The document is closed to the manager: there is none, and no day.
    expect(folders.items[0]?.results[0]?.reasons).toEqual([{ code: 'MISSING' }]);
    expect(folders.items[0]?.dueOn).toBeNull();
    expect(JSON.stringify(folders)).not.toMatch(/secreta|Ajena/);
    const all = (await root.ok('report', { query: {} })).folders;
    expect([all.ruled, all.red]).toEqual([3, 2]);
    expect(all.items[0]?.results[0]?.reasons[0]).toMatchObject({
      code: 'EXPIRED',
      record: { _id: secret.record },
    });
    expect((await root.ok('report', { query: { group: other.id } })).folders).toMatchObject({
      ruled: 1,
      red: 1,
    });
    // Twenty-one days on the other one has ended, too; and today is over then.
    server().advance(21 * DAY);
    const later = await server().signIn(manager.email);
    expect((await later.ok('report', { query: {} })).folders).toMatchObject({ ruled: 2, red: 2 });
    const then = (await later.ok('report', { query: { asOf: today } })).folders;
    expect(then).toMatchObject({ ruled: 2, red: 1 });
    expect(then.items.map((each) => each.folder.name)).toEqual(['Contratista rojo']);
    expect(then.items[0]?.results[0]?.reasons).toEqual([{ code: 'MISSING' }]);
    server().advance(-21 * DAY);
    // A library that is archived asks nothing of anybody.
    await server()
      .database.db.updateTable('groups')
      .set({ archived_at: new Date() })
      .where('id', '=', other.id)
      .execute();
    expect((await root.ok('report', { query: {} })).folders).toMatchObject({ ruled: 2, red: 1 });
  });
});
