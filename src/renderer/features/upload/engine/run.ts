import { call, type Input } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import { hashFile } from './hasher.ts';
import { createLinkedController } from './linked-controller.ts';
import { retryWhileTemporary } from './retry.ts';
import { send } from './send.ts';
import { KEPT_BYTES, type Upload } from './upload.ts';

/** The beginning of a file that cannot be kept is hashed at these steps, to know it by when it is asked for again. */
const CHECKPOINT_BYTES = 32 * 1024 ** 2;

/** What a run tells of itself. */
export type Report = (change: Partial<Upload>) => void;

/**
 * Sends a version's bytes and confirms them; the hash is worked out meanwhile. Goes on from where an earlier run, or
 * an earlier page, came to.
 * @throws ApiError, UnreadableFile; the signal's reason where it was aborted
 */
export async function run(
  upload: Upload,
  file: Blob | undefined,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  const sha256 = await bytes(upload, file, signal, report);
  report({ status: 'confirming', sha256, sent: upload.file.size });
  const body = { version: upload.version, size: upload.file.size, sha256 };
  await retryWhileTemporary(
    { signal, onWaiting: (waiting) => report({ status: waiting ? 'waiting' : 'confirming' }) },
    () => confirm(body, signal),
  );
}

/** Where another version came first meanwhile, this one is kept beside it: no work is lost (docs/protocols/rest.md). */
async function confirm(body: Input<'confirm'>['body'], signal: AbortSignal): Promise<void> {
  try {
    await call('confirm', { body }, { signal });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
    await call('confirm', { body: { ...body, onStale: 'keep' } }, { signal });
  }
}

/** Brings all bytes to the server and answers with their hash. */
async function bytes(
  upload: Upload,
  file: Blob | undefined,
  signal: AbortSignal,
  report: Report,
): Promise<string> {
  // All bytes had gone and only the confirmation was open: a page that lost the file can still end it.
  if (upload.sha256 && upload.sent === upload.file.size) return upload.sha256;
  if (!file) throw new Error('an upload without its file was started');

  const broken = createLinkedController(signal);
  const both = broken.signal;
  const hashing = hashFile(file, {
    signal: both,
    ...(upload.file.size > KEPT_BYTES ? { checkpointEvery: CHECKPOINT_BYTES } : {}),
    onCheckpoint: (offset, sha256) => report({ checkpoint: { offset, sha256 } }),
  });
  // A file that cannot be read would only look like a broken connection to the sending side.
  hashing.catch((error) => broken.abort(error));

  let { started } = upload;
  await retryWhileTemporary(
    { signal: both, onWaiting: (waiting) => report({ status: waiting ? 'waiting' : 'sending' }) },
    (last, moved) => {
      // 409 at the creation: the reply to an earlier one was lost.
      if (last instanceof ApiError && last.status === 409) started = true;
      return send(file, {
        key: upload.key,
        name: upload.file.name,
        type: upload.file.type,
        started,
        freshToken: last instanceof ApiError && last.status === 401,
        signal: both,
        onStarted: () => {
          started = true;
          report({ started: true });
        },
        onProgress: (sent) => {
          moved();
          report({ sent });
        },
      });
    },
  );
  return hashing;
}
