import type { Clock } from '../../ports/clock.ts';
import { type Files, FilesError } from '../../ports/files.ts';
import type { JournalChange } from '../../ports/journal.ts';
import { AGREED_AT, agreedAt, comparingAnew } from '../comparing/compare-anew.ts';
import type { Memory } from '../comparing/memory.ts';
import { ROOT_MARKER, SYSTEM_FOLDER } from '../layout.ts';
import type { Question } from './guard.ts';

/** From this age on a turn is replaced by another when something was synced since. Milliseconds. */
const TURN_MS = 60 * 60_000;

/** Noted while libraries that come into the journal are compared anew too: when both sides last agreed. */
export const COMPARES_ANEW = 'compares anew';

/** What the marker says. Empty where it cannot be parsed. */
interface Marker {
  readonly installation: string;
  /** By journal: each of several people who sync the folder one after the other has one. None in earlier releases. */
  readonly turns: Readonly<Record<string, string>>;
  /** The journal that took the last turn. */
  readonly last: string;
}

/**
 * Checks that the root is the folder of this journal, as this journal left it: it may have been emptied, unmounted or
 * replaced. A copy of it, or what a backup had of it, holds old contents, which would go to the server as edits. It is
 * told from the folder itself by two marks:
 *
 * - the turn, an id in the marker that is replaced when the engine starts, and every hour in which it syncs. What was
 *   restored in place, or by the disk's own snapshots, brings back an old one;
 * - the identity of the marker's file, which a copy does not have, nor what was restored together with the journal.
 *
 * Where another journal has had the folder meanwhile, another person's or one that is lost, nothing that is noted holds:
 * both sides are compared anew.
 */
export class RootGuard {
  private turnedAt: number | undefined;
  /** The last turn of another journal, after which both sides were compared anew. */
  private turnOfOther: string | undefined;
  /** The memory's when it was last asked whether it is time. */
  private revision = 0;
  /** The memory's when both sides last agreed. */
  private agreedRevision: number | undefined;
  private readonly files: Files;
  private readonly memory: Memory;
  private readonly clock: Clock;
  private readonly newId: () => string;

  constructor(files: Files, memory: Memory, clock: Clock, newId: () => string) {
    this.files = files;
    this.memory = memory;
    this.clock = clock;
    this.newId = newId;
  }

  /** @returns a question where the folder is another one than it was */
  async check(): Promise<Question | undefined> {
    const { meta, synced } = this.memory.content;
    const known = meta.get('installation');
    const found = await this.read();
    const birthmark = await this.files.birthmark(ROOT_MARKER);
    const kind = this.differs(found, birthmark);
    if (kind && known !== undefined && synced.size > 0) return { kind, files: filesHere(this.memory) };
    if (!found?.installation) {
      await this.mark(known ?? this.newId());
    } else if (kind) {
      this.compareAnew();
      this.accept(found.installation, found.turns[this.journal] ?? '', birthmark);
    } else if (
      found.last !== '' &&
      found.last !== this.journal &&
      found.turns[found.last] !== this.turnOfOther
    ) {
      this.turnOfOther = found.turns[found.last];
      this.compareAnew();
    }
    return undefined;
  }

  /**
   * Gives the marker another turn where it is time. Called while this engine alone has the folder: of two that write the
   * marker at once, one would lose its turn.
   */
  async renew(): Promise<void> {
    const isDue = this.isDue;
    this.revision = this.memory.revision;
    const found = isDue ? await this.read() : undefined;
    if (!found) return;
    const turn = this.newId();
    // The journal has it before, so a crash at any point leaves a turn that it knows.
    this.memory.commit([noted('next turn', turn)]);
    try {
      const turns = { ...found.turns, [this.journal]: turn };
      await this.write({ ...found, turns, last: this.journal });
      const birthmark = (await this.files.birthmark(ROOT_MARKER)) ?? '';
      this.memory.commit([noted('turn', turn), noted('birthmark', birthmark)]);
    } catch (error) {
      // Without room, for example. The turn before still holds.
      if (!(error instanceof FilesError)) throw error;
    }
    this.turnedAt = this.clock.now();
    this.revision = this.memory.revision;
  }

