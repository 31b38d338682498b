import { visibleFace } from '#shared/access/visibility.ts';
import { holdStatus } from '#shared/keeping/holds.ts';
import type { Hold, HoldItem } from '#shared/retention/holds.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { lookup } from '../access/names.queries.ts';
import type { HoldItemRow, HoldRow } from '../keeping/holds-kept.queries.ts';

const nobody = (id: string) => ({ _id: id, firstname: '', lastname: '' });

export async function presentHolds(
  executor: Executor,
  rows: readonly HoldRow[],
  today: string,
): Promise<Hold[]> {
  const { people } = await lookup(executor, {
    people: rows.flatMap((row) => [row.placed_by, ...(row.released_by ? [row.released_by] : [])]),
  });
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    reason: row.reason,
    reference: row.reference,
    until: row.until,
    status: holdStatus({ until: row.until, released: row.released_at !== null }, today),
    placedBy: people.get(row.placed_by) ?? nobody(row.placed_by),
    placedAt: row.placed_at.toISOString(),
    releasedBy: row.released_by === null ? null : (people.get(row.released_by) ?? nobody(row.released_by)),
    releasedAt: row.released_at?.toISOString() ?? null,
    releaseReason: row.release_reason,
    items: row.items,
    documents: row.documents,
    rev: row.rev,
  }));
}

export async function presentHoldItems(
  executor: Executor,
  actor: Actor,
  rows: readonly HoldItemRow[],
): Promise<HoldItem[]> {
  const names = await lookup(executor, {
    people: rows.map((row) => row.added_by),
    groups: rows.map((row) => row.in_group),
    folders: rows.map((row) => row.in_folder),
  });
  return rows.map((row) => {
    const group = names.groups.get(row.in_group) ?? { _id: row.in_group, name: '' };
    const folder = row.in_folder ? names.folders.get(row.in_folder) : undefined;
    const kind = row.record_id ? 'record' : row.folder_id ? 'folder' : 'group';
    const name = { record: titleFor(actor, row), folder: folder?.name ?? null, group: group.name }[kind];
    return {
      _id: row.id,
      kind,
      target: row.record_id ?? row.folder_id ?? row.in_group,
      name,
      group,
      path: folder?.path ?? null,
      scope: row.scope,
      binned: row.binned,
      followed: row.followed,
      addedAt: row.added_at.toISOString(),
      addedBy: names.people.get(row.added_by) ?? nobody(row.added_by),
    };
  });
}

/**
 * A library or folder that is closed to this admin is given without its name (docs/domain/roles-and-visibility.md).
 * What lies in the bin is judged by where it was.
 */
function titleFor(actor: Actor, row: HoldItemRow): string | null {
  if (!row.scope || !row.created_by) return null;
  const face = visibleFace(actor, {
    organization: actor.organization,
    group: row.in_group,
    scope: row.scope,
    authors: row.authors ?? [],
    createdBy: row.created_by,
    ready: row.ready ?? false,
    published: row.published,
    deleted: false,
  });
  if (face === 'published') return row.published_title;
  const open = row.binned && (row.scope === 'public' || row.scope === 'internal');
  return face === 'working' || open ? row.title : null;
}
