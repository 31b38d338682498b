import type { RuleInput } from '#shared/compliance/compliance.schemas.ts';
import { addDays } from '#shared/platform/days.ts';
import { confirmBytes, makeDocument, someBytes, startVersion, upload } from '../documents.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../factories.ts';
import type { TestClient, TestServer } from '../http.ts';

/** What a person does next; `at` and `to` choose among what is there. */
export interface Step {
  readonly act: keyof typeof ACTS;
  readonly at: number;
  readonly to: number;
  readonly days: number;
}

export interface Place {
  readonly server: TestServer;
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

const ruleBody = ({ types, today }: Place, { at, to, days }: Step): Omit<RuleInput, 'folder'> => ({
  name: `Regla ${at}`,
  appliesTo: at % 2 ? 'eachChild' : 'folder',
  match: at % 5 === 0 ? { titlePattern: 'papel' } : { documentType: pick(types, to) ?? null },
  minCount: 1 + (to % 2),
  acceptedStates: at % 3 ? [3] : [0, 1, 3],
  validity: days % 2 ? { basis: 'expiresOn', graceDays: at % 4 } : { basis: 'none' },
  severity: to % 4 ? 'blocking' : 'warning',
  startsOn: to % 3 === 1 ? addDays(today, days - 40) : null,
});

/** Calls of the API; one that is refused changes nothing, and that is looked at too. */
export const ACTS = {
  async create(place: Place, { at, to, days }: Step) {
    const made = await makeDocument(place.server, place.client, place.library, {
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
    await upload(place.server, place.client, version.key ?? '', bytes);
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
    const row = await place.server.database.db
      .selectFrom('compliance_rules')
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

/** A place of its own: four folders, two of them inside the others, and two types of documents. */
export async function createPlace(server: TestServer): Promise<Place> {
  const organization = await server.make.organization();
  const library = await server.make.library(organization);
  const all = ['upload', 'review', 'publish'] as const;
  const admin = await server.make.person(organization, { isAdmin: true, libraries: [[library, all]] });
  const person = await server.make.person(organization, { libraries: [[library, all]] });
  const client = await server.signIn(admin.email);
  const types = [await server.make.documentType(organization), await server.make.documentType(organization)];
  const group = library.id;
  const folders: string[] = [];
  for (const [at, name] of ['Uno', 'Dos', 'Tres', 'Cuatro'].entries()) {
    const parent = at > 1 ? (folders[at - 2] ?? null) : null;
    folders.push((await client.ok('folderCreate', { body: { group, name, parent } }))._id);
  }
  const { asOf: today } = await client.ok('complianceByGroup', { params: { group }, query: {} });
  return { server, client, library, organization, person, types, today, folders, records: [], rules: [] };
}
