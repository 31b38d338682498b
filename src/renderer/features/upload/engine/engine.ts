import '../catalogue.ts';
import { call } from '../../../api/client.ts';
import { ApiError, errorMessage } from '../../../api/errors.ts';
import { newId } from '../../../api/http.ts';
import { useSession } from '../../../api/session-store.ts';
import { toast } from '../../../components/toast.tsx';
import { i18next } from '../../../i18n/i18n.ts';
import { UnreadableFile } from '../../../platform/hashing/hasher.ts';
import { dropFile, keepFile, keptFile } from './kept-files.ts';
import { createLinkedController } from './linked-controller.ts';
import { run } from './run.ts';
import { isSameFile } from './same-file.ts';
import { throttleProgress } from './throttle-progress.ts';
import { AT_A_TIME, describe, isSent, statusAfterReload, type Upload } from './upload.ts';
import {
  acquireLock,
  beginSession,
  endSession,
  hasLock,
  releaseLock,
  STOPPED,
  sessionSignal,
} from './upload-locks.ts';
import { eraseBefore, eraseUpload, readUpload, readUploads, writeUpload } from './upload-log.ts';
import { rejectAllUploads, rejectUpload, resolveUpload } from './upload-waiters.ts';
import { findUpload, patchUpload, putUpload, removeUpload, useUploads } from './uploads-store.ts';

/** A version that was created on the server, and whose bytes are to be uploaded. */
export interface NewUpload {
  title: string;
  record: string;
  version: string;
  key: string;
  /** The version that the edit is based on; null for a record's first version. */
  base?: string | null;
  file: File;
}

const files = new Map<string, Blob>();
const running = new Map<string, AbortController>();
/** Milliseconds after which an abandoned upload is erased from the browser: the server has discarded it long before. */
const LEFT_MS = 7 * 24 * 60 * 60 * 1000;

function update(id: string, change: Partial<Upload>): void {
  patchUpload(id, change);
  const now = findUpload(id);
  if (now) void writeUpload(now);
}

/** Removes an upload's stored data; only its row on the screen stays. */
function discardUpload(id: string): void {
  files.delete(id);
  void dropFile(id);
  void eraseUpload(id);
  releaseLock(id);
}

/** Starts queued uploads, up to the number that may run at a time. */
function pump(): void {
  for (const upload of useUploads.getState().list) {
    if (running.size >= AT_A_TIME) return;
    if (upload.status === 'queued' && !running.has(upload.id)) void start(upload);
  }
}

async function start(upload: Upload): Promise<void> {
  const { id } = upload;
  const stop = createLinkedController(sessionSignal());
  const { signal } = stop;
  running.set(id, stop);
  update(id, { status: 'sending', error: undefined });
  const tell = throttleProgress(
    (change) => patchUpload(id, change),
    () => {
      const now = findUpload(id);
      // What ended it has written how it stands.
      if (now && !signal.aborted) void writeUpload(now);
    },
  );
  try {
    const confirmed = await run(upload, files.get(id), signal, tell);
    patchUpload(id, { status: 'done', sent: upload.file.size });
    discardUpload(id);
    resolveUpload(id, confirmed);
  } catch (error) {
    if (!signal.aborted) await failed(id, error);
  } finally {
    if (running.get(id) === stop) running.delete(id);
    if (!sessionSignal().aborted) pump();
  }
}

const sentence = (error: unknown): string =>
  error instanceof UnreadableFile ? i18next.t('upload:errors.unreadable') : errorMessage(error);

/**
 * Called when the retries are exhausted or the server refuses. Marks the version as errored (docs/protocols/rest.md).
 * Shows a toast, unless somebody waits for the upload and shows one.
 */
async function failed(id: string, error: unknown): Promise<void> {
  const upload = findUpload(id);
  if (!upload) return;
  // The version was discarded meanwhile, by the server or by this page just before the retry. A new version of the
  // record is created without asking the person.
  if (error instanceof ApiError && error.code === 'version_errored') {
    update(id, { gaveUp: true });
    return reopen(id);
  }
  update(id, { status: 'errored', error: sentence(error) });
  if (!rejectUpload(id, error)) {
    toast.error(
      i18next.t('upload:failed'),
      i18next.t('upload:failedBody', { title: upload.title, message: sentence(error) }),
    );
  }
  await giveUp(upload);
}

async function giveUp({ id, version }: Upload): Promise<void> {
  try {
    await call('versionErrored', { body: { _id: version } });
    // A quick retry may have created another version already.
    if (findUpload(id)?.version === version) update(id, { gaveUp: true });
  } catch {
    // If the server could not be told, the same version can still continue until the server discards it.
  }
}

/** Creates a new pending version of the same record, for the bytes of a discarded one. */
async function reopen(id: string): Promise<void> {
  const upload = findUpload(id);
  if (!upload) return;
  const { name, type, size } = upload.file;
  const body = { record: upload.record, base: upload.base ?? upload.version, file: { name, type, size } };
  try {
    const { version } = await call(
      'versionCreate',
      { body: { ...body, onStale: 'keep' } },
      { idempotencyKey: `${id}:${upload.version}` },
    );
    const change = { version: version._id, key: version.key ?? '', gaveUp: false, started: false, sent: 0 };
    update(id, { ...change, status: 'queued', error: undefined });
  } catch (error) {
    update(id, { status: 'errored', error: sentence(error) });
    rejectUpload(id, error);
  }
}

