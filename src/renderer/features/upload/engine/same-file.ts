import { hashFile } from '../../../platform/hashing/hasher.ts';
import { describe, looksTheSame, type Upload } from './upload.ts';

/** Whether a file is the one being uploaded: by name, size and date, and by the hash of the part read before. */
export async function isSameFile(
  upload: Pick<Upload, 'file' | 'checkpoint' | 'sha256'>,
  file: File,
  signal: AbortSignal,
): Promise<boolean> {
  if (!looksTheSame(upload.file, describe(file))) return false;
  const known = upload.sha256 ? { offset: file.size, sha256: upload.sha256 } : upload.checkpoint;
  if (!known) return true;
  const found = await hashFile(file.slice(0, known.offset), { signal }).catch(() => undefined);
  return found === known.sha256;
}
