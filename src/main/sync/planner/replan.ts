import type { Matched } from './matching/matched.ts';
import type { Plan } from './operations.ts';
import { PlanDraft } from './rules/plan-draft.ts';
import { isImpossible } from './rules/plan-impossible.ts';
import type { PlanOptions } from './rules/plan-options.ts';
import { planRecord } from './rules/plan-records.ts';
import { isSamePlace, type Saves, type Touched, type Trees, touchedRecords } from './touched.ts';
import { parentPath } from './trees.ts';

/**
 * Plans again after a few edits. Of a hundred thousand files all but a few are as they were at the last plan, which had
 * nothing to do for them, so there is nothing to do now. Wherever more differs than the contents of known files in
 * their places (a name, a place, something new or gone, a person's choice), and at every full scan, everything is
 * compared. A program that saves by putting another file in the old one's place changes contents only.
 */

export interface Planned {
  readonly plan: Plan;
  readonly options: PlanOptions;
}

/**
 * The plan that a whole comparison would make, apart from its order; `undefined` where that must be made. Updates
 * `matched`, which belongs to the last plan.
 * @param options those of now; `matched` in them is that of the last plan
 * @param saves as the last comparison left them
 */
export function planAgain(
  last: Planned,
  { remote, synced, local }: Trees,
  options: PlanOptions,
  touched: Touched,
  saves: Saves,
): Plan | undefined {
  const { origin } = last.plan;
  if (!origin || origin.others || !isSame(last.options, options)) return undefined;
  const trees = { remote, synced, local };
  const found = touchedRecords(trees, options.matched, touched, saves);
  const underWay = underWayRecords(trees, last.options, options);
  if (!found || !underWay) return undefined;
  const { ids, savedAnew } = found;
  for (const id of [...origin.records, ...underWay.ids]) ids.add(id);
  for (const id of ids) {
    const heir = savedAnew.get(id) ?? saves.heirs.get(id);
    if (!isInPlace(trees, options.matched, id, heir)) return undefined;
  }
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
  const mayWait = ({ key, recordId }: Plan['blocked'][number]) =>
    ids.has(key) || ids.has(recordId ?? '') || underWay.changed.has(key);
  if (others.some(({ item }) => mayWait(item))) return undefined;
  return {
    ...made,
    // No file or folder has come, gone or moved.
    emptyFolders: last.plan.emptyFolders,
    blocked: [...others.map(({ item }) => item), ...made.blocked],
    origin: { ...made.origin, blocked: [...others.map(({ about }) => about), ...made.origin.blocked] },
  };
}

interface UnderWay {
  readonly ids: ReadonlySet<string>;
  /** Ids of records and identities of files that have begun or ceased to travel. */
  readonly changed: ReadonlySet<string>;
}

/**
 * The records whose bytes have begun or ceased to travel, or wait for their turn: each edit's upload does. `undefined`
 * where something else has.
 */
function underWayRecords(
  { synced }: Trees,
  last: PlanOptions,
  { busy, waiting, matched }: PlanOptions,
): UnderWay | undefined {
  const all = [...new Set([...last.busy, ...busy])];
  const records = new Map<string, string>();
  for (const id of all) {
    const agreed = synced.get(id);
    if (agreed?.kind !== 'record') continue;
    for (const key of [id, agreed.identity, matched.entryOf.get(id)?.identity]) if (key) records.set(key, id);
  }
  const ids = new Set<string>();
  const changed = new Set(all.filter((key) => last.busy.has(key) !== busy.has(key)));
  for (const key of changed) {
    const id = records.get(key);
    if (id === undefined) return undefined;
    ids.add(id);
  }
  for (const id of new Set([...(last.waiting?.keys() ?? []), ...(waiting?.keys() ?? [])]))
    if (last.waiting?.get(id)?.sha256 !== waiting?.get(id)?.sha256) ids.add(id);
  return { ids, changed };
}

/**
 * Whether a record lies where both sides have it, in the file that was synced or that was put in its place.
 * @param heir the identity of that file
 */
function isInPlace(
  { remote, synced }: Trees,
  { entryOf, idOf }: Matched,
  id: string,
  heir: string | undefined,
): boolean {
  const there = remote.get(id);
  const agreed = synced.get(id);
  const here = entryOf.get(id);
  return (
    there?.kind === 'record' &&
    agreed?.kind === 'record' &&
    here?.kind === 'file' &&
    (here.identity === agreed.identity || here.identity === heir) &&
    !agreed.stopped &&
    isSamePlace(there, agreed) &&
    here.name === agreed.name &&
    idOf.get(parentPath(here.path)) === agreed.parent
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
