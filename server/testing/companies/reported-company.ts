import type { CalendarCreate, ObligationInput } from '#shared/calendars/calendars.schemas.ts';
import { addDays, dayIn } from '#shared/platform/days.ts';
import { TIME_ZONE } from '#shared/platform/limits.ts';
import type { TestServer } from '../http.ts';
import { ruledCompany } from './ruled-company.ts';

/** A company whose manager requests reports. They are a member of its first library only. */
export async function reportedCompany(server: TestServer) {
  const made = await ruledCompany(server);
  const { organization, library } = made;
  const manager = await server.make.person(organization, { isManager: true, libraries: [[library, []]] });
  const boss = await server.signIn(manager.email);
  const admin = await server.make.person(organization, {
    isAdmin: true,
    libraries: [[library, ['publish']]],
  });
  const root = await server.signIn(admin.email);
  const today = dayIn(TIME_ZONE, server.running.services.deps.now());
  /** Eight due days, ten days apart: four past, four to come. */
  const obligation = (more: Partial<ObligationInput> = {}): ObligationInput => ({
    title: 'Cotizaciones previsionales',
    recurrence: 'FREQ=DAILY;INTERVAL=10;COUNT=8',
    startsOn: addDays(today, -35),
    minCount: 0,
    leadDays: [15],
    ...more,
  });
  let calendars = 0;
  const calendar = async (obligations: ObligationInput[], more: Partial<CalendarCreate> = {}) => {
    calendars += 1;
    return boss.ok('calendarCreate', { body: { name: `Calendario ${calendars}`, obligations, ...more } });
  };
  const dueDays = async (calendarId: string) => {
    const query = { from: addDays(today, -60), to: addDays(today, 60), calendar: calendarId };
    return (await boss.ok('occurrences', { query })).items;
  };
  const period = { from: addDays(today, -35).slice(0, 7), to: addDays(today, 35).slice(0, 7) };
  /** On time, late, never, waived, done early, and three to come. */
  const sample = async (more: Partial<ObligationInput> = {}) => {
    const { _id, obligations } = await calendar([obligation(more)]);
    const all = await dueDays(_id);
    const on = (at: number) => {
      const found = all[at];
      if (!found) throw new Error(`no due day ${at}`);
      return { params: { id: found._id }, rev: found.rev, dueOn: found.dueOn };
    };
    const complete = async (at: number, completedOn: string) => {
      const { params, rev } = on(at);
      await boss.ok('occurrenceComplete', { params, body: { rev, completedOn } });
    };
    await complete(0, on(0).dueOn);
    await complete(1, addDays(on(1).dueOn, 3));
    await boss.ok('occurrenceWaive', {
      params: on(3).params,
      body: { rev: on(3).rev, reason: 'Sin movimiento' },
    });
    await complete(4, today);
    return { calendar: _id, obligation: obligations[0]?._id ?? '', dueDays: all };
  };
  return { ...made, manager, boss, admin, root, today, obligation, calendar, dueDays, period, sample };
}
