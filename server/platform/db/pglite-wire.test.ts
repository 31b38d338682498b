import { describe, expect, it } from 'vitest';
import { endsReady, FrontendReader, isFatal } from './pglite-wire.ts';

function message(type: string, body: string): Buffer {
  const bytes = Buffer.alloc(5 + body.length);
  bytes.write(type, 0, 'latin1');
  bytes.writeInt32BE(4 + body.length, 1);
  bytes.write(body, 5, 'latin1');
  return bytes;
}

const startup = message(' ', '\0\x03\0\0user\0postgres\0\0').subarray(1);
const session = Buffer.concat([
  startup,
  message('P', '\0select 1\0\0\0'),
  message('S', ''),
  message('X', ''),
]);

describe('FrontendReader', () => {
  it('cuts a session into its messages, wherever the chunks end', () => {
    for (let cut = 0; cut <= session.length; cut++) {
      const reader = new FrontendReader();
      const messages = [...reader.push(session.subarray(0, cut)), ...reader.push(session.subarray(cut))];
      expect(messages.map((m) => m.bytes.length)).toEqual([startup.length, 17, 5, 5]);
      expect(messages.map((m) => m.expectsReady)).toEqual([true, false, true, false]);
      expect(messages.map((m) => m.terminates)).toEqual([false, false, false, true]);
      expect(Buffer.concat(messages.map((m) => m.bytes))).toEqual(session);
    }
  });
});

describe('what the backend says', () => {
  it('is complete when it closes with ReadyForQuery', () => {
    expect(endsReady(Buffer.concat([message('C', 'SELECT 1\0'), message('Z', 'I')]))).toBe(true);
    expect(endsReady(message('C', 'SELECT 1\0'))).toBe(false);
    expect(endsReady(Buffer.alloc(0))).toBe(false);
  });

  it('is its end when an error is fatal', () => {
    expect(isFatal(message('E', 'SFATAL\0VFATAL\0C25P03\0\0'))).toBe(true);
    expect(isFatal(message('E', 'SERROR\0VERROR\0C42P01\0\0'))).toBe(false);
    expect(isFatal(message('C', 'SFATAL\0'))).toBe(false);
  });
});
