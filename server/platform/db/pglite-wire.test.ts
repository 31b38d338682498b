import { describe, expect, it } from 'vitest';
import { BackendReader, FrontendReader } from './pglite-wire.ts';

function message(type: string, body: string): Buffer {
  const bytes = Buffer.alloc(5 + body.length);
  bytes.write(type, 0, 'latin1');
  bytes.writeInt32BE(4 + body.length, 1);
  bytes.write(body, 5, 'latin1');
  return bytes;
}

const startup = message(' ', '\0\x03\0\0user\0postgres\0\0').subarray(1);
const parse = message('P', '\0select 1\0\0\0');
const sync = message('S', '');
const session = Buffer.concat([
  startup,
  ...[parse, sync],
  message('Q', 'select 1\0'),
  ...[parse, sync],
  message('X', ''),
]);

describe('FrontendReader', () => {
  it('cuts a session where the backend says that it is ready', () => {
    const runs = new FrontendReader().push(session);
    expect(runs.map(({ bytes }) => bytes.length)).toEqual([startup.length, 22, 14, 22, 5]);
    expect(runs.map(({ expectsReady }) => expectsReady)).toEqual([true, true, true, true, false]);
    expect(runs.map(({ terminates }) => terminates)).toEqual([false, false, false, false, true]);
    expect(Buffer.concat(runs.map(({ bytes }) => bytes))).toEqual(session);
  });

  it('hands over whole messages and loses none, wherever the chunks end', () => {
    for (let cut = 0; cut <= session.length; cut++) {
      const reader = new FrontendReader();
      const runs = [...reader.push(session.subarray(0, cut)), ...reader.push(session.subarray(cut))];
      expect(Buffer.concat(runs.map(({ bytes }) => bytes))).toEqual(session);
      expect(runs.filter(({ expectsReady }) => expectsReady)).toHaveLength(4);
      expect(runs.filter(({ terminates }) => terminates)).toHaveLength(1);
    }
  });

  it('hands over what was sent of a statement, and what ends the session by itself', () => {
    const reader = new FrontendReader();
    expect(reader.push(Buffer.concat([startup, parse])).map(({ expectsReady }) => expectsReady)).toEqual([
      true,
      false,
    ]);
    expect(reader.push(Buffer.concat([parse, message('X', '')]))).toMatchObject([
      { bytes: parse, terminates: false },
      { terminates: true },
    ]);
  });
});

const fatal = message('E', 'SFATAL\0VFATAL\0C25P03\0\0');
const error = message('E', 'SERROR\0VERROR\0C42P01\0\0');
const ready = message('Z', 'I');
/** A row whose text is what a fatal error would say. */
const alike = message('D', `\0\x01\0\0\0\x1c${fatal.toString('latin1')}`);

describe('BackendReader', () => {
  /** What it says of an answer in two chunks. */
  function read(answer: Buffer, cut: number): { fatal: boolean; isReady: boolean } {
    const reader = new BackendReader();
    const said = [answer.subarray(0, cut), answer.subarray(cut)].map((chunk) => reader.push(chunk));
    return { fatal: said.includes(true), isReady: reader.isReady };
  }

  it.each([
    ['a complete answer', [message('1', ''), alike, message('C', 'SELECT 1\0'), ready], false, true],
    ['an answer with an error', [message('1', ''), error, ready], false, true],
    ['an answer without its end', [message('1', ''), message('C', 'SELECT 1\0')], false, false],
    ['an answer that is cut', [message('C', 'SELECT 1\0'), ready.subarray(0, 5)], false, false],
    ['the end of the backend', [fatal], true, false],
    ['its end in the middle of an answer', [message('1', ''), message('2', ''), fatal], true, false],
    ['its panic', [message('1', ''), message('E', 'SPANIC\0VPANIC\0\0')], true, false],
    ['nothing', [], false, false],
  ])('understands %s, wherever the chunks end', (_what, messages, isFatal, isReady) => {
    const answer = Buffer.concat(messages);
    for (let cut = 0; cut <= answer.length; cut++)
      expect(read(answer, cut), `cut at ${cut}`).toEqual({ fatal: isFatal, isReady });
  });
});
