/** Says where something may have changed. A hint only: the scan is the truth. */
export interface Watcher {
  start(onDirty: (path: string) => void, onError: (error: unknown) => void): Promise<void>;
  close(): Promise<void>;
}
