import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LibraryRole } from '#shared/access/roles.ts';
import type { Scope } from '#shared/access/scopes.ts';
import { STATE } from '#shared/access/states.ts';
import { readDeliveryLink } from '#shared/file-requests/link-secret.ts';
import { newId } from '../platform/ids.ts';
import {
  contentOf,
  type TestLibrary,
  type TestOrganization,
  type TestPerson,
  type TestRecord,
} from './factories.ts';
import type { TestClient, TestServer } from './http.ts';

/** The callers, in the order of the table's columns. */
export const PERSONAS = [
  'anonymous',
  'disabled',
  'reader',
  'upload',
  'review',
  'publish',
  'manager',
  'admin',
  'other',
] as const;
export type Persona = (typeof PERSONAS)[number];

/**
 * One library with a member of each kind. `author` (upload) creates what the others try to use. `manager` is a member
 * of no library; `admin` is a member of another library of the organization; `other` is an admin of another
 * organization, with all roles in a library there.
 */
export interface World {
  readonly clients: Readonly<Record<Persona | 'author', TestClient>>;
  readonly people: Readonly<Record<Persona | 'author', TestPerson>>;
  readonly organization: TestOrganization;
  readonly library: TestLibrary;
  readonly label: string;
  /** A label that no document has. */
  newLabel(): Promise<string>;
  /** Each call creates a new one, because the table's calls change their subjects. */
  record(values?: {
    published?: boolean;
    scope?: Scope;
    state?: 'approved';
  }): Promise<TestRecord & { rev: number }>;
  /** A second version of a record, whose bytes have not arrived. */
  pending(): Promise<{ id: string; key: string; record: string }>;
  /** A conflict version: another version on the same base was confirmed first. */
  conflict(): Promise<{ id: string; record: TestRecord }>;
  /** A draft of the author on top of a published version. */
  draftOnTop(): Promise<string>;
  folder(): Promise<string>;
  /** The author's link for people without an account, into a folder of its own. */
  fileRequest(): Promise<{ id: string; folder: string; secret: string }>;
  person(): Promise<TestPerson>;
  member(): Promise<TestPerson>;
  emptyLibrary(): Promise<TestLibrary>;
  department(): Promise<string>;
  /** A comment of the author's on a published document. */
  comment(): Promise<string>;
  /** A notification of the author's. */
  notification(record: TestRecord): Promise<string>;
  /** The link that switches off the author's mails. */
  noticeLink(): Promise<string>;
  /** The manager's link that ends a monthly report. */
  reportMailLink(reportMail: string): Promise<string>;
  /** A desktop of the author's. */
  desktop(): Promise<string>;
  /** A session of a new person in the organization. */
  session(): Promise<{ user: string; id: string }>;
}

