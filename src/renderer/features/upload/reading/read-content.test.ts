import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readContent } from './read-content.ts';
import type { ToRead } from './reading.worker.ts';

/** What stands for a browser's workers: each answers when the test says so. */
class FakeWorker extends EventTarget {
  static all: FakeWorker[] = [];
  onmessage: ((event: { data: unknown }) => void) | undefined;
  asked: ToRead | undefined;
  ended = false;

  constructor() {
    super();
    FakeWorker.all.push(this);
  }
  postMessage(asked: ToRead): void {
    this.asked = asked;
  }
  answer(data: unknown): void {
    this.onmessage?.({ data });
  }
  terminate(): void {
    this.ended = true;
  }
}

const text = (name: string): File => new File(['hola'], name);
const never = new AbortController().signal;
const workers = (): FakeWorker[] => FakeWorker.all;
const started = (count: number) =>
  expect.poll(() => workers().filter(({ asked }) => asked)).toHaveLength(count);

beforeEach(() => {
  FakeWorker.all = [];
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('reading what a file says about itself', () => {
  it('happens in a worker for each file, of which at most two are at work', async () => {
    const read = ['a.txt', 'b.md', 'c.eml'].map((name) => readContent(text(name), never));
    await started(2);
    expect(workers().map(({ asked }) => asked?.kind)).toEqual(['text', 'markdown']);
    workers()[0]?.answer({ text: 'hola', title: 'Título' });
    expect(await read[0]).toEqual({ text: 'hola', title: 'Título' });
    expect(workers()[0]?.ended).toBe(true);
    await started(3);
    expect(workers()[2]?.asked?.kind).toBe('mail');
    for (const worker of workers()) worker.answer({ text: '' });
    await Promise.all(read);
    expect(workers().every(({ ended }) => ended)).toBe(true);
  });

  it('ends with the time, or when the worker fails', async () => {
    // Waiting for the worker's start moves this clock a little.
    vi.useFakeTimers();
    const slow = readContent(text('a.txt'), never);
    await started(1);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(workers()[0]?.ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await slow).toEqual({ text: '' });
    expect(workers()[0]?.ended).toBe(true);

    const broken = readContent(text('a.txt'), never);
    await started(2);
    workers()[1]?.dispatchEvent(new Event('error'));
    expect(await broken).toEqual({ text: '' });
    expect(workers()[1]?.ended).toBe(true);
  });

  it('ends with its signal, also while it waits for others', async () => {
    const reason = new Error('closed');
    const controllers = Array.from({ length: 3 }, () => new AbortController());
    const read = controllers.map(({ signal }) => readContent(text('a.txt'), signal));
    const failed = read.map((each) => expect(each).rejects.toBe(reason));
    await started(2);
    for (const each of controllers) each.abort(reason);
    await Promise.all(failed);
    expect(workers()).toHaveLength(2);
    expect(workers().every(({ ended }) => ended)).toBe(true);
    await expect(readContent(text('a.txt'), AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('does not begin for other kinds, large files and files that are gone', async () => {
    const zip = new Uint8Array([0x50, 0x4b, 3, 4]);
    const large = new File([zip], 'a.docx');
    Object.defineProperty(large, 'size', { value: 61 * 1024 ** 2 });
    const gone = text('a.txt');
    gone.slice = () => {
      throw new DOMException('gone', 'NotFoundError');
    };
    for (const file of [text('a.png'), new File([zip], 'a.zip'), large, gone])
      expect(await readContent(file, never)).toEqual({ text: '' });
    expect(workers()).toHaveLength(0);
  });
});
