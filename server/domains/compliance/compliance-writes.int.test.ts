import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { timelineOf } from '#shared/compliance/timeline.ts';
import { CHILE } from '#shared/organization/holidays.ts';
import { addDays } from '#shared/platform/days.ts';
import { judgedAnew, readAnew, timelinesOf } from '../../testing/companies/compliance-anew.ts';
import { ACTS, createPlace, type Place, type Step } from '../../testing/companies/compliance-steps.ts';
import { useTestServer } from '../../testing/http.ts';

/** Random sequences of writes; more of them by hand. */
const RUNS = Number(process.env.COMPLIANCE_RUNS ?? 5);

async function told({ client, library }: Place, asOf: string) {
  const found = await client.ok('complianceByGroup', { params: { group: library.id }, query: { asOf } });
  const folders = found.folders.map((each) => [each._id, `${each.colour} ${each.dueSoon}`] as const);
  const whole = found.colour === 'none' ? [] : [['library', `${found.colour} ${found.dueSoon}`] as const];
  return Object.fromEntries([...folders, ...whole]);
}

describe('colours after any sequence of writes', () => {
  const server = useTestServer();

  const step = fc.record<Step>({
    act: fc.constantFrom(...(Object.keys(ACTS) as Step['act'][])),
    at: fc.nat(20),
    to: fc.nat(20),
    days: fc.integer({ min: -30, max: 120 }),
  });
  // Something to work with at the beginning, else most of what comes finds nothing to be done to.
  const begin: readonly Step[] = [0, 1, 2].flatMap((at) => [
    { act: 'rule', at, to: at, days: at },
    { act: 'create', at: at + 1, to: at + 1, days: 40 * at },
  ]);

  it('are those that a fresh evaluation gives, today and on days to come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const place = await createPlace(server());
        for (const each of [...begin, ...steps]) {
          await ACTS[each.act](place, each);
          const anew = await readAnew(place);
          for (const ahead of [0, 45, 100]) {
            const day = addDays(place.today, ahead);
            expect(await told(place, day), `${each.act}, ${ahead} days ahead`).toEqual(judgedAnew(anew, day));
          }
          const scratch = anew.cases.filter(({ rules }) => rules.length > 0);
          expect(await timelinesOf(place), each.act).toEqual(
            Object.fromEntries(
              scratch.map(({ id, rules, records }) => [id, timelineOf(rules, records, place.today, CHILE)]),
            ),
          );
        }
        const { rows } = await sql`select 1 from compliance_stale`.execute(server().database.db);
        expect(rows).toEqual([]);
      }),
      // Smaller steps to the same fault would take minutes: the sequence itself says what went wrong.
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
