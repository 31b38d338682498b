const settling = new Map<string, { resolve: () => void; reject: (error: unknown) => void }>();

/** Resolves when an upload is confirmed. Rejects with its error, or when it is cancelled. */
export const waitForUpload = (id: string): Promise<void> =>
  new Promise((resolve, reject) => settling.set(id, { resolve, reject }));

/** Resolves or rejects what `waitForUpload` returned for this upload. */
export function settleUpload(id: string, error?: unknown): void {
  const waiting = settling.get(id);
  settling.delete(id);
  if (error === undefined) waiting?.resolve();
  else waiting?.reject(error);
}

/** Settles all uploads that are waited for. */
export function settleAllUploads(error: unknown): void {
  for (const id of [...settling.keys()]) settleUpload(id, error);
}
