import type { Operation } from '../../planner/operations.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Round } from '../comparing/comparison.ts';
import type { Memory } from '../comparing/memory.ts';
import { agreedPlaceOf } from '../places.ts';
import type { Reporter } from '../work/work.ts';
import { MOST_NAMED, massDeletion, type Question } from './guard.ts';
import { keptNodes, stopChanges, tellStopped } from './stopped.ts';

/** For how long files that vanish count together, in milliseconds. */
export const WINDOW_MS = 600_000;

/** The journal's note of what vanished lately, so that a restart goes on counting. */
const META = 'vanished';

interface Kept {
  /** While the question is open, marked nodes count however long ago they were marked. */
  readonly asked: boolean;
  /** Ids of nodes that were marked, and when, in milliseconds of the epoch. */
  readonly marked: readonly (readonly [string, number])[];
  /** Ids of nodes that the question named when it was asked last. */
  readonly named?: readonly string[];
}

/**
 * What vanished from the disk lately, marked or not, and the question that is asked when it is much. While the question
 * is open, nothing that it names is marked.
 */
export class Deletions {
  question: Question | undefined;
  /** The node ids that the question names. */
  private named: ReadonlySet<string> = new Set();
  /** Nodes that were missing when the person chose "Restaurar", but not for the settle time yet. */
  private readonly toRestore = new Set<string>();
  /** When a node was marked, on the clock's scale. */
  private readonly marked = new Map<string, number>();
  private asked: boolean;
  /** What the question named when it was asked last, perhaps before a restart. */
  private askedAbout: ReadonlySet<string>;
  private readonly memory: Memory;
  private readonly clock: Clock;
  private readonly reporter: Pick<Reporter, 'activity'>;

  constructor(memory: Memory, clock: Clock, reporter: Pick<Reporter, 'activity'>) {
    this.memory = memory;
    this.clock = clock;
    this.reporter = reporter;
    const kept = JSON.parse(memory.content.meta.get(META) ?? '{"asked":false,"marked":[]}') as Kept;
    this.asked = kept.asked;
    this.askedAbout = new Set(kept.named);
    // Where the computer's date was set back, it counts as marked just now.
    for (const [id, at] of kept.marked) this.marked.set(id, clock.now() - Math.max(0, clock.date() - at));
  }

  /** When a node was marked, on the clock's scale; `undefined` where it was not, or long ago. */
  readonly markedAt = (id: string): number | undefined => this.marked.get(id);

  /** Decides whether to ask, by what is missing now and what was marked lately. */
  judge(round: Round): void {
    const { synced } = this.memory.content;
    const before = this.clock.now() - WINDOW_MS;
    const marked: string[] = [];
    let forgotten = false;
    for (const [id, at] of this.marked) {
      const counts = synced.get(id)?.stopped === true && round.isVanished(id);
      if (counts && (this.asked || at > before)) marked.push(id);
      else if (!this.asked || !synced.has(id)) forgotten = this.marked.delete(id) || forgotten;
    }
    const gone = new Set([...round.vanished, ...marked]);
    // It was asked about, so it is answered: also where the share has fallen, because others added documents meanwhile.
    const stillAsked = this.asked
      ? [...this.askedAbout].filter((id) => synced.has(id) && round.isVanished(id))
      : [];
    this.named = new Set([...massDeletion([...gone], synced), ...stillAsked.filter((id) => gone.has(id))]);
    this.question = this.named.size > 0 ? this.ask() : undefined;
    // After a start everything that is missing must stay missing for the settle time first.
    const asked = this.named.size > 0 || (this.asked && round.nextGone !== undefined);
    const about = new Set([...this.named, ...stillAsked]);
    const isOther = this.named.size > 0 && !isSameSet(about, this.askedAbout);
    if (isOther) this.askedAbout = about;
    if (!asked) this.askedAbout = new Set();
    if (asked !== this.asked || forgotten || isOther) this.keep(asked);
  }

  /** The part of a batch that may run: nothing that the question names is marked. */
  allowed(batch: readonly Operation[]): readonly Operation[] {
    if (this.named.size === 0) return batch;
    return batch.filter((operation) => operation.kind !== 'stop' || !this.named.has(operation.id));
  }

  /** Notes what a batch is about to mark. */
  note(batch: readonly Operation[]): void {
    const now = this.clock.now();
    let some = false;
    for (const operation of batch) {
      if (operation.kind !== 'stop') continue;
      this.marked.set(operation.id, now);
      some = true;
    }
    if (some) this.keep(this.asked);
  }

  /** The ids that the question names now. */
  get namedNow(): ReadonlySet<string> {
    return this.named;
  }

  /**
   * "Dejar de sincronizar": for everything that the question named when the person saw it, and nothing that vanished
   * since.
   */
  accept(seen: ReadonlySet<string>): void {
    this.letGo([...this.named].filter((id) => seen.has(id)));
  }

  /** The same after a restart: for what the question named when it was asked last. What vanished since is asked about. Returns whether it named any. */
  acceptLast(): boolean {
    const last = [...this.askedAbout];
    for (const id of last) this.marked.delete(id);
    this.letGo(last);
    return last.length > 0;
  }

  private letGo(ids: readonly string[]): void {
    const nodes = keptNodes(this.memory, ids);
    this.close(stopChanges(nodes));
    tellStopped(this.memory, this.reporter, nodes);
  }

  /** "Restaurar": everything that the question names is downloaded again. `missing`: what is missing now. */
  restore(missing: readonly string[]): void {
    for (const id of missing) if (!this.named.has(id)) this.toRestore.add(id);
    this.close([...this.named].map((id) => ({ type: 'forget', id }) as const));
  }

  /**
   * Restores what was missing when the person chose "Restaurar" and did not come back by itself.
   * @returns whether something was restored: then the plan must be made again
   */
  bringBack(round: Round): boolean {
    if (this.toRestore.size === 0) return false;
    const vanished = new Set(round.vanished);
    const back = [...this.toRestore].filter((id) => vanished.has(id));
    for (const id of this.toRestore) if (!round.isVanished(id) || vanished.has(id)) this.toRestore.delete(id);
    this.memory.commit(back.map((id) => ({ type: 'forget', id })));
    return back.length > 0;
  }

  private close(changes: Parameters<Memory['commit']>[0]): void {
    for (const id of this.named) this.marked.delete(id);
    this.named = new Set();
    this.askedAbout = new Set();
    this.question = undefined;
    this.keep(false, changes);
  }

  private ask(): Question {
    const { synced } = this.memory.content;
    const paths: string[] = [];
    for (const id of this.named)
      if (synced.get(id)?.kind === 'record') paths.push(agreedPlaceOf(this.memory.content, id));
    paths.sort();
    return { kind: 'mass-delete', files: paths.length, paths: paths.slice(0, MOST_NAMED) };
  }

  private keep(asked: boolean, changes: Parameters<Memory['commit']>[0] = []): void {
    this.asked = asked;
    const [now, date] = [this.clock.now(), this.clock.date()];
    const marked = [...this.marked].map(([id, at]) => [id, date - (now - at)] as const);
    const named = [...this.askedAbout];
    const value = JSON.stringify({ asked, marked, named } satisfies Kept);
    this.memory.commit([...changes, { type: 'meta', key: META, value }]);
  }
}

const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((id) => other.has(id));
