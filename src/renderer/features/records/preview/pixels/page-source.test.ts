import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PIXELS_LIMITS, type PixelsAnswer, type PixelsRequest } from './messages.ts';
import { PageSource, type PagesWorker } from './page-source.ts';

/** A worker that answers when the test says so. */
class Fake implements PagesWorker {
  onmessage: PagesWorker['onmessage'] = null;
  onerror: PagesWorker['onerror'] = null;
  readonly asked: PixelsRequest[] = [];
  ended = false;
  postMessage(request: PixelsRequest): void {
    this.asked.push(request);
  }
  terminate(): void {
    this.ended = true;
  }
  says(data: PixelsAnswer): void {
    this.onmessage?.call(this as unknown as Worker, { data } as MessageEvent);
  }
  crashes(): void {
    this.onerror?.call(this as unknown as Worker, {} as ErrorEvent);
  }
}

const image = new Blob(['png']);
let workers: Fake[];
let source: PageSource;
const last = (): Fake => {
  const worker = workers.at(-1);
  if (!worker) throw new Error('no worker');
  return worker;
};

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  source = new PageSource(new Blob(['tiff']), () => {
    const worker = new Fake();
    workers.push(worker);
    return worker;
  });
});
afterEach(() => {
  source.close();
  vi.useRealTimers();
});

it('draws the page in view before thumbnails, one at a time, and sends the file once', async () => {
  const drawn: string[] = [];
  const draw = (page: number, small: boolean) =>
    source.draw(page, { small }).then(() => drawn.push(`${page}${small ? ' small' : ''}`));
  const all = [draw(0, true), draw(1, true), draw(4, false)];
  last().says({ pages: 5 });
  for (let n = 0; n < 3; n += 1) last().says({ image });
  await Promise.all(all);
  expect(drawn).toEqual(['0 small', '4', '1 small']);
  expect(source.pages).toBe(5);
  expect(last().asked.map(({ content }) => content !== undefined)).toEqual([true, false, false]);
});

it.each([
  ['takes too long', 'timeout', () => vi.advanceTimersByTime(PIXELS_LIMITS.timeMs)],
  ['takes the memory', 'too_large', () => last().crashes()],
  ['is of another kind', 'kind', () => last().says({ fault: 'kind' })],
])('refuses only the page that %s', async (_, fault, fails) => {
  const [first, second] = [source.draw(0), source.draw(1)];
  last().says({ pages: 2 });
  fails();
  expect(await first).toEqual({ fault });
  last().says({ pages: 2 });
  last().says({ image });
  expect(await second).toEqual({ image });
  // A worker that was ended is followed by another, which gets the file, too.
  if (workers.length > 1) {
    expect(workers[0]?.ended).toBe(true);
    expect(last().asked[0]?.content).toBeDefined();
  }
  // What was refused is not tried again.
  expect(await source.draw(0, { small: true })).toEqual({ fault });
});

it('leaves out what nobody waits for any more', async () => {
  const leaving = new AbortController();
  const first = source.draw(0);
  void source.draw(1, { signal: leaving.signal });
  const third = source.draw(2);
  leaving.abort();
  last().says({ image });
  last().says({ image });
  await Promise.all([first, third]);
  expect(last().asked.map(({ page }) => page)).toEqual([0, 2]);
});
