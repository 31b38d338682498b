import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { seedBulk } from '../../demo/bulk.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Collection } from '../../platform/lists/collection.ts';
import { useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';
import { type SearchPlan, type Sort, searchFaces } from './search.queries.ts';
import { searchConditions, searchMatch } from './search-conditions.queries.ts';
import { sourcesOf } from './search-source.queries.ts';

const RECORDS = 3_000;

describe.each(testEngines)('where words are looked for in a large collection, on %s', (engine) => {
  const server = useTestServer({ engine });
  const actors: Actor[] = [];
  let days: readonly string[];
  let faces: number;

  beforeAll(async () => {
    const { make, database, running } = server();
    const organization = await make.organization();
    const library = await make.library(organization);
    await make.label(organization);
    await make.documentType(organization);
    const author = await make.person(organization, { libraries: [[library, ['upload']]] });
    const reader = await make.person(organization, { libraries: [[library, []]] });
    await seedBulk(database.db, running.services.deps.storage, organization.id, RECORDS);
    for (const { id } of [author, reader]) actors.push(await running.services.actorById(id, null));
    // The days as the database's statistics would give them, of all rows instead of a sample.
    const { rows } = await sql<{ days: string[]; faces: number }>`
      select count(*)::int as faces, percentile_disc(array(select at / 100.0 from generate_series(0, 100) at))
        within group (order by date)::text[] as days
      from record_faces`.execute(database.db);
    days = rows[0]?.days ?? [];
    faces = rows[0]?.faces ?? 0;
  });

  const plan = async (actor: Actor, text: string, sort: Sort, limit: number, counts: boolean) => ({
    organization: actor.organization,
    conditions: await searchConditions(server().database.db, actor, { text }),
    match: searchMatch({ text }),
    ...{ sort, after: null, limit, counts },
  });

  const hitsOf = async (asked: SearchPlan) => {
    const { facets, ...hits } = await searchFaces(server().database.db, asked);
    return { ...hits, facets: facets?.map((each) => JSON.stringify(each)).sort() };
  };

  // As it is; and so large that every way looks cheaper than reading all.
  const collections = (): Collection[] => [
    { rows: faces, days },
    { rows: faces * 300, days },
  ];

  it.each([
    'archivo',
    'tronadura',
    'hormigonado',
    'hormigonado cubierta',
    'sismógrafo',
    'informe -obra',
    'xyzzy',
  ])('the same is found for «%s», whichever way was taken', async (text) => {
    for (const actor of actors) {
      for (const sort of ['relevance', '-date', 'title'] as const) {
        for (const [limit, counts] of [
          [5, false],
          [50, true],
        ] as const) {
          const asked = await plan(actor, text, sort, limit, counts);
          const plain = await hitsOf({ ...asked, collection: null });
          for (const collection of collections()) {
            expect(await hitsOf({ ...asked, collection })).toEqual(plain);
          }
        }
      }
    }
  });

  it('the newest days are looked at first where they hold enough, and everything at last', async () => {
    const { db } = server().database;
    const [collection = null] = collections();
    const partial: boolean[] = [];
    const sought = {
      organization: actors[0]?.organization ?? '',
      match: searchMatch({ text: 'hormigonado' }),
      ...{ need: 6, newestFirst: true },
    };
    for await (const source of sourcesOf(db, sought, collection)) partial.push(source.partial);
    expect(partial.length).toBeGreaterThan(1);
    expect(partial).toEqual([...Array<boolean>(partial.length - 1).fill(true), false]);
  });
});
