import { ENVELOPE_VERSION, type MessageDraft } from '#shared/realtime/messages.ts';
import type { Channel } from '../ports/channel.ts';
import type { Clock } from '../ports/clock.ts';
import type { Activity, Reporter, Step } from './work.ts';

/** Progress of one operation is told at most this often. */
const PROGRESS_MS = 250;
/** Ended downloads that are remembered, so that none is told again under the same name. */
const ENDED_KEPT = 1000;

export interface ReporterListener {
  onActivity(activity: Activity): void;
  onStep(step: Step): void;
}

/** The step before a failure. */
const BEGINNING: Partial<Record<Step['type'], 'uploading' | 'downloading'>> = {
  'upload failed': 'uploading',
  'download failed': 'downloading',
};

/** Tells the screens over the sync channel, and whoever listens in this process. */
export class ChannelReporter implements Reporter {
  /** Last progress told, by operation. */
  private readonly running = new Map<string, { type: Step['type']; at: number; progress: number }>();
  private readonly ended = new Set<string>();
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
    // What goes wrong is told of every operation, and has to begin before it can end.
    const begins = BEGINNING[step.type];
    if (begins && !this.running.has(step.opId)) {
      const { error: _, ...begun } = step;
      this.step({ ...begun, type: begins, progress: 0 });
    }
    if (!this.due(step)) return;
    this.listener.onStep(step);
    this.channel.send({ v: ENVELOPE_VERSION, id: this.newId(), ...step } as MessageDraft);
  }

  activity(activity: Activity): void {
    this.listener.onActivity(activity);
  }

  private end(opId: string): void {
    this.ended.add(opId);
    const [oldest] = this.ended.size > ENDED_KEPT ? this.ended : [];
    if (oldest !== undefined) this.ended.delete(oldest);
  }

  /** Every step is told once, progress in moderation and never backwards, but where a transfer says that it goes on. */
  private due(step: Step): boolean {
    if (this.ended.has(step.opId)) return false;
    // One of a thousand: nobody was told that it began.
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
    this.running.set(step.opId, { type: step.type, at: now, progress });
    return true;
  }
}
