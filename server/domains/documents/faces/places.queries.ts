import { sql, type Transaction } from 'kysely';
import type { Viewer } from '#shared/access/visibility.ts';
import { clashKey, diskKey, uniqueDiskName } from '#shared/platform/files/names.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { visibleFaceCondition } from '../../access/visibility.policy.ts';

const ROOT = '00000000-0000-0000-0000-000000000000';

/**
 * The folder as a part of the key of `places`. The library's root has a value of its own, because null cannot be part
 * of a key.
 */
const parentKey = (folder: string | null): string => folder ?? ROOT;

/** Whether another node in the folder has this name already. */
export async function isPlaceTaken(
  executor: Executor,
  group: string,
  folder: string | null,
  name: string,
  except?: string,
): Promise<boolean> {
  const row = await executor
    .selectFrom('places')
    .select('node_id')
    .where('group_id', '=', group)
    .where('parent', '=', parentKey(folder))
    .where('key', '=', diskKey(name))
    .executeTakeFirst();
  return row !== undefined && row.node_id !== except;
}

/**
 * A free name on disk for a file: the wanted one, made valid on every system, with a number behind it where it is
 * taken. Lock the library's row first (nextSeqs), so that nobody takes the name in between.
 */
export async function freeDiskName(
  trx: Transaction<Schema>,
  group: string,
  folder: string | null,
  wanted: string,
  node?: string,
): Promise<string> {
  const taken = new Set<string>();
  for (;;) {
    const name = uniqueDiskName(wanted, taken);
    if (!(await isPlaceTaken(trx, group, folder, name, node))) return name;
    taken.add(clashKey(name));
  }
}

/** Makes these the only names of a node. A record has two where its published snapshot has another name. */
export async function takePlaces(
  trx: Transaction<Schema>,
  node: string,
  group: string,
  folder: string | null,
  names: readonly string[],
): Promise<void> {
  await trx.deleteFrom('places').where('node_id', '=', node).execute();
  const keys = [...new Set(names.map(diskKey))];
  await trx
    .insertInto('places')
    .values(keys.map((key) => ({ group_id: group, parent: parentKey(folder), key, node_id: node })))
    .execute();
}

/** Reserves one name each for nodes that are just being made. @returns the nodes whose name was free */
export async function takeFreePlaces(
  trx: Transaction<Schema>,
  group: string,
  wanted: readonly { readonly node: string; readonly folder: string | null; readonly name: string }[],
): Promise<ReadonlySet<string>> {
  const rows = await trx
    .insertInto('places')
    .values(
      wanted.map(({ node, folder, name }) => ({
        group_id: group,
        parent: parentKey(folder),
        key: diskKey(name),
        node_id: node,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('node_id')
    .execute();
  return new Set(rows.map((row) => row.node_id));
}

export async function leavePlaces(trx: Transaction<Schema>, node: string): Promise<void> {
  await trx.deleteFrom('places').where('node_id', '=', node).execute();
}

/** A document in its place, under the name that was free there. */
export interface NamedFile {
  readonly record: string;
  readonly group: string;
  readonly folder: string | null;
  /** What it was to be called. */
  readonly wanted: string;
  /** What it is called. */
  readonly given: string;
}

/** How many documents that the viewer does not see have the names that `numbered` were to have; `files` aside. */
export async function countHidden(
  executor: Executor,
  viewer: Viewer,
  files: readonly NamedFile[],
  numbered: readonly NamedFile[],
): Promise<number> {
  const { rows } = await sql<{ hidden: number }>`
    select count(distinct p.node_id)::int as hidden
    from unnest(
      ${numbered.map(({ group }) => group)}::uuid[], ${numbered.map(({ folder }) => parentKey(folder))}::uuid[],
      ${numbered.map(({ wanted }) => diskKey(wanted))}::text[]
    ) as ask (group_id, parent, key)
    join places p on p.group_id = ask.group_id and p.parent = ask.parent and p.key = ask.key
    where p.node_id <> all(${files.map(({ record }) => record)}::uuid[])
      and not exists (select from folders d where d.id = p.node_id)
      and not exists (select from record_faces f where f.record_id = p.node_id and ${visibleFaceCondition(viewer)})`.execute(
    executor,
  );
  return rows[0]?.hidden ?? 0;
}
