import type { LibraryRole } from '#shared/access/roles.ts';
import { departmentCreate } from '#shared/organization/departments.schemas.ts';
import {
  type Account,
  type ImportedRow,
  type UserCreate,
  type UserUpdate,
  userCreate,
} from '#shared/people/users.schemas.ts';
import type { ImportFault } from '#shared/platform/files/table-import.ts';
import { IMPORT } from '#shared/platform/limits.ts';
import { sentencesByField } from '#shared/platform/texts/sentences.ts';
import { joinPath, splitPath } from '#shared/platform/tree-path.ts';
import { foldTitle as fold } from '../../../platform/tables/reading/fold-title.ts';
import { longCell } from '../../../platform/tables/reading/long-cell.ts';
import { departmentsNamed, type PlacedDepartment } from '../../organization/department-paths.ts';
import { t } from '../texts.ts';
import { type Column, readGroups, readLibraries } from './columns.ts';
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
  /** The e-mails of those of the organization whose RUTs stand in the table, by RUT. */
  readonly ruts: ReadonlyMap<string, string>;
  readonly departments: readonly PlacedDepartment[];
  readonly libraries: readonly Named[];
}

export type PlannedRow = ImportedRow & {
  /** The path of a department that is to be created before this row. */
  readonly newDepartment?: string;
} & (
    | { readonly what: 'create'; readonly create: UserCreate }
    | { readonly what: 'update'; readonly user: string; readonly update: UserUpdate }
    | { readonly what: 'same' }
  );

export interface ImportPlan {
  readonly rows: readonly PlannedRow[];
  readonly faults: readonly ImportFault[];
  /** Names of departments that the organization does not have, each once. */
  readonly departments: readonly string[];
}

export interface ImportOptions {
  /** Whether departments that the organization does not have are created, or wrong. */
  readonly createDepartments: boolean;
}

interface ReadRow {
  readonly person: UserCreate;
  readonly newDepartment: string | undefined;
}

type Fail = (column: Column | null, message: string) => void;

/**
 * What each row of a table does: creates somebody, or changes somebody whose e-mail is known. An import only adds and
 * changes: an empty cell, or a role or library that is not named, leaves what is there. Pure.
 */
export function planImport(
  table: PeopleTable,
  known: KnownPeople,
  options: ImportOptions = { createDepartments: false },
): ImportPlan {
  const faults: ImportFault[] = [...table.faults];
  const rows: PlannedRow[] = [];
  const seen = new Map<string, number>();
  const seenRuts = new Map<string, number>();
  const departments = new Map<string, string>();
  for (const row of table.rows) {
    let failed = false;
    const fail: Fail = (column, message) => {
      failed = true;
      faults.push({ row: row.number, column: column && (table.titles[column] ?? column), message });
    };
    /** One RUT is one person: twice, it is a slip, or one person with two addresses. */
    const checkRut = (rut: string, email: string) => {
      const before = seenRuts.get(rut);
      const owner = known.ruts.get(rut);
      if (before !== undefined) fail('rut', t('import.rutTwice', { row: before }));
      else if (owner !== undefined && owner !== email) fail('rut', t('import.rutOf', { email: owner }));
      else seenRuts.set(rut, row.number);
    };
    const read = readRow(row, known, fail, (name) => {
      departments.set(fold(name), departments.get(fold(name)) ?? name);
      return options.createDepartments;
    });
    if (!read) continue;
    const { person, newDepartment } = read;
    const { email } = person;
    const before = seen.get(email);
    if (before !== undefined) fail('email', t('import.twice', { row: before }));
    else seen.set(email, row.number);
    if (person.rut) checkRut(person.rut, email);
    if (known.elsewhere.has(email)) fail('email', t('import.elsewhere'));
    if (!failed) rows.push(planRow(row, person, known, newDepartment));
  }
  return { rows, faults, departments: [...departments.values()] };
}

const EMPTY_TO_ABSENT: readonly Column[] = ['rut', 'department', 'roles', 'libraries'];

/** @param mayCreate whether a department that the organization does not have is created */
function readRow(
  { cells }: TableRow,
  known: KnownPeople,
  fail: Fail,
  mayCreate: (department: string) => boolean,
): ReadRow | null {
  for (const [column, text] of Object.entries(cells))
    if (text.length > IMPORT.cell) {
      fail(column as Column, longCell());
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
  const department = given.department ? departmentOf(given.department, known, fail, mayCreate) : undefined;
  const roles = given.roles ? rolesOf(given.roles, fail) : [];
  const libraries = given.libraries ? librariesOf(given.libraries, known, fail) : [];
  if (!parsed.success) return null;
  return {
    person: { ...parsed.data, ...(department?.id ? { department: department.id } : {}), roles, libraries },
    newDepartment: department?.create,
  };
}

/** Finds by exact name, else by a name that is equal apart from case and accents. */
function pick(name: string, among: readonly Named[]): readonly Named[] {
  const exact = among.filter((each) => each.name === name);
  return exact.length === 1 ? exact : among.filter((each) => fold(each.name) === fold(name));
}

function departmentOf(
  given: string,
  { departments }: KnownPeople,
  fail: Fail,
  mayCreate: (department: string) => boolean,
): { readonly id?: string; readonly create?: string } {
  // `Operaciones / Obras` says which of several, and where a new one goes.
  const path = splitPath(given);
  const [first, ...others] = departmentsNamed(given, departments);
  if (others.length > 0) fail('department', t('import.department.several', { name: given }));
  if (first) return { id: first.id };
  const names = path.map((each) => departmentCreate.shape.name.safeParse(each));
  const wrong = names.find(({ success }) => !success);
  if (wrong?.error) {
    for (const sentence of Object.values(sentencesByField(wrong.error.issues))) fail('department', sentence);
    return {};
  }
  const create = joinPath(names.map(({ data }) => data ?? ''));
  if (mayCreate(create)) return { create };
  fail('department', t('import.department.unknown', { name: given }));
  return {};
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

function planRow(
  row: TableRow,
  person: UserCreate,
  known: KnownPeople,
  newDepartment: string | undefined,
): PlannedRow {
  const { email, firstname, lastname } = person;
  const before = known.people.get(email);
  const shown = { row: row.number, email, firstname, lastname, ...(newDepartment ? { newDepartment } : {}) };
  const gives = (roles: UserCreate['roles'], libraries: NonNullable<UserUpdate['libraries']>) => ({
    roles: roles.filter((role) => !before?.roles.includes(role)),
    libraries: libraries.map(({ group, roles: wanted }) => ({
      name: known.libraries.find(({ id }) => id === group)?.name ?? '',
      roles: wanted ?? [],
    })),
  });
  if (!before)
    return { ...shown, gives: gives(person.roles, person.libraries), what: 'create', create: person };
  const update = changesOf(person, before);
  const given = gives(update.roles ?? [], update.libraries ?? []);
  if (Object.keys(update).length === 0 && !newDepartment) return { ...shown, gives: given, what: 'same' };
  const was =
    update.firstname || update.lastname ? { was: `${before.firstname} ${before.lastname}`.trim() } : {};
  return { ...shown, ...was, gives: given, what: 'update', user: before._id, update };
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
