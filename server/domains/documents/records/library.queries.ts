import { sql } from 'kysely';
import type { LibraryRole } from '#shared/access/roles.ts';
import type { Scope } from '#shared/access/scopes.ts';
import { type Actor, isArchived, rolesIn } from '../../../platform/actor.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { notFound } from '../../../platform/errors.ts';
import { canSeeLibrary } from '../../access/libraries.policy.ts';

export interface LibraryFolder {
  readonly id: string;
  readonly parent: string | null;
  readonly name: string;
  readonly default_labels: string[] | null;
}

export interface LibraryLabel {
  readonly id: string;
  readonly name: string;
}

/** A document type, and what new documents of it start with. */
export interface LibraryType {
  readonly id: string;
  readonly default_scope: Scope | null;
  readonly review_months: number | null;
}

export interface LibraryMember {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly enabled: boolean;
  readonly roles: readonly LibraryRole[];
}

/** What is needed to place documents in a library: loaded once for each call, however many documents it has. */
export interface Library {
  readonly id: string;
  readonly name: string;
  readonly defaultLabels: readonly string[];
  readonly roles: readonly LibraryRole[];
  /** Archived: nobody writes in it any more. */
  readonly archived: boolean;
  readonly folders: ReadonlyMap<string, LibraryFolder>;
  /** Labels that may be assigned here. */
  readonly labels: ReadonlyMap<string, LibraryLabel>;
  readonly members: ReadonlyMap<string, LibraryMember>;
  readonly types: ReadonlyMap<string, LibraryType>;
}

/** These folders and those above them, instead of all folders of a large library. */
async function upFrom(
  executor: Executor,
  group: string,
  folders: readonly string[],
): Promise<LibraryFolder[]> {
  if (folders.length === 0) return [];
  const { rows } = await sql<LibraryFolder>`
    with recursive up as (
      select id, parent, name, default_labels from folders where group_id = ${group}::uuid and id = any(${[...folders]}::uuid[])
      union
      select f.id, f.parent, f.name, f.default_labels from folders f join up on f.id = up.parent
    ) select * from up
  `.execute(executor);
  return rows;
}

/**
 * A library as the actor may use it. An admin gets every library, without a role in it.
 * @param around the folders that matter, where not all of them are needed
 * @throws not_found where the actor is neither a member nor an admin
 */
export async function loadLibrary(
  executor: Executor,
  actor: Actor,
  id: string,
  around?: readonly string[],
): Promise<Library> {
  const group = await executor
    .selectFrom('groups')
    .select(['id', 'name', 'default_labels'])
    .where('organization', '=', actor.organization)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!group || !canSeeLibrary(actor, id)) throw notFound();
  const folders =
    around !== undefined
      ? await upFrom(executor, id, around)
      : await executor
          .selectFrom('folders')
          .select(['id', 'parent', 'name', 'default_labels'])
          .where('group_id', '=', id)
          .execute();
  const labels = await executor
    .selectFrom('labels')
    .select(['id', 'name', 'groups'])
    .where('organization', '=', actor.organization)
    .execute();
  const members = await executor
    .selectFrom('group_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.firstname', 'u.lastname', 'u.enabled', 'm.roles'])
    .where('m.group_id', '=', id)
    .execute();
  const types = await executor
    .selectFrom('document_types')
    .select(['id', 'default_scope', 'review_months'])
    .where('organization', '=', actor.organization)
    .execute();
  const byId = <T extends { id: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]));
  return {
    id: group.id,
    name: group.name,
    defaultLabels: group.default_labels,
    roles: rolesIn(actor, id),
    archived: isArchived(actor, id),
    folders: byId(folders),
    labels: byId(labels.filter((label) => label.groups.length === 0 || label.groups.includes(id))),
    members: byId(members),
    types: byId(types),
  };
}

/** The labels that a new document in a folder starts with: the folder's own, else its parent's, else the library's. */
export function effectiveLabels(
  library: Pick<Library, 'folders' | 'defaultLabels'>,
  folder: string | null,
): readonly string[] {
  for (let at = folder; at !== null; ) {
    const row = library.folders.get(at);
    if (!row) break;
    if (row.default_labels) return row.default_labels;
    at = row.parent;
  }
  return library.defaultLabels;
}
