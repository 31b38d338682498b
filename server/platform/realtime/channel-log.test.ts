import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { MessageDraft, MessageType } from '#shared/realtime/messages.ts';
import { channelState, reduce } from '#shared/realtime/reducer.ts';
import { CHANNEL_HISTORY, ChannelLog } from './channel-log.ts';

const say = (type: MessageType, more: Partial<MessageDraft> = {}): MessageDraft =>
  ({ v: 1, id: randomUUID(), opId: randomUUID(), type, ...more }) as MessageDraft;
const changed = () => say('file changed');

describe('a channel’s log', () => {
  it('stamps one after the other, and gives back what came after a position', () => {
    const log = new ChannelLog('e');
    const sent = Array.from({ length: 5 }, () => log.append(changed(), 0).message);
    expect(sent.map((message) => message?.seq)).toEqual([1, 2, 3, 4, 5]);
    expect(log.after('e', 3)).toEqual(sent.slice(3));
    expect(log.after('e', 5)).toEqual([]);
    expect(log.after('e', 6)).toBeNull();
    expect(log.after('other', 3)).toBeNull();
  });

  it('holds no more than its ring, and nothing older than a day', () => {
    const log = new ChannelLog('e');
    for (let count = 0; count < CHANNEL_HISTORY.messages + 10; count += 1) log.append(changed(), 1000);
    expect(log.after('e', 9)).toBeNull();
    expect(log.after('e', 10)).toHaveLength(CHANNEL_HISTORY.messages);
    log.prune(1000 + CHANNEL_HISTORY.hours * 3_600_000 + 1);
    expect(log.after('e', log.seq - 1)).toBeNull();
    expect(log.after('e', log.seq)).toEqual([]);
  });

  it('answers a repeated message with the seq that it had', () => {
    const log = new ChannelLog('e');
    const message = changed();
    log.append(message, 0);
    log.append(changed(), 0);
    expect(log.append(message, 0)).toEqual({ seq: 1 });
    expect(log.seq).toBe(2);
  });

  it('refuses what its subscribers would refuse, and consumes no seq for it', () => {
    const log = new ChannelLog('e');
    const opId = randomUUID();
    let state = channelState('e', 0);
    for (const [type, progress] of [
      ['downloading', 10],
      ['downloading', 50],
      ['downloaded', 100],
    ] as const) {
      const { message } = log.append(say(type, { opId, progress }), 0);
      if (!message) throw new Error('refused');
      const step = reduce(state, message);
      expect(step.error).toBeUndefined();
      state = step.state;
    }
    expect(log.seq).toBe(2);
    expect(log.append(say('downloaded', { opId }), 0).refused).toBeDefined();
    expect(log.seq).toBe(2);
  });
});
