import { BUNDLE_MAX, SINGLE_REQUEST_BYTES } from '#shared/domain/limits.ts';
import { spoolPath } from '../layout.ts';
import type { PendingOperation } from '../ports/journal.ts';
import { type PendingVersion, RemoteError, type Result } from '../ports/remote.ts';
import type { Work } from '../work.ts';
import { forEachLimited } from './limited.ts';
import { sendBytes } from './upload.ts';
import { failUpload } from './upload-outcome.ts';

/** An operation whose version waits for its bytes. */
export interface Sending {
  readonly operation: PendingOperation;
  readonly pending: PendingVersion;
  /** An earlier attempt may have told of some progress. */
  readonly isResumed: boolean;
}

/** A bundle that breaks off sends no more again than a file that goes in one request does. */
const BUNDLE_BYTES = Math.min(BUNDLE_MAX.bytes, SINGLE_REQUEST_BYTES);
const BUNDLES_AT_ONCE = 2;
const ALONE_AT_ONCE = 8;

/** Of a bundle: something of this one came otherwise before, and goes on that way. */
const GOES_ALONE = 'conflict';

/** Sends the bytes of many, the small ones together. Answers those that came; what was refused has been seen to. */
export async function sendMany(work: Work, files: readonly Sending[]): Promise<readonly Sending[]> {
  const came: Sending[] = [];
  const alone = files.filter(({ operation }) => operation.size > BUNDLE_MAX.fileBytes);
  const small = files.filter(({ operation }) => operation.size <= BUNDLE_MAX.fileBytes);
  await forEachLimited(bundlesOf(small), BUNDLES_AT_ONCE, async (bundle) => {
    const results = await sendBundle(work, bundle);
    for (const [at, each] of bundle.entries()) {
      const result = results?.[at];
      if (result?.ok) came.push(each);
      else if (!result || result.error.code === GOES_ALONE) alone.push(each);
      else await failUpload(work, each.operation, result.error);
    }
  });
  await forEachLimited(alone, ALONE_AT_ONCE, async (each) => {
    try {
      await sendBytes(work, each.operation, each.pending, each.isResumed);
      came.push(each);
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      await failUpload(work, each.operation, error);
    }
  });
  return came;
}

/** Undefined where the call as a whole was refused: one by one, each file gets its own answer. */
async function sendBundle(
  work: Work,
  bundle: readonly Sending[],
): Promise<readonly Result<void>[] | undefined> {
  if (bundle.length === 1) return undefined;
  try {
    return await work.remote.uploadAll(
      bundle.map(({ operation, pending }) => ({
        version: pending,
        path: spoolPath(operation.opId),
        size: operation.size,
      })),
      { signal: work.signal },
    );
  } catch (error) {
    if (!(error instanceof RemoteError) || error.kind === 'offline' || error.kind === 'unauthorized')
      throw error;
    return undefined;
  }
}

function bundlesOf(files: readonly Sending[]): Sending[][] {
  const bundles: Sending[][] = [];
  let room = 0;
  for (const file of files) {
    const last = bundles.at(-1);
    const { size } = file.operation;
    if (last && last.length < BUNDLE_MAX.files && size <= room) last.push(file);
    else {
      bundles.push([file]);
      room = BUNDLE_BYTES;
    }
    room -= size;
  }
  return bundles;
}
