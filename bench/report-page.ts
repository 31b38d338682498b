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
 * The page of the report in a real browser: from the last byte of its answer to the frame in which the matrix stands.
 * The answer is made here, so that it is the page alone that is measured.
 */

const FOLDERS = 50;
const RUNS = 7;
const CALL = /\/api\/calendars\/report(\?|$)/;

// In the page's own words, since this program knows no DOM.
const PAINTED = `(() => {
  window.painted = new Promise((done) => {
    const look = () => {
      if (!document.querySelector('table[role="grid"] tbody [data-status]')) return requestAnimationFrame(look);
      // The frame after this one is on screen when its task is over.
      requestAnimationFrame(() => setTimeout(() => done(performance.now())));
    };
    look();
  });
})()`;
const TAKEN = `window.painted.then((at) => {
  const [answer] = performance.getEntriesByType('resource').filter(({ name }) => /calendars\\/report(\\?|$)/.test(name));
  return at - answer.responseEnd;
})`;

async function measure(page: Page, obligations: number): Promise<string[]> {
  const json = reportOf(obligations, FOLDERS);
  await page.route(CALL, (route) => route.fulfill({ json }));
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await page.goto('/calendars/report');
    times.push(await page.evaluate<number>(TAKEN));
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
    // Without a calendar the page would offer to make the first one.
    const api = await signInApi(server.url, person.email, TEST_PASSWORD);
    await api.call('calendarCreate', { body: { name: 'Obra Edificio Mirador' } });
    const page = await browser.newPage({
      baseURL: server.url,
      locale: 'es-CL',
      viewport: { width: 1280, height: 800 },
    });
    await page.addInitScript(PAINTED);
    await signIn(page, person.email);
    const rows: string[][] = [];
    for (const obligations of [20, 200]) rows.push(await measure(page, obligations));
    table(['report', 'answer', 'cells that exist', 'p50, ms', 'most, ms'], rows);
  } finally {
    await browser.close();
    await server.stop({ keepData: true });
  }
});
