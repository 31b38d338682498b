import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RuleInput } from '#shared/compliance/compliance.schemas.ts';
import { evaluate } from '#shared/compliance/evaluate.ts';
import { rollUp } from '#shared/compliance/roll-up.ts';
import type { JudgedFace, JudgedRecord } from '#shared/compliance/rule.ts';
import { type Span, timelineOf } from '#shared/compliance/timeline.ts';
import { CHILE } from '#shared/organization/holidays.ts';
import { addDays } from '#shared/platform/days.ts';
import { confirmBytes, makeDocument, someBytes, startVersion, upload } from '../../testing/documents.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { ruleFor } from './compliance-rules.queries.ts';

/** Random sequences of writes; more of them by hand. */
const RUNS = Number(process.env.COMPLIANCE_RUNS ?? 5);

/** What a person does next; `at` and `to` choose among what is there. */
interface Step {
  readonly act: keyof typeof ACTS;
  readonly at: number;
  readonly to: number;
  readonly days: number;
}

interface Place {
  readonly client: TestClient;
  readonly library: TestLibrary;
  readonly organization: TestOrganization;
  readonly person: TestPerson;
  readonly types: readonly string[];
  readonly today: string;
  readonly folders: string[];
  readonly records: string[];
  readonly rules: string[];
}

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
/** A document as it is now, if it can be seen. */
async function sheet({ client, records }: Place, at: number) {
  const id = pick(records, at);
  const found = id && (await client.call('recordById', { params: { id } }));
  return found && found.status === 200 ? found.body : null;
}

const ruleBody = ({ types }: Place, { at, to, days }: Step): Omit<RuleInput, 'folder'> => ({
  name: `Regla ${at}`,
  appliesTo: at % 2 ? 'eachChild' : 'folder',
  match: at % 5 === 0 ? { titlePattern: 'papel' } : { documentType: pick(types, to) ?? null },
  minCount: 1 + (to % 2),
  acceptedStates: at % 3 ? [3] : [0, 1, 3],
  validity: days % 2 ? { basis: 'expiresOn', graceDays: at % 4 } : { basis: 'none' },
  severity: to % 4 ? 'blocking' : 'warning',
});

