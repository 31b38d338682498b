import { chromium } from '@playwright/test';
import { demoEmail, signInApi } from '../e2e/fixtures/api.ts';
import { browserLaunch } from '../e2e/fixtures/browser.ts';
import { startServer } from '../e2e/fixtures/server.ts';
import { heading, median, table } from './lib/figures.ts';
import { type How, type Opened, open, PERSON, SLOW_API_MS, type Target } from './lib/first-load.ts';

/**
 * The first seconds of the web build in a real browser that has cached nothing: what is loaded, what moves, and when
 * something is seen, also on a slow line and with a slow API.
 */

const RUNS = 3;
const WIDTHS = [390, 768, 1440];

const kb = (bytes: number): string => (bytes / 1000).toFixed(0);
const ms = (value: number): string => value.toFixed(0);

async function targetsOf(url: string): Promise<Target[]> {
  const api = await signInApi(url, demoEmail(PERSON));
  const libraries = await api.call('groupsByMember', {});
  const library = libraries.find(({ name }) => name === 'Calidad')?._id ?? '';
  const { items } = await api.call('recordSearch', { query: { group: library, name: 'pdf', limit: '100' } });
  const document = items.find(({ file }) => file.name.endsWith('.pdf'))?._id ?? '';
  return [
    { name: 'sign-in', path: '/', filled: 'input[type="password"]', guarded: false },
    { name: 'dashboard', path: '/dashboard', filled: 'main a[href^="/records/view/"]', guarded: true },
    {
      name: 'library',
      path: `/records/search?group=${library}`,
      filled: '[role="row"][aria-rowindex="2"] a',
      guarded: true,
    },
    { name: 'document', path: `/records/view/${document}`, filled: 'main canvas', guarded: true },
  ];
}

heading('The first seconds of the web build in Chromium, nothing cached');
const server = await startServer({ LOG_LEVEL: 'error' });
const browser = await chromium.launch(browserLaunch());
try {
  const targets = await targetsOf(server.url);
  const runs = async (target: Target, how?: How): Promise<Opened[]> => {
    const all: Opened[] = [];
    for (let run = 0; run < RUNS; run += 1) all.push(await open(browser, server.url, target, how));
    return all;
  };
  // Once unmeasured: the server's first answers are slower.
  for (const target of targets) await open(browser, server.url, target);
  await printLoads(targets);
  await printShifts(targets);
  const rows: string[][] = [];
  for (const target of targets) {
    const cells: string[] = [target.name];
    for (const how of [{}, { slowLine: true }, { slowApi: true }]) {
      const all = await runs(target, how);
      for (const part of ['painted', 'framed', 'filled'] as const)
        cells.push(ms(median(all.map((each) => each[part]))));
    }
    rows.push(cells);
  }
  table(
    [
      'ms until (median)',
      ...[
        'this machine',
        '1.6 Mbit/s, 150 ms (aim: frame in 1,000)',
        `API answers after ${SLOW_API_MS} ms`,
      ].flatMap((line) => [`${line}: first paint`, 'frame', 'content']),
    ],
    rows,
  );
} finally {
  await browser.close();
  await server.stop();
}

async function printLoads(targets: readonly Target[]): Promise<void> {
  const rows: string[][] = [];
  for (const target of targets) {
    const { requests, bytes } = (await open(browser, server.url, target)).loaded;
    rows.push([
      target.name,
      String(requests),
      ...(['js', 'css', 'font', 'api', 'other'] as const).map(
        (kind) => `${kb(bytes[kind].line)} of ${kb(bytes[kind].open)}`,
      ),
    ]);
  }
  table(
    [
      'first load, kB over the line of kB opened',
      'requests (42 once)',
      'JS (aim: 250)',
      'CSS (aim: 40)',
      'fonts',
      'API',
      'page and others',
    ],
    rows,
  );
}

async function printShifts(targets: readonly Target[]): Promise<void> {
  const rows: string[][] = [];
  for (const target of targets) {
    const cells: string[] = [];
    for (const width of WIDTHS) {
      const { shift, moved } = await open(browser, server.url, target, { width });
      for (const each of moved) console.error(`${target.name} at ${width}: ${each}`);
      cells.push(shift.toFixed(3));
    }
    rows.push([target.name, ...cells]);
  }
  table(['cumulative layout shift (aim: 0.05)', ...WIDTHS.map((width) => `${width} px`)], rows);
}
