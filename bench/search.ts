import { type RawBuilder, sql } from 'kysely';
import type { SearchQuery } from '#shared/search/search.schemas.ts';
import { loadConfig } from '../server/config.ts';
import { startServer } from '../server/container.ts';
import { seedBulk } from '../server/demo/bulk.ts';
import { BULK_WORDS } from '../server/demo/bulk-text.ts';
import type { Actor } from '../server/platform/actor.ts';
import type { Database } from '../server/platform/db/client.ts';
import { toTsQuery } from '../server/platform/text/query.ts';
import type { Services } from '../server/services.ts';
import { createFactories } from '../server/testing/factories.ts';
import { type BenchEngine, onEachEngine } from './lib/databases.ts';
import { heading, percentile, spread, type Times, table, timedRuns } from './lib/figures.ts';
import { readOptions } from './lib/options.ts';

/**
 * Searches and a folder's first page through the service, as one person sees them: with roles in two of four bulk
 * libraries, a reader in the third, no member of the fourth. Beside each the plain SQL of the same query, without
 * permissions, names, highlights and counts.
 */

const PAGE = 50;

interface Question {
  readonly name: string;
  readonly query: SearchQuery;
  /** The conditions of the plain statement beside the words. */
  readonly where?: RawBuilder<unknown>;
  /** With this many hits, scanning the newest documents finds a page sooner than the text index. */
  readonly common?: boolean;
}

const options = readOptions();

const PERSON = 'quien-busca@legajo.test';
/** Number of documents in one folder of the larger collections. */
const LARGE_FOLDER = 50_000;

async function seed(database: Database, services: Services, records: number): Promise<Actor> {
  const { db } = database;
  const before = await db.selectFrom('users').select('id').where('email', '=', PERSON).executeTakeFirst();
  if (before) return services.actorById(before.id, null);
  const make = createFactories(db);
  const organization = await make.organization();
  const library = await make.library(organization, 'Calidad');
  for (let at = 0; at < 8; at += 1) await make.label(organization);
  for (let at = 0; at < 4; at += 1) await make.documentType(organization);
  await make.person(organization, { email: 'autora@legajo.test', libraries: [[library, ['upload']]] });
  const person = await make.person(organization, {
    email: PERSON,
    libraries: [[library, ['upload', 'review']]],
  });
  const inOneFolder = records > LARGE_FOLDER ? LARGE_FOLDER : 0;
  const { storage } = services.deps;
  await seedBulk(
    db,
    storage,
    organization.id,
    records,
    (done) => {
      if (done % 10_000 === 0) console.error(`${done} records`);
    },
    inOneFolder,
  );
  const libraries = await libraryIds(database);
  await db
    .updateTable('group_members')
    .set({ roles: [] })
    .where('user_id', '=', person.id)
    .where('group_id', '=', libraries[2] ?? '')
    .execute();
  await db
    .deleteFrom('group_members')
    .where('user_id', '=', person.id)
    .where('group_id', '=', libraries[3] ?? '')
    .execute();
  return services.actorById(person.id, null);
}

async function libraryIds({ db }: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('groups')
    .select('id')
    .where('name', 'like', 'Archivo %')
    .orderBy('name')
    .execute();
  return rows.map(({ id }) => id);
}

