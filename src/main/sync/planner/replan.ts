import type { Matched } from './match.ts';
import type { Plan } from './operations.ts';
import { PlanDraft, type PlanOptions } from './plan-draft.ts';
import { isImpossible } from './plan-impossible.ts';
import { planRecord } from './plan-records.ts';
import type { LocalEntry, LocalTree, RemoteNode, RemoteTree, SyncedNode, SyncedTree } from './trees.ts';
import { parentPath } from './trees.ts';

/**
 * The comparison of what a few edits have touched. Of a hundred thousand files all but a few stand as they stood at the
 * last look, and nothing was to be done for them: nothing is now. Wherever more than the contents of known files in their
 * places differs (a name, a place, something new or gone, what a person said), everything is compared, and at every look
 * at the whole disk too.
 */

/** What a log has noted since it was last taken: how things were before. `many`: more than is worth looking at singly. */
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
 * The plan that a whole comparison would make, but for the order in it; `undefined` where that must be made. Brings
 * `matched`, which belongs to the last plan, up to date.
 *
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
  if (!ids) return undefined;
  for (const id of origin.records) ids.add(id);
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
  // Two spellings of one name: which of them comes first is for the whole comparison to say.
  if (!made.origin || made.origin.refused) return undefined;
  const kept = last.plan.blocked.flatMap((item, at) => ({ item, about: origin.blocked[at] }));
  const others = kept.filter(({ about }) => about === undefined || !ids.has(about));
  // What something else waits for may have changed.
  if (others.some(({ item }) => ids.has(item.key) || ids.has(item.recordId ?? ''))) return undefined;
  return {
    ...made,
    blocked: [...others.map(({ item }) => item), ...made.blocked],
    origin: { ...made.origin, blocked: [...others.map(({ about }) => about), ...made.origin.blocked] },
  };
}

/** The records whose contents differ; `undefined` where anything else does. */
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
    // Recognized as before, by its path and identity: only what is known of its bytes is new.
    if (now && id !== undefined) (matched.entryOf as Map<string, LocalEntry>).set(id, now);
  }
  return ids;
}

/** Whether no other file has the old or the new identity of a record: it would be taken for something else now. */
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

/** Whether all else that a plan depends on is as it was. What waits for people is told apart by the log of changes. */
function isSame(one: PlanOptions, other: PlanOptions): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof PlanOptions)[]);
  for (const key of keys) if (key !== 'matched' && !isEqual(one[key], other[key])) return false;
  return true;
}

function isEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

/** Maps and sets as lists; those of options are short. */
function plain(value: unknown): unknown {
  return value instanceof Map || value instanceof Set ? [...value] : (value ?? null);
}
