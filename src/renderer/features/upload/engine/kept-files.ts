import { KEPT_BYTES } from './upload.ts';

/**
 * Copies of files that are being uploaded, in the origin private file system, so that an upload can continue after a
 * reload.
 */

const FOLDER = 'uploads';

async function folder(): Promise<FileSystemDirectoryHandle | undefined> {
  // Undefined where the page is no secure context.
  const root = await navigator.storage?.getDirectory?.();
  return root?.getDirectoryHandle(FOLDER, { create: true });
}

/** Copies a file, unless it is too large or there is no room. Then the person is asked for it after a reload. */
export async function keepFile(id: string, file: Blob, signal: AbortSignal): Promise<void> {
  if (file.size > KEPT_BYTES) return;
  try {
    const handle = await (await folder())?.getFileHandle(id, { create: true });
    if (!handle || !('createWritable' in handle)) return;
    // Written bytes become visible only when the stream is closed: a copy is complete or empty.
    await file.stream().pipeTo(await handle.createWritable(), { signal });
  } catch {
    await dropFile(id);
  }
}

/** The copy of a file, if it is complete. */
export async function keptFile(id: string, size: number): Promise<Blob | undefined> {
  try {
    const handle = await (await folder())?.getFileHandle(id);
    const file = await handle?.getFile();
    return file?.size === size ? file : undefined;
  } catch {
    return undefined;
  }
}

export async function dropFile(id: string): Promise<void> {
  await folder()
    .then((files) => files?.removeEntry(id))
    .catch(() => undefined);
}
