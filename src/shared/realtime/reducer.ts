import { DuplicateMessageError, OutOfOrderError, ProtocolError } from './errors.ts';
import { MESSAGES, type Message, type MessageDraft, type SyncMessageType } from './messages.ts';

/**
 * The state of one channel for its subscriber, and the pure step from one message to the next. Screens, desktops and
 * the server use this reducer, so all of them reject the same messages.
 */

export type Phase =
  | 'asked'
  | 'announced'
  | 'downloading'
  | 'downloaded'
  | 'download failed'
  | 'uploading'
  | 'uploaded'
  | 'upload failed'
  | 'editing'
  | 'done editing';

export interface Operation {
  readonly phase: Phase;
  /** Whole percent of the running transfer; 0 where none runs. */
  readonly progress: number;
  readonly recordId?: string;
  readonly versionId?: string;
}

export interface ChannelState {
  readonly epoch: string;
  /** The highest `seq` that was applied, or consumed by a `ProtocolError`. */
  readonly lastSeq: number;
  /** After `reset` the earlier messages are unknown: an operation may begin with any step. */
  readonly anyFirstStep: boolean;
  /** Running operations, and the last finished ones, oldest first. */
  readonly operations: ReadonlyMap<string, Operation>;
}

export type Reduction =
  | { readonly state: ChannelState; readonly error?: undefined }
  | {
      readonly state: ChannelState;
      readonly error: DuplicateMessageError | OutOfOrderError | ProtocolError;
    };

interface Step {
  readonly to: Phase;
  /** Phases from which it may come; `none` is an unknown operation. */
  readonly from: readonly (Phase | 'none')[];
}

const STEPS: Record<Exclude<SyncMessageType, 'online'>, Step> = {
  download: { to: 'asked', from: ['none'] },
  'create record': { to: 'asked', from: ['none', 'announced'] },
  'upload new version': { to: 'asked', from: ['none', 'announced'] },
  downloading: { to: 'downloading', from: ['none', 'asked', 'downloading', 'download failed'] },
  downloaded: { to: 'downloaded', from: ['downloading'] },
  'download failed': { to: 'download failed', from: ['asked', 'downloading'] },
  'new file': { to: 'announced', from: ['none', 'announced'] },
  'file changed': { to: 'announced', from: ['none', 'announced'] },
  uploading: { to: 'uploading', from: ['none', 'asked', 'announced', 'uploading', 'upload failed'] },
  uploaded: { to: 'uploaded', from: ['uploading'] },
  'upload failed': { to: 'upload failed', from: ['asked', 'announced', 'uploading'] },
  editing: { to: 'editing', from: ['none', 'editing', 'done editing'] },
  'done editing': { to: 'done editing', from: ['editing'] },
};

const FINISHED: ReadonlySet<Phase> = new Set([
  'downloaded',
  'download failed',
  'uploaded',
  'upload failed',
  'done editing',
]);

/** How many finished operations are remembered, so that a second end is told from a missing beginning. */
const FINISHED_KEPT = 500;
/** How many operations are remembered at all, so that those which never end are dropped too. */
const OPERATIONS_KEPT = 1000;

/** A subscriber's state at the position that the server gave (`subscribed` or `reset`). */
export function channelState(epoch: string, seq: number): ChannelState {
  return { epoch, lastSeq: seq, anyFirstStep: seq > 0, operations: new Map() };
}

/** The state after a `reset` frame: what came before is unknown. */
export function resetChannel(epoch: string, seq: number): ChannelState {
  return { epoch, lastSeq: seq, anyFirstStep: true, operations: new Map() };
}

/**
 * Whether the message only repeats a running step (progress, lease renewal, presence). The server gives those no `seq`,
 * and keeps only the newest for a slow reader.
 */
export function isRepetition(state: ChannelState, message: Message | MessageDraft): boolean {
  if (!('repeats' in MESSAGES[message.type])) return false;
  if (message.type === 'online') return true;
  // It may lower the progress, which a newer repetition in its place would not explain.
  if (isResumed(message)) return false;
  return state.operations.get(message.opId)?.phase === message.type;
}

/**
 * Applies one message. A message with an error is not applied; a `ProtocolError` still consumes its `seq`, so that
 * later messages can be applied. With another epoch the result is an `OutOfOrderError`: the caller must `resume`.
 */
export function reduce(state: ChannelState, message: Message): Reduction {
  const { seq } = message;
  if (message.epoch !== state.epoch) {
    return { state, error: new OutOfOrderError(seq ?? 0, state.lastSeq) };
  }
  if (seq !== undefined) {
    if (seq <= state.lastSeq) return { state, error: new DuplicateMessageError(seq, state.lastSeq) };
    if (seq > state.lastSeq + 1) return { state, error: new OutOfOrderError(seq, state.lastSeq) };
  }
  const counted: ChannelState = seq === undefined ? state : { ...state, lastSeq: seq };
  const step = stepOf(message);
  if (!step) return { state: counted };
  const before = state.operations.get(message.opId);
  const why = whyIllegal(state, before, step, message);
  if (why) return { state: counted, error: new ProtocolError(message.type, message.opId, why) };
  return { state: { ...counted, operations: withOperation(state.operations, message, step, before) } };
}

function isResumed(message: Message | MessageDraft): boolean {
  const { type, data } = message;
  return (type === 'uploading' || type === 'downloading') && data?.resumed === true;
}

function stepOf(message: Message): Step | undefined {
  if (MESSAGES[message.type].channel !== 'sync' || message.type === 'online') return undefined;
  return STEPS[message.type as keyof typeof STEPS];
}

function whyIllegal(
  state: ChannelState,
  before: Operation | undefined,
  step: Step,
  message: Message,
): string | undefined {
  if (!before) {
    if (step.from.includes('none')) return undefined;
    return state.anyFirstStep ? undefined : 'it never began';
  }
  // A repetition has no seq. One that was delayed must not begin a finished operation again.
  if (message.seq === undefined && before.phase !== step.to) return 'it repeats a step that is over';
  if (!step.from.includes(before.phase)) return `it is at '${before.phase}'`;
  if (message.recordId && before.recordId && message.recordId !== before.recordId) {
    return 'it belongs to another record';
  }
  if (
    before.phase === step.to &&
    !isResumed(message) &&
    (message.progress ?? before.progress) < before.progress
  ) {
    return `progress fell from ${before.progress} to ${message.progress}`;
  }
  return undefined;
}

function withOperation(
  operations: ReadonlyMap<string, Operation>,
  message: Message,
  step: Step,
  before: Operation | undefined,
): ReadonlyMap<string, Operation> {
  const next = new Map(operations);
  // Set at the end, so that the map is ordered by the last step.
  next.delete(message.opId);
  const recordId = message.recordId ?? before?.recordId;
  const versionId = message.versionId ?? before?.versionId;
  const running = before?.phase === step.to ? before.progress : 0;
  next.set(message.opId, {
    phase: step.to,
    progress: message.progress ?? running,
    ...(recordId ? { recordId } : {}),
    ...(versionId ? { versionId } : {}),
  });
  if (FINISHED.has(step.to)) forgetOldest(next);
  const [oldest] = next.size > OPERATIONS_KEPT ? next.keys() : [];
  if (oldest !== undefined) next.delete(oldest);
  return next;
}

function forgetOldest(operations: Map<string, Operation>): void {
  const finished = [...operations].filter(([, operation]) => FINISHED.has(operation.phase));
  for (const [opId] of finished.slice(0, Math.max(0, finished.length - FINISHED_KEPT))) {
    operations.delete(opId);
  }
}
