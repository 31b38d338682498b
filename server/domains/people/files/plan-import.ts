import type { LibraryRole } from '#shared/access/roles.ts';
import {
  type Account,
  type ImportedRow,
  type ImportFault,
  type UserCreate,
  type UserUpdate,
  userCreate,
} from '#shared/people/users.schemas.ts';
import { IMPORT } from '#shared/platform/limits.ts';
import { sentencesByField } from '#shared/platform/sentences.ts';
import { t } from '../texts.ts';
import { type Column, fold, readGroups, readLibraries } from './columns.ts';
import type { PeopleTable, TableRow } from './read-table.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** What a table is compared with. */
export interface KnownPeople {
  /** Those of the organization whose e-mails stand in the table. */
  readonly people: ReadonlyMap<string, Account>;
  /** E-mails of the table that belong to somebody of another organization. */
  readonly elsewhere: ReadonlySet<string>;
  readonly departments: readonly Named[];
  readonly libraries: readonly Named[];
}

export type PlannedRow = ImportedRow &
  (
    | { readonly what: 'create'; readonly create: UserCreate }
    | { readonly what: 'update'; readonly user: string; readonly update: UserUpdate }
    | { readonly what: 'same' }
  );

export interface ImportPlan {
  readonly rows: readonly PlannedRow[];
  readonly faults: readonly ImportFault[];
}

type Fail = (column: Column | null, message: string) => void;

/**
 * What each row of a table does: creates somebody, or changes somebody whose e-mail is known. An import only adds and
 * changes: an empty cell, or a role or library that is not named, leaves what is there. Pure.
 */
export function planImport(table: PeopleTable, known: KnownPeople): ImportPlan {
  const faults: ImportFault[] = [...table.faults];
  const rows: PlannedRow[] = [];
  const seen = new Map<string, number>();
  for (const row of table.rows) {
    let failed = false;
    const fail: Fail = (column, message) => {
      failed = true;
      faults.push({ row: row.number, column: column && (table.titles[column] ?? column), message });
    };
    const person = readRow(row, known, fail);
    if (!person) continue;
    const { email } = person;
    const before = seen.get(email);
    if (before !== undefined) fail('email', t('import.twice', { row: before }));
    else seen.set(email, row.number);
    if (known.elsewhere.has(email)) fail('email', t('import.elsewhere'));
    if (!failed) rows.push(planRow(row, person, known.people.get(email)));
  }
  return { rows, faults };
}

const EMPTY_TO_ABSENT: readonly Column[] = ['rut', 'department', 'roles', 'libraries'];

function readRow({ cells }: TableRow, known: KnownPeople, fail: Fail): UserCreate | null {
  for (const [column, text] of Object.entries(cells))
    if (text.length > IMPORT.cell) {
      fail(column as Column, t('import.long', { max: IMPORT.cell }));
      return null;
    }
  const given = Object.fromEntries(
    Object.entries(cells).filter(
      ([column, text]) => text !== '' || !EMPTY_TO_ABSENT.includes(column as Column),
    ),
  ) as Partial<Record<Column, string>>;
  const parsed = userCreate.safeParse(
    {
      ...{ email: given.email, firstname: given.firstname, lastname: given.lastname },
      ...(given.rut ? { rut: given.rut } : {}),
    },
    { reportInput: true },
  );
  for (const [field, sentence] of Object.entries(sentencesByField(parsed.error?.issues ?? [])))
    fail(field as Column, sentence);
  const department = given.department ? departmentOf(given.department, known, fail) : undefined;
  const roles = given.roles ? rolesOf(given.roles, fail) : [];
  const libraries = given.libraries ? librariesOf(given.libraries, known, fail) : [];
  if (!parsed.success) return null;
  return { ...parsed.data, ...(department ? { department } : {}), roles, libraries };
}

/** Finds by exact name, else by a name that is equal apart from case and accents. */
function pick(name: string, among: readonly Named[]): readonly Named[] {
  const exact = among.filter((each) => each.name === name);
  return exact.length === 1 ? exact : among.filter((each) => fold(each.name) === fold(name));
}

function departmentOf(name: string, { departments }: KnownPeople, fail: Fail): string | undefined {
  const found = pick(name, departments);
  if (found.length === 0) fail('department', t('import.department.unknown', { name }));
  if (found.length > 1) fail('department', t('import.department.several', { name }));
  return found[0]?.id;
}

function rolesOf(text: string, fail: Fail): UserCreate['roles'] {
  const roles = readGroups(text);
  if (Array.isArray(roles)) return roles;
  fail('roles', t('import.role.unknown', { name: roles.unknown }));
  return [];
}

function librariesOf(text: string, known: KnownPeople, fail: Fail): UserCreate['libraries'] {
  const written = readLibraries(text);
  if (!Array.isArray(written)) {
    fail('libraries', t('import.role.library', { name: written.unknown }));
    return [];
  }
  const wanted = new Map<string, LibraryRole[]>();
  for (const { name, roles } of written) {
    const found = pick(name, known.libraries);
    const [library] = found;
    if (!library) fail('libraries', t('import.library.unknown', { name }));
    else if (found.length > 1) fail('libraries', t('import.library.several', { name }));
    else if (wanted.has(library.id)) fail('libraries', t('import.library.twice', { name }));
    else wanted.set(library.id, [...roles]);
  }
  return [...wanted].map(([group, roles]) => ({ group, roles }));
}

function planRow(row: TableRow, person: UserCreate, before: Account | undefined): PlannedRow {
  const { email, firstname, lastname } = person;
  const shown = { row: row.number, email, firstname, lastname };
  if (!before) return { ...shown, what: 'create', create: person };
  const update = changesOf(person, before);
  if (Object.keys(update).length === 0) return { ...shown, what: 'same' };
  return { ...shown, what: 'update', user: before._id, update };
}

function changesOf(person: UserCreate, before: Account): UserUpdate {
  const roles = (['admin', 'manager'] as const).filter(
    (role) => before.roles.includes(role) || person.roles.includes(role),
  );
  const libraries = person.libraries.filter(({ group, roles: wanted }) => {
    const member = before.libraries.find((each) => each.group._id === group);
    return !member || [...member.roles].sort().join() !== [...wanted].sort().join();
  });
  return {
    ...(person.firstname === before.firstname ? {} : { firstname: person.firstname }),
    ...(person.lastname === before.lastname ? {} : { lastname: person.lastname }),
    ...(person.rut && person.rut !== before.rut ? { rut: person.rut } : {}),
    ...(person.department && person.department !== before.department?._id
      ? { department: person.department }
      : {}),
    ...(roles.length === before.roles.length ? {} : { roles }),
    ...(libraries.length === 0 ? {} : { libraries }),
  };
}