/** Calls of the API; one that is refused changes nothing, and that is looked at too. */
const ACTS = {
  async create(place: Place, { at, to, days }: Step) {
    const made = await makeDocument(server(), place.client, place.library, {
      folder: pick(place.folders, at) ?? null,
      documentType: pick(place.types, to) ?? null,
      expiresOn: addDays(place.today, days),
      state: to % 3 ? 3 : 0,
      title: `Papel ${at}`,
    });
    place.records.push(made.record);
  },
  async version(place: Place, { at }: Step) {
    const now = await sheet(place, at);
    if (!now?.currentVersion) return;
    const bytes = someBytes(100);
    const version = await startVersion(place.client, now._id, now.currentVersion._id).catch(() => null);
    if (!version) return;
    await upload(server(), place.client, version.key ?? '', bytes);
    await confirmBytes(place.client, version._id, bytes);
  },
  async state(place: Place, { at, to }: Step) {
    const now = await sheet(place, at);
    if (!now?.currentVersion) return;
    const version = (to % 7 === 4 ? now.publishedVersion : null)?._id ?? now.currentVersion._id;
    await place.client.call('reviewCreate', { body: { record: now._id, version, state: (to % 7) as 0 } });
  },
  async discard(place: Place, { at }: Step) {
    const now = await sheet(place, at);
    if (now?.currentVersion) {
      await place.client.call('versionDiscard', { params: { id: now.currentVersion._id } });
    }
  },
  async edit(place: Place, { at, to, days }: Step) {
    const now = await sheet(place, at);
    if (!now) return;
    const change = { documentType: pick(place.types, to) ?? null, expiresOn: addDays(place.today, days) };
    await place.client.call('recordUpdate', { params: { id: now._id }, body: { rev: now.rev, ...change } });
  },
  async move(place: Place, { at, to }: Step) {
    const record = pick(place.records, at);
    if (!record) return;
    const folder = to % 5 === 0 ? null : (pick(place.folders, to) ?? null);
    await place.client.call('batchMove', { body: { items: [{ record }], group: place.library.id, folder } });
  },
  async remove(place: Place, { at }: Step) {
    const id = pick(place.records, at);
    if (id) await place.client.call('recordDelete', { params: { id } });
  },
  async restore(place: Place, { at }: Step) {
    const record = pick(place.records, at);
    if (record) await place.client.call('binRestore', { body: { record } });
  },
  async moveFolder(place: Place, { at, to }: Step) {
    const id = pick(place.folders, at);
    const parent = to % 4 === 0 ? null : (pick(place.folders, to) ?? null);
    if (id) await place.client.call('folderUpdate', { params: { id }, body: { parent } });
  },
  async removeFolder(place: Place, { at }: Step) {
    const id = pick(place.folders, at);
    if (!id) return;
    const { status } = await place.client.call('folderDelete', { params: { id } });
    // Nothing is made in it from then on.
    if (status < 300) place.folders.splice(place.folders.indexOf(id), 1);
  },
  async rule(place: Place, step: Step) {
    // The root of the library too, which goes by the library's id.
    const folder = pick([...place.folders, place.library.id], step.at);
    if (!folder) return;
    const made = await place.client.call('ruleCreate', { body: { folder, ...ruleBody(place, step) } });
    if (made.status === 201) place.rules.push(made.body._id);
  },
  async editRule(place: Place, step: Step) {
    const id = pick(place.rules, step.at);
    const row = await server()
      .database.db.selectFrom('compliance_rules')
      .select(['version', 'folder_id'])
      .where('id', '=', id ?? place.library.id)
      .executeTakeFirst();
    if (!id || !row) return;
    const exempt = { folder: row.folder_id, reason: 'Por ahora', until: addDays(place.today, step.days) };
    const exemptions = step.to % 2 ? [exempt] : [];
    const body = { ...ruleBody(place, step), version: row.version, active: step.to % 5 !== 0, exemptions };
    await place.client.call('ruleUpdate', { params: { id }, body });
  },
  async removeRule(place: Place, { at }: Step) {
    const id = pick(place.rules, at);
    if (id) await place.client.call('ruleDelete', { params: { id } });
  },
  async roles({ client, library, person }: Place, { to }: Step) {
    const params = { id: library.id, user: person.id };
    await client.call('memberPut', { params, body: { roles: to % 2 ? ['publish'] : [] } });
  },
} as const;

let server: ReturnType<typeof useTestServer>;

/** Every document of a place, read without any of the shortcuts that the server takes. */
async function recordsIn(folder: string, library: string): Promise<JudgedRecord[]> {
  const rows = await server()
    .database.db.selectFrom('record_faces as f')
    .innerJoin('records as r', 'r.id', 'f.record_id')
    .selectAll('f')
    .where('r.group_id', '=', library)
    .where('r.folder_id', folder === library ? 'is' : '=', folder === library ? null : folder)
    .where('r.deleted_at', 'is', null)
    .where('r.ready', '=', true)
    .execute();
  return [...Map.groupBy(rows, (row) => row.record_id)].map(([record, faces]) => {
    const face = (which: string): JudgedFace | null => {
      const row = faces.find((each) => each.face === which);
      return row
        ? {
            version: row.version_id ?? '',
            ...{ state: row.state, title: row.title, labels: row.labels, documentType: row.document_type },
            ...{
              date: row.date,
              issuedOn: row.issued_on,
              validFrom: row.valid_from,
              expiresOn: row.expires_on,
            },
          }
        : null;
    };
    return { record, working: face('working'), published: face('published') };
  });
}

/** A library with all that judges it, read anew from the tables. */
async function readAnew({ library }: Place) {
  const { db } = server().database;
  const below = await db.selectFrom('folders').selectAll().where('group_id', '=', library.id).execute();
  const rules = await db
    .selectFrom('compliance_rules')
    .selectAll()
    .where('group_id', '=', library.id)
    .where('active', '=', true)
    .execute();
  const root = { id: library.id, parent: null };
  const places = [root, ...below.map(({ id, parent }) => ({ id, parent: parent ?? library.id }))];
  const cases = await Promise.all(
    places.map(async ({ id, parent }) => ({
      id,
      rules: rules
        .filter((row) => row.folder_id === (row.applies_to === 'folder' ? id : parent))
        .map((row) => ruleFor(row, id)),
      records: await recordsIn(id, library.id),
    })),
  );
  return { library: library.id, places, cases, ruled: new Set(rules.map((row) => row.folder_id)) };
}
type Anew = Awaited<ReturnType<typeof readAnew>>;

