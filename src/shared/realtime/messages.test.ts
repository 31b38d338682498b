import { describe, expect, test } from 'vitest';
import { parseChannel, syncChannel, userChannel } from './channels.ts';
import { clientFrameSchema, serverFrameSchema } from './frames.ts';
import { MESSAGES, parseDraft } from './messages.ts';

const A = '01890000-0000-7000-8000-00000000000a';
const B = '01890000-0000-7000-8000-00000000000b';
const base = { v: 1, id: A, opId: B };

describe('messages', () => {
  test('the table holds every sync message of docs/protocols/realtime.md', () => {
    const by = (who: string) =>
      Object.entries(MESSAGES)
        .filter(([, row]) => row.channel === 'sync' && row.by === who)
        .map(([type]) => type);
    expect(by('screen')).toEqual(['download', 'create record', 'upload new version']);
    expect(by('desktop')).toEqual([
      'downloading',
      'downloaded',
      'download failed',
      'uploading',
      'uploaded',
      'upload failed',
      'new file',
      'file changed',
      'online',
      'editing',
      'done editing',
    ]);
  });

  test('data is checked by the schema of its type', () => {
    expect(() => parseDraft({ ...base, type: 'new file', data: { localId: A } })).toThrow();
    expect(() => parseDraft({ ...base, type: 'nonsense' })).toThrow();
    expect(() => parseDraft({ ...base, type: 'downloading', progress: 101 })).toThrow();
    expect(parseDraft({ ...base, type: 'downloading', progress: 100 }).type).toBe('downloading');
    expect(parseDraft({ ...base, type: 'record.changed', data: { recordId: A, groupId: B } }).type).toBe(
      'record.changed',
    );
  });

  test('frames nest messages', () => {
    const channel = syncChannel(A, B);
    expect(
      clientFrameSchema.safeParse({ frame: 'send', channel, message: { ...base, type: 'download' } }).success,
    ).toBe(true);
    expect(
      serverFrameSchema.safeParse({
        frame: 'message',
        channel,
        message: { ...base, type: 'download', seq: 1, epoch: 'e' },
      }).success,
    ).toBe(true);
    expect(clientFrameSchema.safeParse({ frame: 'resume', channel, epoch: 'e', seq: -1 }).success).toBe(
      false,
    );
  });

  test('channel names are read back, and nothing else is', { tags: 'spec-9.7-channels' }, () => {
    expect(parseChannel(userChannel(A))).toEqual({ kind: 'user', userId: A });
    expect(parseChannel(syncChannel(A, B))).toEqual({ kind: 'sync', userId: A, clientId: B });
    for (const name of ['user:', `user:${A}:${B}`, `sync:${A}`, `sync:${A}:${B}:x`, 'user:*']) {
      expect(parseChannel(name)).toBeUndefined();
    }
  });
});
