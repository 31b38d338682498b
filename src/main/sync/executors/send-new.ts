import { BUNDLE_MAX } from '#shared/platform/limits.ts';
import { TOLD_ONE_BY_ONE, type Work } from '../engine/work/work.ts';
import { RemoteError, type Result, type SentRecord } from '../ports/remote.ts';
import { dropEndedPacks, withOwnCopy } from './packs.ts';
import { asSent, type SmallNewFile } from './small-new-file.ts';
import { finishUpload } from './upload.ts';
import { endUpload, failUpload, tell, uploadedChanges } from './upload-outcome.ts';

const BUNDLES_AT_ONCE = 2;

/** Makes documents of small new files, many in one call. A repeated call is answered with what the first one made. */
export async function sendNewFiles(work: Work, files: readonly SmallNewFile[]): Promise<void> {
  if (files.length <= TOLD_ONE_BY_ONE)
    for (const file of files) tell(work, file, 'uploading', { progress: 0 });
  const waiting = [...files];
  const lane = async () => {
    try {
      while (waiting.length > 0 && !work.signal.aborted) await sendBundle(work, takeBundle(work, waiting));
    } catch (error) {
      // What is not sent is sent with the next attempt.
      waiting.length = 0;
      throw error;
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: BUNDLES_AT_ONCE }, lane));
  const failed = lanes.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

/** The next ones that go into one bundle; at least one. */
function takeBundle({ bundles }: Work, waiting: SmallNewFile[]): SmallNewFile[] {
  let [count, bytes] = [0, 0];
  for (const { size } of waiting) {
    if (count > 0 && (count === BUNDLE_MAX.files || bytes + size > bundles.bytes)) break;
    count += 1;
    bytes += size;
  }
  return waiting.splice(0, count);
}

async function sendBundle(work: Work, bundle: readonly SmallNewFile[]): Promise<void> {
  try {
    const results = await work.remote.sendRecords(bundle.map(asSent), { signal: work.signal });
    work.bundles.noteSent();
    await takeAnswers(work, bundle, results);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    if (error.kind === 'offline') work.bundles.noteBroken();
    if (error.kind === 'offline' || error.kind === 'unauthorized') throw error;
    const [file, ...others] = bundle;
    if (file && others.length === 0 && error.kind !== 'gone')
      await failUpload(work, await withOwnCopy(work, file), error);
    // The call as a whole was refused, or the server does not have it: one by one, each file gets an answer of its own.
    else for (const each of bundle) await finishUpload(work, each);
  }
}

async function takeAnswers(
  work: Work,
  bundle: readonly SmallNewFile[],
  results: readonly Result<SentRecord>[],
): Promise<void> {
  const done = bundle.flatMap((file, at) => {
    const result = results[at];
    if (!result?.ok) return [];
    const { recordId, confirmed } = result.value;
    return [{ file: { ...file, recordId }, confirmed }];
  });
  work.memory.commit(done.flatMap(({ file, confirmed }) => [...uploadedChanges(work, file, confirmed)]));
  for (const { file, confirmed } of done) await endUpload(work, file, confirmed);
  await dropEndedPacks(
    work,
    bundle.map(({ pack }) => pack?.id),
  );
  for (const [at, file] of bundle.entries()) {
    const result = results[at];
    if (result && !result.ok) await failUpload(work, await withOwnCopy(work, file), result.error);
  }
}
