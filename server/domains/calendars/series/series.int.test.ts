import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/platform/days.ts';
import { ruledCompany } from '../../../testing/companies/ruled-company.ts';
import type { TestServer } from '../../../testing/http.ts';
import { useTestServer } from '../../../testing/http.ts';
import { said } from '../../../testing/races/race-fixture.ts';
import { behindLock } from '../../../testing/races/races.ts';
import { testEngines } from '../../../testing/test-database.ts';

async function construction(server: TestServer) {
  const made = await ruledCompany(server);
  const { as, library, organization, today } = made;
  const boss = await server.make.person(organization, {
    isManager: true,
    libraries: [[library, ['upload', 'review', 'publish']]],
  });
  const manager = await server.signIn(boss.email);
  const add = async (...names: string[]) => {
    const { items } = await as.ana.ok('partiesCreate', {
      body: { kind: 'contractor', group: library.id, items: names.map((name) => ({ name })) },
    });
    return items.map((item) => (item.ok ? item.party : ''));
  };
  const { _id: calendar } = await manager.ok('calendarCreate', { body: { name: 'Previsional' } });
  const series = (values: object = {}, client = manager) =>
    client.call('obligationSeriesCreate', {
      body: {
        ...{ calendar, title: 'F30-1', recurrence: 'FREQ=DAILY;INTERVAL=10', startsOn: addDays(today, -35) },
        over: { kind: 'contractor', group: library.id },
        ...values,
      },
    });
  const obligations = async () => (await manager.ok('calendarGet', { params: { id: calendar } })).obligations;
  const titles = async () => (await obligations()).map(({ title }) => title);
  /** The due days of one of them, as days from today on. */
  const days = async (title: string) => {
    const query = { from: addDays(today, -60), to: addDays(today, 25), calendar };
    const { items } = await manager.ok('occurrences', { query });
    return items
      .filter(({ obligation }) => obligation.title === title)
      .map(({ dueOn }) => Math.round((Date.parse(dueOn) - Date.parse(today)) / 86_400_000));
  };
  const end = (id: string, ended: boolean) => as.ana.ok('partyEnd', { params: { id }, body: { ended } });
  return { ...made, manager, calendar, add, series, obligations, titles, days, end };
}

