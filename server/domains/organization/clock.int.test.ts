import { describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { addDays, addMonths, dayIn } from '#shared/platform/days.ts';
import { TIME_ZONE } from '#shared/platform/limits.ts';
import { makeDocument } from '../../testing/documents.ts';
import { useTestServer } from '../../testing/http.ts';

const HOUR = 3600;
const YEAR_HOURS = 366 * 24;

/** Seconds from a moment to the next one at which it is another day there than in Santiago. */
function secondsToOtherDay(timeZone: string, from: Date): number {
  for (let hours = 0; hours < YEAR_HOURS; hours += 1) {
    const at = new Date(from.getTime() + hours * HOUR * 1000);
    if (dayIn(timeZone, at) !== dayIn(TIME_ZONE, at)) return hours * HOUR;
  }
  throw new Error(`the days of ${timeZone} are those of Santiago`);
}

/** Holds, periods, reviews and the bin go by the organization's own days, not by those of the capital. */
describe.each(['America/Punta_Arenas', 'Pacific/Easter', 'Europe/Madrid'])('the clock of %s', (timezone) => {
  const server = useTestServer();

  it('says which day it is', async () => {
    const { make, signIn, database, advance } = server();
    const organization = await make.organization();
    await database.db
      .updateTable('organizations')
      .set({ timezone })
      .where('id', '=', organization.id)
      .execute();
    const library = await make.library(organization);
    const roles = ['upload', 'review', 'publish'] as const;
    const { email } = await make.person(organization, { isAdmin: true, libraries: [[library, roles]] });
    advance(secondsToOtherDay(timezone, server().running.services.deps.now()));
    const admin = await signIn(email);
    const now = () => server().running.services.deps.now();
    const today = dayIn(timezone, now());
    expect(today).not.toBe(dayIn(TIME_ZONE, now()));

    expect((await admin.ok('session')).organization.timezone).toBe(timezone);
    const calendar = await admin.ok('calendarCreate', { body: { name: 'Vencimientos' } });
    expect(calendar.timezone).toBe(timezone);
    const moved = await admin.ok('calendarUpdate', {
      params: { id: calendar._id },
      body: { name: 'Vencimientos', version: calendar.version, timezone: 'America/Lima' },
    });
    const unsaid = await admin.ok('calendarUpdate', {
      params: { id: calendar._id },
      body: { name: 'Vencimientos', version: moved.version },
    });
    expect(unsaid.timezone).toBe('America/Lima');

    // A hold runs through its last day, and none is placed until a day that is over.
    const placed = { name: 'Juicio', reason: 'Lo pide el tribunal.', groups: [library.id] };
    const over = await admin.call('holdCreate', { body: { ...placed, until: addDays(today, -1) } });
    expect(over.body.error?.code).toBe('invalid');
    const hold = await admin.ok('holdCreate', { body: { ...placed, until: today } });
    expect(hold.status).toBe('active');
    const { record: held } = await makeDocument(server(), admin, library);
    expect(await admin.ok('recordById', { params: { id: held } })).toMatchObject({ held: true });
    expect((await admin.call('recordDelete', { params: { id: held } })).body.error?.code).toBe('held');
    await admin.ok('holdRelease', { params: { id: hold._id }, body: { reason: 'El juicio terminó.' } });

    // When a new document is looked at again, and until when it is kept.
    const kept = { name: 'Contrato', code: 'CONT', reviewMonths: 6 };
    const period = { retention: 'period', retentionMonths: 1, retentionFrom: 'obsolescence' } as const;
    const type = await admin.ok('typeCreate', { body: { ...kept, ...period } });
    const document = await makeDocument(server(), admin, library, {
      documentType: type._id,
      state: STATE.published,
    });
    const sheet = await admin.ok('recordById', { params: { id: document.record } });
    expect(sheet.nextReviewOn).toBe(addMonths(today, 6));
    await admin.ok('batchState', {
      body: { items: [{ record: document.record, rev: sheet.rev }], state: STATE.obsolete },
    });
    const obsolete = await admin.ok('recordById', { params: { id: document.record } });
    expect(obsolete.retention).toMatchObject({ until: addMonths(today, 1), over: false });
    const extension = { records: [document.record], years: 1, reason: 'Lo pide la auditoría.' };
    await admin.ok('retentionExtendBatch', { body: extension });
    const extended = await admin.ok('recordById', { params: { id: document.record } });
    expect(extended.retention?.until).toBe(addMonths(today, 12));

    // The bin is looked through by days.
    await admin.ok('recordDelete', { params: { id: held } });
    const inBin = async (day: string) =>
      (await admin.ok('bin', { query: { from: day, to: day } })).items.map(({ _id }) => _id);
    expect(await inBin(today)).toEqual([held]);
    for (const other of [-1, 1]) expect(await inBin(addDays(today, other))).toEqual([]);
    advance(40 * 24 * HOUR);
    expect(await server().running.services.bin.purgeExpired(now())).toBe(1);
  });
});
