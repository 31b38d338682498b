import type { Matched } from './matched.ts';
import type { Plan } from './operations.ts';
import { PlanDraft, type PlanOptions } from './plan-draft.ts';
import { isImpossible } from './plan-impossible.ts';
import { planRecord } from './plan-records.ts';
import type { LocalEntry, LocalTree, RemoteNode, RemoteTree, SyncedNode, SyncedTree } from './trees.ts';
import { parentPath } from './trees.ts';

/**
 * Plans again after a few edits. Of a hundred thousand files all but a few are as they were at the last plan, which had
 * nothing to do for them, so there is nothing to do now. Wherever more differs than the contents of known files in
 * their places (a name, a place, something new or gone, a person's choice), and at every full scan, everything is
 * compared.
 */

/** How things were before they changed, since the notes were last taken. `many`: too many to compare one by one. */
export type Before<T> = ReadonlyMap<string, T | undefined> | 'many';

export interface Touched {
  /** By id. */
  readonly remote: Before<RemoteNode>;
  readonly synced: Before<SyncedNode>;
  /** By path. */
  readonly local: Before<LocalEntry>;
}

export interface Trees {
  readonly remote: RemoteTree;
  readonly synced: SyncedTree;
  readonly local: LocalTree;
}

export interface Planned {
  readonly plan: Plan;
  readonly options: PlanOptions;
}

/**
 * The plan that a whole comparison would make, apart from its order; `undefined` where that must be made. Updates
 * `matched`, which belongs to the last plan.
 * @param options those of now; `matched` in them is that of the last plan
 */
export function planAgain(
  last: Planned,
  { remote, synced, local }: Trees,
  options: PlanOptions,
  touched: Touched,
): Plan | undefined {
  const { origin } = last.plan;
  if (!origin || origin.others || !isSame(last.options, options)) return undefined;
  const trees = { remote, synced, local };
  const ids = touchedRecords(trees, options.matched, touched);
  const underWay = underWayRecords(trees, last.options, options);
  if (!ids || !underWay) return undefined;
  for (const id of [...origin.records, ...underWay]) ids.add(id);
  for (const id of ids) if (!isInPlace(trees, options.matched, id)) return undefined;
  const draft = new PlanDraft(remote, synced, local, options);
  for (const id of ids) {
    const node = remote.get(id);
    if (node?.kind !== 'record') continue;
    // It lies in its place, so its folder was reached when everything was compared.
    draft.reached.add(node.parent);
    if (isImpossible(draft, node)) return undefined;
    planRecord(draft, node);
  }
  const made = draft.result();
  // Two spellings of one name: the whole comparison decides which of them comes first.
  if (!made.origin || made.origin.refused) return undefined;
  const kept = last.plan.blocked.flatMap((item, at) => ({ item, about: origin.blocked[at] }));
  const others = kept.filter(({ about }) => about === undefined || !ids.has(about));
  // What something else waits for may have changed.
  if (others.some(({ item }) => ids.has(item.key) || ids.has(item.recordId ?? ''))) return undefined;
  return {
    ...made,
    // No file or folder has come, gone or moved.
    emptyFolders: last.plan.emptyFolders,
    blocked: [...others.map(({ item }) => item), ...made.blocked],
    origin: { ...made.origin, blocked: [...others.map(({ about }) => about), ...made.origin.blocked] },
  };
}

