import { type RawBuilder, sql } from 'kysely';
import { LIBRARY_ROLES, type LibraryRole } from '#shared/access/roles.ts';
import type { Account, UserFilters } from '#shared/people/users.schemas.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import type { Executor } from '../../platform/db/change.ts';

/** Where a page ends: the key that its last row is sorted by, and that row's id. */
export interface PeoplePosition {
  readonly key: string;
  readonly id: string;
}

export interface PeoplePage {
  readonly items: readonly Account[];
  /** Null where there is no further row. */
  readonly next: PeoplePosition | null;
}

type Field = 'name' | 'email' | 'department' | 'lastSignIn' | 'created';

const stamp = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${column} at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`;

/** The text that each order sorts by, compared by bytes on either database. People without it come first. */
const KEYS: Readonly<Record<Field, RawBuilder<string>>> = {
  name: sql`u.name_key`,
  email: sql`(u.email collate "C")`,
  department: sql`(coalesce(public.legajo_name_key(d.name), '') || ' ' || u.name_key) collate "C"`,
  lastSignIn: sql`(coalesce(${stamp(sql`u.last_sign_in_at`)}, '') collate "C")`,
  created: sql`(${stamp(sql`u.created_at`)} collate "C")`,
};

const ROLES = {
  admin: sql`u.is_admin`,
  manager: sql`u.is_manager`,
  none: sql`not u.is_admin and not u.is_manager`,
} as const;

const likeAll = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** The words that somebody typed to find a person. A RUT is stored without points, so points are removed. */
const wordsOf = (text: string): string[] =>
  text
    .split(/\s+/)
    .map((word) => (/^[\d.]+(-?[\dkK])?$/.test(word) ? word.replaceAll('.', '') : word))
    // Digits are compared as text here, not by value as `sortKey` does.
    .map((word) => (/\d/.test(word) ? word.toLowerCase() : sortKey(word)))
    .filter((word) => word !== '');

function condition(organization: string, filters: Omit<UserFilters, 'sort'>): RawBuilder<unknown> {
  const { text = '', enabled, role, department, group } = filters;
  return sql.join(
    [
      sql`u.organization = ${organization}::uuid`,
      ...wordsOf(text).map((word) => sql`u.search_key like ${likeAll(word)}`),
      ...(enabled ? [sql`u.enabled = ${enabled === 'true'}`] : []),
      ...(role ? [ROLES[role]] : []),
      ...(department ? [sql`u.department = ${department}::uuid`] : []),
      ...(group
        ? [sql`exists (select from group_members m where m.group_id = ${group}::uuid and m.user_id = u.id)`]
        : []),
    ],
    sql` and `,
  );
}

interface Row {
  readonly id: string;
  readonly key: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly rut: string | null;
  readonly enabled: boolean;
  readonly is_admin: boolean;
  readonly is_manager: boolean;
  readonly department: string | null;
  readonly department_name: string | null;
  readonly last_sign_in_at: Date | null;
  readonly created_at: Date;
  readonly libraries: { _id: string; name: string; roles: LibraryRole[] }[] | null;
}

/** People of an organization in one order, after a position; libraries ordered by name. */
export async function findPeople(
  executor: Executor,
  organization: string,
  { sort, ...filters }: UserFilters,
  page: { after: PeoplePosition | null; limit: number },
): Promise<PeoplePage> {
  const descending = sort.startsWith('-');
  const key = KEYS[sort.replace('-', '') as Field];
  const { after, limit } = page;
  const beyond = after
    ? sql`and (${key}, u.id) ${sql.raw(descending ? '<' : '>')} (${after.key}::text collate "C", ${after.id}::uuid)`
    : sql``;
  const order = sql.raw(descending ? 'desc' : 'asc');
  // The page first, then what belongs to its rows: otherwise everybody's libraries would be collected.
  const { rows } = await sql<Row>`
    with page as (
      select u.*, ${key} as key, d.name as department_name
      from users u left join departments d on d.id = u.department
      where ${condition(organization, filters)} ${beyond}
      order by ${key} ${order}, u.id ${order} limit ${sql.lit(limit + 1)}
    )
    select p.id, p.key, p.firstname, p.lastname, p.email, p.rut, p.enabled, p.is_admin, p.is_manager, p.department,
      p.department_name, p.last_sign_in_at, p.created_at,
      (select json_agg(json_build_object('_id', g.id, 'name', g.name, 'roles', m.roles)
          order by public.legajo_name_key(g.name) collate "C")
        from group_members m join groups g on g.id = m.group_id where m.user_id = p.id) as libraries
    from page p order by p.key collate "C" ${order}, p.id ${order}`.execute(executor);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(present),
    next: last ? { key: last.key, id: last.id } : null,
  };
}

/** How many people match the filters. */
export async function countPeople(
  executor: Executor,
  organization: string,
  filters: Omit<UserFilters, 'sort'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users u where ${condition(organization, filters)}`.execute(executor);
  return rows[0]?.count ?? 0;
}