async function questions(database: Database): Promise<Question[]> {
  const [group = ''] = await libraryIds(database);
  const { db } = database;
  const one = async (table: 'folders' | 'labels' | 'document_types') =>
    (
      await db
        .selectFrom(table)
        .select('id')
        .$if(table === 'folders', (query) => query.where(sql<boolean>`group_id = ${group}::uuid`))
        // The folder with the most documents.
        .orderBy(sql`${sql.ref(table === 'folders' ? 'name' : 'id')}`)
        .executeTakeFirstOrThrow()
    ).id;
  const [folder, label, type] = [await one('folders'), await one('labels'), await one('document_types')];
  const inFolder = await db
    .selectFrom('records')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('folder_id', '=', folder)
    .executeTakeFirstOrThrow();
  const words = (text: string): Pick<Question, 'query'> => ({ query: { text } });
  return [
    { name: 'rare word (10 hits)', ...words(BULK_WORDS.rare) },
    { name: 'middling word (1 %)', ...words(BULK_WORDS.middling) },
    { name: 'common word (all)', ...words(BULK_WORDS.common), common: true },
    { name: 'two words', ...words('hormigonado cubierta') },
    { name: 'phrase in quotes', ...words('"hormigonado cubierta"') },
    { name: 'phrase in quotes with stop words', ...words('"informe de hormigonado"') },
    { name: 'code (NCh 170)', ...words('NCh 170') },
    { name: 'RUT (76.543.210-K)', ...words('76.543.210-K') },
    { name: 'slip in a word of a title', ...words('quincalleira') },
    { name: 'slip in a word of no title', ...words('machihembrdo') },
    { name: 'common phrase in quotes', ...words('"documento de archivo"'), common: true },
    {
      name: 'common word, library, label, type and date',
      common: true,
      query: {
        text: BULK_WORDS.common,
        group: [group],
        label: [label],
        documentType: [type],
        from: '2022-01-01',
      },
      where: sql`group_id = ${group}::uuid and labels @> array[${label}::uuid] and document_type = ${type}::uuid and date >= '2022-01-01'`,
    },
    {
      name: `first page of a folder of ${Number(inFolder.count).toLocaleString('en')}`,
      query: { group: [group], folder, sort: 'title' },
      where: sql`group_id = ${group}::uuid and folder_id = ${folder}::uuid`,
    },
    { name: 'first page of everything', query: {} },
  ];
}

/** The statement that one would write by hand for this query, with a hint for the best index. */
function bare({ db }: Database, organization: string, { query, where, common }: Question) {
  const match = toTsQuery(query.text ?? '');
  const order = query.sort === 'title' ? sql`title_sort, record_id` : sql`date desc, record_id desc`;
  const matching = sql`select * from record_faces where search @@ ${match} offset 0`;
  return sql`
    select record_id, title, name, state, date, size
    from ${match && !common ? sql`(${matching}) matching` : sql`record_faces`}
    where organization = ${organization}::uuid and face = 'working' and not deleted
      and ${match && common ? sql`search @@ ${match}` : sql`true`} and ${where ?? sql`true`}
    order by ${order} limit ${sql.lit(PAGE)}`.execute(db);
}

async function measure(engine: BenchEngine, records: number): Promise<string[][]> {
  const database = await engine.open();
  console.error(`${engine.name}: filling ${records} records`);
  const config = loadConfig({
    ...{ PORT: '0', DATA_DIR: engine.dataDir, DEMO: 'no', OPEN: 'no', LOG_LEVEL: 'error' },
    // Nothing else runs while searches are timed.
    ...{ SERVICES: 'core,docs', ...(engine.url ? { DATABASE_URL: engine.url } : {}) },
  });
  const server = await startServer(config, { database });
  try {
    const { search } = server.services;
    const actor = await seed(database, server.services, records);
    const rows: string[][] = [];
    for (const question of await questions(database)) {
      const ask = (facets: 'yes' | 'no') => search.search(actor, { ...question.query, limit: PAGE, facets });
      const plain = () => bare(database, actor.organization, question);
      const counted = await timedRuns(options.runs, () => ask('yes'));
      const uncounted = await timedRuns(options.runs, () => ask('no'));
      const alone = await timedRuns(options.runs, plain);
      const ratio = ({ each }: Times) => (percentile(each, 0.5) / percentile(alone.each, 0.5)).toFixed(1);
      const row = [
        ...[engine.name, records.toLocaleString('en'), question.name],
        ...[spread(counted.each), spread(uncounted.each), spread(alone.each)],
        `${ratio(counted)} / ${ratio(uncounted)}`,
        [counted, uncounted, alone].map(({ cpu }) => cpu.toFixed(1)).join(' / '),
      ];
      console.error(row.join(', '));
      rows.push(row);
    }
    return rows;
  } finally {
    await server.stop();
  }
}

heading(`Searches, ${options.runs} of each, pages of ${PAGE}; p50 / p95 in ms`);
const rows: string[][] = [];
for (const records of options.records) {
  await onEachEngine(
    options.engines,
    async (engine) => {
      rows.push(...(await measure(engine, records)));
    },
    options.database,
  );
}
table(
  [
    '',
    'records',
    '',
    'with facets',
    'without',
    'bare SQL',
    'ratio of p50 (with / without)',
    'processor ms (with / without / bare)',
  ],
  rows,
);
