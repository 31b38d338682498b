import type { Matched } from '../../planner/matching/matched.ts';
import type { PlanOptions } from '../../planner/rules/plan-options.ts';
import type { LocalTree, SyncedTree } from '../../planner/trees.ts';
import { serverPlaceKey } from '../../planner/trees.ts';
import type { NewRecord } from '../../ports/remote.ts';
import type { Memory } from '../comparing/memory.ts';
import { type Look, SentFiles } from '../saves/sent-files.ts';
import type { VersionPace } from '../saves/version-pace.ts';
import type { Transfers } from './transfers.ts';

interface Parts {
  readonly memory: Memory;
  readonly transfers: Transfers;
  readonly pace: VersionPace;
}

/** The journal's note of files that were moved while they are being sent: identity and path of each. */
const META = 'moved-while-sent';

/** What is on its way between both sides, for the comparison of the others. */
export class UnderWay {
  private readonly sent: SentFiles;
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
    this.sent = new SentFiles(JSON.parse(this.kept) as [string, string][]);
  }

  /** What a plan must know of it, by what is on the disk now. */
  look(look: Look): Required<Pick<PlanOptions, 'busy' | 'beingMade' | 'waiting'>> {
    this.sent.note(this.parts.memory.content.operations.values(), look);
    this.keep();
    return { busy: this.busy(look.tree), beingMade: this.beingMade(), waiting: this.waiting() };
  }

  /** By identity, where files that are being sent were seen last. */
  get seenAt(): ReadonlyMap<string, string> {
    return this.sent.seenAt;
  }

  /** By identity, since when files are gone that were deleted while they were being sent. */
  get goneSince(): ReadonlyMap<string, number> {
    return this.sent.goneSince;
  }

  private get kept(): string {
    return this.parts.memory.content.meta.get(META) ?? '[]';
  }

  /** A restart of the engine does not forget where a file was moved. */
  private keep(): void {
    const { memory } = this.parts;
    const begunAt = new Map<string, string>();
    for (const { identity, path } of memory.content.operations.values()) begunAt.set(identity, path);
    const moved = [...this.sent.seenAt].filter(([identity, path]) => begunAt.get(identity) !== path);
    const value = JSON.stringify(moved);
    if (value !== this.kept) memory.commit([{ type: 'meta', key: META, value }]);
  }

  /** Forgets where files were seen that both sides have by now. */
  forgetFound(synced: SyncedTree, { entryOf }: Matched): void {
    if (this.sent.seenAt.size === 0) return;
    const wanted = new Set<string>();
    for (const { identity } of this.parts.memory.content.operations.values()) wanted.add(identity);
    for (const { id, identity } of synced.values())
      if (entryOf.get(id)?.identity !== identity) wanted.add(identity);
    this.sent.keepOnly((identity) => wanted.has(identity));
    this.keep();
  }

  private busy(tree: LocalTree): ReadonlySet<string> {
    const busy = new Set<string>(this.parts.transfers.busy);
    // A downloaded file that is being put in its place is not new.
    for (const { id, identity } of this.parts.memory.content.placing.values())
      if (busy.has(id)) busy.add(identity);
    for (const operation of this.parts.memory.content.operations.values()) {
      if (this.parts.pace.deferred.has(operation.opId)) continue;
      busy.add(operation.identity);
      // Saved by another file in its place: that is no new one, and is compared once this one is sent.
      const there = this.sent.successorOf(operation.identity, tree);
      if (there) busy.add(there.identity);
      if (operation.recordId) busy.add(operation.recordId);
    }
    return busy;
  }

  private beingMade(): ReadonlyMap<string, string> {
    const { operations, blocked } = this.parts.memory.content;
    const files = new Map<string, string>();
    const note = (identity: string, { folder, library, name }: NewRecord) =>
      files.set(serverPlaceKey(folder ?? library, name), identity);
    for (const { key, begun, again } of blocked.values()) if (begun && again) note(key, begun.record);
    for (const { identity, record, gone } of operations.values()) if (record && !gone) note(identity, record);
    return files;
  }

  private waiting(): ReadonlyMap<string, { readonly sha256: string }> {
    const waiting = new Map<string, { readonly sha256: string }>();
    for (const opId of this.parts.pace.deferred.keys()) {
      const operation = this.parts.memory.content.operations.get(opId);
      if (operation?.recordId) waiting.set(operation.recordId, { sha256: operation.sha256 });
    }
    return waiting;
  }
}