/** The colours of a library on a day, judged anew. */
function judgedAnew({ library, places, cases, ruled }: Anew, day: string): Record<string, string> {
  const own = new Map(
    cases.map((each) => {
      const outcomes = evaluate(each.rules, each.records, day, CHILE);
      const blocking = outcomes.filter(
        ({ rule, outcome }) => rule.severity === 'blocking' && outcome.status === 'fails',
      ).length;
      const dueSoon = outcomes.some(({ outcome }) => outcome.dueSoon);
      return [each.id, { rules: each.rules.length, blocking, dueSoon }];
    }),
  );
  const standings = [...rollUp(places, own, ruled)].filter(([, { colour }]) => colour !== 'none');
  return Object.fromEntries(
    standings.flatMap(([id, { colour, dueSoon }]) =>
      id === library ? [] : [[id ?? 'library', `${colour} ${dueSoon}`]],
    ),
  );
}

/** What is kept of each place, with the first day that a fresh timeline would have today. */
async function kept({ library, today }: Place): Promise<Record<string, Span[]>> {
  const rows = await server()
    .database.db.selectFrom('compliance_timelines')
    .selectAll()
    .where('group_id', '=', library.id)
    .execute();
  return Object.fromEntries(
    rows.map(({ folder_id, rules, begins, blocking, warnings, due_soon, due_on, next_on }) => {
      expect(next_on).toBe(begins[1] ?? null);
      const spans = begins.map((from, at) => ({
        ...{
          from: at === 0 ? today : from,
          rules,
          blocking: blocking[at] ?? -1,
          warnings: warnings[at] ?? -1,
        },
        ...{ dueSoon: due_soon[at] ?? false, dueOn: due_on[at] ?? null },
      }));
      return [folder_id, spans];
    }),
  );
}

async function told({ client, library }: Place, asOf: string) {
  const found = await client.ok('complianceByGroup', { params: { group: library.id }, query: { asOf } });
  const folders = found.folders.map((each) => [each._id, `${each.colour} ${each.dueSoon}`] as const);
  const whole = found.colour === 'none' ? [] : [['library', `${found.colour} ${found.dueSoon}`] as const];
  return Object.fromEntries([...folders, ...whole]);
}

describe('colours after any sequence of writes', () => {
  server = useTestServer();
  let make: () => Promise<Place>;
  beforeAll(() => {
    make = async () => {
      const organization = await server().make.organization();
      const library = await server().make.library(organization);
      const all = ['upload', 'review', 'publish'] as const;
      const admin = await server().make.person(organization, { isAdmin: true, libraries: [[library, all]] });
      const person = await server().make.person(organization, { libraries: [[library, all]] });
      const client = await server().signIn(admin.email);
      const types = [
        await server().make.documentType(organization),
        await server().make.documentType(organization),
      ];
      const group = library.id;
      const folders: string[] = [];
      for (const [at, name] of ['Uno', 'Dos', 'Tres', 'Cuatro'].entries()) {
        const parent = at > 1 ? (folders[at - 2] ?? null) : null;
        folders.push((await client.ok('folderCreate', { body: { group, name, parent } }))._id);
      }
      const { asOf: today } = await client.ok('complianceByGroup', { params: { group }, query: {} });
      return { client, library, organization, person, types, today, folders, records: [], rules: [] };
    };
  });

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

  it('are those that a fresh evaluation gives, today and on days to come', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const place = await make();
        for (const each of [...begin, ...steps]) {
          await ACTS[each.act](place, each);
          const anew = await readAnew(place);
          for (const ahead of [0, 45, 100]) {
            const day = addDays(place.today, ahead);
            expect(await told(place, day), `${each.act}, ${ahead} days ahead`).toEqual(judgedAnew(anew, day));
          }
          const scratch = anew.cases.filter(({ rules }) => rules.length > 0);
          expect(await kept(place), each.act).toEqual(
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
