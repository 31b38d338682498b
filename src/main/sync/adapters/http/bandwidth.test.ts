import { expect, test } from 'vitest';
import { Bandwidth } from './bandwidth.ts';

test('whoever takes at the same time shares the rate', async () => {
  const bandwidth = new Bandwidth();
  bandwidth.setRate(10_000);
  const began = performance.now();
  await Promise.all(Array.from({ length: 6 }, () => bandwidth.take(1_000)));
  // 6,000 bytes, of which a quarter of a second's worth is free. A timer may fire a little early.
  expect(performance.now() - began).toBeGreaterThanOrEqual(345);
});

test('without a limit nothing waits, and nothing is cut', async () => {
  const bandwidth = new Bandwidth();
  await bandwidth.take(10 ** 12);
  const bytes = Buffer.alloc(1 << 20);
  expect([...bandwidth.pieces(bytes)]).toEqual([bytes]);
});

test('another rate, or the end, lets who waits go on', async () => {
  const bandwidth = new Bandwidth();
  bandwidth.setRate(1);
  const waiting = bandwidth.take(10 ** 6);
  bandwidth.setRate(0);
  await waiting;
  bandwidth.setRate(1);
  const stopping = new AbortController();
  const stopped = bandwidth.take(10 ** 6, stopping.signal);
  stopping.abort();
  await stopped;
});

test('a stream gives all bytes in their order', async () => {
  const bandwidth = new Bandwidth();
  bandwidth.setRate(200_000);
  const stream = bandwidth.stream();
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 251));
  stream.end(bytes);
  const got: Buffer[] = [];
  for await (const piece of stream) got.push(piece as Buffer);
  expect(got.length).toBeGreaterThan(1);
  expect(Buffer.concat(got).equals(bytes)).toBe(true);
});

test('a stream ends with its signal: what waits in it does not pass all at once', async () => {
  const bandwidth = new Bandwidth();
  bandwidth.setRate(10_000);
  const stopping = new AbortController();
  const stream = bandwidth.stream(stopping.signal);
  let passed = 0;
  stream.on('data', (piece: Buffer) => {
    passed += piece.length;
    stopping.abort();
  });
  const closed = new Promise((resolve) => stream.once('close', resolve));
  stream.end(Buffer.alloc(60_000));
  await closed;
  expect(passed).toBeLessThan(10_000);
  expect(bandwidth.stream(stopping.signal).destroyed).toBe(true);
});
