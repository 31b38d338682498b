import {
  createServer,
  Agent as HttpAgent,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { EndpointName } from '#shared/contract.ts';
import { nameOf } from './call-names.ts';
import { FaultyFrames } from './faulty-frames.ts';
import { pass } from './pass.ts';

/** One call that came through, as far as it came. */
export interface Call {
  /** Its entry in the endpoint table; undefined for what stands in none. */
  readonly name: EndpointName | undefined;
  readonly path: string;
  /** What was asked for of a download. */
  readonly range: string | undefined;
  /** When it came, in milliseconds of a clock of its own. */
  readonly at: number;
  /** Bytes of the bodies. */
  up: number;
  down: number;
  status: number | undefined;
}

/** A fault that waits for its calls. */
export interface Fault {
  /** Resolves when it has met the first one. */
  readonly met: Promise<void>;
  readonly times: number;
  /** It waits for no more calls. */
  lift(): void;
}

export interface HeldCall extends Fault {
  release(): void;
}

export interface StrangeAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Which = EndpointName | 'any';

type Kind =
  | { readonly kind: 'lose answer' }
  | { readonly kind: 'hold'; readonly released: Promise<void> }
  | { readonly kind: 'cut up' | 'cut down' | 'stall up'; readonly bytes: number }
  | { readonly kind: 'answer'; readonly answer: StrangeAnswer };

interface Waiting {
  readonly which: Which;
  readonly what: Kind;
  left: number;
  times: number;
  readonly meet: () => void;
}

/**
 * A line between a desktop and the server that fails when it is told to: an answer that is lost after the server has
 * committed, a call that hangs, bytes that are cut, somebody else who answers, no line at all. It counts what passes.
 */
export class FaultyLine {
  readonly calls: Call[] = [];
  /** The realtime messages that pass. */
  readonly frames: FaultyFrames;
  private readonly server = createServer((req, res) => void this.serve(req, res));
  private readonly agent = new HttpAgent({ keepAlive: true });
  private readonly sockets = new Set<Socket>();
  private waiting: Waiting[] = [];
  private isOff = false;
  private readonly target: () => string;

  private constructor(target: () => string) {
    this.target = target;
    this.frames = new FaultyFrames(() => target().replace(/^http/, 'ws'));
    this.server.on('connection', (socket) => {
      if (this.isOff) socket.destroy();
      else this.sockets.add(socket.once('close', () => this.sockets.delete(socket)));
    });
    this.server.on('upgrade', (req, socket, head) => this.frames.upgrade(req, socket, head));
  }

  /** @param target reads the server's address anew each time, for a restart may change it */
  static async open(target: () => string): Promise<FaultyLine> {
    const line = new FaultyLine(target);
    await new Promise<void>((listening) => line.server.listen(0, '127.0.0.1', listening));
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.cut();
    this.frames.close();
    this.agent.destroy();
    await new Promise((closed) => this.server.close(closed));
  }

  /** The server has done what it was asked, and its answer never comes. */
  loseAnswer(which: Which, times = 1): Fault {
    return this.fault(which, { kind: 'lose answer' }, times);
  }

  /** The call hangs before the server hears of it. */
  hold(which: Which): HeldCall {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    return Object.assign(this.fault(which, { kind: 'hold', released }, 1), { release });
  }

  /** The connection ends after so many bytes of the body that goes up. */
  cutUp(which: Which, bytes: number): Fault {
    return this.fault(which, { kind: 'cut up', bytes }, 1);
  }

  /** After so many bytes of the body that goes up no more are passed, and the connection stays until its caller ends. */
  stallUp(which: Which, bytes: number): Fault {
    return this.fault(which, { kind: 'stall up', bytes }, 1);
  }

  /** The connection ends after so many bytes of the body that comes down. */
  cutDown(which: Which, bytes: number): Fault {
    return this.fault(which, { kind: 'cut down', bytes }, 1);
  }

  /** Somebody else answers, and the server hears of nothing. */
  answer(which: Which, answer: StrangeAnswer, times = 1): Fault {
    return this.fault(which, { kind: 'answer', answer }, times);
  }

  /** Nothing comes through, in neither direction. */
  off(): void {
    this.isOff = true;
    this.cut();
  }

  on(): void {
    this.isOff = false;
  }

  callsTo(which: EndpointName): readonly Call[] {
    return this.calls.filter(({ name }) => name === which);
  }

  /** Bytes of bodies that went to an endpoint. */
  sent(...names: readonly EndpointName[]): number {
    return names.flatMap((name) => this.callsTo(name)).reduce((sum, { up }) => sum + up, 0);
  }

  /** Bytes of bodies that came from an endpoint. */
  received(name: EndpointName): number {
    return this.callsTo(name).reduce((sum, { down }) => sum + down, 0);
  }

  /** Forgets what was counted. */
  forget(): void {
    this.calls.length = 0;
    this.frames.seen.length = 0;
  }

  private cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private fault(which: Which, what: Kind, times: number): Fault {
    const { promise: met, resolve: meet } = Promise.withResolvers<void>();
    const waiting: Waiting = { which, what, left: times, times: 0, meet };
    this.waiting.push(waiting);
    return {
      met,
      get times() {
        return waiting.times;
      },
      lift: () => {
        this.waiting = this.waiting.filter((each) => each !== waiting);
      },
    };
  }

  private take(name: EndpointName | undefined): Kind | undefined {
    const found = this.waiting.find(({ which, left }) => left > 0 && (which === 'any' || which === name));
    if (!found) return undefined;
    found.left -= 1;
    found.times += 1;
    return found.what;
  }

  private metBy(what: Kind): void {
    this.waiting.find((each) => each.what === what)?.meet();
  }

  private async serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = req.url ?? '/';
    const { range } = req.headers;
    const seen = { name: nameOf(req.method, url), path: url, range, at: performance.now() };
    const call: Call = { ...seen, up: 0, down: 0, status: undefined };
    this.calls.push(call);
    const fault = this.take(call.name);
    if (fault?.kind === 'answer') {
      req.resume();
      const { status, headers, body } = fault.answer;
      res.writeHead(status, { connection: 'close', ...headers }).end(req.method === 'HEAD' ? '' : body);
      this.metBy(fault);
      return;
    }
    if (fault?.kind === 'hold') {
      this.metBy(fault);
      await fault.released;
    }
    this.forward(req, res, call, fault);
  }

  private forward(req: IncomingMessage, res: ServerResponse, call: Call, fault: Kind | undefined): void {
    const { method, headers } = req;
    const up = request(`${this.target()}${req.url}`, { method, headers, agent: this.agent });
    const cut = () => {
      up.destroy();
      req.socket.destroy();
      if (fault) this.metBy(fault);
    };
    up.on('error', () => req.socket.destroy());
    res.on('close', () => res.writableFinished || up.destroy());
    const limitUp =
      fault?.kind === 'cut up' || fault?.kind === 'stall up' ? fault.bytes : Number.POSITIVE_INFINITY;
    const endUp = fault?.kind === 'stall up' ? () => this.metBy(fault) : cut;
    pass(req, up, limitUp, (bytes) => (call.up += bytes), endUp);
    up.on('response', (answer) => {
      call.status = answer.statusCode;
      if (fault?.kind === 'lose answer') {
        answer.resume().on('end', cut);
        return;
      }
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      const limitDown = fault?.kind === 'cut down' ? fault.bytes : Number.POSITIVE_INFINITY;
      pass(answer, res, limitDown, (bytes) => (call.down += bytes), cut);
      answer.on('error', () => req.socket.destroy());
    });
  }
}
