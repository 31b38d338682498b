import type { Unfinished } from '#shared/documents/versions.schemas.ts';
import type { Channel } from '../ports/channel.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { Journal } from '../ports/journal.ts';
import type { Remote } from '../ports/remote.ts';
import type { RootClaim } from '../ports/root-claim.ts';
import type { Failure } from './failures/failure.ts';
import { DEFAULT_RETENTION, type Retention } from './replaced/replaced-retention.ts';
import type { ReporterListener } from './reporter.ts';
import type { executeBatch } from './work/execute.ts';
import { LARGE_BYTES } from './work/transfers.ts';

/** What the engine is made from, and its inputs and outputs. */

export interface EnginePorts {
  readonly files: Files;
  readonly remote: Remote;
  readonly journal: Journal;
  readonly channel: Channel;
  readonly clock: Clock;
  /** Without one, no other engine can reach the folder. */
  readonly claim?: RootClaim;
  /** UUIDv7. */
  readonly newId: () => string;
  /**
   * `false` skips the last check of a file before and after it is replaced. Only the simulation does that, to prove
   * that it would notice.
   */
  readonly recheck?: boolean;
  /** How a batch is run: the simulation runs its operations in any order (docs/simulation.md, invariant 4). */
  readonly execute?: typeof executeBatch;
}

export interface EngineOptions {
  /** A file is uploaded once it was left alone for this many milliseconds. */
  readonly settleMs: number;
  /** For how long after its last change an unfinished file is waited for, in milliseconds. */
  readonly unfinishedMs: number;
  /** A file that changes for this long without a pause is listed, in milliseconds. */
  readonly restlessMs: number;
  /** Time between two versions of one document that is saved again and again, in milliseconds; 0 for none. */
  readonly versionDistanceMs: number;
  /** Names of the libraries to sync; empty for all of the person's. */
  readonly libraries: readonly string[];
  /** The person's own patterns, in addition to the built-in ones. */
  readonly ignore: readonly string[];
  /** Whether documents are kept on this computer only where the person chose so. */
  readonly onlineOnlyByDefault: boolean;
  /** Larger files travel beside the cycles, in bytes. */
  readonly largeBytes: number;
  /** How long replaced files are kept. */
  readonly replaced: Retention;
}

export const DEFAULT_OPTIONS: EngineOptions = {
  settleMs: 2000,
  unfinishedMs: 120_000,
  restlessMs: 30_000,
  versionDistanceMs: 30_000,
  libraries: [],
  ignore: [],
  onlineOnlyByDefault: false,
  largeBytes: LARGE_BYTES,
  replaced: DEFAULT_RETENTION,
};

export interface EngineListener extends ReporterListener {
  /** A screen asked to open a document. The path is below the sync root. */
  onOpen(path: string): void;
  /** A plan was made, with this many operations. */
  onPlan(operations: number): void;
}

/** A file whose bytes were not sent yet. */
export interface WaitingFile {
  readonly key: string;
  /** Below the sync root. */
  readonly path: string;
  readonly recordId?: string;
  /**
   * Its person goes on saving it, it has the bytes of a version that the server knows, it keeps changing, a program has it
   * open, or it is incomplete by its own format.
   */
  readonly why: 'saving' | 'earlier' | 'changing' | Unfinished;
  /** On the clock's scale. */
  readonly until: number;
}

export interface Cycle {
  /** Operations that were planned and run. */
  readonly operations: number;
  /** What stops everything until it passes. */
  readonly failures: readonly Failure[];
  /** What failed for a reason of its own item, which is blocked now. */
  readonly setbacks: readonly Failure[];
  /** Both sides agree apart from blocked items: nothing is left to do, and nothing waits to settle. */
  readonly resting: boolean;
  /** When something will have settled or is due again, on the clock's scale. */
  readonly nextAt: number | undefined;
}