  /** The person says that this folder is the right one from now on. */
  async startOver(): Promise<void> {
    // In this order: a crash between the two must not leave a folder that is taken for the right one, and what was agreed
    // with another.
    this.compareAnew();
    await this.mark(this.memory.content.meta.get('installation') ?? this.newId());
  }

  private compareAnew(): void {
    // The note is for libraries that are not known yet.
    const since = String(agreedAt(this.memory));
    this.memory.commit([noted(COMPARES_ANEW, since), ...comparingAnew(this.memory)]);
  }

  /** All that this person has was compared to the end, and both sides agree. */
  agreed(): void {
    const { libraries, meta } = this.memory.content;
    if (libraries.size > 0 && meta.get(COMPARES_ANEW)) this.memory.commit([noted(COMPARES_ANEW, '')]);
    // Not at rest, where nothing is written.
    if (this.memory.revision === this.agreedRevision) return;
    this.agreedRevision = this.memory.revision;
    try {
      this.memory.commitNotes([{ type: 'meta', key: AGREED_AT, value: String(this.clock.date()) }]);
    } catch (error) {
      // Without room the time before holds.
      if (!(error instanceof FilesError)) throw error;
    }
  }

  private differs(found: Marker | undefined, birthmark: string | undefined): Question['kind'] | undefined {
    const { meta } = this.memory.content;
    if (!found) return 'root-missing';
    if (found.installation !== meta.get('installation')) return 'root-foreign';
    // A journal of an earlier release knows of no turn, and of no birthmark.
    const turns = [meta.get('turn'), meta.get('next turn')].filter((turn) => turn !== undefined);
    if (turns.length > 0 && !turns.includes(found.turns[this.journal] ?? '')) return 'root-copied';
    // Another journal's turn was written to another file.
    if (found.last !== this.journal) return undefined;
    const before = found.turns[this.journal] === meta.get('turn') && meta.get('birthmark');
    return before && birthmark && before !== birthmark ? 'root-copied' : undefined;
  }

  private get isDue(): boolean {
    if (this.turnedAt === undefined) return true;
    // Not at rest, where nothing is written.
    return this.memory.revision !== this.revision && this.clock.now() - this.turnedAt >= TURN_MS;
  }

  /** The journal's own key in the marker. */
  private get journal(): string {
    const { meta } = this.memory.content;
    if (!meta.has('journal')) this.memory.commit([noted('journal', this.newId())]);
    return meta.get('journal') ?? '';
  }

  /** Makes a marker where there is none, or where it is to be this journal's alone. */
  private async mark(installation: string): Promise<void> {
    const turn = this.newId();
    await this.files.makeFolder(SYSTEM_FOLDER);
    await this.write({ installation, turns: { [this.journal]: turn }, last: this.journal });
    this.accept(installation, turn, await this.files.birthmark(ROOT_MARKER));
    this.turnedAt = this.clock.now();
  }

  /** Notes that the root is this journal's, as it is. */
  private accept(installation: string, turn: string, birthmark = ''): void {
    this.memory.commit([
      noted('installation', installation),
      noted('turn', turn),
      noted('next turn', turn),
      noted('birthmark', birthmark),
    ]);
  }

  private async read(): Promise<Marker | undefined> {
    return readMarker(await this.files.readText(ROOT_MARKER));
  }

  private write(marker: Marker): Promise<void> {
    return this.files.writeText(ROOT_MARKER, JSON.stringify(marker));
  }
}

const noted = (key: string, value: string): JournalChange => ({ type: 'meta', key, value });

/** How many files the folder should hold. */
function filesHere({ content }: Memory): number {
  let count = 0;
  for (const node of content.synced.values()) if (node.kind === 'record' && !node.stopped) count += 1;
  return count;
}

function readMarker(text: string | undefined): Marker | undefined {
  if (text === undefined) return undefined;
  try {
    const { installation, turns, last } = JSON.parse(text) as Record<keyof Marker, unknown>;
    return { installation: textOf(installation), turns: turnsOf(turns), last: textOf(last) };
  } catch {
    return { installation: '', turns: {}, last: '' };
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function turnsOf(value: unknown): Marker['turns'] {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, turn]) => typeof turn === 'string'));
}
