import { titleFromFileName } from '#shared/platform/files/names.ts';
import { createFolders } from '../../executors/create-folders.ts';
import { createRecords } from '../../executors/create-records.ts';
import { downloadAll } from '../../executors/download.ts';
import { forEachLimited } from '../../executors/limited.ts';
import * as local from '../../executors/local.ts';
import { hasCopy } from '../../executors/packs.ts';
import { removeFolder } from '../../executors/retire.ts';
import { sendNewFiles } from '../../executors/send-new.ts';
import * as server from '../../executors/server.ts';
import { isSmallNewFile, type SmallNewFile } from '../../executors/small-new-file.ts';
import { knownOf, sortFound, takeFound } from '../../executors/started-over.ts';
import { knownSaves, takeSave } from '../../executors/take-save.ts';
import { sendDeferred, sendUpload, sendWaiting, uploadVersion } from '../../executors/upload.ts';
import type { Operation, OperationKind, OperationOf } from '../../planner/operations.ts';
import { baseName, parentPath } from '../../planner/trees.ts';
import { FilesError } from '../../ports/files.ts';
import type { KeptBlockedItem, PendingOperation } from '../../ports/journal.ts';
import { RemoteError } from '../../ports/remote.ts';
import type { Failure } from '../failures/failure.ts';
import { classifyFailure } from '../failures/failures.ts';
import { broughtAlong, notVacating, vacating } from '../saves/late-saves.ts';
import { downloadKey, isWanted } from './transfers.ts';
import { TOLD_ONE_BY_ONE, type Work } from './work.ts';

/** Files in one group of downloads, and in one batch call (docs/protocols/rest.md). */
const GROUP = 200;
const GROUPS_AT_ONCE = 2;
/** Bytes in one group of downloads: a crash loses the journal entries of at most that much. */
const GROUP_BYTES = 64 << 20;

export interface Places {
  /** The id of the synced folder or library at a local path. */
  idAt(path: string): string | undefined;
}

/** Runs a batch. A failed operation is left for a later plan; only failures that stop everything are thrown. */
export async function executeBatch(
  work: Work,
  batch: readonly Operation[],
  places: Places,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  const of = <K extends OperationKind>(kind: K) =>
    batch.filter((operation): operation is OperationOf<K> => operation.kind === kind);
  const each = async <O extends Operation>(
    operations: readonly O[],
    action: (operation: O) => Promise<void> | void,
  ) => {
    for (const operation of operations) {
      if (work.signal.aborted || cutOff(failures)) return;
      await attempt(failures, operation, async () => action(operation));
    }
  };
  const stops = of('stop');
  if (!work.signal.aborted) await attempt(failures, stops[0], async () => local.stopAll(work, stops));
  await each(of('follow'), (operation) => local.follow(work, operation));
  await each(of('forget'), ({ id }) => work.memory.commit([{ type: 'forget', id }]));
  for (const group of groups(of('adopt'), () => 0)) {
    if (!work.signal.aborted)
      await attempt(failures, group[0], async () => failures.push(...(await local.adoptAll(work, group))));
  }
  await each(of('adopt folder'), (operation) => local.adoptFolder(work, operation));
  await each(of('set writable'), (operation) => local.setWritable(work, operation));
  await each(of('verify'), (operation) => server.verify(work, operation));
  await each(of('identify'), (operation) => server.identify(work, operation));
  await each(of('set aside'), (operation) => local.setAside(work, operation));
  const saves = of('take save');
  if (saves.length > 0 && !work.signal.aborted && !cutOff(failures))
    await attempt(failures, saves[0], async () => {
      const known = await knownSaves(work, saves);
      await each(saves, (operation) => takeSave(work, operation, known));
    });
  await each(of('take'), (operation) => takeFound(work, operation));
  const found = of('sort');
  if (found.length > 0 && !work.signal.aborted && !cutOff(failures))
    await attempt(failures, found[0], async () => {
      const known = await knownOf(work, found);
      await each(found, (operation) => sortFound(work, operation, known));
    });
  await each(of('quarantine'), (operation) => local.quarantineRecord(work, operation));
  const moves = of('move local');
  if (!work.signal.aborted)
    await attempt(failures, moves[0], () => moveAll(work, moves, places, (move) => each(moves, move)));
  await each(of('rehome folder'), (operation) => server.rehomeFolder(work, operation));
  await each(of('move remote'), (operation) => server.moveRemote(work, operation));
  await each(of('delete folder'), (operation) => server.deleteFolder(work, operation));
  await each(of('remove copy'), (operation) => local.removeCopy(work, operation));
  await each(of('remove stray'), (operation) => local.removeStray(work, operation));
  await each(of('remove folder'), (operation) => removeFolder(work, operation));
  for (const group of groups(of('make folder'), () => 0)) {
    if (!work.signal.aborted && !cutOff(failures))
      await attempt(failures, group[0], async () => failures.push(...(await local.makeFolders(work, group))));
  }
  if (!work.signal.aborted && !cutOff(failures))
    failures.push(...(await createFolders(work, of('create folder'))).failures);
  await each(of('announce'), (operation) => announce(work, operation));
  await each(of('send waiting'), (operation) => sendWaiting(work, operation));
  await each(of('upload version'), (operation) => uploadVersion(work, operation));
  // The next group is copied while one is sent.
  await forEachLimited(
    groups(of('create record'), ({ size }) => size),
    GROUPS_AT_ONCE,
    async (group) => {
      if (!work.signal.aborted && !cutOff(failures))
        await attempt(failures, group[0], async () => failures.push(...(await createRecords(work, group))));
    },
  );
  const large = of('download').filter(({ version }) => work.transfers.isLarge(version.size));
  for (const operation of large) if (!cutOff(failures)) startDownload(work, operation);
  const downloads = of('download').filter((operation) => !large.includes(operation));
  const tell = downloads.length <= TOLD_ONE_BY_ONE;
  for (const group of groups(downloads, (operation) => operation.version.size)) {
    if (!work.signal.aborted && !cutOff(failures))
      await attempt(failures, group[0], async () => failures.push(...(await downloadAll(work, group, tell))));
  }
  return failures;
}

