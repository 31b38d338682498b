import { recoverPlaced } from '../../executors/download.ts';
import { withoutIgnored } from '../../local/ignored.ts';
import type { Scan } from '../../local/scan.ts';
import type { Scanner } from '../../local/scanner.ts';
import { withoutUnseen } from '../../local/unread.ts';
import { match } from '../../planner/matching/match.ts';
import type { Matched } from '../../planner/matching/matched.ts';
import type { Plan } from '../../planner/operations.ts';
import { plan } from '../../planner/planner.ts';
import { planAgain } from '../../planner/replan.ts';
import type { PlanOptions } from '../../planner/rules/plan-options.ts';
import type { Touched } from '../../planner/touched.ts';
import { joinPath, type LocalTree } from '../../planner/trees.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Files } from '../../ports/files.ts';
import type { LibraryInfo } from '../../ports/remote.ts';
import { makeLibraryFolders } from '../libraries/libraries.ts';
import { followFolders, nameFolders, noteFolders } from '../libraries/library-folders.ts';
import { plannedLibraries } from '../libraries/planned-libraries.ts';
import { knownBackups, noteBackups } from '../saves/known-backups.ts';
import { lateSaves } from '../saves/late-saves.ts';
import type { VersionPace } from '../saves/version-pace.ts';
import type { SyncPreferences } from '../sync-preferences.ts';
import { knownHash } from '../work/known-hash.ts';
import { passOnNotes } from '../work/passed-on.ts';
import type { Transfers } from '../work/transfers.ts';
import { UnderWay } from '../work/under-way.ts';
import type { Reporter } from '../work/work.ts';
import { Absences } from './absences.ts';
import type { Memory } from './memory.ts';
import { Seen } from './seen.ts';

export interface Round {
  readonly scan: Scan;
  readonly plan: Plan;
  /** Whether both sides were compared as a whole, and not only what was touched. */
  readonly whole: boolean;
  readonly matched: Matched;
  /** When the next missing file has been missing for the settle time, on the clock's scale. */
  readonly nextGone: number | undefined;
  /** Nodes whose files have been missing for the settle time, and that are not marked yet. */
  readonly vanished: readonly string[];
  /** Whether a synced node is missing on the disk, without its person having said so. */
  isVanished(id: string): boolean;
}

export interface ComparisonParts {
  readonly files: Files;
  readonly clock: Clock;
  readonly memory: Memory;
  readonly scanner: Scanner;
  readonly reporter: Pick<Reporter, 'activity'>;
  readonly preferences: SyncPreferences;
  readonly pace: VersionPace;
  readonly transfers: Transfers;
  /** Milliseconds. */
  readonly settleMs: number;
  /** When a node was marked as removed here, on the clock's scale, where that is known. */
  readonly removedAt: (id: string) => number | undefined;
}

/** One comparison of both sides: scan, recognize, plan. */
export class Comparison {
  private readonly absences: Absences;
  private secondNames: ReadonlyMap<string, string> = new Map();
  private readonly underWay: UnderWay;
  private readonly seen: Seen;
  private matched: Matched | undefined;
  /** The result of the last comparison, and what was compared. */
  private last: { readonly of: string; readonly round: Round; readonly options: PlanOptions } | undefined;
  private readonly parts: ComparisonParts;

  constructor(parts: ComparisonParts) {
    this.parts = parts;
    this.absences = new Absences(parts);
    this.underWay = new UnderWay(parts);
    this.seen = new Seen(parts);
  }

  /** Something changed at a path: what lies in a document's place between two comparisons may be gone at the next one. */
  peek(path: string): void {
    if (this.matched) this.seen.peeks.look(path, this.parts.memory.content.synced, this.matched);
  }

  /** When nothing is being looked at, and what was seen is in the journal. */
  peeked(): Promise<void> {
    return this.seen.rest();
  }

