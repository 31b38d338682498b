import { sql } from 'kysely';
import type { Viewer } from '#shared/access/visibility.ts';
import { clashKey, diskName } from '#shared/platform/names.ts';
import type { Change } from '../../../platform/db/change.ts';
import { tellHidden, toldTooMuch } from '../../../platform/limits/taken.ts';
import { visibleFaceCondition } from '../../access/visibility.policy.ts';
import { parentKey } from './places.queries.ts';

/** A document that was placed in a folder, with the name that it got. */
export interface NamedFile {
  readonly record: string;
  readonly group: string;
  readonly folder: string | null;
  /** The name that was asked for. */
  readonly wanted: string;
  /** The name that was free. */
  readonly given: string;
}

/**
 * Limits how often somebody can learn that a hidden document has a name. A number behind a name tells that something
 * else has that name. Where that is a document which the person does not see, the answer is counted. After too many of
 * them every new name is refused for a while, so that a refusal tells nothing either. Call it after the last lock.
 * @throws rate_limited
 */
export async function limitHiddenNames(
  change: Change,
  viewer: Viewer,
  files: readonly NamedFile[],
): Promise<void> {
  const numbered = files.filter(({ wanted, given }) => clashKey(diskName(wanted)) !== clashKey(given));
  const hidden = numbered.length > 0 ? await countHidden(change, viewer, files, numbered) : 0;
  if ((await tellHidden(change.trx, 'names', viewer.user, hidden)) < hidden) throw toldTooMuch();
}

async function countHidden(
  { trx }: Change,
  viewer: Viewer,
  files: readonly NamedFile[],
  numbered: readonly NamedFile[],
): Promise<number> {
  const { rows } = await sql<{ hidden: number }>`
    select count(distinct p.node_id)::int as hidden
    from unnest(
      ${numbered.map(({ group }) => group)}::uuid[], ${numbered.map(({ folder }) => parentKey(folder))}::uuid[],
      ${numbered.map(({ wanted }) => clashKey(diskName(wanted)))}::text[]
    ) as ask (group_id, parent, key)
    join places p on p.group_id = ask.group_id and p.parent = ask.parent and p.key = ask.key
    where p.node_id <> all(${files.map(({ record }) => record)}::uuid[])
      and not exists (select from folders d where d.id = p.node_id)
      and not exists (select from record_faces f where f.record_id = p.node_id and ${visibleFaceCondition(viewer)})`.execute(
    trx,
  );
  return rows[0]?.hidden ?? 0;
}
