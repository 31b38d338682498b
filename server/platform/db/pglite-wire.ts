/** The part of PostgreSQL's wire protocol (v3) that is needed to carry it to PGlite over a message port. */

const SYNC = 0x53; // 'S'
const QUERY = 0x51; // 'Q'
const TERMINATE = 0x58; // 'X'
const READY_FOR_QUERY = 0x5a; // 'Z'
const ERROR_RESPONSE = 0x45; // 'E'
const READY_LENGTH = 6;

export interface FrontendMessage {
  readonly bytes: Uint8Array;
  /** The server answers this one with a ReadyForQuery. */
  readonly expectsReady: boolean;
  readonly terminates: boolean;
}

/** Cuts a client's bytes into whole messages: PGlite takes exactly one at a time. */
export class FrontendReader {
  #rest: Uint8Array = new Uint8Array(0);
  #started = false;

  push(chunk: Uint8Array): FrontendMessage[] {
    const data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const messages: FrontendMessage[] = [];
    let offset = 0;
    for (;;) {
      // The startup message alone has no type byte before its length.
      const typeBytes = this.#started ? 1 : 0;
      if (data.length - offset < typeBytes + 4) break;
      const end = offset + typeBytes + view.getInt32(offset + typeBytes);
      if (end > data.length) break;
      const type = this.#started ? data[offset] : undefined;
      messages.push({
        bytes: data.slice(offset, end),
        expectsReady: type === undefined || type === SYNC || type === QUERY,
        terminates: type === TERMINATE,
      });
      this.#started = true;
      offset = end;
    }
    this.#rest = data.subarray(offset);
    return messages;
  }
}

/** Whether an answer is complete, that is, ends with ReadyForQuery. A backend that has died leaves it out. */
export function endsReady(answer: Uint8Array): boolean {
  const at = answer.length - READY_LENGTH;
  return at >= 0 && answer[at] === READY_FOR_QUERY && answer[at + 4] === READY_LENGTH - 1;
}

/** Whether a message of the backend says that it has ended (an ErrorResponse of severity FATAL or PANIC). */
export function isFatal(message: Uint8Array): boolean {
  if (message[0] !== ERROR_RESPONSE) return false;
  const severity = Buffer.from(message.subarray(5, 12)).toString('latin1');
  return severity.startsWith('SFATAL') || severity.startsWith('SPANIC');
}
