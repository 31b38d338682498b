import { loadavg } from 'node:os';
import { sql } from 'kysely';
import { loadConfig } from '../server/config.ts';
import { startServer } from '../server/container.ts';
import { writeStandings } from '../server/domains/compliance/compliance-standings.ts';
import { findFoldersOf } from '../server/domains/compliance/compliance-timelines.queries.ts';
import { findReportedObligations, findReportedOccurrences } from '../server/domains/report/report.queries.ts';
import type { Actor } from '../server/platform/actor.ts';
import type { Database } from '../server/platform/db/client.ts';
import type { Services } from '../server/services.ts';
import { createFactories } from '../server/testing/factories.ts';
import { ruleCreate } from '../src/shared/compliance/compliance.schemas.ts';
import { addDays, addMonths, dayIn } from '../src/shared/platform/days.ts';
import { type BenchEngine, onEachEngine } from './lib/databases.ts';
import { heading, spread, type Times, table, timedRuns } from './lib/figures.ts';
import { readOptions } from './lib/options.ts';

/**
 * The report of 200 obligations over 36 months with 50 folders under rules, for today and for a past day; and pages of
 * the master list.
 */

const OBLIGATIONS = 200;
const CALENDARS = 5;
const MONTHS = 36;
const FOLDERS = 50;
const RULES = 10;
/** Two of each type in each folder. Four types have expired everywhere, so that every folder is red. */
const PAPERS = 20;
const CHUNK = 5000;
const RUNS = 20;

const options = readOptions();
/** The largest size that search is measured with, for the master list. */
const DOCUMENTS = Math.max(...options.records);

interface Ground {
  readonly actor: Actor;
  readonly group: string;
  readonly today: string;
  readonly from: string;
  readonly to: string;
}

async function fill({ db }: Database, services: Services): Promise<Ground> {
  const make = createFactories(db);
  const organization = await make.organization();
  const library = await make.library(organization, 'Contratistas');
  const roles = ['upload', 'review', 'publish'] as const;
  const person = await make.person(organization, { isManager: true, libraries: [[library, roles]] });
  const actor = await services.actorById(person.id, null);
  const today = dayIn('America/Santiago', services.deps.now());
  const first = `${addMonths(today, -(MONTHS - 6)).slice(0, 7)}-01`;
  const top = (
    await services.folders.create(actor, { group: library.id, name: 'Contratistas', parent: null })
  )._id;
  for (let at = 0; at < FOLDERS; at += 1)
    await services.folders.create(actor, { group: library.id, name: `Contratista ${at}`, parent: top });
  const types: string[] = [];
  for (let at = 0; at < RULES; at += 1) {
    types.push(await make.documentType(organization));
    const rule = {
      folder: top,
      name: `Regla ${at}`,
      appliesTo: 'eachChild',
      validity: { basis: 'expiresOn' },
    };
    await services.rules.create(actor, ruleCreate.parse({ ...rule, match: { documentType: types[at] } }));
  }
  const documents = (count: number, folder: ReturnType<typeof sql>, about: ReturnType<typeof sql>) =>
    db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`
        with made as (
          insert into records (id, organization, group_id, folder_id, scope, ready, created_by, seq, created_at)
          select gen_random_uuid(), ${organization.id}::uuid, ${library.id}::uuid, f.id, 'internal', true,
            ${person.id}::uuid, 1, now() - interval '2 years'
          from ${folder} f (id) cross join generate_series(1, ${count}::int) returning *
        )
        insert into record_faces (record_id, face, organization, group_id, folder_id, scope, authors, created_by,
          ready, version_id, number, state, title, name, disk_name, disk_key, notes, labels, document_type, code, date,
          issued_on, expires_on, file_type, file_kind, size, title_sort, name_sort, search_extra, updated_at)
        select r.id, face, r.organization, r.group_id, r.folder_id, r.scope, array[r.created_by], r.created_by, true,
          r.id, 1, 3, 'Papel 2026-10', 'papel.pdf', r.id || '.pdf', r.id || '.pdf', '', '{}', ${about},
          case when r.n % 2 = 0 then 'C-' || r.id end, date '2026-11-05', date '2026-11-05',
          ${today}::date + (case when r.n % 10 % 3 = 0 then -10 else 400 end), 'application/pdf', 'pdf', 1000, 'papel ' || r.id, 'papel.pdf',
          '', now()
        from (select *, row_number() over (partition by folder_id) as n from made) r
          cross join (values ('working'), ('published')) faces (face)`.execute(trx);
    });
  await documents(
    PAPERS,
    sql`(select id from folders where parent = ${top}::uuid)`,
    sql`(${`{${types.join(',')}}`}::uuid[])[1 + r.n % ${sql.lit(RULES)}]`,
  );
  for (let at = 0; at < DOCUMENTS; at += CHUNK) {
    console.error(`${at} of ${DOCUMENTS} documents`);
    await documents(CHUNK, sql`(select null::uuid)`, sql`null::uuid`);
  }
  const author = { organization: organization.id, user: null, ip: null };
  const folders = await findFoldersOf(db, [library.id]);
  await services.deps.changes.run(author, (change) => writeStandings(change, folders));
  await dueDays(db, actor, library.id, first);
  await sql`analyze`.execute(db);
  const to = addMonths(first, MONTHS - 1).slice(0, 7);
  return { actor, group: library.id, today, from: first.slice(0, 7), to };
}

