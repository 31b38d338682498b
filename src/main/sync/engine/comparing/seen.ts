import type { Clock } from '../../ports/clock.ts';
import { type Files, FilesError } from '../../ports/files.ts';
import { Peeks } from '../work/peeks.ts';
import { LastSeen } from './last-seen.ts';
import type { Memory } from './memory.ts';

/** The journal's notes: of what the last comparison saw, and of what was seen since. */
const META = { heirs: 'seen-heirs', others: 'seen-others', seenAt: 'seen-at', peeked: 'peeked' } as const;
type Noted = keyof typeof META;

/** While hints come, what they showed is noted within so many milliseconds. */
const NOTE_MS = 200;

/** How many documents a note has at most, the newest: nobody saves and moves more before they are sent. */
const MOST = 2_000;

interface SeenParts {
  readonly files: Pick<Files, 'stat' | 'stableIdentity'>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly memory: Memory;
}

/**
 * What was seen of documents that were saved anew or moved, and that neither side has yet. It outlives the engine
 * (decision 0078): a save may wait for hours to be sent, and nothing else links the new file to its document.
 */
export class Seen {
  readonly last: LastSeen;
  readonly peeks: Peeks;
  private notedAt = Number.NEGATIVE_INFINITY;
  private noting: Promise<void> | undefined;
  private readonly parts: SeenParts;

  constructor(parts: SeenParts) {
    this.parts = parts;
    this.last = new LastSeen({
      heirs: this.kept('heirs'),
      others: this.kept('others'),
      seenAt: this.kept('seenAt'),
    });
    this.peeks = new Peeks(parts.files, this.kept('peeked'), () => this.noteSoon());
  }

  /** When nothing is being looked at, and all that was seen is noted. */
  async rest(): Promise<void> {
    await this.peeks.rest();
    await this.noting;
  }

  /** Notes what a comparison saw, where it differs from what is noted. */
  note(): void {
    const { heirs, others, seenAt } = this.last;
    this.commit({ heirs, others, seenAt, peeked: this.peeks.identities });
  }

  private noteSoon(): void {
    const { clock } = this.parts;
    this.noting ??= clock
      .sleep(Math.max(0, this.notedAt + NOTE_MS - clock.now()))
      .then(() => this.commit({ peeked: this.peeks.identities }))
      // The next comparison notes it again, and fails where the journal does.
      .catch(() => undefined)
      .finally(() => {
        this.noting = undefined;
      });
  }

  private kept<T>(what: Noted): readonly (readonly [string, T])[] {
    if (!this.parts.files.stableIdentity) return [];
    return JSON.parse(this.text(what)) as [string, T][];
  }

  private text(what: Noted): string {
    return this.parts.memory.content.meta.get(META[what]) ?? '[]';
  }

  private commit(seen: Partial<Record<Noted, ReadonlyMap<string, unknown>>>): void {
    const { clock, files, memory } = this.parts;
    // Where another file may have its identity at the next start, it proves nothing.
    if (!files.stableIdentity) return;
    const changes = (Object.keys(seen) as Noted[])
      .map((what) => ({ what, value: JSON.stringify([...(seen[what] ?? [])].slice(-MOST)) }))
      .filter(({ what, value }) => value !== this.text(what))
      .map(({ what, value }) => ({ type: 'meta', key: META[what], value }) as const);
    if (changes.length === 0) return;
    this.notedAt = clock.now();
    try {
      memory.commitNotes(changes);
    } catch (error) {
      // Then it is known until the engine ends. What must be written asks for room.
      if (!(error instanceof FilesError) || error.code !== 'full') throw error;
    }
  }
}