  /** `open`: this person's libraries in this organization. */
  async compare(open: readonly LibraryInfo[], organization: string, full: boolean): Promise<Round> {
    const { scanner } = this.parts;
    this.seen.peeks.begin();
    const left = [...plannedLibraries(this.parts.memory.content, open)].filter(([, library]) => library.left);
    const exempt = new Set(left.map(([id]) => id));
    scanner.ignoreNothingIn(left.map(([, { path }]) => path));
    const scan = await this.scan(open, organization, full);
    this.recover(scan);
    passOnNotes(this.parts.memory, scan);
    const tryAgain = full && this.isLeftBehind();
    const of = this.whatIsCompared(scan, open, organization);
    if (!tryAgain && this.last?.of === of && isAtRest(this.last.round))
      return { ...this.last.round, scan, whole: false };
    const { round, options } = this.plan(scan, open, exempt, full);
    this.last = { of, round, options };
    return round;
  }

  /** Whether a folder that was deleted on the server could not be removed yet. */
  private isLeftBehind(): boolean {
    for (const { reason } of this.parts.memory.content.blocked.values())
      if (reason === 'left-behind') return true;
    return false;
  }

  private plan(
    scan: Scan,
    open: readonly LibraryInfo[],
    exempt: ReadonlySet<string>,
    full: boolean,
  ): { readonly round: Round; readonly options: PlanOptions } {
    const { files, clock, memory, preferences, scanner } = this.parts;
    const libraries = plannedLibraries(this.parts.memory.content, open);
    const { blocked, ...trees } = memory.content;
    const touched = { ...memory.takeChanges(), local: scanner.takeChanges() };
    const { last } = this;
    const closed = closedFolders(scan);
    const now = clock.now();
    // Cleared until there is a new one, because the notes of changes were taken.
    this.last = undefined;
    const said = {
      libraries,
      onlineOnly: preferences.onlineOnly,
      onlineOnlyByDefault: preferences.onlineOnlyByDefault,
      ...this.underWay.look({ tree: scan.tree, now, secondNames: this.secondNames }),
      blocked,
      obstacles: scan.obstacles,
      unseen: closed,
    };
    const leftBehind = this.isLeftBehind();
    const plain = closed.length === 0 && !leftBehind && scanner.patterns.length === 0;
    if (last && !full && plain && this.missing.length === 0) {
      const { matched, isVanished } = last.round;
      const options = { ...said, matched, goneSettled: last.options.goneSettled, tryAgain: false };
      const before = { plan: last.round.plan, options: last.options };
      const made = planAgain(before, { ...trees, local: scan.tree }, options, touched, this.seen.last);
      if (made) {
        this.seen.last.noteInPlace(recordsOf(touched, matched), trees.synced, matched);
        this.seen.peeks.forgetFound(matched, trees.synced);
        this.seen.note();
        const found = { matched, nextGone: undefined, vanished: [], isVanished };
        return { round: { scan, plan: made, whole: false, ...found }, options };
      }
    }
    const kept = withoutIgnored(trees.remote, trees.synced, scanner.patterns, exempt);
    const { remote, synced } = withoutUnseen(kept, scan.tree, closed, trees.libraries.values());
    // A new document may be known since a moment only, and its file gone for longer.
    this.absences.noteEarlier(synced, this.underWay.goneSince);
    const backups = knownBackups(memory);
    const matched = match(synced, scan.tree, {
      libraries,
      stableIdentity: files.stableIdentity,
      absence: { now, since: this.absences.since, asideSince: this.absences.asideSince },
      keepsAside: scan.keepsAside,
      secondNames: this.secondNames,
      seenAt: new Map([...this.seen.last.seenAt, ...this.underWay.seenAt]),
      heirs: this.seen.last.heirs,
      others: this.seen.last.others,
      knownBackups: backups,
      peeked: this.seen.peeks.identities,
    });
    this.matched = matched;
    this.seen.peeks.forgetFound(matched, synced);
    const folderOf = (id: string) => libraries.get(id)?.path ?? matched.entryOf.get(id)?.path;
    this.seen.last.note(synced, matched, ({ parent, name }) => {
      const folder = folderOf(parent);
      return folder === undefined ? undefined : scan.tree.get(joinPath(folder, name));
    });
    this.seen.note();
    this.underWay.forgetFound(synced, matched);
    noteBackups(memory, backups, matched, scan.tree, full && closed.length === 0);
    this.secondNames = matched.secondNames;
    const gone = this.absences.note(synced, matched, now);
    const isVanished = (id: string): boolean => {
      const node = synced.get(id);
      const library = node && libraries.get(node.library);
      if (!node || !library || library.left || matched.entryOf.has(id)) return false;
      return remote.has(id) && !preferences.isOnlineOnly(id);
    };
    const late = lateSaves(memory, scan.tree, matched, clock.date());
    const options = {
      ...said,
      ...(late.size > 0 ? { lateSaves: late } : {}),
      matched,
      goneSettled: gone.settled,
      tryAgain: full && leftBehind,
    };
    const made = plan(remote, synced, scan.tree, options);
    const vanished = [...gone.settled].filter(isVanished);
    const found = { matched, nextGone: gone.next, vanished, isVanished };
    return { round: { scan, plan: made, whole: true, ...found }, options };
  }

