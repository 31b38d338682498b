import { call } from '../../../api/client.ts';
import { ApiError, errorMessage } from '../../../api/errors.ts';
import { newId } from '../../../api/http.ts';
import { i18next } from '../../../i18n/i18n.ts';
import { hashFile, UnreadableFile } from '../../../platform/hashing/hasher.ts';
import { isUnderWay, looksTheSame, type SentFile } from './files.ts';
import { sendBytes } from './send-bytes.ts';
import { add, change, contents, fileOf, remove, useSending } from './store.ts';
import { isTemporary, tryAgain } from './try-again.ts';

/** Who sends, by which link. */
export interface Letter {
  readonly secret: string;
  readonly sender: string;
  readonly comment: string;
}

/** Files that are sent at a time. */
const AT_A_TIME = 2;
/** Refusals that are about the link and not about a file: nothing more can be sent by it. */
export const LINK_OVER: ReadonlySet<string> = new Set(['bad_code', 'link_expired', 'link_closed']);

const running = new Map<string, AbortController>();
const letters = new Map<string, Letter>();

/** A file that was chosen and can be sent; the page says before why one cannot. */
export function choose(file: File): void {
  const id = newId();
  contents.set(id, file);
  add([
    {
      ...{ id, name: file.name, size: file.size, lastModified: file.lastModified, sent: 0 },
      ...{ type: file.type || 'application/octet-stream', status: 'chosen' },
    },
  ]);
}

/** One that cannot be sent, with the reason. */
export function refuse(file: File, error: string): void {
  add([
    {
      ...{ id: newId(), name: file.name, size: file.size, lastModified: file.lastModified, sent: 0 },
      ...{ type: file.type, status: 'errored', error },
    },
  ]);
}

/** Begins to send these. */
export function send(ids: readonly string[], letter: Letter): void {
  for (const id of ids) {
    letters.set(id, letter);
    change(id, { status: 'queued' });
  }
  next();
}

export function pause(id: string): void {
  change(id, { status: 'paused' });
  running.get(id)?.abort();
}

/** Goes on with one that was paused or failed. */
export function goOn(id: string, letter: Letter): void {
  const { error: _, ...rest } = fileOf(id) ?? {};
  useSending.setState(({ files }) => ({
    files: files.map((each) => (each.id === id ? ({ ...rest, status: 'queued' } as SentFile) : each)),
  }));
  letters.set(id, letters.get(id) ?? letter);
  next();
}

/** Gives a page that was opened again the file that it lacks. @returns whether it is the same */
export function giveAgain(id: string, file: File, letter: Letter): boolean {
  const wanted = fileOf(id);
  if (!wanted || !looksTheSame(wanted, file)) return false;
  contents.set(id, file);
  goOn(id, letter);
  return true;
}

/** Takes a file off the list. The server is told, so that its place is free; where it is not, that comes by itself. */
export function drop(id: string, secret: string): void {
  const file = fileOf(id);
  running.get(id)?.abort();
  remove(id);
  if (file?.key && file.status !== 'done')
    call('deliveryGiveUp', { params: { id: file.key }, body: { secret } }).catch(() => undefined);
  next();
}

function next(): void {
  const waiting = useSending
    .getState()
    .files.filter(({ id, status }) => status === 'queued' && !running.has(id));
  for (const { id } of waiting) {
    if (running.size >= AT_A_TIME) return;
    void run(id);
  }
}

async function run(id: string): Promise<void> {
  const stop = new AbortController();
  running.set(id, stop);
  try {
    await transfer(id, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) fail(id, error);
  } finally {
    running.delete(id);
    next();
  }
}

function fail(id: string, error: unknown): void {
  if (error instanceof ApiError && LINK_OVER.has(error.code)) {
    useSending.setState({ over: error.code });
    for (const each of useSending.getState().files) if (isUnderWay(each)) pause(each.id);
  }
  const text =
    error instanceof UnreadableFile ? i18next.t('delivery:refused.unreadable') : errorMessage(error);
  change(id, { status: 'errored', error: text, again: isTemporary(error) || isLost(error) });
}

/** What was begun is gone on the server, or came damaged: another try begins anew. */
const isLost = (error: unknown): boolean =>
  error instanceof ApiError && ['bytes_missing', 'version_errored', 'not_found'].includes(error.code);

async function transfer(id: string, signal: AbortSignal): Promise<void> {
  const [file, letter, bytes] = [fileOf(id), letters.get(id), contents.get(id)];
  if (!file || !letter || !bytes) return;
  const { secret, sender, comment } = letter;
  const onWaiting = (): void => change(id, { status: 'waiting' });
  const retrying = { signal, onWaiting };
  const hash = hashFile(bytes, { signal });
  // Awaited below; until then nobody would hear that it failed.
  hash.catch(() => undefined);

  const begun = await tryAgain(retrying, () => {
    change(id, { status: 'sending' });
    const { name, type, size } = file;
    return call(
      'deliveryBegin',
      { body: { secret, operation: id, name, type, size, sender, comment } },
      { signal },
    );
  });
  change(id, { key: begun.file });
  if (begun.received) return finish(id, file.size);

  await tryAgain(retrying, (moved) => {
    change(id, { status: 'sending' });
    return sendBytes(bytes, {
      ...{ secret, key: begun.file, started: fileOf(id)?.started ?? false, signal },
      onStarted: () => change(id, { started: true }),
      onProgress: (sent) => {
        moved();
        if (!signal.aborted) change(id, { sent });
      },
    }).catch((error: unknown) => {
      // Another tab, or a call whose answer was lost, has begun it: ask how far it came.
      if (error instanceof ApiError && error.status === 409) change(id, { started: true });
      // The server has swept it: begin its bytes anew.
      if (error instanceof ApiError && error.status === 404) change(id, { started: false, sent: 0 });
      throw error;
    });
  });

  const sha256 = await hash;
  change(id, { status: 'checking', sent: file.size });
  await tryAgain(retrying, () =>
    call(
      'deliveryConfirm',
      { params: { id: begun.file }, body: { secret, size: file.size, sha256 } },
      { signal },
    ),
  ).catch((error: unknown) => {
    if (isLost(error)) change(id, { started: false, sent: 0 });
    throw error;
  });
  finish(id, file.size);
}

function finish(id: string, size: number): void {
  contents.delete(id);
  change(id, { status: 'done', sent: size });
}
