import type { Confirmed } from '#shared/documents/versions.schemas.ts';
import { wantLater } from '../../hooks/later.ts';
import type { UploadSeed, VersionSeed } from '../../hooks/shell-actions.ts';
import { whenUploadsOpen } from './engine/uploads-store.ts';

/*
 * The ways into uploading. The wizard and the engine are loaded once the first screen stands, or when somebody goes one
 * of these ways.
 */

/** Opens the wizard; if it is open, adds the files to it. */
export function openWizard(seed?: UploadSeed): void {
  wantLater();
  void import('./wizard/open.ts').then(({ open }) => open(seed));
}

/**
 * Creates a new version of a document and queues the upload of its bytes. Resolves when it is confirmed, with the
 * version that was made.
 * @throws ApiError, among them 409 if the edit's base version is no longer current
 */
export async function uploadVersion(seed: VersionSeed): Promise<Confirmed> {
  wantLater();
  const { uploadVersion: send } = await import('./engine/upload-version.ts');
  await whenUploadsOpen();
  return send(seed);
}

/** Whether a file has the bytes of the version that it would follow. */
export async function isFileOf(seed: VersionSeed): Promise<boolean> {
  const { isFileOf: compare } = await import('./engine/upload-version.ts');
  await whenUploadsOpen();
  return compare(seed);
}
