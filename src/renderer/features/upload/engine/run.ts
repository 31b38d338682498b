import type { Confirmed } from '#shared/documents/versions.schemas.ts';
import { call, type Input } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import { hashFile } from '../../../platform/hashing/hasher.ts';
import { createLinkedController } from './linked-controller.ts';
import { retryWhileTemporary } from './retry.ts';
import { send } from './send.ts';
import { KEPT_BYTES, type Upload } from './upload.ts';

/** Interval of checkpoints. A file too large to be copied is recognized after a reload by the hash of its beginning. */
const CHECKPOINT_BYTES = 32 * 1024 ** 2;

/** Receives changes of an upload while it runs. */
export type Report = (change: Partial<Upload>) => void;

/**
 * Uploads a version's bytes and confirms them. The hash is computed meanwhile. Continues where an earlier run, also one
 * of an earlier page, stopped. Returns the confirmed version, and whether it is current or in conflict.
 * @throws ApiError, UnreadableFile; the signal's reason if it was aborted
 */
export async function run(
  upload: Upload,
  file: Blob | undefined,
  signal: AbortSignal,
  report: Report,
): Promise<Confirmed> {
  const sha256 = await bytes(upload, file, signal, report);
  report({ status: 'confirming', sha256, sent: upload.file.size });
  const body = { version: upload.version, size: upload.file.size, sha256 };
  return retryWhileTemporary(
    { signal, onWaiting: (waiting) => report({ status: waiting ? 'waiting' : 'confirming' }) },
    () => confirm(body, signal),
  );
}

/**
 * If another version became current meanwhile, this one is kept as a conflict version: no work is lost
 * (docs/protocols/rest.md).
 */
async function confirm(body: Input<'confirm'>['body'], signal: AbortSignal): Promise<Confirmed> {
  try {
    return await call('confirm', { body }, { signal });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
    return call('confirm', { body: { ...body, onStale: 'keep' } }, { signal });
  }
}

/** Uploads all bytes and returns their hash. */
async function bytes(
  upload: Upload,
  file: Blob | undefined,
  signal: AbortSignal,
  report: Report,
): Promise<string> {
  // All bytes were uploaded and only the confirmation is missing, which needs no file.
  if (upload.sha256 && upload.sent === upload.file.size) return upload.sha256;
  if (!file) throw new Error('an upload without its file was started');

  const broken = createLinkedController(signal);
  const both = broken.signal;
  const hashing = hashFile(file, {
    signal: both,
    ...(upload.file.size > KEPT_BYTES ? { checkpointEvery: CHECKPOINT_BYTES } : {}),
    onCheckpoint: (offset, sha256) => report({ checkpoint: { offset, sha256 } }),
  });
  // Aborts sending when the file cannot be read, because sending would report a broken connection.
  hashing.catch((error) => broken.abort(error));

  let { started } = upload;
  await retryWhileTemporary(
    { signal: both, onWaiting: (waiting) => report({ status: waiting ? 'waiting' : 'sending' }) },
    (last, moved) => {
      // 409 at the creation: it succeeded before, and its answer was lost.
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
