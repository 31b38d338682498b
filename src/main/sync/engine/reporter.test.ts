import { beforeEach, expect, test } from 'vitest';
import type { MessageDraft } from '#shared/realtime/messages.ts';
import type { Channel } from '../ports/channel.ts';
import { ChannelReporter } from './reporter.ts';
import type { Step } from './work/work.ts';

let connection: number;
let sent: MessageDraft[];
let heard: Step[];
let reporter: ChannelReporter;
const told = () => sent.map(({ type, progress, data }) => ({ type, progress, data }));
const step = (type: Step['type'], more: object = {}): Step =>
  ({ type, opId: 'o1', recordId: 'r1', data: { file: { name: 'Acta.docx', size: 3 } }, ...more }) as Step;
const file = { name: 'Acta.docx', size: 3 };

beforeEach(() => {
  connection = 1;
  sent = [];
  heard = [];
  const channel = {
    get connection() {
      return connection;
    },
    send: (message: MessageDraft) => void sent.push(message),
  } as Channel;
  const clock = { now: () => 0 } as ConstructorParameters<typeof ChannelReporter>[1];
  const listener = { onActivity: () => {}, onStep: (each: Step) => void heard.push(each) };
  reporter = new ChannelReporter(channel, clock, () => 'id', listener);
});

test('an upload is told from its beginning to its end', () => {
  reporter.step(step('uploading', { progress: 0 }));
  reporter.step(step('uploaded', { progress: 100 }));
  expect(sent.map(({ type }) => type)).toEqual(['uploading', 'uploaded']);
});

test.each(['uploaded', 'upload failed'] as const)(
  'after a connection was lost in between, %s comes after its beginning once more, for screens alone',
  (end) => {
    reporter.step(step('uploading', { progress: 0 }));
    connection = 2;
    reporter.step(step(end));
    expect(told()).toEqual([
      { type: 'uploading', progress: 0, data: { file } },
      { type: 'uploading', progress: 0, data: { file, resumed: true } },
      { type: end, progress: undefined, data: { file } },
    ]);
    expect(heard.map(({ type }) => type)).toEqual(['uploading', end]);
  },
);

test('of one that was never told, as in a large group, no end is told', () => {
  connection = 2;
  reporter.step(step('uploaded'));
  expect(sent).toEqual([]);
});