export async function createWorld(server: TestServer): Promise<World> {
  const { make, database } = server;
  const { db } = database;
  const organization = await make.organization();
  const library = await make.library(organization);
  const elsewhere = await make.library(organization);
  const foreign = await make.organization();
  const theirs = await make.library(foreign);
  const everything: readonly LibraryRole[] = ['upload', 'review', 'publish'];
  const inLibrary = (...roles: LibraryRole[]) => make.person(organization, { libraries: [[library, roles]] });

  const people: World['people'] = {
    anonymous: await make.person(organization),
    disabled: await inLibrary(...everything),
    reader: await inLibrary(),
    upload: await inLibrary('upload'),
    review: await inLibrary('review'),
    publish: await inLibrary('publish'),
    manager: await make.person(organization, { isManager: true }),
    admin: await make.person(organization, { isAdmin: true, libraries: [[elsewhere, everything]] }),
    other: await make.person(foreign, { isAdmin: true, libraries: [[theirs, everything]] }),
    author: await inLibrary('upload'),
  };
  const clients = Object.fromEntries(
    await Promise.all(
      Object.entries(people).map(async ([name, person]) => [
        name,
        name === 'anonymous' ? server.anyone : await server.signIn(person.email),
      ]),
    ),
  ) as World['clients'];
  await db.updateTable('users').set({ enabled: false }).where('id', '=', people.disabled.id).execute();
  const { author } = people;

  const put = async (version: string): Promise<void> => {
    const { bytes, sha256, size } = contentOf(version);
    const { storage } = server.running.services.deps;
    const path = join(storage.incoming, newId());
    await writeFile(path, bytes);
    await storage.putFile({ path, sha256, size });
    await unlink(path);
  };
  const record: World['record'] = async ({ state, ...values } = {}) => {
    const made = await make.record(library, author, values);
    await put(made.version);
    if (state === 'approved') {
      const approved = { state: STATE.approved };
      await db.updateTable('versions').set(approved).where('id', '=', made.version).execute();
      await db.updateTable('record_faces').set(approved).where('record_id', '=', made.id).execute();
    }
    const { rev } = await db
      .selectFrom('records')
      .select('rev')
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow();
    return { ...made, rev };
  };

  return {
    clients,
    people,
    organization,
    library,
    label: await make.label(organization),
    newLabel: () => make.label(organization),
    record,
    async pending() {
      const made = await record();
      const file = { name: 'otra.pdf', type: 'application/pdf' };
      const { version } = await clients.author.ok('versionCreate', {
        body: { record: made.id, base: made.version, file },
      });
      return { id: version._id, key: version.key ?? '', record: made.id };
    },
    async conflict() {
      const made = await record();
      const id = newId();
      const { sha256, size } = contentOf(made.version);
      await db
        .insertInto('versions')
        .values({
          ...{ id, organization: organization.id, record_id: made.id, number: 2, state: STATE.draft },
          ...{ status: 'ready', key: id, name: 'otra.pdf', type: 'application/pdf', size, sha256 },
          ...{ base: made.version, conflict: true, origin: 'api', operation: null, created_by: author.id },
          ...{ ready_at: new Date(), last_byte_at: null },
        })
        .execute();
      await db.updateTable('records').set({ next_number: 3 }).where('id', '=', made.id).execute();
      return { id, record: made };
    },
    async draftOnTop() {
      const made = await record({ published: true });
      const body = { record: made.id, version: made.version, state: STATE.draft };
      await clients.author.ok('reviewCreate', { body });
      const versions = await clients.author.ok('versionsByRecord', { params: { id: made.id } });
      const version = versions.find((each) => each.current);
      if (!version || version._id === made.version) throw new Error('no draft was opened');
      return version._id;
    },
    async fileRequest() {
      const name = `Carpeta ${newId()}`;
      const label = await make.label(organization);
      const body = { group: library.id, name, defaultLabels: [label] };
      const { _id: folder } = await clients.author.ok('folderCreate', { body });
      const { request, url } = await clients.author.ok('fileRequestCreate', {
        body: { folder, title: 'Tu contrato firmado' },
      });
      return { id: request._id, folder, secret: readDeliveryLink(new URL(url).hash) ?? '' };
    },
    async folder() {
      const name = `Carpeta ${newId()}`;
      return (await clients.author.ok('folderCreate', { body: { group: library.id, name } }))._id;
    },
    person: () => make.person(organization),
    member: () => inLibrary(),
    emptyLibrary: () => make.library(organization),
    department: () => make.department(organization),
    async comment() {
      const { id, version } = await record({ published: true });
      const body = { record: id, version, text: 'Falta el plazo', anchor: { quote: 'El plazo' } };
      return (await clients.author.ok('commentCreate', { body }))._id;
    },
    async notification(about) {
      const id = newId();
      await db
        .insertInto('notifications')
        .values({
          ...{ id, organization: organization.id, user_id: author.id, from_user: author.id },
          ...{ type: 'RECORD.REVIEW.REQUEST', state: -1, record_id: about.id, version_id: about.version },
          ...{ notify_at: new Date(), dismissed_at: null, mailed_at: null },
        })
        .execute();
      return id;
    },
    reportMailLink: (reportMail) =>
      server.running.services.identity.noticeLinks.signReportMail({ user: people.manager.id, reportMail }),
    noticeLink: () =>
      server.running.services.identity.noticeLinks.sign({ user: author.id, types: ['RECORD.REMINDER'] }),
    async session() {
      const person = await make.person(organization);
      const client = await server.signIn(person.email);
      return { user: person.id, id: String((await client.ok('session')).claims.sid) };
    },
    async desktop() {
      // A separate session, because revoking the desktop ends it too.
      const client = await server.signIn(author.email);
      return (await client.ok('clientCreate', { body: { name: 'Escritorio', platform: 'linux' } }))._id;
    },
  };
}