/** Realistic decisions: most on time, some late, some never. */
async function dueDays(db: Database['db'], actor: Actor, group: string, first: string): Promise<void> {
  const of = sql`${actor.organization}::uuid`;
  await sql`
    insert into calendars (id, organization, name, name_key, description, color, timezone, holidays, active, version,
      created_by, created_at, updated_at)
    select gen_random_uuid(), ${of}, 'Calendario ' || n, 'calendario ' || n, '', 'petrol', 'America/Santiago', 'chile',
      true, 1, ${actor.user}::uuid, now(), now() from generate_series(1, ${CALENDARS}::int) n`.execute(db);
  await sql`insert into calendar_groups select ${of}, id, ${group}::uuid from calendars where organization = ${of}`.execute(
    db,
  );
  await sql`
    insert into obligations (id, organization, calendar_id, title, authority, legal_basis, labels, responsible, recurrence,
      starts_on, day_kind, non_working, term_days, lead_days, min_count, accepted_states, made_from, version, created_at,
      updated_at)
    select gen_random_uuid(), ${of}, c.id, 'Obligación ' || n, 'Dirección del Trabajo', '', '{}', ${actor.user}::uuid,
      'FREQ=MONTHLY', ${first}::date, 'corridos', 'keep', 0, '{30,7}', 0, '{3}', ${first}::date, 1, now(), now()
    from calendars c cross join generate_series(1, ${OBLIGATIONS / CALENDARS}::int) n where c.organization = ${of}
  `.execute(db);
  await sql`
    insert into occurrences (id, organization, calendar_id, obligation_id, period, due_on, decision, completed_on,
      decided_at, note, touched, rev, created_at)
    select gen_random_uuid(), ${of}, b.calendar_id, b.id, to_char(due, 'YYYY-MM'), due,
      case when done is null then 'open' else 'done' end, done, done, '', done is not null, 1, now()
    from obligations b cross join generate_series(0, ${MONTHS - 1}::int) n
      cross join lateral (select (${first}::date + make_interval(months => n))::date + 9 as due) d
      cross join lateral (select case when due < now() and (n * 7 + length(b.title)) % 9 > 0
        then due + (case when n % 5 = 0 then 3 else 0 end) end as done) c
    where b.organization = ${of}`.execute(db);
}

async function measure(engine: BenchEngine): Promise<string[][]> {
  const database = await engine.open();
  console.error(`${engine.name}: filling`);
  const config = loadConfig({
    ...{ PORT: '0', DATA_DIR: engine.dataDir, DEMO: 'no', OPEN: 'no', LOG_LEVEL: 'error' },
    ...{ SERVICES: 'core,docs', ...(engine.url ? { DATABASE_URL: engine.url } : {}) },
  });
  const server = await startServer(config, { database });
  try {
    const { report, deps } = server.services;
    const { actor, today, from, to } = await fill(database, server.services);
    const rows: string[][] = [];
    const say = (what: string, { each, cpu }: Times, beside = '') => {
      const [load = 0] = loadavg();
      const row = [load.toFixed(1), engine.name, what, spread(each), cpu.toFixed(1), beside];
      console.error(row.join(', '));
      rows.push(row);
    };
    const asked = { from, to };
    const bare = await timedRuns(RUNS, async () => {
      const found = await findReportedObligations(deps.db, actor.organization, {}, null);
      const obligations = found.map(({ id }) => id);
      const wanted = { organization: actor.organization, obligations, from: `${from}-01`, to: `${to}-31` };
      return findReportedOccurrences(
        deps.db,
        { ...wanted, to: addDays(addMonths(`${to}-01`, 1), -1) },
        null,
        50_000,
      );
    });
    const now = await timedRuns(RUNS, async () => JSON.stringify(await report.get(actor, asked)));
    const { totals, folders, rows: shown } = await report.get(actor, asked);
    const due = shown.reduce((sum, each) => sum + each.occurrences.length, 0);
    const what = `${shown.length} obligations, ${due} due days (${totals.met.count} of ${totals.met.of} met), ${folders.red} of ${folders.ruled} folders red`;
    say(`report of today: ${what}`, now, `its obligations and due days alone ${spread(bare.each)}`);
    const asOf = addMonths(today, -3);
    const then = await timedRuns(RUNS, async () =>
      JSON.stringify(await report.get(actor, { ...asked, asOf })),
    );
    say('report of a day three months ago', then);
    const calendars = await timedRuns(RUNS, () => server.services.calendars.list(actor));
    say('beside it: GET /calendars', calendars);
    const page = await timedRuns(RUNS, () => report.master(actor, { limit: 100 }));
    const { nextCursor, count } = await report.master(actor, { limit: 100 });
    say(`lista maestra of ${count}: the first 100 and the count`, page);
    const cursor = nextCursor ?? '';
    say(
      'lista maestra: the next 100',
      await timedRuns(RUNS, () => report.master(actor, { limit: 100, cursor })),
    );
    return rows;
  } finally {
    await server.stop();
  }
}

heading(`The report of ${OBLIGATIONS} obligations × ${MONTHS} months × ${FOLDERS} folders; p50 / p95 in ms`);
const rows: string[][] = [];
await onEachEngine(options.engines, async (engine) => {
  rows.push(...(await measure(engine)));
});
table(['load', '', '', 'p50 / p95, ms', 'processor ms', 'beside'], rows);