/** The records whose contents differ; `undefined` where anything else differs. */
function touchedRecords(trees: Trees, matched: Matched, { remote, synced, local }: Touched) {
  if (remote === 'many' || synced === 'many' || local === 'many') return undefined;
  const ids = new Set<string>();
  for (const [id, before] of remote) {
    if (!before || !isSamePlace(before, trees.remote.get(id))) return undefined;
    if (before.kind === 'folder' && before !== trees.remote.get(id)) return undefined;
    ids.add(id);
  }
  for (const [path, before] of local) {
    const now = trees.local.get(path);
    const id = matched.idOf.get(path);
    if (before?.kind !== 'file' || now?.kind !== 'file' || id === undefined) return undefined;
    if (before.identity !== now.identity) return undefined;
    ids.add(id);
  }
  for (const [id, before] of synced) {
    const now = trees.synced.get(id);
    if (before?.kind !== 'record' || now?.kind !== 'record' || !isSamePlace(before, now)) return undefined;
    if (before.stopped || now.stopped) return undefined;
    if (before.identity !== now.identity && !isFree(trees, matched, id, before.identity)) return undefined;
    ids.add(id);
  }
  for (const path of local.keys()) {
    const now = trees.local.get(path);
    const id = matched.idOf.get(path);
    // Recognized as before, by its path and identity: only its bytes are new.
    if (now && id !== undefined) (matched.entryOf as Map<string, LocalEntry>).set(id, now);
  }
  return ids;
}

/**
 * The records whose bytes have begun or ceased to travel, or wait for their turn: each edit's upload does. `undefined`
 * where something else has.
 */
function underWayRecords(
  { synced }: Trees,
  last: PlanOptions,
  { busy, waiting, matched }: PlanOptions,
): ReadonlySet<string> | undefined {
  const changed = [...new Set([...last.busy, ...busy])].filter((key) => last.busy.has(key) !== busy.has(key));
  const ids = new Set(changed.filter((key) => synced.get(key)?.kind === 'record'));
  const files = new Set([...ids].map((id) => matched.entryOf.get(id)?.identity));
  if (changed.some((key) => !ids.has(key) && !files.has(key))) return undefined;
  for (const id of new Set([...(last.waiting?.keys() ?? []), ...(waiting?.keys() ?? [])]))
    if (last.waiting?.get(id)?.sha256 !== waiting?.get(id)?.sha256) ids.add(id);
  return ids;
}

/**
 * Whether no other file has the old or the new identity of a record: otherwise it could be recognized as something
 * else.
 */
function isFree({ local }: Trees, matched: Matched, id: string, old: string): boolean {
  const own = matched.entryOf.get(id);
  for (const entry of local.values())
    if ((entry.identity === old || entry.identity === own?.identity) && entry.path !== own?.path)
      return false;
  return true;
}

/** Whether a record lies where both sides have it, in the file that was synced. */
function isInPlace({ remote, synced }: Trees, { entryOf, idOf }: Matched, id: string): boolean {
  const there = remote.get(id);
  const agreed = synced.get(id);
  const here = entryOf.get(id);
  return (
    there?.kind === 'record' &&
    agreed?.kind === 'record' &&
    here?.kind === 'file' &&
    here.identity === agreed.identity &&
    !agreed.stopped &&
    isSamePlace(there, agreed) &&
    here.name === agreed.name &&
    idOf.get(parentPath(here.path)) === agreed.parent
  );
}

type Place = Pick<RemoteNode | SyncedNode, 'kind' | 'library' | 'parent' | 'name'>;

function isSamePlace(one: Place, other: Place | undefined): boolean {
  return (
    one.kind === other?.kind &&
    one.library === other.library &&
    one.parent === other.parent &&
    one.name === other.name
  );
}

/** What is looked at record by record. */
const BY_RECORD: ReadonlySet<keyof PlanOptions> = new Set(['matched', 'busy', 'waiting']);

/** Whether everything else that a plan depends on is unchanged. Changes of blocked items are in the log of changes. */
function isSame(one: PlanOptions, other: PlanOptions): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof PlanOptions)[]);
  for (const key of keys) if (!BY_RECORD.has(key) && !isEqual(one[key], other[key])) return false;
  return true;
}

function isEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

/** Maps and sets as lists; those in options are short. */
function plain(value: unknown): unknown {
  return value instanceof Map || value instanceof Set ? [...value] : (value ?? null);
}
