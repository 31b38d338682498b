import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Kysely, Transaction } from 'kysely';
import type { LibraryRole } from '#shared/access/roles.ts';
import type { Scope } from '#shared/access/scopes.ts';
import { STATE } from '#shared/access/states.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import { TIME_ZONE } from '#shared/platform/limits.ts';
import {
  publishFace,
  refreshPlacement,
  showVersion,
} from '../domains/documents/faces/face-writer.queries.ts';
import { insertRecords } from '../domains/documents/records/new-records.queries.ts';
import { nextSeqs } from '../platform/db/change.ts';
import type { Schema } from '../platform/db/schema.ts';
import { newId } from '../platform/ids.ts';

/** The password of everybody in tests. */
export const TEST_PASSWORD = 'clave-de-prueba';

/** Deliberately cheap hashing: the test password is no secret. */
let hashed: Promise<string> | undefined;
const testHash = (): Promise<string> => {
  hashed ??= hash(TEST_PASSWORD, { memoryCost: 64, timeCost: 1 });
  return hashed;
};

export interface TestOrganization {
  readonly id: string;
  readonly name: string;
}

export interface TestPerson {
  readonly id: string;
  readonly organization: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
}

export interface TestLibrary {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
}

export interface PersonValues {
  readonly email?: string;
  readonly firstname?: string;
  readonly lastname?: string;
  readonly isAdmin?: boolean;
  readonly isManager?: boolean;
  readonly enabled?: boolean;
  /** Whether the password is temporary. */
  readonly temporary?: boolean;
  readonly department?: string;
  /** Libraries and roles of the person; an empty list of roles makes a reader. */
  readonly libraries?: readonly (readonly [TestLibrary, readonly LibraryRole[]])[];
}

export interface RecordValues {
  readonly title?: string;
  readonly scope?: Scope;
  readonly authors?: readonly TestPerson[];
  readonly labels?: readonly string[];
  readonly published?: boolean;
}

export interface TestRecord {
  readonly id: string;
  readonly version: string;
  readonly title: string;
}

/** A library whose new files become documents without a question: they get the label. */
export interface Workplace {
  readonly organization: TestOrganization;
  readonly library: TestLibrary;
  readonly label: string;
}

export interface Factories {
  organization(name?: string): Promise<TestOrganization>;
  /** An organization with the library "Calidad", in which new files of a synced folder ask for nothing. */
  workplace(name?: string): Promise<Workplace>;
  /** New documents of the library get this label where nobody chooses any. */
  defaultLabel(library: TestLibrary, label: string): Promise<void>;
  library(organization: TestOrganization, name?: string): Promise<TestLibrary>;
  person(organization: TestOrganization, values?: PersonValues): Promise<TestPerson>;
  member(library: TestLibrary, person: TestPerson, roles: readonly LibraryRole[]): Promise<void>;
  department(organization: TestOrganization, name?: string, head?: TestPerson): Promise<string>;
  label(
    organization: TestOrganization,
    values?: { name?: string; icon?: string; parent?: string; groups?: readonly string[] },
  ): Promise<string>;
  /** A document whose first version is ready: a draft, or published if asked for. */
  record(library: TestLibrary, creator: TestPerson, values?: RecordValues): Promise<TestRecord>;
  documentType(organization: TestOrganization, name?: string): Promise<string>;
}

