import type { Watcher } from '../ports/watcher.ts';

export interface WatchingListener {
  onDirty(path: string): void;
  /** Anything may have changed without a report. */
  onBlind(): void;
  onLog(text: string): void;
}

/** How many times as often everything is compared where not all folders can be watched. */
const DEAF_TIMES = 20;

/** Starts and restarts the watcher: it may reach the system's limit, and its root may go away and come back. */
export class Watching {
  /** Some folders are not watched: only a full scan shows what happens in them. */
  private deaf = false;
  private rootWentAway = false;
  private readonly watcher: Watcher;
  private readonly listener: WatchingListener;

  constructor(watcher: Watcher, listener: WatchingListener) {
    this.watcher = watcher;
    this.listener = listener;
  }

  async start(): Promise<void> {
    this.deaf = false;
    await this.watcher.start(
      (path) => this.listener.onDirty(path),
      (error) => this.failed(error),
    );
  }

  close(): Promise<void> {
    return this.watcher.close();
  }

  /** How often to scan everything now, in milliseconds; `rescanMs` where every folder is watched. */
  every(rescanMs: number): number {
    return this.deaf ? rescanMs / DEAF_TIMES : rescanMs;
  }

  rootIsAway(): void {
    this.rootWentAway = true;
  }

  /** After the root was away, the watched folders may not exist any more: then watching begins anew. */
  async rootIsThere(): Promise<void> {
    if (!this.rootWentAway) return;
    this.rootWentAway = false;
    await this.close();
    await this.start();
    this.listener.onBlind();
  }

  private failed(error: unknown): void {
    // At the limit each folder reports this error: only the first is logged.
    if (!this.deaf) this.listener.onLog(`watcher: ${error instanceof Error ? error.message : String(error)}`);
    this.deaf = true;
    this.listener.onBlind();
  }
}
