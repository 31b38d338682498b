import type { Operation } from '../planner/operations.ts';
import { joinPath } from '../planner/trees.ts';
import type { Clock } from '../ports/clock.ts';
import type { Round } from './comparison.ts';
import { massDeletion, type Question } from './guard.ts';
import type { Memory } from './memory.ts';

/** How long something that vanished counts together with what vanishes later, in milliseconds. */
export const WINDOW_MS = 600_000;

/** Most paths that a question names one by one; it says how many there are. */
const MOST_NAMED = 200;

/** Where the journal keeps what vanished lately, so that a restart does not begin to count anew. */
const META = 'vanished';

interface Kept {
  /** The question is open: what is marked counts however long ago that was. */
  readonly asked: boolean;
  /** Ids of nodes that were marked, and when, in milliseconds of the epoch. */
  readonly marked: readonly (readonly [string, number])[];
}

/**
 * What vanished from the disk lately, marked for it already or not, and the question that is asked when it is much.
 * Nothing that the question names is marked while it is open.
 */
export class Deletions {
  question: Question | undefined;
  /** A person said beforehand that whatever is missing was removed on purpose. */
  accepted = false;
  /** Node ids that the question is about. */
  private named: ReadonlySet<string> = new Set();
  /** Was missing when its person said "Restaurar", but not for the settle time. */
  private readonly toRestore = new Set<string>();
  /** When a node was marked, on the clock's scale. */
  private readonly marked = new Map<string, number>();
  private asked: boolean;
  private readonly memory: Memory;
  private readonly clock: Clock;

  constructor(memory: Memory, clock: Clock) {
    this.memory = memory;
    this.clock = clock;
    const kept = JSON.parse(memory.content.meta.get(META) ?? '{"asked":false,"marked":[]}') as Kept;
    this.asked = kept.asked;
    // The computer's date may have been set back meanwhile: then it counts as marked just now.
    for (const [id, at] of kept.marked) this.marked.set(id, clock.now() - Math.max(0, clock.date() - at));
  }

  /** When a node was marked, on the clock's scale; `undefined` where it was not, or long ago. */
  readonly markedAt = (id: string): number | undefined => this.marked.get(id);

  /** Judges what is missing now, together with what was marked lately. */
  judge(round: Round): void {
    if (this.accepted) {
      this.question = undefined;
      this.named = new Set();
      return;
    }
    const { synced } = this.memory.content;
    const before = this.clock.now() - WINDOW_MS;
    const marked: string[] = [];
    let forgotten = false;
    for (const [id, at] of this.marked) {
      const counts = synced.get(id)?.stopped === true && round.isVanished(id);
      if (counts && (this.asked || at > before)) marked.push(id);
      else if (!this.asked || !synced.has(id)) forgotten = this.marked.delete(id) || forgotten;
    }
    this.named = massDeletion([...round.vanished, ...marked], synced);
    this.question = this.named.size > 0 ? this.ask() : undefined;
    // After a start everything that is missing must be missing for the settle time first.
    const asked = this.named.size > 0 || (this.asked && round.nextGone !== undefined);
    if (asked !== this.asked || forgotten) this.keep(asked);
  }

  /** What may be done of a batch: nothing of what the question names is marked. */
  allowed(batch: readonly Operation[]): readonly Operation[] {
    if (this.named.size === 0) return batch;
    return batch.filter((operation) => operation.kind !== 'stop' || !this.named.has(operation.id));
  }

  /** Remembers what a batch is about to mark. */
  note(batch: readonly Operation[]): void {
    if (this.accepted) return;
    const now = this.clock.now();
    let some = false;
    for (const operation of batch) {
      if (operation.kind !== 'stop') continue;
      this.marked.set(operation.id, now);
      some = true;
    }
    if (some) this.keep(this.asked);
  }

  /** Ids of what the question names, as it stands now. */
  get namedNow(): ReadonlySet<string> {
    return this.named;
  }

  /** "Dejar de sincronizar": all that the question named when its person saw it, and nothing that went since. */
  accept(seen: ReadonlySet<string>): void {
    const { synced } = this.memory.content;
    const changes = [...this.named].flatMap((id) => {
      const node = seen.has(id) ? synced.get(id) : undefined;
      return node && !node.stopped ? [{ type: 'synced', node: { ...node, stopped: true } } as const] : [];
    });
    this.close(changes);
  }

  /** "Restaurar": all that the question names comes back with the next look. `missing`: what is missing now. */
  restore(missing: readonly string[]): void {
    for (const id of missing) if (!this.named.has(id)) this.toRestore.add(id);
    this.close([...this.named].map((id) => ({ type: 'forget', id }) as const));
  }

  /**
   * Lets come back what was missing when its person said "Restaurar", and has not come back by itself.
   * @returns whether something did: then the plan is an old one
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
    this.question = undefined;
    this.keep(false, changes);
  }

  private ask(): Question {
    const { synced } = this.memory.content;
    const paths: string[] = [];
    for (const id of this.named) if (synced.get(id)?.kind === 'record') paths.push(this.pathOf(id));
    paths.sort();
    return { kind: 'mass-delete', files: paths.length, paths: paths.slice(0, MOST_NAMED) };
  }

  /** Where it lay. */
  private pathOf(id: string): string {
    const { synced, remote, libraries } = this.memory.content;
    const node = synced.get(id) ?? remote.get(id);
    if (!node) return libraries.get(id)?.path ?? '';
    return joinPath(this.pathOf(node.parent), node.name);
  }

  private keep(asked: boolean, changes: Parameters<Memory['commit']>[0] = []): void {
    this.asked = asked;
    const [now, date] = [this.clock.now(), this.clock.date()];
    const marked = [...this.marked].map(([id, at]) => [id, date - (now - at)] as const);
    const value = JSON.stringify({ asked, marked } satisfies Kept);
    this.memory.commit([...changes, { type: 'meta', key: META, value }]);
  }
}
