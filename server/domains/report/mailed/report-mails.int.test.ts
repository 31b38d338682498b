import { describe, expect, it } from 'vitest';
import { REPORT_MAIL } from '#shared/platform/limits.ts';
import { trailOf } from '../../../testing/audit.ts';
import { reportedCompany } from '../../../testing/companies/reported-company.ts';
import { useTestServer } from '../../../testing/http.ts';
import { oneAfterTheOther } from '../../../testing/races/races.ts';

describe('the plan of a monthly report', () => {
  const server = useTestServer({ engine: 'postgres' });
  const setUp = async () => {
    const made = await reportedCompany(server());
    const plan = (people: readonly string[], more: object = {}) => ({
      ...{ day: 1, formats: ['pdf' as const], people: [...people], filters: null, ...more },
    });
    return { ...made, plan };
  };

  it('is planned, listed, changed and stopped by its maker and by admins, and read by other managers', async () => {
    const { boss, root, manager, admin, organization, plan, library } = await setUp();
    const second = await server().make.person(organization, { isManager: true });
    const other = await server().signIn(second.email);
    const body = plan([manager.id, second.id], { day: 12, filters: { group: [library.id], period: '12' } });
    const made = await boss.ok('reportMailCreate', { body });
    expect(made).toMatchObject({
      ...{ day: 12, formats: ['pdf'], editable: true, missed: null, version: 1 },
      filters: { period: '12', groups: [library.name], unnamed: 0 },
    });
    expect(made.people.map(({ person, standing, last }) => [person._id, standing, last]).sort()).toEqual(
      [manager.id, second.id].map((id) => [id, 'receives', null]).sort(),
    );
    const params = { id: made._id };
    const [listed] = (await other.ok('reportMails')).items;
    // Its library is not theirs: it has no name for them.
    expect(listed).toMatchObject({ editable: false, filters: { groups: [], unnamed: 1 } });
    const changed = { ...plan([admin.id, manager.id], { day: 3, formats: ['xlsx', 'pdf'] }), version: 1 };
    expect((await other.call('reportMailUpdate', { params, body: changed })).status).toBe(403);
    expect((await other.call('reportMailStop', { params })).status).toBe(403);
    const { filters: _, ...kept } = changed;
    const after = await root.ok('reportMailUpdate', { params, body: kept });
    expect(after).toMatchObject({ day: 3, version: 2, filters: { groups: [library.name] } });
    expect((await boss.call('reportMailUpdate', { params, body: kept })).body.error?.code).toBe('conflict');
    expect(await boss.ok('reportMailUpdate', { params, body: { ...changed, version: 2 } })).toMatchObject({
      filters: null,
    });
    await root.ok('reportMailStop', { params });
    expect((await boss.ok('reportMails')).items).toEqual([]);
    expect((await trailOf(server(), made._id)).map(({ action, actor }) => [action, actor])).toEqual([
      ['report.mail.create', manager.id],
      ['report.mail.update', admin.id],
      ['report.mail.update', manager.id],
      ['report.mail.stop', admin.id],
    ]);
  });

  it('goes to those only who may open the report', async () => {
    const { boss, manager, admin, people, organization, plan } = await setUp();
    const gone = await server().make.person(organization, { isManager: true });
    const elsewhere = await server().make.person(await server().make.organization(), { isManager: true });
    await server()
      .database.db.updateTable('users')
      .set({ enabled: false })
      .where('id', '=', gone.id)
      .execute();
    const offered = (await boss.ok('reportMailPeople')).items.map(({ _id }) => _id);
    expect(offered.sort()).toEqual([manager.id, admin.id].sort());
    for (const refused of [people.author, gone, elsewhere]) {
      const answer = await boss.call('reportMailCreate', { body: plan([manager.id, refused.id]) });
      expect([answer.status, answer.body.error?.details]).toEqual([
        400,
        { people: 'Elige solo a personas que pueden ver el informe.' },
      ]);
    }
  });

  it('keeps those who may no longer open it in view, and lets its people leave and come back', async () => {
    const { boss, root, manager, admin, plan } = await setUp();
    const made = await root.ok('reportMailCreate', { body: plan([manager.id, admin.id]) });
    const params = { id: made._id };
    const standings = async () =>
      Object.fromEntries(
        ((await root.ok('reportMails')).items[0]?.people ?? []).map(({ person, standing }) => [
          person._id,
          standing,
        ]),
      );
    await boss.ok('reportMailOwn', { params, body: { receives: false } });
    await boss.ok('reportMailOwn', { params, body: { receives: false } });
    expect(await standings()).toEqual({ [manager.id]: 'left', [admin.id]: 'receives' });
    // Changing something else does not bring them back.
    await root.ok('reportMailUpdate', { params, body: { ...plan([manager.id, admin.id]), version: 1 } });
    expect((await standings())[manager.id]).toBe('left');
    await boss.ok('reportMailOwn', { params, body: { receives: true } });
    expect((await standings())[manager.id]).toBe('receives');
    await root.ok('userGroupRemove', { params: { id: manager.id, name: 'manager' } });
    expect((await standings())[manager.id]).toBe('blocked');
    // They stay in the list until somebody takes them out.
    await root.ok('reportMailUpdate', { params, body: { ...plan([manager.id]), version: 2 } });
    const trail = (await trailOf(server(), made._id)).map(({ action }) => action);
    expect(trail.filter((action) => /leave|return/.test(action))).toEqual([
      'report.mail.leave',
      'report.mail.return',
    ]);
    const stranger = (await setUp()).boss;
    expect((await stranger.call('reportMailOwn', { params, body: { receives: false } })).status).toBe(404);
  });

  it('is planned a limited number of times, also by two at the same moment, and tried a few times an hour', async () => {
    const { boss, manager, organization, plan } = await setUp();
    const create = () => boss.call('reportMailCreate', { body: plan([manager.id]) });
    for (let made = 1; made < REPORT_MAIL.schedules; made += 1) expect((await create()).status).toBe(201);
    const answers = await oneAfterTheOther(server(), { organization: organization.id }, [create, create]);
    expect(answers.map(({ status, body }) => body.error?.code ?? status)).toEqual([201, 'report_mail_limit']);
    const [first] = (await boss.ok('reportMails')).items;
    const params = { id: first?._id ?? '' };
    for (let tries = 0; tries < REPORT_MAIL.triesPerHour; tries += 1)
      await boss.ok('reportMailTry', { params });
    const refused = await boss.call('reportMailTry', { params });
    expect([refused.status, refused.body.error?.code]).toEqual([429, 'rate_limited']);
    for (const bad of [{ day: 29 }, { day: 0 }, { formats: [] }, { formats: ['pdf', 'pdf'] }, { people: [] }])
      expect((await boss.call('reportMailCreate', { body: plan([manager.id], bad) })).status).toBe(400);
  });

  it('leaves nothing of a person who is deleted', async () => {
    const { root, admin, organization, plan } = await setUp();
    const passing = await server().make.person(organization, { isManager: true });
    await root.ok('reportMailCreate', { body: plan([admin.id, passing.id]) });
    await root.ok('userDelete', { params: { id: passing.id } });
    const [left] = (await root.ok('reportMails')).items;
    expect(left?.people.map(({ person }) => person._id)).toEqual([admin.id]);
  });
});
