import type { HashAnswer, HashRequest } from './hash-messages.ts';

/** The bytes could not be read: the file was moved or changed, or is no file. */
export class UnreadableFile extends Error {}

/**
 * The SHA-256 of a file in lower-case hexadecimal, computed in a worker of its own.
 * @throws UnreadableFile; the signal's reason if it was aborted
 */
export function hashFile(
  file: Blob,
  {
    signal,
    checkpointEvery,
    onCheckpoint,
  }: {
    signal: AbortSignal;
    checkpointEvery?: number;
    onCheckpoint?: (offset: number, sha256: string) => void;
  },
): Promise<string> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.onerror = () => reject(new UnreadableFile());
    worker.onmessage = ({ data }: MessageEvent<HashAnswer>) => {
      if (data.kind === 'checkpoint') onCheckpoint?.(data.offset, data.sha256);
      else if (data.kind === 'done') resolve(data.sha256);
      else reject(new UnreadableFile());
    };
    worker.postMessage({ file, ...(checkpointEvery ? { checkpointEvery } : {}) } satisfies HashRequest);
  }).finally(() => worker.terminate());
}
