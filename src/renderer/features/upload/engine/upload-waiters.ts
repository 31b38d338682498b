const settling = new Map<string, { resolve: () => void; reject: (error: unknown) => void }>();

/** Resolves when an upload is confirmed; rejects with what it failed with, or when it is cancelled. */
export const waitForUpload = (id: string): Promise<void> =>
  new Promise((resolve, reject) => settling.set(id, { resolve, reject }));

/** Tells whoever waits for this upload how it ended. */
export function settleUpload(id: string, error?: unknown): void {
  const waiting = settling.get(id);
  settling.delete(id);
  if (error === undefined) waiting?.resolve();
  else waiting?.reject(error);
}

/** The same for all that are waited for. */
export function settleAllUploads(error: unknown): void {
  for (const id of [...settling.keys()]) settleUpload(id, error);
}
