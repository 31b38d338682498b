import type { Confirmed } from '#shared/documents/versions.schemas.ts';

interface Waiting {
  resolve: (confirmed: Confirmed) => void;
  reject: (error: unknown) => void;
}

const settling = new Map<string, Waiting>();

/** Resolves when an upload is confirmed, with the server's answer. Rejects with its error, or when it is cancelled. */
export const waitForUpload = (id: string): Promise<Confirmed> =>
  new Promise((resolve, reject) => settling.set(id, { resolve, reject }));

function take(id: string): Waiting | undefined {
  const waiting = settling.get(id);
  settling.delete(id);
  return waiting;
}

/** Resolves what `waitForUpload` returned for this upload. */
export const resolveUpload = (id: string, confirmed: Confirmed): void => take(id)?.resolve(confirmed);

/**
 * Rejects what `waitForUpload` returned for this upload.
 * @returns whether anybody waited, who then tells the person
 */
export function rejectUpload(id: string, error: unknown): boolean {
  const waiting = take(id);
  waiting?.reject(error);
  return waiting !== undefined;
}

/** Rejects all uploads that are waited for. */
export function rejectAllUploads(error: unknown): void {
  for (const id of [...settling.keys()]) rejectUpload(id, error);
}
