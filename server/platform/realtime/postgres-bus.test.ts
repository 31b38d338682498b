import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { MessageDraft } from '#shared/realtime/messages.ts';
import type { BusEvent } from './bus.ts';
import { createAssembler, toPayloads } from './postgres-bus.ts';

const NOTIFY_BYTES = 8000;

const sync = (notes: string): BusEvent => ({
  kind: 'sync',
  channel: 'sync:a:b',
  draft: { v: 1, id: randomUUID(), opId: randomUUID(), type: 'download', data: { notes } } as MessageDraft,
});

it('carries events of any size in payloads that fit, even where those of two senders mix', () => {
  const events = [
    sync('corto'),
    sync('ñandú '.repeat(5000)),
    sync('€'.repeat(3000)),
    { kind: 'wake' } as const,
  ];
  const queues = events.map(toPayloads);
  expect(queues.flat().every((payload) => Buffer.byteLength(payload) < NOTIFY_BYTES)).toBe(true);
  const take = createAssembler();
  const taken: BusEvent[] = [];
  while (queues.some((queue) => queue.length > 0)) {
    for (const queue of queues) {
      const payload = queue.shift();
      const event = payload === undefined ? null : take(payload);
      if (event) taken.push(event);
    }
  }
  expect(taken).toHaveLength(events.length);
  for (const event of events) expect(taken).toContainEqual(event);
});
