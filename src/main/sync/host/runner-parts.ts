import type { SyncQuestion } from '#shared/ipc/sync-state.ts';
import type { Cycle } from '../engine/engine-parts.ts';
import type { Question } from '../engine/removals/guard.ts';
import type { Channel } from '../ports/channel.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { Watcher } from '../ports/watcher.ts';

export type Status = 'starting' | 'online' | 'syncing' | 'paused' | 'offline' | 'problem';

export interface Problem {
  readonly code: string;
  readonly message: string;
}

export interface RunnerPorts {
  readonly files: Files;
  readonly watcher: Watcher;
  readonly channel: Channel;
  readonly clock: Clock;
  readonly newId: () => string;
}

export interface RunnerOptions {
  /** How often the feed is read without a hint, in milliseconds. */
  readonly pollMs: number;
  /** How often everything is compared without a hint, in milliseconds. */
  readonly rescanMs: number;
  /**
   * After its connection was lost a desktop requests everything within this time, each at a random moment, because all
   * of them return when a server restarts. Milliseconds.
   */
  readonly spreadMs: number;
}

export const DEFAULT_RUNNER: RunnerOptions = { pollMs: 60_000, rescanMs: 300_000, spreadMs: 3_000 };

export interface RunnerListener {
  onStatus(status: Status, problem: Problem | undefined): void;
  onQuestion(question: Question | undefined): void;
  onCycle(cycle: Cycle): void;
  onLog(text: string): void;
}

export type Answer = SyncQuestion['answers'][number];