/** One person of the organization. */
export const findPerson = async (
  executor: Executor,
  organization: string,
  id: string,
): Promise<Account | null> => (await findWhere(executor, organization, sql`u.id = ${id}::uuid`))[0] ?? null;

/** The people of the organization who have one of these e-mails, in lower case. */
export const findPeopleByEmail = (
  executor: Executor,
  organization: string,
  emails: readonly string[],
): Promise<Account[]> => findWhere(executor, organization, sql`u.email = any(${[...emails]}::text[])`);

/** Whose these RUTs are, by RUT: the e-mail of the person of the organization. */
export async function findRuts(
  executor: Executor,
  organization: string,
  ruts: readonly string[],
): Promise<Map<string, string>> {
  if (ruts.length === 0) return new Map();
  const { rows } = await sql<{ rut: string; email: string }>`
    select rut, email from users where organization = ${organization}::uuid and rut = any(${[...ruts]}::text[])`.execute(
    executor,
  );
  return new Map(rows.map(({ rut, email }) => [rut, email]));
}

/** Which of these e-mails belong to people of other organizations. An e-mail is unique in an installation. */
export async function emailsElsewhere(
  executor: Executor,
  organization: string,
  emails: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select email from users where organization <> ${organization}::uuid and email = any(${[...emails]}::text[])`.execute(
    executor,
  );
  return new Set(rows.map(({ email }) => email));
}

async function findWhere(
  executor: Executor,
  organization: string,
  which: RawBuilder<unknown>,
): Promise<Account[]> {
  const { rows } = await sql<Row>`
    select u.id, '' as key, u.firstname, u.lastname, u.email, u.rut, u.enabled, u.is_admin, u.is_manager, u.department,
      d.name as department_name, u.last_sign_in_at, u.created_at,
      (select json_agg(json_build_object('_id', g.id, 'name', g.name, 'roles', m.roles)
          order by public.legajo_name_key(g.name) collate "C")
        from group_members m join groups g on g.id = m.group_id where m.user_id = u.id) as libraries
    from users u left join departments d on d.id = u.department
    where u.organization = ${organization}::uuid and ${which}`.execute(executor);
  return rows.map(present);
}

const present = (row: Row): Account => ({
  _id: row.id,
  firstname: row.firstname,
  lastname: row.lastname,
  enabled: row.enabled,
  email: row.email,
  rut: row.rut,
  department: row.department ? { _id: row.department, name: row.department_name ?? '' } : null,
  roles: [...(row.is_admin ? ['admin' as const] : []), ...(row.is_manager ? ['manager' as const] : [])],
  lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  libraries: (row.libraries ?? []).map(({ _id, name, roles }) => ({
    group: { _id, name },
    roles: LIBRARY_ROLES.filter((role) => roles.includes(role)),
  })),
});
