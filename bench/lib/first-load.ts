import type { Browser, CDPSession, Page } from '@playwright/test';
import { startSession } from '../../e2e/fixtures/sign-in.ts';

/** What a page's first seconds cost: measured by the browser itself, in a context that has cached nothing. */

// JavaScript as text, because this program's types have no DOM.
const OBSERVE = `{
  const seen = (window.seen = { shifts: [], frame: undefined });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime, sources } of list.getEntries())
      if (!hadRecentInput) seen.shifts.push({ value, startTime, moved: sources.map(({ node }) => node?.className ?? '') });
  }).observe({ type: 'layout-shift', buffered: true });
  const framed = () => {
    const frame = document.querySelector('#start, aside > nav, main');
    if (frame && frame.getBoundingClientRect().height > 100) seen.frame ??= performance.now();
    else requestAnimationFrame(framed);
  };
  requestAnimationFrame(framed);
}`;

const PAINT = `performance.getEntriesByName('first-paint')[0]?.startTime`;
const FRAME = 'window.seen.frame';

/** The line that the issue names: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
/** What the API takes longer where it is slow. */
export const SLOW_API_MS = 2_000;
/** After the last answer, for what is drawn late. */
const REST_MS = 600;

export type Kind = 'js' | 'css' | 'font' | 'api' | 'other';

export interface Loaded {
  readonly requests: number;
  /** Bytes over the line, with headers, and after decompression. */
  readonly bytes: Readonly<Record<Kind, { readonly line: number; readonly open: number }>>;
}

export interface Opened {
  readonly loaded: Loaded;
  /** Milliseconds from the navigation until the frame of the page (skeleton or real) was drawn. */
  readonly framed: number;
  /** Until the browser had painted something. */
  readonly painted: number;
  /** Until the element that the screen is opened for was there. */
  readonly filled: number;
  /** Cumulative layout shift. */
  readonly shift: number;
  /** The largest shifts with the classes of what moved. */
  readonly moved: readonly string[];
}

export interface Target {
  readonly name: string;
  readonly path: string;
  /** A selector of what the screen is opened for. */
  readonly filled: string;
  /** Whether it needs somebody who is signed in. */
  readonly guarded: boolean;
}

/** Whose screens are measured: a demo person who sees all three kinds. */
export const PERSON = 'autora';

export interface How {
  readonly width?: number;
  readonly slowLine?: boolean;
  readonly slowApi?: boolean;
}

const kindOf = (url: string): Kind => {
  const { pathname } = new URL(url);
  if (pathname.startsWith('/api/')) return 'api';
  if (/\.m?js$/.test(pathname)) return 'js';
  if (pathname.endsWith('.css')) return 'css';
  return pathname.endsWith('.woff2') ? 'font' : 'other';
};

/** Counts what a page loads, until it is asked. */
function count(devtools: CDPSession): () => Loaded {
  const urls = new Map<string, string>();
  const bytes = Object.fromEntries(
    (['js', 'css', 'font', 'api', 'other'] as const).map((kind) => [kind, { line: 0, open: 0 }]),
  ) as Record<Kind, { line: number; open: number }>;
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) urls.set(requestId, request.url);
  });
  devtools.on('Network.dataReceived', ({ requestId, dataLength }) => {
    const url = urls.get(requestId);
    if (url) bytes[kindOf(url)].open += dataLength;
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    if (url) bytes[kindOf(url)].line += encodedDataLength;
  });
  return () => ({ requests: urls.size, bytes });
}

/** The largest sum of shifts within five seconds that lie less than one second apart, as web.dev defines it. */
function cumulative(shifts: readonly { value: number; startTime: number }[]): number {
  let most = 0;
  let sum = 0;
  let first = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const { value, startTime } of shifts) {
    if (startTime - last > 1_000 || startTime - first > 5_000) {
      sum = 0;
      first = startTime;
    }
    sum += value;
    last = startTime;
    most = Math.max(most, sum);
  }
  return most;
}

/** Opens one page in a fresh context, and measures it until it is filled and at rest. */
export async function open(
  browser: Browser,
  baseURL: string,
  { path, filled, guarded }: Target,
  { width = 1440, slowLine = false, slowApi = false }: How = {},
): Promise<Opened> {
  const context = await browser.newContext({
    baseURL,
    locale: 'es-CL',
    viewport: { width, height: width < 500 ? 844 : 900 },
  });
  try {
    const page = await context.newPage();
    if (guarded) await startSession(page, PERSON);
    await page.addInitScript(OBSERVE);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    if (slowLine) await devtools.send('Network.emulateNetworkConditions', SLOW_LINE);
    const loaded = count(devtools);
    if (slowApi) await delayApi(page);
    const began = performance.now();
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator(filled).first().waitFor();
    const until = performance.now() - began;
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(REST_MS);
    const shifts =
      await page.evaluate<{ value: number; startTime: number; moved: string[] }[]>('window.seen.shifts');
    return {
      loaded: loaded(),
      framed: await page.evaluate<number>(FRAME),
      painted: await page.evaluate<number>(PAINT),
      filled: until,
      shift: cumulative(shifts),
      moved: shifts
        .filter(({ value }) => value > 0.005)
        .map(
          ({ value, startTime, moved }) =>
            `${value.toFixed(3)} at ${startTime.toFixed(0)}: ${moved.join(', ')}`,
        ),
    };
  } finally {
    await context.close();
  }
}

/** Keeps every answer of the API back, as a busy server does. */
export async function delayApi(page: Page, ms = SLOW_API_MS): Promise<void> {
  await page.route('**/api/**', async (route) => {
    await new Promise((later) => setTimeout(later, ms));
    await route.continue().catch(() => undefined);
  });
}
