import type { Act } from './acts.ts';

export interface Step {
  readonly client: number;
  readonly act: Act;
}

export interface SyncStep {
  readonly client: number;
  readonly sync: true;
  /** Milliseconds that pass before it. */
  readonly wait: number;
  /** It compares only what the watcher and the channels told of. */
  readonly byHints?: boolean;
  readonly during: readonly { readonly at: number; readonly label?: string | undefined; readonly act: Act }[];
}

/** Nobody acts until nothing changes any more, and all invariants must hold. */
export interface PeaceStep {
  readonly peace: true;
}

/** From here on this client must end in the same state with any order of its batches (invariant 4). */
export interface TwinsStep {
  readonly client: number;
  /** Seed of the other order. */
  readonly twins: number;
}

export type AnyStep = Step | SyncStep | PeaceStep | TwinsStep;

export interface History {
  /** Seed of the order of batches; 0 for that of the app. */
  readonly order: number;
  /** Beside two people who upload, a third one. */
  readonly third?: 'upload' | 'reader' | undefined;
  readonly steps: readonly AnyStep[];
}

/** One round of an engine in which nobody interferes. */
export const quiet = (client: number): SyncStep => ({ client, sync: true, wait: 2500, during: [] });
