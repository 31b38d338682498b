import { sql } from 'kysely';
import { parseRut } from '#shared/people/rut.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import { hashPassword } from '../domains/identity/passwords/passwords.ts';
import { lockOrganizations } from '../domains/organization/organizations.queries.ts';
import { newId } from '../platform/ids.ts';
import type { Services } from '../services.ts';
import type { LibraryName, Persona } from './documents/row.ts';
import { DEMO_PASSWORD, type DemoLabel, demoEmail, demoOrganization } from './organization.ts';

/** Ids of the demo organization's parts, by the names that its tables use. */
export interface DemoPlaces {
  readonly organization: string;
  readonly people: ReadonlyMap<Persona, string>;
  readonly libraries: ReadonlyMap<LibraryName, string>;
  readonly labels: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, string>;
}

/**
 * Creates organization, people, libraries, labels and document types in one transaction. It bypasses the user
 * directory, so that people get their passwords at once and no mails.
 * @returns false where another process has created an organization meanwhile
 */
export async function makeOrganization({ deps }: Services): Promise<boolean> {
  const hashes = await Promise.all(demoOrganization.users.map(() => hashPassword(DEMO_PASSWORD)));
  const organization = newId();
  return deps.changes.run({ organization, user: null, ip: null }, async ({ trx, at, audit }) => {
    await lockOrganizations(trx);
    const existing = await trx.selectFrom('organizations').select('id').limit(1).executeTakeFirst();
    if (existing) {
      return false;
    }
    const { name, taxId, timezone } = demoOrganization;
    await trx
      .insertInto('organizations')
      .values({
        id: organization,
        name,
        tax_id: parseRut(taxId),
        timezone,
        settings: JSON.stringify({ demo: 'making', firstSteps: 'dismissed' }),
      })
      .execute();
    const departments = new Map(demoOrganization.departments.map((each) => [each, newId()]));
    await trx
      .insertInto('departments')
      .values(
        [...departments].map(([each, id]) => ({ id, organization, name: each, parent: null, head: null })),
      )
      .execute();
    const people = new Map<string, string>(demoOrganization.users.map(({ persona }) => [persona, newId()]));
    await trx
      .insertInto('users')
      .values(
        demoOrganization.users.map((user) => ({
          id: people.get(user.persona) ?? '',
          organization,
          email: demoEmail(user.persona),
          firstname: user.firstname,
          lastname: user.lastname,
          rut: parseRut(user.rut),
          department: departments.get(user.department) ?? null,
          is_admin: user.roles.includes('admin'),
          is_manager: user.roles.includes('manager'),
          last_sign_in_at: null,
        })),
      )
      .execute();
    await trx
      .insertInto('passwords')
      .values(
        [...people.values()].map((user, index) => ({
          user_id: user,
          hash: hashes[index] ?? '',
          temporary: false,
          changed_at: at,
        })),
      )
      .execute();
    const libraries = new Map<string, string>(
      demoOrganization.libraries.map((library) => [library.name, newId()]),
    );
    const labels = labelRows(organization, libraries);
    await trx.insertInto('labels').values(labels).execute();
    const labelIds = new Map(labels.map((label) => [label.name, label.id]));
    await trx
      .insertInto('groups')
      .values(
        demoOrganization.libraries.map((library) => ({
          id: libraries.get(library.name) ?? '',
          organization,
          name: library.name,
          name_key: clashKey(library.name),
          description: library.description,
          department: departments.get(library.department) ?? null,
          default_labels: library.defaultLabels.flatMap((label) => labelIds.get(label) ?? []),
        })),
      )
      .execute();
    await trx
      .insertInto('group_members')
      .values(
        demoOrganization.libraries.flatMap((library) =>
          library.members.map(([persona, roles]) => ({
            organization,
            group_id: libraries.get(library.name) ?? '',
            user_id: people.get(persona) ?? '',
            roles: [...roles],
          })),
        ),
      )
      .execute();
    await trx
      .insertInto('document_types')
      .values(
        demoOrganization.documentTypes.map((type) => ({
          id: newId(),
          organization,
          name: type.name,
          code: type.code,
          retention: 'period',
          retention_months: type.retentionYears * 12,
          retention_from: type.retentionFrom,
          retention_basis: type.retentionBasis,
          review_months: type.reviewMonths,
        })),
      )
      .execute();
    audit({
      action: 'organization.created',
      targetType: 'organization',
      targetId: organization,
      after: { name },
    });
    return true;
  });
}

function labelRows(organization: string, libraries: ReadonlyMap<string, string>) {
  const rows: {
    id: string;
    organization: string;
    name: string;
    icon: string;
    parent: string | null;
    groups: string[];
  }[] = [];
  const add = (label: DemoLabel, parent: string | null): void => {
    const id = newId();
    const groups = (label.libraries ?? []).flatMap((name) => libraries.get(name) ?? []);
    rows.push({ id, organization, name: label.name, icon: label.icon, parent, groups });
    for (const child of label.children ?? []) {
      add(child, id);
    }
  };
  for (const label of demoOrganization.labels) {
    add(label, null);
  }
  return rows;
}

/**
 * The installation's demo organization if its creation was interrupted: it is continued. A finished one is never
 * changed.
 */
export async function findUnfinishedDemo({ deps: { db } }: Services): Promise<DemoPlaces | null> {
  const found = await db
    .selectFrom('organizations')
    .select(['id', 'settings'])
    .where('tax_id', '=', parseRut(demoOrganization.taxId))
    .executeTakeFirst();
  if (found?.settings.demo !== 'making') {
    return null;
  }
  const organization = found.id;
  const rows = async (table: 'groups' | 'labels') =>
    db.selectFrom(table).select(['id', 'name']).where('organization', '=', organization).execute();
  const users = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('organization', '=', organization)
    .execute();
  const types = await db
    .selectFrom('document_types')
    .select(['id', 'code'])
    .where('organization', '=', organization)
    .execute();
  const byEmail = new Map(users.map(({ email, id }) => [email, id]));
  const byName = async (table: 'groups' | 'labels') =>
    new Map((await rows(table)).map(({ name, id }) => [name, id]));
  return {
    organization,
    people: new Map(
      demoOrganization.users.map(({ persona }) => [persona, byEmail.get(demoEmail(persona)) ?? '']),
    ),
    libraries: (await byName('groups')) as Map<LibraryName, string>,
    labels: await byName('labels'),
    types: new Map(types.map(({ code, id }) => [code, id])),
  };
}

/** One line for each demo person, as the console prints it; empty without a demo. */
export async function demoSignIns({ deps: { db } }: Services): Promise<string[]> {
  const demo = await db
    .selectFrom('organizations')
    .select('id')
    .where(sql<boolean>`settings ? 'demo'`)
    .executeTakeFirst();
  return demo
    ? demoOrganization.users.map(
        ({ persona, role }) => `${demoEmail(persona).padEnd(28)} ${DEMO_PASSWORD}  ${role}`,
      )
    : [];
}
