import type { Confirmed } from '#shared/documents/versions.schemas.ts';
import { call } from '../../../api/client.ts';
import type { VersionSeed } from '../../../hooks/shell-actions.ts';
import { hashFile } from '../../../platform/hashing/hasher.ts';
import { enqueue } from './engine.ts';
import { describe } from './upload.ts';
import { STOPPED, sessionSignal } from './upload-locks.ts';
import { waitForUpload } from './upload-waiters.ts';

/**
 * Creates a new version of a document and queues the upload of its bytes. Resolves when it is confirmed, with the
 * version that was made. A failure is told to the caller alone: the engine shows no message of its own.
 * Where the version that was edited is no longer current, it is kept in conflict.
 * @throws ApiError
 */
export async function uploadVersion({ record, base, title, file, comment }: VersionSeed): Promise<Confirmed> {
  const { name, type, size } = describe(file);
  const { version } = await call('versionCreate', {
    // Where somebody was quicker, the file is kept beside theirs.
    body: { record, base, comment, file: { name, type, size }, onStale: 'keep' },
  });
  const [id] = enqueue([{ title, record, base, version: version._id, key: version.key ?? '', file }]);
  // Its person has signed out meanwhile.
  if (!id) throw STOPPED;
  return waitForUpload(id);
}

/**
 * Whether a file has the bytes of the version that it would follow. Where that cannot be found out the answer is no:
 * the upload itself then says what is wrong.
 */
export async function isFileOf({ record, base, file }: VersionSeed): Promise<boolean> {
  const versions = await call('versionsByRecord', { params: { id: record } }).catch(() => []);
  const version = versions.find(({ _id }) => _id === base);
  if (!version?.sha256 || version.size !== file.size) return false;
  const sha256 = await hashFile(file, { signal: sessionSignal() }).catch(() => undefined);
  return sha256 === version.sha256;
}