describe.each(testEngines)('an obligation over a list on %s', (engine) => {
  const server = useTestServer({ engine });

  it('is one for each, with the folder of each, and all of their due days', async () => {
    const { add, series, obligations, titles, days, library } = await construction(server());
    await add('Maipo', 'Grúas Sur');
    const answer = await series();
    expect(answer.body).toMatchObject({ obligations: 2 });
    expect(await titles()).toEqual(['F30-1 · Grúas Sur', 'F30-1 · Maipo']);
    expect(await obligations()).toMatchObject([
      {
        folder: { name: 'Grúas Sur', group: { _id: library.id } },
        series: { title: 'F30-1', kind: 'contractor' },
      },
      { folder: { name: 'Maipo' } },
    ]);
    expect(await days('F30-1 · Maipo')).toEqual([-35, -25, -15, -5, 5, 15, 25]);
  });

  it('asks whoever joins the list from the next day on, and whoever leaves it no more; what was due stays', async () => {
    const { add, series, titles, days, end } = await construction(server());
    const [maipo = ''] = await add('Maipo');
    await series();
    const [sur = ''] = await add('Grúas Sur');
    expect(await titles()).toEqual(['F30-1 · Grúas Sur', 'F30-1 · Maipo']);
    expect(await days('F30-1 · Grúas Sur')).toEqual([5, 15, 25]);
    await end(maipo, true);
    expect(await days('F30-1 · Maipo')).toEqual([-35, -25, -15, -5]);
    expect(await days('F30-1 · Grúas Sur')).toEqual([5, 15, 25]);
    await end(maipo, false);
    expect(await days('F30-1 · Maipo')).toEqual([-35, -25, -15, -5, 5, 15, 25]);
    await end(sur, true);
    // Whoever was away when a series was made joins it when they are back.
    await series({ title: 'Cotizaciones' });
    expect(await days('Cotizaciones · Grúas Sur')).toEqual([]);
    await end(sur, false);
    expect(await days('Cotizaciones · Grúas Sur')).toEqual([5, 15, 25]);
    expect(await days('F30-1 · Grúas Sur')).toEqual([5, 15, 25]);
  });

  it('has the names that its people have now, however they got them', async () => {
    const { add, series, titles, as } = await construction(server());
    const [maipo = ''] = await add('Maipo', 'Sur');
    await series();
    const { folder, rev } = await as.ana.ok('partyGet', { params: { id: maipo } });
    await as.ana.ok('folderUpdate', { params: { id: folder._id }, body: { name: 'Maipo y Cía.' } });
    expect(await titles()).toEqual(['F30-1 · Maipo y Cía.', 'F30-1 · Sur']);
    const body = {
      name: 'Maipo SpA',
      rut: null,
      contact: null,
      email: null,
      phone: null,
      notes: '',
      contractor: null,
    };
    await as.ana.ok('partyUpdate', { params: { id: maipo }, body: { ...body, rev } });
    expect(await titles()).toEqual(['F30-1 · Maipo SpA', 'F30-1 · Sur']);
  });

  it('keeps whom something was asked of; who was asked for nothing yet leaves with their obligations', async () => {
    const { add, series, titles, as } = await construction(server());
    const [maipo = ''] = await add('Maipo');
    await series();
    const [sur = ''] = await add('Sur');
    const remove = (id: string) => as.ana.call('partyDelete', { params: { id } });
    expect(said(await remove(maipo))).toBe('409 conflict');
    expect(said(await remove(sur))).toBe('200');
    expect(await titles()).toEqual(['F30-1 · Maipo']);
  });

  it('is for newcomers as it is for most, with its end, and not as it was changed for one', async () => {
    const { add, series, obligations, manager, days, today } = await construction(server());
    await add('Maipo', 'Sur', 'Norte');
    await series();
    const change = async (title: string, set: object) => {
      const found = (await obligations()).find((each) => each.title === title);
      if (!found) throw new Error(title);
      const { _id: id, version } = found;
      const body = {
        ...{ title, recurrence: found.recurrence, startsOn: found.startsOn, version },
        ...{ folder: found.folder?._id ?? null, endsOn: found.endsOn, ...set },
      };
      await manager.ok('obligationUpdate', { params: { id }, body });
    };
    await change('F30-1 · Maipo', { recurrence: 'FREQ=DAILY;INTERVAL=1' });
    await add('Este');
    expect(await days('F30-1 · Este')).toEqual([5, 15, 25]);
    for (const name of ['Sur', 'Norte', 'Este'])
      await change(`F30-1 · ${name}`, { endsOn: addDays(today, 20) });
    await add('Oeste');
    expect(await days('F30-1 · Oeste')).toEqual([5, 15]);
  });

  it('comes back as it was left: with its own end, and not where somebody took it away', async () => {
    const { add, series, obligations, titles, manager, today, end } = await construction(server());
    const [maipo = '', sur = ''] = await add('Maipo', 'Sur');
    await series({ startsOn: addDays(today, 20), endsOn: addDays(today, 60) });
    const ends = async () => (await obligations()).map(({ title, endsOn }) => `${title} ${endsOn}`);
    const before = await ends();
    // Nothing was due of it yet: nothing is left of it.
    await end(maipo, true);
    expect(await titles()).toEqual(['F30-1 · Sur']);
    await end(maipo, false);
    expect(await ends()).toEqual(before);
    const id = (await obligations()).find(({ title }) => title === 'F30-1 · Sur')?._id ?? '';
    await manager.ok('obligationDelete', { params: { id } });
    await end(sur, true);
    await end(sur, false);
    expect(await titles()).toEqual(['F30-1 · Maipo']);
  });

  it('is made once at a time, and is ended for all of its list', async () => {
    const { add, series, days, manager, obligations } = await construction(server());
    await add('Maipo', 'Sur');
    const made = await series();
    expect((await series({ title: 'f30-1' })).body.error?.details).toHaveProperty('title');
    const id = (made.body as unknown as { series: string }).series;
    expect(await manager.ok('obligationSeriesEnd', { params: { id } })).toMatchObject({ obligations: 2 });
    expect(await days('F30-1 · Sur')).toEqual([-35, -25, -15, -5]);
    await add('Norte');
    expect(await obligations()).toHaveLength(2);
    expect(said(await series())).toBe('201');
  });

  it('is refused for an empty list, for whoever may not change the calendar, and where the list is not known', async () => {
    const { add, series, as, organization, library } = await construction(server());
    expect((await series()).body.error?.details).toHaveProperty(['over.kind']);
    await add('Maipo');
    expect(said(await series({}, as.ana))).toBe('403 forbidden');
    const elsewhere = await server().make.library(organization);
    expect(said(await series({ over: { kind: 'contractor', group: elsewhere.id } }))).toBe('404 not_found');
    expect(said(await series({ over: { kind: 'site', group: library.id } }))).toBe('400 invalid');
  });
});

describe('a contractor who comes while an obligation over the list is made, on postgres', () => {
  const server = useTestServer({ engine: 'postgres' });

  it('gets one too', async () => {
    const { add, series, titles } = await construction(server());
    await add('Maipo');
    const answers = await behindLock(server(), { table: 'calendars' }, async ({ join }) => [
      await join(async () => said(await series())),
      await join(async () => (await add('Grúas Sur')).length),
    ]);
    expect(await Promise.all(answers.map((answer) => answer()))).toEqual(['201', 1]);
    expect(await titles()).toEqual(['F30-1 · Grúas Sur', 'F30-1 · Maipo']);
  });
});
