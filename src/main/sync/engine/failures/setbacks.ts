import type { Operation, Plan } from '../../planner/operations.ts';
import { type LocalTree, parentPath } from '../../planner/trees.ts';
import { FilesError } from '../../ports/files.ts';
import type { BlockedItem, PendingOperation } from '../../ports/journal.ts';
import type { Failure } from './failure.ts';
import { classifyFailure } from './failures.ts';
import { Retries } from './retries.ts';

/** Operations that put something at their path: what lies below must wait for them. */
const MAKES_FOLDER: ReadonlySet<string> = new Set([
  'make folder',
  'create folder',
  'rehome folder',
  'move local',
  'set aside',
]);

/**
 * Operations that failed for a reason of their own item. Each is left out of the plan until its pause is over, so that
 * everything else goes on and the engine can rest.
 */
export class Setbacks {
  private readonly retries = new Retries<BlockedItem>();

  /**
   * Takes the failures that block only their item. Returns the others, which stop the engine.
   * @param pending running uploads: an operation that has become one is retried as that, and not planned again
   */
  take(failures: readonly Failure[], now: number, pending: ReadonlyMap<string, PendingOperation>): Failure[] {
    return failures.filter((failure) => {
      const { scope, reason, detail, message } = classifyFailure(failure.error);
      if (scope !== 'item') return true;
      const operation = begunFrom(failure.operation, pending) ?? failure.operation;
      const key = keyOf(operation);
      const path = failedPath(failure.error, operation);
      const bytes = reason === 'no-space' ? bytesOf(operation) : undefined;
      const item = { key, reason, path, recordId: recordOf(operation), detail, message, bytes };
      this.retries.failed(key, signatureOf(operation), item, now);
      return false;
    });
  }

  /**
   * The operations of a plan that may be tried now. What is planned no more is forgotten, but not while something has
   * to settle: the try itself may have touched its file, which is planned again in a moment.
   * @param isUnderWay whether the next try of this key runs beside the cycles, or has just ended: it may not be planned now
   */
  ready(
    { batch, unsettled }: Pick<Plan, 'batch' | 'unsettled'>,
    now: number,
    isUnderWay: (key: string) => boolean,
  ): readonly Operation[] {
    if (this.retries.size === 0) return batch;
    const planned = new Set(batch.map(keyOf));
    if (!unsettled)
      this.retries.keepOnly((key) => planned.has(key) || key.startsWith(PENDING) || isUnderWay(key));
    const isWaiting = (operation: Operation) =>
      this.retries.isWaiting(keyOf(operation), signatureOf(operation), now);
    const closed = batch.filter((each) => MAKES_FOLDER.has(each.kind) && isWaiting(each)).map(pathOf);
    return batch.filter(
      (operation) => !(isWaiting(operation) || closed.some((folder) => isBelow(pathOf(operation), folder))),
    );
  }

  /** Whether an upload that was begun waits for its next try. */
  isWaiting(operation: PendingOperation, now: number): boolean {
    return this.retries.isWaiting(keyOf(operation), signatureOf(operation), now);
  }

  /** Drops uploads that are not pending any more. */
  keepPending(operations: ReadonlyMap<string, PendingOperation>): void {
    this.retries.keepOnly((key) => !key.startsWith(PENDING) || operations.has(key.slice(PENDING.length)));
  }

  /** The blocked items, with the number of files that wait inside of them. */
  blocked(tree: LocalTree, isKnown: (path: string) => boolean, batch: readonly Operation[]): BlockedItem[] {
    const all = [...this.retries.all()].map(([key, { value }]) => {
      if (!key.startsWith('create folder') && !key.startsWith('make folder')) return value;
      let inside = batch.filter((each) => each.kind === 'download' && isBelow(each.path, value.path)).length;
      for (const entry of tree.values())
        if (entry.kind === 'file' && isBelow(entry.path, value.path) && !isKnown(entry.path)) inside += 1;
      return { ...value, inside };
    });
    return gathered(all);
  }

  /** Something changed at a path: what is blocked there, or directly in it, is tried at once. */
  changed(path: string, now: number): void {
    this.retries.changed((item) => item.path === path || parentPath(item.path) === path, now);
  }

