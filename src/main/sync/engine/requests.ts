import type { Message } from '#shared/realtime/messages.ts';
import { createFolders } from '../executors/create-folders.ts';
import { createWithFields } from '../executors/create-records.ts';
import type { OperationOf } from '../planner/operations.ts';
import { joinPath, parentPath } from '../planner/trees.ts';
import { FilesError } from '../ports/files.ts';
import type { KeptBlockedItem } from '../ports/journal.ts';
import { RemoteError } from '../ports/remote.ts';
import { syncedRecord, type Work } from './work/work.ts';

interface Asked {
  readonly opId: string;
  readonly kind: 'download' | 'upload';
  readonly open: boolean;
}

/** What screens asked this desktop for and is not done yet. */
export class Requests {
  private readonly asked = new Map<string, Asked>();
  private readonly creations: Message<'create record'>[] = [];

  /** Takes a message of the sync channel; true where the engine has something to do now. */
  take(message: Message): boolean {
    switch (message.type) {
      case 'download':
        if (message.recordId)
          this.ask(message.recordId, message.opId, 'download', message.data?.open ?? false);
        return true;
      case 'upload new version':
        if (message.recordId) this.ask(message.recordId, message.opId, 'upload', false);
        return true;
      case 'create record':
        this.creations.push(message);
        return true;
      default:
        return false;
    }
  }

  ask(recordId: string, opId: string, kind: Asked['kind'], open: boolean): void {
    this.asked.set(recordId, { opId, kind, open });
  }

  operationFor(recordId: string, kind: Asked['kind']): string | undefined {
    const asked = this.asked.get(recordId);
    return asked?.kind === kind ? asked.opId : undefined;
  }

  /** Records that were asked for, to be kept on the disk from now on. */
  get wanted(): ReadonlySet<string> {
    return new Set([...this.asked].filter(([, { kind }]) => kind === 'download').map(([id]) => id));
  }

  /** Makes the records whose wizards were submitted. */
  async create(work: Work, idAt: (path: string) => string | undefined): Promise<void> {
    for (let message = this.creations[0]; message; message = this.creations[0]) {
      try {
        await createAsked(work, message, idAt);
      } catch (error) {
        if (!(error instanceof RemoteError || error instanceof FilesError)) throw error;
        // Without an answer it is tried again, with the same operation id.
        if (error instanceof RemoteError && (error.kind === 'offline' || error.kind === 'unauthorized'))
          throw error;
        refuse(work, message, error.code);
      }
      this.creations.shift();
    }
  }

  /** After a round: answers the requests that are done. `open` shows a document to its person. */
  settle(work: Work, pathOf: (recordId: string) => string | undefined, open: (path: string) => void): void {
    for (const [recordId, asked] of this.asked) {
      const { opId } = asked;
      const remote = work.memory.content.remote.get(recordId);
      const synced = syncedRecord(work, recordId);
      const path = pathOf(recordId);
      const inStep = remote?.kind === 'record' && synced?.versionId === remote.version.id;
      if (remote?.kind === 'record' && !(inStep && path !== undefined)) continue;
      this.asked.delete(recordId);
      if (asked.kind === 'download' && path !== undefined && remote?.kind === 'record') {
        // Sent only where nothing had to be transferred; the reporter drops repeated steps.
        work.reporter.step({ type: 'downloading', opId, recordId, progress: 0 });
        work.reporter.step({ type: 'downloaded', opId, recordId, progress: 100 });
        if (asked.open) open(path);
      } else if (!remote) {
        const type = asked.kind === 'download' ? 'download failed' : 'upload failed';
        work.reporter.step({ type, opId, recordId, error: { code: 'not_found', message: '' } });
      }
    }
  }
}

async function createAsked(
  work: Work,
  message: Message<'create record'>,
  idAt: (path: string) => string | undefined,
): Promise<void> {
  const { opId, token, data } = message;
  const item = [...work.memory.content.blocked.values()].find((each) => each.localId === data.localId);
  const entry = item && (await work.files.stat(item.path));
  if (!item?.home || !entry || entry.identity !== item.key) {
    // Another wizard was faster, or the file is gone: one local file makes one record.
    refuse(work, message, item ? 'file_changed' : 'already_created');
    return;
  }
  const folder = await madeFolders(work, item, data.fields.folder);
  await createWithFields(work, item, {
    opId,
    token,
    fields: { ...data.fields, folder },
    library: item.home.library,
    parent: idAt(parentPath(item.path)) ?? folder ?? item.home.library,
    path: item.path,
    stamp: entry.stamp,
    modifiedAt: entry.modifiedAt,
  });
}

/** A new local folder is made with its first record, where the wizard left the record in it. */
async function madeFolders(
  work: Work,
  item: KeptBlockedItem,
  wanted: string | undefined,
): Promise<string | undefined> {
  const { home } = item;
  const here = home?.parent === home?.library ? undefined : home?.parent;
  if (!home || home.missing.length === 0 || wanted !== here) return wanted;
  const operations: OperationOf<'create folder'>[] = [];
  let parent: string | undefined = home.parent;
  let path = home.missing.reduce((at) => parentPath(at), parentPath(item.path));
  for (const name of home.missing) {
    path = joinPath(path, name);
    const folder = await work.files.stat(path);
    if (folder?.kind !== 'folder') return wanted;
    const { identity } = folder;
    operations.push({ kind: 'create folder', library: home.library, path, parent, name, identity });
    parent = undefined;
  }
  const { made, failures } = await createFolders(work, operations);
  const [failure] = failures;
  if (failure) throw failure.error;
  return made.get(path) ?? wanted;
}

function refuse(work: Work, message: Message<'create record'>, code: string): void {
  work.reporter.step({ type: 'upload failed', opId: message.opId, error: { code, message: '' } });
}
