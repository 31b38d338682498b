import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { useTestServer } from '../../../testing/http.ts';
import { testEngines } from '../../../testing/test-database.ts';

describe.each(testEngines)('the feed of one’s calendars on %s', (engine) => {
  const server = useTestServer({ engine });

  it('is RFC 5545 without a session, keeps only a hash, and ends when it is revoked or its person disabled', async () => {
    const { make, database } = server();
    const organization = await make.organization();
    const manager = await make.person(organization, { isManager: true });
    const boss = await server().signIn(manager.email);
    const elsewhere = await make.person(await make.organization(), { isManager: true });
    const title =
      'Pagar; cotizaciones, \\ todas las de la faena número uno, con un título que no cabe en una línea';
    const obligations = [{ title, recurrence: 'FREQ=MONTHLY;BYMONTHDAY=10', startsOn: '2026-01-01' }];
    await boss.ok('calendarCreate', { body: { name: 'Míos', obligations } });
    await (await server().signIn(elsewhere.email)).ok('calendarCreate', {
      body: {
        name: 'Ajenos',
        obligations: [{ ...obligations[0], title: 'Ajena' } as (typeof obligations)[0]],
      },
    });
    const { url } = await boss.ok('calendarFeedCreate');
    const read = (address: string) => fetch(address.replace(/^.*\/api/, `${server().url}/api`));
    const answer = await read(url);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const text = await answer.text();
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
    expect(events.length).toBeGreaterThan(15);
    const first = new ICAL.Event(events[0]);
    expect(first.summary).toBe(title);
    expect(first.startDate.isDate).toBe(true);
    expect(text).not.toContain('Ajena');
    const kept = await database.db.selectFrom('calendar_feeds').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(/feed\/([^/]+)/.exec(url)?.[1]);
    // A new one ends the one before.
    const { url: second } = await boss.ok('calendarFeedCreate');
    expect((await read(url)).status).toBe(404);
    expect((await read(second)).status).toBe(200);
    await database.db.updateTable('users').set({ enabled: false }).where('id', '=', manager.id).execute();
    expect((await read(second)).status).toBe(404);
    await database.db.updateTable('users').set({ enabled: true }).where('id', '=', manager.id).execute();
    expect((await read(second)).status).toBe(200);
    await boss.ok('calendarFeedDelete');
    expect((await read(second)).status).toBe(404);
    expect((await boss.ok('calendarFeed')).createdAt).toBeNull();
  });
});
