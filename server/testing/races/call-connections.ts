import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import { Server } from 'node:http';
import pg from 'pg';

/*
 * Which connections to the database work for a call: a request, or what a test runs as one. The server's own work, such as
 * reading texts and looking at what is due, may wait for the same row as a call and must not be taken for it.
 */

/** A connection, as `pg` has it. */
interface Backend {
  readonly processID?: number;
}

/** Grows with each `beginTurn`. */
let turn = 0;
/** The turn in which a call began. What it wakes has the same one, and may run long after the call was answered. */
const called = new AsyncLocalStorage<number>();
/** The turn of the call that each connection worked for last, by its process. */
const turns = new Map<number, number>();

let noting = false;

/** From now on notes what each new connection of this process works for, and when each request to it began. */
export function noteConnections(): void {
  if (noting) return;
  noting = true;
  const emit = Server.prototype.emit as EventEmitter['emit'];
  Server.prototype.emit = function (this: Server, event: string, ...given: unknown[]) {
    const pass = (): boolean => emit.call(this, event, ...given);
    return event === 'request' ? called.run(turn, pass) : pass();
  };
  const { prototype } = pg.Client;
  const { query } = prototype;
  prototype.query = function (this: pg.Client & Backend, ...given: Parameters<typeof query>) {
    const at = called.getStore();
    if (this.processID !== undefined) {
      if (at === undefined) turns.delete(this.processID);
      else turns.set(this.processID, at);
    }
    return query.apply(this, given);
  } as typeof query;
}

/** Calls that begin after this belong to a new turn. @returns its number */
export const beginTurn = (): number => {
  turn += 1;
  return turn;
};

/** Runs something as a call of the present turn, whether it is a request or not. */
export const asCall = <T>(work: () => T): T => called.run(turn, work);

/** Whether a connection works for a call that began in this turn or later. */
export const worksForCall = (process: number, since: number): boolean => (turns.get(process) ?? -1) >= since;