  /** A key that is equal while both sides are unchanged: then a hundred thousand files need not be compared again. */
  private whatIsCompared(scan: Scan, open: readonly LibraryInfo[], organization: string): string {
    const { memory, scanner } = this.parts;
    const { revision, locks, obstacles, missingRoots } = scan;
    const waiting = [...this.parts.pace.deferred.keys()];
    const travelling = this.parts.transfers.busy;
    const sides = [memory.revision, revision, locks, obstacles, missingRoots, waiting, closedFolders(scan)];
    return JSON.stringify([...sides, travelling, scanner.patterns, open, organization]);
  }

  /** Nodes that are missing on the disk now, and not marked yet. */
  get missing(): readonly string[] {
    return this.absences.unmarked(this.parts.memory.content.synced);
  }

  private async scan(open: readonly LibraryInfo[], organization: string, full: boolean): Promise<Scan> {
    const { files, memory } = this.parts;
    let scan = await this.list(full);
    const strayed =
      scan.missingRoots.length > 0 ? await followFolders(files, memory, scan) : new Set<string>();
    if (strayed.size > 0) scan = await this.list(true);
    if (await nameFolders(files, memory, organization, open, scan)) scan = await this.list(true);
    for (const id of strayed) {
      const path = memory.content.libraries.get(id)?.path;
      if (path !== undefined) this.parts.reporter.activity({ kind: 'library-back', path });
    }
    if (scan.missingRoots.length > 0 && (await makeLibraryFolders(files, memory, scan.missingRoots)))
      scan = await this.list(true);
    else if (!full) return scan;
    await noteFolders(files, memory);
    return scan;
  }

  /** What is on the disk now. */
  async look(): Promise<LocalTree> {
    return (await this.list(false)).tree;
  }

  private list(full: boolean): Promise<Scan> {
    const { memory, scanner } = this.parts;
    const roots = [...memory.content.libraries.values()].map((library) => library.path);
    return scanner.scan(roots, knownHash(memory), full);
  }

  /** Repairs what a crash, or a failure in the middle of a group, left between disk and journal. */
  private recover(scan: Scan): void {
    const { memory, transfers } = this.parts;
    if (memory.content.placing.size === 0 || closedFolders(scan).length > 0) return;
    const there = new Set([...scan.tree.values()].map((entry) => entry.identity));
    recoverPlaced(memory, (identity) => there.has(identity), new Set(transfers.busy));
  }
}

/** The records of which something was touched. */
function* recordsOf({ synced, local }: Touched, { idOf }: Matched): Generator<string> {
  if (synced === 'many' || local === 'many') return;
  yield* synced.keys();
  for (const path of local.keys()) yield idOf.get(path) ?? '';
}

/** Nothing was to be done, and nothing waits for a time. */
function isAtRest({ scan, plan, nextGone }: Round): boolean {
  return (
    plan.batch.length === 0 && !plan.unsettled && nextGone === undefined && scan.nextSettled === undefined
  );
}

/** Folders that could not be listed, so that their contents are unknown. */
function closedFolders({ unread }: Scan): string[] {
  return unread.filter(({ kind }) => kind === 'folder').map(({ path }) => path);
}
