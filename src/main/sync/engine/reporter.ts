import { ENVELOPE_VERSION, type MessageDraft } from '#shared/realtime/messages.ts';
import type { Channel } from '../ports/channel.ts';
import type { Clock } from '../ports/clock.ts';
import type { Activity, Reporter, Step } from './work/work.ts';

/** Progress of one operation is sent at most this often. */
const PROGRESS_MS = 250;
/** How many ended downloads are remembered, so that none is reported again under the same operation id. */
const ENDED_KEPT = 1000;
/** How many failed items are remembered, so that each is told once, however often it is tried. */
const FAILED_KEPT = 1000;

export interface ReporterListener {
  onActivity(activity: Activity): void;
  onStep(step: Step): void;
}

/** The step that must come before a failure. */
const BEGINNING: Partial<Record<Step['type'], 'uploading' | 'downloading'>> = {
  'upload failed': 'uploading',
  'download failed': 'downloading',
};

const ENDINGS: ReadonlySet<Step['type']> = new Set([
  'uploaded',
  'upload failed',
  'downloaded',
  'download failed',
]);

interface Running {
  readonly type: Step['type'];
  /** When it was sent last, on the clock's scale. */
  readonly at: number;
  readonly progress: number;
  /** The channel's connection at that time. */
  readonly connection: number;
}

/** Reports steps to the screens over the sync channel, and to listeners in this process. */
export class ChannelReporter implements Reporter {
  /** Last progress sent, by operation. */
  private readonly running = new Map<string, Running>();
  private readonly ended = new Set<string>();
  /** The reason that was told last, by path. */
  private readonly failed = new Map<string, string>();
  private readonly channel: Channel;
  private readonly clock: Clock;
  private readonly newId: () => string;
  private readonly listener: ReporterListener;

  constructor(channel: Channel, clock: Clock, newId: () => string, listener: ReporterListener) {
    this.channel = channel;
    this.clock = clock;
    this.newId = newId;
    this.listener = listener;
  }

  step(step: Step): void {
    // A failure is always reported, and its operation must have begun before it can fail.
    const begins = BEGINNING[step.type];
    if (begins && !this.running.has(step.opId)) {
      const { error: _, ...begun } = step;
      this.step({ ...begun, type: begins, progress: 0 });
    }
    const running = this.running.get(step.opId);
    if (!this.due(step)) return;
    this.listener.onStep(step);
    if (running && ENDINGS.has(step.type)) this.beginAgain(step, running);
    this.send(step);
  }

  private send(step: Step): void {
    this.channel.send({ v: ENVELOPE_VERSION, id: this.newId(), ...step } as MessageDraft);
  }

  /** Screens refuse the end of what never began for them: the connection may have been lost since that was sent. */
  private beginAgain({ opId, recordId, data }: Step, { type, progress, connection }: Running): void {
    if (connection === this.channel.connection) return;
    const { file } = (data ?? {}) as { file?: unknown };
    const again = { ...(file ? { file } : {}), resumed: true };
    this.send({ type, opId, ...(recordId ? { recordId } : {}), progress, data: again } as Step);
  }

  activity(activity: Activity): void {
    const { kind, path, code = '' } = activity;
    if (kind !== 'failed') this.failed.delete(path);
    else if (this.hasFailed(path, code)) return;
    else this.noteFailed(path, code);
    this.listener.onActivity(activity);
  }

  hasFailed(path: string, code: string): boolean {
    return this.failed.get(path) === code;
  }

  private noteFailed(path: string, code: string): void {
    this.failed.set(path, code);
    const [oldest] = this.failed.size > FAILED_KEPT ? this.failed.keys() : [];
    if (oldest !== undefined) this.failed.delete(oldest);
  }

  private end(opId: string): void {
    this.ended.add(opId);
    const [oldest] = this.ended.size > ENDED_KEPT ? this.ended : [];
    if (oldest !== undefined) this.ended.delete(oldest);
  }

  /**
   * Whether a step is to be sent. Each is sent once, and progress at intervals and never falling, except where a
   * transfer is resumed.
   */
  private due(step: Step): boolean {
    if (this.ended.has(step.opId)) return false;
    // One of a large group: its beginning was not reported.
    if (step.type === 'uploaded' && !this.running.has(step.opId)) return false;
    if (step.type === 'downloaded') this.end(step.opId);
    if (step.type !== 'downloading' && step.type !== 'uploading') {
      this.running.delete(step.opId);
      return true;
    }
    const now = this.clock.now();
    const last = this.running.get(step.opId);
    const progress = step.progress ?? 0;
    const isResumed = (step.data as { resumed?: boolean } | undefined)?.resumed === true;
    if (!isResumed && last?.type === step.type && (progress <= last.progress || now - last.at < PROGRESS_MS))
      return false;
    this.running.set(step.opId, { type: step.type, at: now, progress, connection: this.channel.connection });
    return true;
  }
}
