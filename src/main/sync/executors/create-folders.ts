import type { Failure } from '../engine/failures/failure.ts';
import { classifyFailure } from '../engine/failures/failures.ts';
import type { Work } from '../engine/work/work.ts';
import type { OperationOf } from '../planner/operations.ts';
import { parentPath } from '../planner/trees.ts';
import { FilesError } from '../ports/files.ts';
import type { JournalChange } from '../ports/journal.ts';
import { type NewFolder, RemoteError } from '../ports/remote.ts';

/** New local folders are made on the server with their first documents, all levels of a tree one after the other. */

type CreateFolder = OperationOf<'create folder'>;

/** A folder whose place on the server is known. */
interface Placed {
  readonly library: string;
  /** Folder id, or the library's id. */
  readonly parent: string;
  readonly name: string;
  /** Of the local folder. */
  readonly identity: string;
}

type PlacedFolder = CreateFolder & Placed;

/** Folders in one call (docs/protocols/rest.md). */
const MOST_IN_ONE_CALL = 200;

export interface CreatedFolders {
  /** The new ids, by local path. */
  readonly made: ReadonlyMap<string, string>;
  readonly failures: readonly Failure[];
}

/**
 * Makes folders from the outside inwards, those of one level and library in one call, and notes each answer at once. What
 * lies in a folder that was not made is left for a later plan, and is no failure of its own.
 */
export async function createFolders(
  work: Work,
  operations: readonly CreateFolder[],
): Promise<CreatedFolders> {
  const creation = new Creation(work);
  let left = operations;
  for (;;) {
    const ready = left.flatMap((operation) => creation.placed(operation) ?? []);
    left = left.filter((operation) => !creation.placed(operation));
    for (const call of callsFor(ready)) {
      if (work.signal.aborted || creation.isCutOff) return creation;
      await creation.make(call);
    }
    if (ready.length === 0) return creation;
  }
}

/** A batch of folders that is being made. */
class Creation implements CreatedFolders {
  readonly made = new Map<string, string>();
  readonly failures: Failure[] = [];
  private readonly work: Work;

  constructor(work: Work) {
    this.work = work;
  }

  /** A failure that does not concern one folder would meet the rest too. */
  get isCutOff(): boolean {
    return this.failures.some(({ error }) => classifyFailure(error).scope !== 'item');
  }

  /** The operation with the folder that it goes into; `undefined` where that one is not made, or not yet. */
  placed(operation: CreateFolder): PlacedFolder | undefined {
    const parent = operation.parent ?? this.made.get(parentPath(operation.path));
    return parent === undefined ? undefined : { ...operation, parent };
  }

  /** Folders of one library, by one call. Asked for one by one, each that was not made gets an answer of its own. */
  async make(operations: readonly PlacedFolder[]): Promise<void> {
    if (operations.length > 1) await this.makeInOneCall(operations);
    for (const operation of operations) {
      if (this.made.has(operation.path)) continue;
      if (this.work.signal.aborted || this.isCutOff) return;
      await this.attempt(operation, async () => {
        if (await this.isThere(operation)) this.note([[operation, await createdAt(this.work, operation)]]);
      });
    }
  }

  private async makeInOneCall(operations: readonly PlacedFolder[]): Promise<void> {
    const there: PlacedFolder[] = [];
    for (const operation of operations)
      await this.attempt(operation, async () => {
        if (await this.isThere(operation)) there.push(operation);
      });
    const [first] = there;
    if (!first || this.isCutOff) return;
    await this.attempt(first, async () => {
      const { remote, newId } = this.work;
      const results = await remote
        .createFolders(newId(), first.library, there.map(placeOf))
        .catch((error: unknown) => {
          if (isForAll(error)) throw error;
          // The call as a whole was refused, or an older server does not have it.
          return [];
        });
      this.note(
        there.flatMap((operation, at) => {
          const result = results[at];
          return result?.ok ? [[operation, result.value.id] as const] : [];
        }),
      );
    });
  }

  /** Whether the folder still lies where it was when the plan was made. */
  private async isThere({ path, identity }: CreateFolder): Promise<boolean> {
    const entry = await this.work.files.stat(path);
    const isThere = entry?.kind === 'folder' && entry.identity === identity;
    if (!isThere) this.work.touched(parentPath(path));
    return isThere;
  }

  private note(made: readonly (readonly [PlacedFolder, string])[]): void {
    this.work.memory.commit(made.flatMap(([operation, id]) => createdChanges(this.work, operation, id)));
    for (const [{ path }, id] of made) this.made.set(path, id);
  }

  private async attempt(operation: PlacedFolder, action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof FilesError || error instanceof RemoteError)) throw error;
      this.failures.push({ operation, error });
    }
  }
}

/** Whether asking for the folders one by one would meet the same. */
function isForAll(error: unknown): boolean {
  if (!(error instanceof RemoteError)) return true;
  const isUnanswered = error.kind === 'offline' || error.kind === 'unauthorized';
  return isUnanswered && classifyFailure(error).scope !== 'item';
}

function callsFor(operations: readonly PlacedFolder[]): PlacedFolder[][] {
  const calls: PlacedFolder[][] = [];
  for (const all of Map.groupBy(operations, ({ library }) => library).values())
    for (let at = 0; at < all.length; at += MOST_IN_ONE_CALL)
      calls.push(all.slice(at, at + MOST_IN_ONE_CALL));
  return calls;
}

const placeOf = ({ library, parent, name }: Placed): NewFolder => ({
  parent: parent === library ? null : parent,
  name,
});

/** Makes one folder on the server, and returns its id. */
export async function createdAt(work: Work, folder: Placed): Promise<string> {
  const { parent, name } = placeOf(folder);
  return (await work.remote.createFolder(work.newId(), folder.library, parent, name)).id;
}

/** What the journal notes of a folder that was made. */
export function createdChanges(
  work: Work,
  { library, parent, name, identity }: Placed,
  id: string,
): readonly JournalChange[] {
  const place = { kind: 'folder', id, library, parent, name } as const;
  return [
    { type: 'remote', node: { ...place, hasDefaultLabels: inheritsLabels(work, parent) } },
    { type: 'synced', node: { ...place, identity, stopped: false } },
  ];
}

function inheritsLabels(work: Work, parent: string): boolean {
  const folder = work.memory.content.remote.get(parent);
  return folder?.kind === 'folder' ? folder.hasDefaultLabels : true;
}