/** Creates people and places directly in the database. Documents are created through the API. */
export function createFactories(db: Kysely<Schema>): Factories {
  let made = 0;
  const next = (): number => {
    made += 1;
    return made;
  };

  const member: Factories['member'] = async (library, person, roles) => {
    await db
      .insertInto('group_members')
      .values({
        organization: library.organization,
        group_id: library.id,
        user_id: person.id,
        roles: [...roles],
      })
      .execute();
  };

  const factories: Factories = {
    async organization(name = `Organización ${next()}`) {
      const row = { id: newId(), name, tax_id: null };
      await db.insertInto('organizations').values(row).execute();
      return { id: row.id, name };
    },
    async workplace(name = 'Andes') {
      const organization = await factories.organization(name);
      const library = await factories.library(organization, 'Calidad');
      const label = await factories.label(organization, { name: 'Obra' });
      await factories.defaultLabel(library, label);
      return { organization, library, label };
    },
    async defaultLabel({ id }, label) {
      await db
        .updateTable('groups')
        .set({ default_labels: [label] })
        .where('id', '=', id)
        .execute();
    },
    async library(organization, name = `Biblioteca ${next()}`) {
      const row = {
        id: newId(),
        organization: organization.id,
        name,
        name_key: clashKey(name),
        department: null,
      };
      await db.insertInto('groups').values(row).execute();
      return { id: row.id, organization: organization.id, name };
    },
    async person(organization, values = {}) {
      const number = next();
      const person = {
        id: newId(),
        organization: organization.id,
        email: values.email ?? `persona${number}.${newId().slice(-6)}@legajo.test`,
        firstname: values.firstname ?? `Nombre${number}`,
        lastname: values.lastname ?? `Apellido${number}`,
      };
      await db
        .insertInto('users')
        .values({
          ...person,
          rut: null,
          department: values.department ?? null,
          enabled: values.enabled ?? true,
          is_admin: values.isAdmin ?? false,
          is_manager: values.isManager ?? false,
          last_sign_in_at: null,
        })
        .execute();
      await db
        .insertInto('passwords')
        .values({ user_id: person.id, hash: await testHash(), temporary: values.temporary ?? false })
        .execute();
      for (const [library, roles] of values.libraries ?? []) await member(library, person, roles);
      return person;
    },
    member,
    async department(organization, name = `Departamento ${next()}`, head) {
      const id = newId();
      const row = { id, organization: organization.id, name, parent: null, head: head?.id ?? null };
      await db.insertInto('departments').values(row).execute();
      return id;
    },
    async label(organization, values = {}) {
      const id = newId();
      await db
        .insertInto('labels')
        .values({
          id,
          organization: organization.id,
          name: values.name ?? `Etiqueta ${next()}`,
          icon: values.icon ?? 'tag',
          parent: values.parent ?? null,
          groups: [...(values.groups ?? [])],
        })
        .execute();
      return id;
    },
    record: (library, creator, values = {}) =>
      db.transaction().execute((trx) => insertReadyRecord(trx, library, creator, values)),
    async documentType(organization, name = `Tipo ${next()}`) {
      const id = newId();
      await db
        .insertInto('document_types')
        .values({
          id,
          organization: organization.id,
          name,
          code: `T${next()}`,
          review_months: null,
        })
        .execute();
      return id;
    },
  };
  return factories;
}

/** The content of such a version's file: its own id. */
export function contentOf(version: string): { bytes: Buffer; sha256: string; size: number } {
  const bytes = Buffer.from(version);
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
}

/** Writes the rows of an upload and its confirmation. No bytes are stored. */
async function insertReadyRecord(
  trx: Transaction<Schema>,
  library: TestLibrary,
  creator: TestPerson,
  values: RecordValues,
): Promise<TestRecord> {
  const authors = values.authors ?? [creator];
  const title = values.title ?? `Documento ${newId().slice(-6)}`;
  const at = new Date();
  const state = values.published ? STATE.published : STATE.draft;
  const [made] = await insertRecords(
    trx,
    [
      {
        library: {
          ...{
            id: library.id,
            name: library.name,
            defaultLabels: [],
            roles: [],
            archived: false,
            types: new Map(),
          },
          ...{ folders: new Map(), labels: new Map() },
          members: new Map(authors.map((author) => [author.id, { ...author, enabled: true, roles: [] }])),
        },
        ...{
          folder: null,
          title,
          name: `${title}.pdf`,
          type: 'application/pdf',
          notes: '',
          state,
          labels: [...(values.labels ?? [])],
        },
        authors: authors.map((author) => author.id),
        ...{ documentType: null, scope: values.scope ?? 'internal', code: null, date: '2026-03-02' },
        ...{ issuedOn: null, expiresOn: null, origin: 'api' as const },
      },
    ],
    {
      organization: library.organization,
      user: creator.id,
      timezone: TIME_ZONE,
      at,
      seqs: await nextSeqs(trx, [library.id]),
      operation: () => null,
    },
  );
  if (!made) throw new Error('no record was made');
  const { id } = made.record;
  const { sha256, size } = contentOf(made.version.id);
  await trx.insertInto('blobs').values({ sha256, size }).execute();
  const version = await trx
    .updateTable('versions')
    .set({
      number: 1,
      status: 'ready',
      sha256,
      size,
      ready_at: at,
      was_published: values.published ?? false,
    })
    .where('id', '=', made.version.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('records')
    .set({
      ready: true,
      next_number: 2,
      current_version: version.id,
      ...(values.published ? { published_version: version.id } : {}),
    })
    .where('id', '=', id)
    .execute();
  await refreshPlacement(trx, id);
  await showVersion(trx, id, version);
  if (values.published) await publishFace(trx, id);
  return { id, version: version.id, title };
}
