import { describe, expect, it } from 'vitest';
import { CHILE } from '#shared/organization/holidays.ts';
import { addDays, dayIn } from '#shared/platform/days.ts';
import { TIME_ZONE } from '#shared/platform/limits.ts';
import { useTestServer } from '../../testing/http.ts';
import { behindLock } from '../../testing/races/races.ts';
import { testEngines } from '../../testing/test-database.ts';
import { remakeDays } from './occurrences/remake-days.job.ts';

/** An organization with two obligations, due on working days that lie ahead, with two more after each. */
async function setUp(server: ReturnType<ReturnType<typeof useTestServer>>) {
  const organization = await server.make.organization();
  const { email } = await server.make.person(organization, { isAdmin: true });
  const admin = await server.signIn(email);
  const today = dayIn(TIME_ZONE, server.running.services.deps.now());
  const isWorking = (day: string) =>
    ![0, 6].includes(new Date(`${day}T00:00Z`).getUTCDay()) && !CHILE.has(day);
  // Tests move the first by a day, and that one by another.
  const ahead = Array.from({ length: 60 }, (_, at) => addDays(today, at + 7)).filter((day) =>
    [0, 1, 2].every((more) => isWorking(addDays(day, more))),
  );
  const [first = '', second = ''] = [ahead[0], ahead.find((day) => day > addDays(ahead[0] ?? '', 14))];
  const days = (startsOn: string) => ({
    ...{ title: 'Declaración', recurrence: 'FREQ=DAILY;COUNT=1', startsOn },
    nonWorkingPolicy: 'next' as const,
  });
  const calendar = await admin.ok('calendarCreate', {
    body: { name: 'Impuestos', obligations: [days(first), days(second)] },
  });
  const dues = async () => {
    const { db } = server.database;
    const rows = await db
      .selectFrom('occurrences')
      .select(['id', 'due_on', 'touched', 'rev'])
      .where('calendar_id', '=', calendar._id)
      .orderBy('due_on')
      .execute();
    return rows;
  };
  const holidays = (added: readonly string[], rev: number) =>
    admin.ok('settingsHolidays', {
      body: { added: added.map((day) => ({ day, name: 'Aniversario' })), removed: [], rev },
    });
  return { organization, email, admin, calendar, days, dues, holidays, first, second };
}

describe.each(testEngines)('an organization’s holidays on %s', (engine) => {
  const server = useTestServer({ engine });

  it('move due days ahead that nobody touched, at once, and no others', async () => {
    const { organization, email, admin, dues, holidays, first, second } = await setUp(server());
    const [one, two] = await dues();
    expect([one?.due_on, two?.due_on]).toEqual([first, second]);
    await admin.ok('occurrenceWaive', {
      params: { id: two?.id ?? '' },
      body: { rev: two?.rev ?? 0, reason: 'No corresponde' },
    });
    await holidays([first, second], 0);
    await expect.poll(async () => (await dues())[0]?.due_on).toBe(addDays(first, 1));
    const moved = await dues();
    expect(moved.map((row) => row.due_on)).toEqual([addDays(first, 1), second]);
    expect(moved[1]).toMatchObject({ id: two?.id, touched: true });
    const { deps } = server().running.services;
    await Promise.all([remakeDays(deps, organization.id), remakeDays(deps, organization.id)]);
    expect(await dues()).toEqual(moved);
    await holidays([], 1);
    await expect.poll(async () => (await dues())[0]?.due_on).toBe(first);
    // What is past by then stays where it was.
    server().advance(30 * 86_400);
    const later = await server().signIn(email);
    const body = { added: [{ day: first, name: 'Aniversario' }], removed: [], rev: 2 };
    await later.ok('settingsHolidays', { body });
    await remakeDays(deps, organization.id);
    expect((await dues()).map((row) => row.due_on)).toEqual([first, second]);
    server().advance(-30 * 86_400);
  });
});

describe('an obligation that is edited while the holidays change', () => {
  const server = useTestServer({ engine: 'postgres' });

  it('ends on the holidays of now, whoever was first', async () => {
    const { calendar, admin, days, dues, holidays, first, second } = await setUp(server());
    const [obligation] = calendar.obligations;
    if (!obligation) throw new Error('no obligation');
    const edited = addDays(first, 1);
    const edit = await behindLock(server(), { obligation: obligation._id }, async (queue) => {
      // It has read the holidays of before, and waits for its own row.
      const answer = await queue.join(() =>
        admin.ok('obligationUpdate', {
          params: { id: obligation._id },
          body: { ...days(edited), version: 1 },
        }),
      );
      // They change; who makes the days again waits for the edit.
      await queue.join(() => holidays([edited], 0));
      return answer;
    });
    await edit();
    await expect
      .poll(async () => (await dues()).map((row) => row.due_on))
      .toEqual([addDays(edited, 1), second]);
  });
});
