import type { Matched } from '../../planner/matching/matched.ts';
import type { Operation, OperationOf } from '../../planner/operations.ts';
import { FilesError } from '../../ports/files.ts';
import { RemoteError, type VersionInfo } from '../../ports/remote.ts';
import type { Work } from '../work/work.ts';
import type { Memory } from './memory.ts';

type Edit = OperationOf<'upload version'>;

/** The journal's note. */
const META = 'went-back';
/** How many documents it has at most, the newest. */
const MOST = 2_000;

interface Earlier {
  /** The earlier version that the document's file held. */
  readonly sha256: string;
  /** The version that both sides had agreed on. */
  readonly agreed: string;
}

/**
 * Documents of which a person was asked because their files went back to an earlier version, until both sides agree on
 * another one. Who edits such a file edits that earlier version, and has not seen what others wrote since: the edit is one
 * on the earlier version. It outlives the engine, since a person may take their time with the answer.
 */
export class WentBack {
  private readonly memory: Memory;

  constructor(memory: Memory) {
    this.memory = memory;
  }

  /** Notes what is asked about now, and forgets what has the version again that both sides agreed on. */
  note(asked: readonly Edit[], { entryOf }: Pick<Matched, 'entryOf'>): void {
    const noted = this.read();
    if (noted.size + asked.length === 0) return;
    const { synced } = this.memory.content;
    for (const [id, { agreed }] of noted) {
      const node = synced.get(id);
      const entry = entryOf.get(id);
      const isOver = node?.kind !== 'record' || node.versionId !== agreed;
      if (isOver || (entry?.kind === 'file' && entry.sha256 === node.sha256)) noted.delete(id);
    }
    for (const { id, base, expected } of asked) noted.set(id, { sha256: expected.sha256, agreed: base });
    this.write(noted);
  }

  /** The person has answered: the files get other versions, or theirs are the newest ones. */
  clear(): void {
    this.write(new Map());
  }

  /** The operations, each edit with the version that it was made on. Throws `RemoteError` where the server is away. */
  async based(batch: readonly Operation[], work: Pick<Work, 'remote'>): Promise<readonly Operation[]> {
    const noted = this.read();
    if (noted.size === 0) return batch;
    return Promise.all(
      batch.map(async (operation) => {
        if (operation.kind !== 'upload version') return operation;
        const { id, base, expected } = operation;
        const earlier = noted.get(id);
        if (earlier?.agreed !== base || earlier.sha256 === expected.sha256) return operation;
        const made = (await versionsOf(id, work)).find(({ sha256 }) => sha256 === earlier.sha256);
        return made ? { ...operation, base: made.id } : operation;
      }),
    );
  }

  private read(): Map<string, Earlier> {
    return new Map(JSON.parse(this.text) as [string, Earlier][]);
  }

  private write(noted: ReadonlyMap<string, Earlier>): void {
    const value = JSON.stringify([...noted].slice(-MOST));
    if (value === this.text) return;
    try {
      this.memory.commitNotes([{ type: 'meta', key: META, value }]);
    } catch (error) {
      // The next comparison notes it again. What must be written asks for room.
      if (!(error instanceof FilesError) || error.code !== 'full') throw error;
    }
  }

  private get text(): string {
    return this.memory.content.meta.get(META) ?? '[]';
  }
}

/** The newest first; none where the server refuses to tell. */
async function versionsOf(id: string, { remote }: Pick<Work, 'remote'>): Promise<readonly VersionInfo[]> {
  try {
    return [...(await remote.versions(id))].sort((a, b) => b.number - a.number);
  } catch (error) {
    if (error instanceof RemoteError && !['offline', 'unauthorized'].includes(error.kind)) return [];
    throw error;
  }
}
