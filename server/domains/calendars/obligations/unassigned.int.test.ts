import { describe, expect, it } from 'vitest';
import { addDays, dayIn } from '#shared/platform/days.ts';
import { TIME_ZONE } from '#shared/platform/limits.ts';
import { company } from '../../../testing/companies/company.ts';
import { useTestServer } from '../../../testing/http.ts';

describe('due days without a responsible person', () => {
  const server = useTestServer({ engine: 'pglite' });

  it('lists what nobody is responsible for, also where their account is disabled', async () => {
    const { organization, people } = await company(server());
    const admin = await server().make.person(organization, { isAdmin: true });
    const root = await server().signIn(admin.email);
    const gone = await server().make.person(organization);
    const today = dayIn(TIME_ZONE, server().running.services.deps.now());
    const once = (title: string, responsible: string | null) => ({
      ...{ title, responsible, recurrence: 'FREQ=DAILY;COUNT=1', startsOn: addDays(today, 3), minCount: 0 },
    });
    const { _id: calendar } = await root.ok('calendarCreate', {
      body: {
        name: 'De nadie',
        obligations: [
          once('De una autora', people.author.id),
          once('De nadie', null),
          once('De quien se fue', gone.id),
        ],
      },
    });
    await root.ok('userDisable', { params: { id: gone.id } });
    const query = { from: today, to: addDays(today, 9), calendar };
    const titles = async (more: object) =>
      (await root.ok('occurrences', { query: { ...query, ...more } })).items.map(
        ({ obligation, responsible }) => `${obligation.title}: ${responsible?._id ?? ''}`,
      );
    expect(await titles({ nobody: 'yes' })).toEqual(['De nadie: ', 'De quien se fue: ']);
    expect(await titles({})).toHaveLength(3);
  });
});
