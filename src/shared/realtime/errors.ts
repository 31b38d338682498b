import type { MessageType } from './messages.ts';

/** Why a message was not applied (docs/protocols/realtime.md, specification §8). */
export type RealtimeErrorCode = 'duplicate_message' | 'out_of_order' | 'protocol';

abstract class RealtimeError extends Error {
  abstract readonly code: RealtimeErrorCode;
}

/** The message's `seq` was seen already. */
export class DuplicateMessageError extends RealtimeError {
  readonly code = 'duplicate_message';
  readonly seq: number;
  readonly last: number;

  constructor(seq: number, last: number) {
    super(`Message ${seq} was seen already (last is ${last})`);
    this.name = 'DuplicateMessageError';
    this.seq = seq;
    this.last = last;
  }
}

/** Messages between `last` and `seq` are missing; one `resume` heals it. */
export class OutOfOrderError extends RealtimeError {
  readonly code = 'out_of_order';
  readonly seq: number;
  readonly last: number;

  constructor(seq: number, last: number) {
    super(`Message ${seq} came after ${last}`);
    this.name = 'OutOfOrderError';
    this.seq = seq;
    this.last = last;
  }
}

/** The step is not legal for its operation, such as `downloaded` without `downloading`. */
export class ProtocolError extends RealtimeError {
  readonly code = 'protocol';
  readonly type: MessageType;
  readonly opId: string;

  constructor(type: MessageType, opId: string, why: string) {
    super(`Illegal '${type}' of operation ${opId}: ${why}`);
    this.name = 'ProtocolError';
    this.type = type;
    this.opId = opId;
  }
}
