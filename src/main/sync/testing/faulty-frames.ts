import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { type ClientFrame, REALTIME_PATH, type ServerFrame } from '#shared/realtime/frames.ts';

type Direction = 'up' | 'down';
type Frame = ClientFrame | ServerFrame;

export interface SeenFrame {
  readonly direction: Direction;
  readonly frame: Frame;
}

type Mischief = 'duplicate' | 'swap' | 'drop';

interface Waiting {
  readonly mischief: Mischief;
  readonly direction: Direction;
  readonly fits: (frame: Frame) => boolean;
  /** The first of two that are to be swapped. */
  held?: string;
  readonly done: () => void;
}

/** The realtime socket of a faulty line: messages come twice, in the wrong order, or not at all. */
export class FaultyFrames {
  /** What arrived at the line, before any mischief. */
  readonly seen: SeenFrame[] = [];
  private readonly server = new WebSocketServer({ noServer: true });
  private waiting: Waiting[] = [];
  private readonly target: () => string;

  constructor(target: () => string) {
    this.target = target;
  }

  /** Does its mischief to the next frame that fits; `swap` needs a second one. Resolves when it is done. */
  next(mischief: Mischief, direction: Direction, fits: (frame: Frame) => boolean): Promise<void> {
    const { promise, resolve: done } = Promise.withResolvers<void>();
    this.waiting.push({ mischief, direction, fits, done });
    return promise;
  }

  /** How many frames of a kind passed in a direction. */
  count(direction: Direction, kind: Frame['frame']): number {
    return this.seen.filter((each) => each.direction === direction && each.frame.frame === kind).length;
  }

  /** Puts the two ends together. Their closing codes are handed on. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.server.handleUpgrade(req, socket, head, (client) => {
      const upstream = new WebSocket(`${this.target()}${REALTIME_PATH}`);
      const early: string[] = [];
      client.on('message', (data) => {
        for (const text of this.play('up', String(data)))
          if (upstream.readyState === upstream.OPEN) upstream.send(text);
          else early.push(text);
      });
      upstream.on('open', () => {
        for (const text of early) upstream.send(text);
      });
      upstream.on('message', (data) => {
        for (const text of this.play('down', String(data))) client.send(text);
      });
      client.on('close', () => upstream.close());
      upstream.on('close', (code) => client.close(code >= 3000 || code === 1000 ? code : 1001));
      upstream.on('error', () => client.terminate());
      client.on('error', () => upstream.terminate());
    });
  }

  close(): void {
    for (const client of this.server.clients) client.terminate();
    this.server.close();
  }

  /** Cuts every realtime connection, and nothing else. */
  cut(): void {
    for (const client of this.server.clients) client.terminate();
  }

  /** What goes on instead of a frame. */
  private play(direction: Direction, text: string): readonly string[] {
    const frame = JSON.parse(text) as Frame;
    this.seen.push({ direction, frame });
    const found = this.waiting.find((each) => each.direction === direction && each.fits(frame));
    if (!found) return [text];
    if (found.mischief === 'swap' && found.held === undefined) {
      found.held = text;
      return [];
    }
    this.waiting = this.waiting.filter((each) => each !== found);
    found.done();
    if (found.mischief === 'drop') return [];
    return found.mischief === 'duplicate' ? [text, text] : [text, found.held ?? text];
  }
}
