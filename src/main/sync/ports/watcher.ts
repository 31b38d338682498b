/** Reports where something may have changed. These are hints only: a scan decides. */
export interface Watcher {
  start(onDirty: (path: string) => void, onError: (error: unknown) => void): Promise<void>;
  close(): Promise<void>;
}
