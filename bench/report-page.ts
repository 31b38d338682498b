import { chromium, type Page } from '@playwright/test';
import { signInApi } from '../e2e/fixtures/api.ts';
import { browserLaunch } from '../e2e/fixtures/browser.ts';
import { startServer } from '../e2e/fixtures/server.ts';
import { createFactories, TEST_PASSWORD } from '../server/testing/factories.ts';
import { inFolder, openIn } from './lib/databases.ts';
import { heading, percentile, table } from './lib/figures.ts';
import { reportOf } from './lib/report-data.ts';
import { signIn } from './lib/watched-page.ts';

/**
 * The report's page in a real browser: from the last byte of the answer to the frame that shows the matrix. The answer
 * is generated here, so that only the page is measured.
 */

const FOLDERS = 50;
const RUNS = 7;
/** Milliseconds after which the page counts as broken. */
const LIMIT_MS = 60_000;
const CALL = /\/api\/calendars\/report(\?|$)/;

/** A different day for each run, so that no answer comes from the cache. */
let days = 0;
const nextDay = (): string => new Date(Date.UTC(2024, 0, 1 + days++)).toISOString().slice(0, 10);

// In the page's own words, since this program knows no DOM. The app stands, the report comes anew: as when a filter is
// changed, or somebody comes from another screen.
const shown = (day: string, rows: number): string => `new Promise((done, fail) => {
  setTimeout(() => fail(new Error('The report of ${day} does not stand: ' + document.body.innerText.slice(0, 300))), ${LIMIT_MS});
  performance.clearResourceTimings();
  history.pushState(null, '', '?asOf=${day}&from=2024-01&to=2026-12');
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
  const look = () => {
    const [answer] = performance.getEntriesByType('resource').filter(({ name }) => name.includes('asOf=${day}'));
    const grid = document.querySelector('table[role="grid"][aria-rowcount="${rows + 1}"]');
    if (!answer?.responseEnd || !grid?.querySelector('tbody [data-status]')) return requestAnimationFrame(look);
    // The frame after this one is on screen when its task is over.
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - answer.responseEnd)));
  };
  look();
})`;

async function measure(page: Page, obligations: number): Promise<string[]> {
  const json = reportOf(obligations, FOLDERS);
  const none = reportOf(1, 0);
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await page.unroute(CALL);
    await page.route(CALL, (route) => route.fulfill({ json: none }));
    await page.evaluate<number>(shown(nextDay(), 1));
    await page.unroute(CALL);
    await page.route(CALL, (route) => route.fulfill({ json }));
    times.push(await page.evaluate<number>(shown(nextDay(), obligations)));
  }
  await page.unroute(CALL);
  const cells = await page.locator('[role="gridcell"]').count();
  times.sort((a, b) => a - b);
  const size = (JSON.stringify(json).length / 1024).toFixed(0);
  return [
    `${obligations} × 36, ${FOLDERS} folders`,
    `${size} KiB`,
    String(cells),
    percentile(times, 0.5).toFixed(0),
    (times.at(-1) ?? 0).toFixed(0),
  ];
}

heading('The page of the report in Chromium, from its answer to the painted matrix');
await inFolder(async (dataDir) => {
  const database = await openIn(dataDir);
  const make = createFactories(database.db);
  const organization = await make.organization();
  const library = await make.library(organization, 'Calidad');
  const person = await make.person(organization, { isAdmin: true, libraries: [[library, ['upload']]] });
  await database.close();
  const server = await startServer({ DATA_DIR: dataDir, DEMO: 'no', LOG_LEVEL: 'error' });
  const browser = await chromium.launch(browserLaunch());
  try {
    // Without a calendar the page would offer to create one.
    const api = await signInApi(server.url, person.email, TEST_PASSWORD);
    await api.call('calendarCreate', { body: { name: 'Obra Edificio Mirador' } });
    const page = await browser.newPage({
      baseURL: server.url,
      locale: 'es-CL',
      viewport: { width: 1280, height: 800 },
    });
    page.setDefaultTimeout(LIMIT_MS);
    await signIn(page, person.email);
    await page.route(CALL, (route) => route.fulfill({ json: reportOf(1, 0) }));
    await page.goto('/calendars/report');
    await page.locator('table[role="grid"]').waitFor();
    const rows: string[][] = [];
    for (const obligations of [20, 200]) rows.push(await measure(page, obligations));
    table(['report', 'answer', 'cells that exist', 'p50, ms', 'most, ms'], rows);
  } finally {
    await browser.close();
    await server.stop({ keepData: true });
  }
});