  /** The person wants one tried at once. */
  retry(key: string): void {
    this.retries.hurry((item, each) => each === key || (isUnfitting(item) && keyOfLibrary(item) === key));
  }

  /** The bytes that each needs which found no room on the disk, the smallest first. */
  get short(): readonly number[] {
    const found: number[] = [];
    for (const [, { value }] of this.retries.all())
      if (value.reason === 'no-space') found.push(value.bytes ?? 0);
    return found.sort((a, b) => a - b);
  }

  /** Makes those due that found no room and need at most so many bytes. */
  retryFitting(free: number): void {
    this.retries.hurry(({ reason, bytes = 0 }) => reason === 'no-space' && bytes <= free);
  }

  /** When the next may be tried, on the clock's scale. */
  get nextAt(): number | undefined {
    return this.retries.nextAt;
  }
}

const PENDING = 'pending:';

/** From so many on, documents of a library that do not fit on the disk are listed as one item: nobody reads thousands. */
const MANY = 20;

/** A document of the server for which there is no room here. */
const isUnfitting = ({ key, reason }: BlockedItem): boolean =>
  reason === 'no-space' && key.startsWith('download:');

/** The folder of the library in which an item lies. */
const libraryOf = ({ path }: BlockedItem): string => path.split('/').slice(0, 2).join('/');

const keyOfLibrary = (item: BlockedItem): string => `no-space:${libraryOf(item)}`;

/** The items, with one for all documents of a library that do not fit where they are many. */
function gathered(all: readonly BlockedItem[]): BlockedItem[] {
  const unfitting = Map.groupBy(all.filter(isUnfitting), keyOfLibrary);
  const many = [...unfitting].filter(([, items]) => items.length >= MANY);
  if (many.length === 0) return [...all];
  const left = new Set(many.flatMap(([, items]) => items));
  return [
    ...many.map(([key, items]): BlockedItem => {
      const bytes = items.reduce((sum, item) => sum + (item.bytes ?? 0), 0);
      const path = libraryOf(items[0] as BlockedItem);
      return { key, reason: 'no-space', path, bytes, inside: items.length };
    }),
    ...all.filter((item) => !left.has(item)),
  ];
}

/** The pending upload that a planned one has become. */
function begunFrom(
  operation: Failure['operation'],
  pending: ReadonlyMap<string, PendingOperation>,
): PendingOperation | undefined {
  if (isPending(operation)) return undefined;
  if (operation.kind !== 'upload version' && operation.kind !== 'create record') return undefined;
  for (const each of pending.values())
    if (each.path === operation.path && each.identity === operation.expected.identity) return each;
  return undefined;
}

/** The bytes that an operation has to write on the disk; `undefined` where they are not known. */
function bytesOf(operation: Operation | PendingOperation): number | undefined {
  if ('size' in operation) return operation.size;
  return operation.kind === 'download' ? operation.version.size : undefined;
}

const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

const isPending = (operation: Operation | PendingOperation): operation is PendingOperation =>
  'opId' in operation;

function keyOf(operation: Operation | PendingOperation): string {
  if (isPending(operation)) return PENDING + operation.opId;
  return `${operation.kind}:${'id' in operation ? operation.id : operation.path}`;
}

function signatureOf(operation: Operation | PendingOperation): string {
  return isPending(operation) ? operation.opId : JSON.stringify(operation);
}

function pathOf(operation: Operation | PendingOperation): string {
  if ('path' in operation) return operation.path;
  return 'to' in operation ? operation.to : '';
}

/**
 * Where it failed: of a move either end may be closed, and the error names which. In a folder where nobody may write it
 * is the name that its person sees there.
 */
function failedPath(error: Failure['error'], operation: Operation | PendingOperation): string {
  if (!('from' in operation) || !(error instanceof FilesError)) return pathOf(operation);
  const { from, to } = operation;
  const isClosed = error.code === 'denied' && parentPath(from) === parentPath(to);
  return isClosed || error.path === from ? from : pathOf(operation);
}

function recordOf(operation: Operation | PendingOperation): string | undefined {
  if (isPending(operation)) return operation.recordId;
  const aboutRecord = ['download', 'upload version', 'remove copy', 'verify', 'identify', 'set writable'];
  return 'id' in operation && aboutRecord.includes(operation.kind) ? operation.id : undefined;
}
