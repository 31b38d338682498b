import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/platform/days.ts';
import { dutiesCompany } from '../../testing/companies/duties-company.ts';
import { useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';
import { sendDueDayNotices } from '../calendars/occurrences/occurrences.job.ts';

describe.each(testEngines)('what a person answers for, on %s', (engine) => {
  const server = useTestServer({ engine });

  const setUp = () => dutiesCompany(server());

  it('is told to admins: obligations that go on, as responsible or as the backup, and rules', async () => {
    const { admin, params, as, backup, library } = await setUp();
    const { obligations, rules } = await admin.ok('userDuties', { params });
    expect(obligations.map(({ name, as: role, backup: other }) => [name, role, other?._id ?? null])).toEqual([
      ['Con suplente', 'responsible', backup.id],
      ['De suplente', 'backup', null],
      ['Sin suplente', 'responsible', null],
    ]);
    expect(rules).toMatchObject([
      { name: 'Póliza vigente', folder: { name: 'Seguros' }, group: { _id: library.id } },
    ]);
    expect((await as.ana.call('userDuties', { params })).status).toBe(403);
    const elsewhere = await server().make.person(await server().make.organization(), { isAdmin: true });
    const stranger = await server().signIn(elsewhere.email);
    expect((await stranger.call('userDuties', { params })).status).toBe(404);
    const body = { to: null };
    expect((await stranger.call('userHandOver', { params, body })).status).toBe(404);
  });

  it('goes to the backups, and the rest to whoever is chosen', async () => {
    const { admin, params, people, ruleOf, heir } = await setUp();
    const answer = await admin.ok('userHandOver', { params, body: { to: heir.id } });
    expect(answer.obligations.map(({ name }) => name).toSorted()).toEqual([
      ...['Con suplente', 'De suplente', 'Sin suplente'],
    ]);
    expect(answer).toMatchObject({ rules: [{ name: 'Póliza vigente', version: 2 }], stay: [] });
    expect(await people()).toEqual({
      'Con suplente': ['backup', null],
      'De suplente': ['backup', 'heir'],
      'Sin suplente': ['heir', null],
      Terminada: ['ana', null],
    });
    expect(await ruleOf()).toBe(heir.id);
    expect(await admin.ok('userDuties', { params })).toEqual({ obligations: [], rules: [] });
  });

  it('goes to one person, who is never their own backup; a rule stays where that person is no member', async () => {
    const { admin, params, people, ruleOf, backup, stranger, ana } = await setUp();
    await admin.ok('userHandOver', { params, body: { to: backup.id, backups: false } });
    expect(await people()).toMatchObject({
      'Con suplente': ['backup', null],
      'De suplente': ['backup', null],
      'Sin suplente': ['backup', null],
    });
    expect(await ruleOf()).toBe(backup.id);
    const back = { params: { id: backup.id }, body: { to: stranger.id } };
    expect(await admin.ok('userHandOver', back)).toMatchObject({
      rules: [],
      stay: [{ name: 'Póliza vigente' }],
    });
    expect(await ruleOf()).toBe(backup.id);
    // Nobody who cannot answer for it.
    const off = await server().make.person({ id: ana.organization, name: '' }, { enabled: false });
    for (const to of [off.id, ana.id, (await server().make.person(await server().make.organization())).id])
      expect((await admin.call('userHandOver', { params, body: { to } })).status).toBe(400);
  });

  it('handed over by two at once, goes to one of them as a whole', async () => {
    const { admin, adminPerson, params, people, heir, stranger } = await setUp();
    const other = await server().signIn(adminPerson.email);
    const [one, two] = await Promise.all([
      admin.ok('userHandOver', { params, body: { to: heir.id, backups: false } }),
      other.ok('userHandOver', { params, body: { to: stranger.id, backups: false } }),
    ]);
    expect([one.obligations.length, two.obligations.length].sort()).toEqual([0, 3]);
    const { 'Sin suplente': last } = await people();
    expect(last).toEqual([one.obligations.length === 3 ? 'heir' : null, null]);
  });

  it('whose account is disabled is told of to those who come next, and nobody’s notice is lost', async () => {
    const { admin, params, adminPerson, backup, calendar } = await setUp();
    const dueOf = async (client: typeof admin) =>
      (await client.ok('tasks', { query: { kind: 'obligation' } })).items
        .map((each) => JSON.stringify(each))
        .join();
    const second = await server().signIn(backup.email);
    expect(await dueOf(admin)).not.toContain('Sin suplente');
    await admin.ok('userDisable', { params });
    expect(await dueOf(admin)).toContain('Sin suplente');
    expect(await dueOf(second)).toContain('Con suplente');
    await sendDueDayNotices(server().running.services.deps);
    const told = await server()
      .database.db.selectFrom('notifications as n')
      .innerJoin('occurrences as o', 'o.id', 'n.occurrence_id')
      .innerJoin('obligations as b', 'b.id', 'o.obligation_id')
      .select(['b.title', 'n.user_id', 'n.type'])
      .where('o.calendar_id', '=', calendar)
      .execute();
    const of = (title: string) =>
      new Set(told.filter((row) => row.title === title).map((row) => row.user_id));
    expect(of('Con suplente')).toEqual(new Set([backup.id]));
    // Nobody else is named there, so whoever made the calendar is.
    expect(of('Sin suplente')).toEqual(new Set([adminPerson.id]));
  });

  it('of a calendar whose maker is disabled too goes to those who administer', async () => {
    const { admin, adminPerson, organization, today } = await setUp();
    const maker = await server().make.person(organization, { isManager: true });
    const boss = await server().signIn(maker.email);
    const { _id: calendar } = await boss.ok('calendarCreate', {
      body: {
        name: 'Huérfano',
        obligations: [
          {
            title: 'Sin nadie',
            recurrence: 'FREQ=DAILY;COUNT=1',
            startsOn: addDays(today, 1),
            leadDays: [3],
          },
        ],
      },
    });
    const tasks = async () => JSON.stringify(await admin.ok('tasks', { query: { kind: 'obligation' } }));
    expect(await tasks()).not.toContain('Sin nadie');
    await admin.ok('userDisable', { params: { id: maker.id } });
    expect(await tasks()).toContain('Sin nadie');
    await sendDueDayNotices(server().running.services.deps);
    const told = await server()
      .database.db.selectFrom('notifications as n')
      .innerJoin('occurrences as o', 'o.id', 'n.occurrence_id')
      .select('n.user_id')
      .where('o.calendar_id', '=', calendar)
      .execute();
    expect(told.map(({ user_id }) => user_id)).toEqual([adminPerson.id]);
  });
});
