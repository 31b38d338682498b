import type { Selectable } from 'kysely';
import type { LibraryRole } from '#shared/access/roles.ts';
import { type Viewer, type Visible, visibleFace } from '#shared/access/visibility.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { RecordFacesTable } from '../../../platform/db/tables/documents.ts';
import type { UsersTable } from '../../../platform/db/tables/organization.ts';
import { managersRead, readsBeyondIn } from '../../access/viewers.queries.ts';

/** A person other than the caller, with what the visibility rule and mails need to know. */
export interface KnownViewer extends Viewer {
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
}

/** These people as the database knows them now, in two queries. Who is disabled or unknown is left out. */
export async function loadViewers(
  executor: Executor,
  users: readonly string[],
): Promise<Map<string, KnownViewer>> {
  const ids = [...new Set(users)];
  if (ids.length === 0) return new Map();
  const rows = await executor
    .selectFrom('users as u')
    .innerJoin('organizations as o', 'o.id', 'u.organization')
    .select(['u.id', 'u.organization', 'u.email', 'u.firstname', 'u.lastname', 'u.is_admin', 'u.is_manager'])
    .select(managersRead('o').as('managers_read'))
    .where('u.id', 'in', ids)
    .where('u.enabled', '=', true)
    .execute();
  const members = await executor
    .selectFrom('group_members')
    .select(['user_id', 'group_id as group', 'roles'])
    .where('user_id', 'in', ids)
    .execute();
  const memberships = Map.groupBy(members, (row) => row.user_id);
  return new Map(rows.map((row) => [row.id, viewerOf(row, memberships.get(row.id) ?? [])]));
}

const viewerOf = (
  row: Pick<
    Selectable<UsersTable>,
    'id' | 'organization' | 'email' | 'firstname' | 'lastname' | 'is_admin' | 'is_manager'
  > &
    Pick<Parameters<typeof readsBeyondIn>[0], 'managers_read'>,
  memberships: readonly { group: string; roles: LibraryRole[] }[],
): KnownViewer => ({
  user: row.id,
  organization: row.organization,
  email: row.email,
  firstname: row.firstname,
  lastname: row.lastname,
  isAdmin: row.is_admin,
  readsBeyond: readsBeyondIn(row),
  memberships: memberships.map(({ group, roles }) => ({ group, roles })),
});

/** Who holds a role in a library. */
export async function roleHolders(executor: Executor, group: string, role: LibraryRole): Promise<string[]> {
  const rows = await executor
    .selectFrom('group_members')
    .select(['user_id', 'roles'])
    .where('group_id', '=', group)
    .execute();
  return rows.filter((row) => row.roles.includes(role)).map((row) => row.user_id);
}

/** Members of libraries, whatever their roles. */
export async function membersOf(
  executor: Executor,
  groups: readonly string[],
): Promise<Map<string, string[]>> {
  if (groups.length === 0) return new Map();
  const rows = await executor
    .selectFrom('group_members')
    .select(['group_id', 'user_id'])
    .where('group_id', 'in', [...new Set(groups)])
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.group_id)].map(([group, all]) => [
      group,
      all.map((row) => row.user_id),
    ]),
  );
}

type PlacedFace = Pick<
  Selectable<RecordFacesTable>,
  | 'record_id'
  | 'face'
  | 'organization'
  | 'group_id'
  | 'scope'
  | 'authors'
  | 'created_by'
  | 'ready'
  | 'deleted'
>;

/** What the visibility rule as a function (`src/shared/access/visibility.ts`) needs to know of these records. */
export async function loadVisible(
  executor: Executor,
  records: readonly string[],
): Promise<Map<string, Visible>> {
  const ids = [...new Set(records)];
  if (ids.length === 0) return new Map();
  const rows: PlacedFace[] = await executor
    .selectFrom('record_faces')
    .select([
      'record_id',
      'face',
      'organization',
      'group_id',
      'scope',
      'authors',
      'created_by',
      'ready',
      'deleted',
    ])
    .where('record_id', 'in', ids)
    .execute();
  const published = new Set(rows.filter((row) => row.face === 'published').map((row) => row.record_id));
  return new Map(
    rows
      .filter((row) => row.face === 'working')
      .map((row) => [
        row.record_id,
        {
          organization: row.organization,
          group: row.group_id,
          scope: row.scope,
          authors: row.authors,
          createdBy: row.created_by,
          ready: row.ready,
          published: published.has(row.record_id),
          deleted: row.deleted,
        },
      ]),
  );
}

/** Whether this person sees all of these documents now. */
export async function seesAll(
  executor: Executor,
  user: string,
  records: readonly string[],
): Promise<boolean> {
  if (records.length === 0) return true;
  const viewer = (await loadViewers(executor, [user])).get(user);
  const visible = await loadVisible(executor, records);
  return records.every((record) => {
    const facts = visible.get(record);
    return viewer !== undefined && facts !== undefined && visibleFace(viewer, facts) !== null;
  });
}