/** Takes over an upload from an earlier page of this person, once no other tab runs it. */
async function adopt(id: string): Promise<boolean> {
  const upload = await readUpload(id).catch(() => undefined);
  const { user } = useUploads.getState();
  if (!upload || upload.user !== user) return false;
  const kept = await keptFile(id, upload.file.size);
  if (kept) files.set(id, kept);
  putUpload({ ...upload, status: statusAfterReload(upload.status, Boolean(kept) || isSent(upload)) });
  pump();
  return true;
}

async function restore(user: string): Promise<void> {
  try {
    for (const id of await eraseBefore(Date.now() - LEFT_MS)) await dropFile(id);
    for (const { id } of await readUploads(user)) {
      if (!hasLock(id) && useUploads.getState().user === user) acquireLock(id, () => adopt(id));
    }
    useUploads.setState({ logFailed: false });
  } catch {
    useUploads.setState({ logFailed: true });
  }
}

/** Reads the log again after it could not be read. */
export const restoreAgain = (): Promise<void> => {
  const { user } = useUploads.getState();
  return user ? restore(user) : Promise.resolve();
};

/** Starts the uploads of this person, those from an earlier page first. The returned function stops them. */
export function openUploads(user: string): () => void {
  beginSession();
  useUploads.setState({ user, list: [], logFailed: false });
  void restore(user);
  return () => {
    endSession();
    rejectAllUploads(STOPPED);
    running.clear();
    files.clear();
    useUploads.setState({ user: undefined, list: [], logFailed: false });
  };
}

/** Queues files; three are uploaded at a time. */
export function enqueue(uploads: readonly NewUpload[]): string[] {
  const user = useSession.getState().user?._id;
  if (!user || useUploads.getState().user !== user) return [];
  const ids = uploads.map(({ file, base = null, ...upload }, at): string => {
    const id = newId();
    files.set(id, file);
    const added: Upload = {
      ...upload,
      id,
      user,
      base,
      file: describe(file),
      status: 'queued',
      sent: 0,
      started: false,
      gaveUp: false,
      addedAt: Date.now() + at / 1000,
    };
    putUpload(added);
    const signal = sessionSignal();
    acquireLock(id, async () => {
      const now = findUpload(id);
      if (!now || now.status === 'done') return false;
      await writeUpload(now);
      await keepFile(id, file, signal);
      // The upload ended before its file was copied.
      const then = findUpload(id);
      const over = !signal.aborted && (!then || then.status === 'done');
      if (over) discardUpload(id);
      return !over;
    });
    return id;
  });
  pump();
  return ids;
}

function halt(id: string): void {
  running.get(id)?.abort(STOPPED);
  running.delete(id);
}

/** Stops an upload until it is resumed. It is shown as paused once a page that is loaded again would find it so. */
export async function pauseUpload(id: string): Promise<void> {
  halt(id);
  const upload = findUpload(id);
  if (!upload) return;
  await writeUpload({ ...upload, status: 'paused' });
  patchUpload(id, { status: 'paused', rate: undefined });
  pump();
}

export function resumeUpload(id: string): void {
  update(id, { status: files.has(id) ? 'queued' : 'needs-file' });
  pump();
}

/** Stops an upload, tells the server that no more bytes come, and removes it from the list. */
export function cancelUpload(id: string): void {
  const upload = findUpload(id);
  halt(id);
  removeUpload(id);
  discardUpload(id);
  rejectUpload(id, STOPPED);
  if (upload && upload.status !== 'done' && !upload.gaveUp) {
    void call('versionErrored', { body: { _id: upload.version } }).catch(() => undefined);
  }
  pump();
}

/** "Reintentar": the same version if it is still pending, else a new one of the same record. */
export async function retryUpload(id: string): Promise<void> {
  const upload = findUpload(id);
  if (upload?.status !== 'errored') return;
  if (!files.has(id)) {
    update(id, { status: 'needs-file', error: undefined });
    return;
  }
  if (upload.gaveUp) await reopen(id);
  else update(id, { status: 'queued', error: undefined });
  pump();
}

/** Continues with the file that was asked for. Another file is refused with a sentence in its row. */
export async function giveFile(id: string, file: File): Promise<void> {
  const upload = findUpload(id);
  if (upload?.status !== 'needs-file') return;
  if (!(await isSameFile(upload, file, sessionSignal()))) {
    update(id, { error: i18next.t('upload:errors.otherFile') });
    return;
  }
  files.set(id, file);
  if (upload.gaveUp) await reopen(id);
  else update(id, { status: 'queued', error: undefined });
  pump();
}

/** Removes all uploads from the list. Running ones are cancelled. */
export function clearUploads(): void {
  for (const { id } of useUploads.getState().list) cancelUpload(id);
}
