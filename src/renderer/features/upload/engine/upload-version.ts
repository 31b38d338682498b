import { call } from '../../../api/client.ts';
import type { VersionSeed } from '../../../hooks/shell-actions.ts';
import { enqueue } from './engine.ts';
import { describe } from './upload.ts';
import { waitForUpload } from './upload-waiters.ts';

/**
 * Creates a new version of a document and queues the upload of its bytes. Resolves when it is confirmed.
 * @throws ApiError, among them 409 if the edit's base version is no longer current
 */
export async function uploadVersion({ record, base, title, file, comment }: VersionSeed): Promise<void> {
  const { name, type, size } = describe(file);
  const { version } = await call('versionCreate', {
    body: { record, base, comment, file: { name, type, size } },
  });
  const [id] = enqueue([{ title, record, base, version: version._id, key: version.key ?? '', file }]);
  if (id) await waitForUpload(id);
}
