import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { callerOf, requestIdOf, routeOf } from './call-notes.ts';

/** One call that has ended: it was answered, or its connection broke. */
export interface EndedCall {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of its route, never its address. */
  readonly route: string;
  /** The id of whoever made it; null where nobody signed in. */
  readonly person: string | null;
  /** Null where the connection broke before the answer began. */
  readonly status: number | null;
  /** Milliseconds from its head to the end of its answer. */
  readonly ms: number;
  /** Bytes on the connection, heads included. */
  readonly received: number;
  readonly sent: number;
  /** The connection broke before the whole answer had left. */
  readonly aborted: boolean;
}

export interface CallObserver {
  begun?(): void;
  ended(call: EndedCall): void;
}

/** A WebSocket, from its upgrade to its end. */
export interface SocketObserver {
  opened(socket: { readonly requestId: string }): void;
  /** @param status of the answer */
  refused(socket: { readonly requestId: string; readonly status: number }): void;
  closed(socket: {
    readonly requestId: string;
    /** The id of whoever signed in on it. */
    readonly person: string | null;
    readonly seconds: number;
    /** Of the closing frame; 1006 where none came. */
    readonly code: number;
  }): void;
}

/** A connection with its calls that are not answered yet, and the bytes that are counted for a call already. */
interface Line {
  received: number;
  sent: number;
  readonly open: Map<ServerResponse, () => void>;
}

/**
 * Tells of every call that the parser takes, also of those that are refused before the application sees them. Calls that
 * a client sends ahead share their connection's bytes: each gets those since the one before.
 */
export function watchCalls(http: Server, observers: readonly CallObserver[]): void {
  const lines = new WeakMap<Socket, Line>();

  function lineOf(socket: Socket): Line {
    const known = lines.get(socket);
    if (known) return known;
    const line: Line = { received: 0, sent: 0, open: new Map() };
    lines.set(socket, line);
    // An answer that waits behind another one is told nothing of its connection's end.
    socket.once('close', () => {
      for (const end of line.open.values()) end();
    });
    return line;
  }

  http.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req;
    const line = lineOf(socket);
    const began = performance.now();
    for (const { begun } of observers) begun?.();
    const end = (): void => {
      if (!line.open.delete(res)) return;
      const call: EndedCall = {
        requestId: requestIdOf(req),
        method: req.method ?? '',
        route: routeOf(req),
        person: callerOf(req),
        status: res.headersSent ? res.statusCode : null,
        ms: performance.now() - began,
        received: socket.bytesRead - line.received,
        sent: socket.bytesWritten - line.sent,
        aborted: !res.writableFinished,
      };
      line.received = socket.bytesRead;
      line.sent = socket.bytesWritten;
      for (const { ended } of observers) ended(call);
    };
    line.open.set(res, end);
    res.once('close', end);
  });
}
