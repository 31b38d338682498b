import { describe, expect, it } from 'vitest';
import { addMonths } from '#shared/platform/days.ts';
import { useTestServer } from '../../testing/http.ts';
import { seedDemo } from '../demo.ts';
import { DEMO_PASSWORD, demoEmail } from '../organization.ts';
import { signIn } from './api.ts';
import { simulateCompany } from './company.ts';

describe('the year of a company with thirty contractors', () => {
  const server = useTestServer({ engine: 'postgres' });

  it('lives a year of thirty contractors, of whom most are in order and some are not', async () => {
    const { running, database } = server();
    await seedDemo(running.services);
    const { library, calendar } = await simulateCompany(running.services.deps.config, database);
    const api = await signIn(running.address, demoEmail('admin'), DEMO_PASSWORD);
    const of = async (query: object) =>
      (await api.call('parties', { query: { group: library, limit: '200', ...query } })).items;
    const contractors = await of({ kind: 'contractor' });
    expect(contractors).toHaveLength(28);
    expect(await of({ kind: 'contractor', ended: 'yes' })).toHaveLength(30);
    expect(contractors.every(({ standing }) => standing.colour === 'ok')).toBe(true);
    const workers = await of({ kind: 'worker' });
    expect(new Set(workers.map(({ standing }) => standing.colour))).toEqual(new Set(['ok', 'fail']));
    const report = await api.call('report', { query: { calendar } });
    expect(report.rows).toHaveLength(30);
    const statuses = new Set(
      report.rows.flatMap(({ occurrences }) => occurrences.map(({ status }) => status)),
    );
    for (const status of ['done', 'late', 'overdue']) expect(statuses).toContain(status);
    // Who came later was asked for nothing before they came.
    const day = new Date().toISOString().slice(0, 10);
    const { items } = await api.call('occurrences', {
      query: { calendar, from: addMonths(day, -12), to: addMonths(day, -9), limit: '200' } as never,
    });
    expect(new Set(items.map(({ obligation }) => obligation._id)).size).toBeLessThan(26);
  });
});