/**
 * Moves what the server has elsewhere. The places that become free are noted before: a program may save there at once, and
 * after a crash nothing else tells whose they were.
 */
async function moveAll(
  work: Work,
  moves: readonly OperationOf<'move local'>[],
  { idAt }: Places,
  each: (move: (operation: OperationOf<'move local'>) => Promise<void>) => Promise<void>,
): Promise<void> {
  const vacated = vacating(work.memory, moves, idAt, work.clock.date());
  work.memory.commit(vacated);
  const isFile = async (path: string) => (await work.files.stat(path))?.kind === 'file';
  work.memory.commit(await broughtAlong(work.memory, moves, idAt, isFile));
  const stayed = new Set(moves);
  await each(async (operation) => {
    if (await local.moveLocal(work, operation, idAt)) stayed.delete(operation);
  });
  work.memory.commit(notVacating(vacated, [...stayed]));
}

/** Downloads a large version beside the cycles, unless it was replaced or withdrawn while it waited for its turn. */
function startDownload(work: Work, operation: OperationOf<'download'>): void {
  const { id, expected } = operation;
  work.transfers.start(downloadKey(id), operation, [id, expected?.identity], async (signal) => {
    if (!isWanted(work.memory, operation)) return [];
    return downloadAll({ ...work, signal }, [operation], true);
  });
}

/** Finishes operations that were running when the engine stopped or lost its connection. */
export async function finishPending(
  work: Work,
  isWaiting: (operation: PendingOperation) => boolean = () => false,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  const small: SmallNewFile[] = [];
  for (const operation of work.memory.content.operations.values()) {
    if (cutOff(failures)) return failures;
    if (isWaiting(operation) || work.pace.waits(operation.opId)) continue;
    if (work.transfers.isRunning(operation.opId)) continue;
    if (work.pace.deferred.has(operation.opId))
      await attempt(failures, operation, () => sendDeferred(work, operation));
    else if (isSmallNewFile(work, operation) && (await hasCopy(work, operation))) small.push(operation);
    else await attempt(failures, operation, () => sendUpload(work, operation));
  }
  if (!cutOff(failures)) await attempt(failures, small[0], () => sendNewFiles(work, small));
  return failures;
}

/** Tells the screens of a new file whose record needs a person's answers, and notes that it did. */
async function announce(work: Work, { path, home, expected }: OperationOf<'announce'>): Promise<void> {
  const item: KeptBlockedItem = {
    key: expected.identity,
    reason: 'new-file',
    path,
    localId: work.newId(),
    home,
  };
  work.memory.commit([{ type: 'blocked', item }]);
  tellNewFile(work, item);
}

/** Sends `new file`. Sent again when the engine starts, since no screen may have been open. */
export function tellNewFile(work: Work, item: KeptBlockedItem): void {
  if (!item.home) return;
  const { library, parent, missing, size } = item.home;
  const name = baseName(item.path);
  work.reporter.step({
    type: 'new file',
    opId: item.localId,
    data: {
      localId: item.localId,
      file: { name, size },
      folder: {
        groupId: library,
        ...(parent === library ? {} : { folderId: parent }),
        ...(missing.length > 0 ? { path: [...missing] } : {}),
      },
      title: titleFromFileName(name, baseName(parentPath(item.path))),
    },
  });
}

/** A failure that does not concern one item would meet the rest too: no server, no room. Then the rest is not tried. */
function cutOff(failures: readonly Failure[]): boolean {
  return failures.some(({ error }) => classifyFailure(error).scope !== 'item');
}

async function attempt(
  failures: Failure[],
  operation: Operation | PendingOperation | undefined,
  action: () => Promise<unknown>,
): Promise<void> {
  try {
    await action();
  } catch (error) {
    const passing = error instanceof FilesError || error instanceof RemoteError;
    if (!passing || !operation) throw error;
    failures.push({ operation, error });
  }
}

function groups<T>(items: readonly T[], sizeOf: (item: T) => number): T[][] {
  const result: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const last = result.at(-1);
    bytes += sizeOf(item);
    if (last && last.length < GROUP && bytes <= GROUP_BYTES) last.push(item);
    else {
      result.push([item]);
      bytes = sizeOf(item);
    }
  }
  return result;
}
