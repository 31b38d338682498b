import { describe, expect, it } from 'vitest';
import type { Dashboard } from '#shared/overview/overview.schemas.ts';
import { busyCompany, list } from '../../testing/companies/busy-company.ts';
import type { TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { sendDueDayNotices } from '../calendars/occurrences/occurrences.job.ts';

type DueDays = Dashboard['coming'] | Dashboard['othersOverdue'];
const titles = (days: DueDays) => days?.items.map(({ obligation }) => obligation.title);

describe.each(['pglite', 'postgres'] as const)('due days on the dashboard, on %s', (engine) => {
  const server = useTestServer({ engine });
  const dashboard = (client: TestClient) => client.ok('dashboard');

  it('show an admin and a manager what others have overdue, and nobody else', async () => {
    const at = await busyCompany(server());
    const { as, ana, boss, manager, root, people } = at;
    await at.duty('Atrasado', -2);
    await at.duty('Más atrasado', -9, { responsible: people.author.id, backup: people.other.id });
    await at.duty('Del gestor', -3, { responsible: manager.id });
    await at.duty('Suplido por el gestor', -4, { backup: manager.id });
    await at.duty('De nadie, que hizo el gestor', -5, { responsible: null });
    await at.duty('Vence hoy', 0);
    const edited = await at.calendar(
      [at.obligation({ title: 'De quien edita', recurrence: 'FREQ=DAILY;COUNT=1' })],
      { editors: [people.reader.id] },
    );
    const off = await at.duty('De un calendario desactivado', -20);
    await boss.ok('calendarUpdate', {
      params: { id: off._id },
      body: { name: off.name, version: off.version, active: false },
    });
    const { othersOverdue } = await dashboard(boss);
    expect(titles(othersOverdue)).toEqual(['De quien edita', 'Más atrasado', 'Atrasado']);
    expect(othersOverdue).toMatchObject({
      count: 3,
      items: [
        { calendar: { _id: edited._id }, responsible: null, backup: null, status: 'overdue' },
        { responsible: { _id: people.author.id }, backup: { _id: people.other.id } },
        { responsible: { _id: ana.id } },
      ],
    });
    // Whoever administers has none of them to meet. Five are shown, all are counted.
    const all = (await dashboard(root)).othersOverdue;
    expect(titles(all)).toEqual([
      ...['De quien edita', 'Más atrasado', 'De nadie, que hizo el gestor'],
      ...['Suplido por el gestor', 'Del gestor'],
    ]);
    expect(all?.count).toBe(6);
    for (const client of [as.ana, as.author, as.reader])
      expect((await dashboard(client)).othersOverdue).toBeNull();
    const stranger = await server().make.person(await server().make.organization(), { isAdmin: true });
    expect((await dashboard(await server().signIn(stranger.email))).othersOverdue).toMatchObject({
      count: 0,
      items: [],
    });
  });

  it('leave out what was met or explained', async () => {
    const at = await busyCompany(server());
    const { boss } = at;
    const ids = [];
    for (const title of ['Cumplido', 'Eximido']) {
      const [due] = await at.dueDays((await at.duty(title, -2))._id);
      ids.push({ params: { id: due?._id ?? '' }, rev: due?.rev ?? 0 });
    }
    expect((await dashboard(boss)).othersOverdue?.count).toBe(2);
    const [met, waived] = ids;
    if (!met || !waived) throw new Error('no due days');
    await boss.ok('occurrenceComplete', { params: met.params, body: { rev: met.rev } });
    await boss.ok('occurrenceWaive', {
      params: waived.params,
      body: { rev: waived.rev, reason: 'Sin obra' },
    });
    expect((await dashboard(boss)).othersOverdue).toEqual({ count: 0, items: [] });
  });

  it('remind of the coming week what is no task yet, and never of a task', async () => {
    const at = await busyCompany(server());
    const { as, boss, people } = at;
    const { author, other, reader } = people;
    const late = { leadDays: [1] };
    await at.duty('Con aviso', 3, { responsible: author.id, backup: other.id });
    await at.duty('Sin aviso aún', 7, { responsible: author.id, ...late });
    await at.duty('Después de la semana', 8, { responsible: author.id, ...late });
    await at.duty('Hoy', 0, { responsible: author.id, backup: other.id, ...late });
    await at.duty('Vencido', -1, { responsible: author.id, backup: other.id, ...late });
    await at.duty('De nadie', 5, { responsible: null, ...late });
    expect(titles((await dashboard(as.author)).coming)).toEqual(['Sin aviso aún']);
    expect(await list(as.author)).toEqual([
      'Vencido: obligation',
      'Hoy: obligation',
      'Con aviso: obligation',
    ]);
    expect(titles((await dashboard(as.other)).coming)).toEqual(['Hoy', 'Con aviso']);
    expect(await list(as.other)).toEqual(['Vencido: obligation']);
    expect(titles((await dashboard(boss)).coming)).toEqual(['De nadie']);
    expect((await dashboard(as.reader)).coming).toEqual({ count: 0, items: [] });
    await at.calendar(
      [
        at.obligation({
          ...{ title: 'De quien edita', startsOn: at.ahead(2), recurrence: 'FREQ=DAILY;COUNT=1' },
          ...late,
        }),
      ],
      { editors: [reader.id] },
    );
    expect(titles((await dashboard(as.reader)).coming)).toEqual(['De quien edita']);
    expect(titles((await dashboard(boss)).coming)).toEqual(['De nadie']);
  });

  it('are told to their people by notices, which the bell counts', async () => {
    const at = await busyCompany(server());
    const { manager, admin } = at;
    const { author, other, reader } = at.people;
    await at.duty('Por vencer', 9, { responsible: author.id, backup: other.id });
    await at.duty('Vencida', 0, { responsible: author.id, backup: other.id });
    await at.duty('De nadie', 0, { responsible: null });
    await at.calendar(
      [
        at.obligation({
          ...{ title: 'De quien edita', startsOn: at.today, recurrence: 'FREQ=DAILY;COUNT=1' },
          responsible: author.id,
        }),
      ],
      { editors: [reader.id] },
    );
    server().advance(86_400);
    await sendDueDayNotices(server().running.services.deps);
    // Sessions ended meanwhile.
    const told = async ({ email }: TestPerson) =>
      (await (await server().signIn(email)).ok('notificationsPending'))
        .filter(({ hidden }) => !hidden)
        .map(({ type, ref }) => `${ref.title}: ${type}`)
        .sort();
    expect(await told(author)).toEqual([
      'De quien edita: CALENDAR.OVERDUE',
      'Por vencer: CALENDAR.DUE',
      'Vencida: CALENDAR.OVERDUE',
    ]);
    expect(await told(other)).toEqual(['Vencida: CALENDAR.OVERDUE']);
    expect(await told(reader)).toEqual(['De quien edita: CALENDAR.OVERDUE']);
    expect(await told(manager)).toEqual(['De nadie: CALENDAR.OVERDUE']);
    // Nobody who only oversees is told of each: their dashboard shows all of them together.
    expect(await told(admin)).toEqual([]);
    expect((await dashboard(await server().signIn(admin.email))).othersOverdue?.count).toBe(3);
  });
});
