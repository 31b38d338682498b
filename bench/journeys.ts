import { chromium, expect as expectSoon, type Page } from '@playwright/test';
import { type Api, demoEmail, signInApi } from '../e2e/fixtures/api.ts';
import { browserLaunch } from '../e2e/fixtures/browser.ts';
import { startServer } from '../e2e/fixtures/server.ts';
import { signInAs } from '../e2e/fixtures/sign-in.ts';
import { addVersion, uploadFile } from '../e2e/fixtures/upload.ts';
import { confirmation, create, dialog, next } from '../e2e/fixtures/wizard.ts';
import { heading, table, timed } from './lib/figures.ts';
import { Hand } from './lib/hand.ts';

/**
 * Everyday work through the visible screens, counted: the clicks and keys that a person needs, and the seconds that the
 * page and the server take for them. Each journey begins where its person is after signing in, and ends when the page
 * says that the work is done.
 */

const REQUESTS = 10;
const FILES = 10;
const LIMIT_MS = 30_000;
const LIBRARY = 'Calidad';

const expect = expectSoon.configure({ timeout: LIMIT_MS });
const rows: string[][] = [];

async function journey(name: string, hand: Hand, walk: () => Promise<void>): Promise<void> {
  hand.take();
  const ms = await timed(walk);
  const { clicks, keys } = hand.take();
  rows.push([name, String(clicks), String(keys), (ms / 1000).toFixed(1)]);
}

const text = (title: string, days: number): Buffer =>
  Buffer.from(`${title}\n\nEl plazo será de ${days} días corridos.\nLa multa será de UF 12.\n`);

/** Approves what waits in the demo, so that the queue has only the journey's own. */
async function emptyQueue(reviewer: Api): Promise<void> {
  const { items } = await reviewer.call('pendingDecisions', { query: { section: 'review', limit: '50' } });
  for (const { _id: record } of items) {
    const { rev, currentVersion } = await reviewer.call('recordById', { params: { id: record } });
    const version = currentVersion?._id ?? '';
    await reviewer.call('reviewCreate', { body: { record, version, state: 1, comment: '', rev } });
  }
}

/** Documents with a published version and a newer one whose review was asked for. */
async function requestReviews(url: string, author: Api, admin: Api, group: string): Promise<void> {
  for (let at = 1; at <= REQUESTS; at += 1) {
    const title = `Contrato de obra ${at}`;
    const name = `${title}.txt`;
    const record = await uploadFile(url, author, { group, title, name, bytes: text(title, 180) });
    const decide = async (state: 1 | 3 | 5): Promise<string> => {
      const { rev, currentVersion } = await admin.call('recordById', { params: { id: record } });
      const version = currentVersion?._id ?? '';
      await admin.call('reviewCreate', { body: { record, version, state, comment: '', rev } });
      return version;
    };
    await decide(1);
    const base = await decide(3);
    await addVersion(url, author, { record, base, name, bytes: text(title, 210) });
    await decide(5);
  }
}

const note = (name: string, days: number) => ({ name, mimeType: 'text/plain', buffer: text(name, days) });
const title = (page: Page) => page.getByRole('heading', { level: 1 });

heading('Everyday work through the screens: what a person does, and what it takes');
const server = await startServer({ DEMO: 'local', LOG_LEVEL: 'error' });
const browser = await chromium.launch(browserLaunch());
try {
  const [author, admin] = await Promise.all(
    ['autora', 'admin'].map((name) => signInApi(server.url, demoEmail(name))),
  );
  if (!author || !admin) throw new Error('Nobody signed in');
  const libraries = await author.call('groupsByMember', {});
  const group = libraries.find(({ name }) => name === LIBRARY)?._id ?? '';
  await emptyQueue(await signInApi(server.url, demoEmail('revisor')));
  await requestReviews(server.url, author, admin, group);

  const as = async (name: string): Promise<Hand> => {
    const context = await browser.newContext({
      baseURL: server.url,
      locale: 'es-CL',
      viewport: { width: 1280, height: 800 },
    });
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    await signInAs(page, name);
    const tour = page.getByRole('dialog').getByRole('button', { name: 'Cerrar' });
    if (await tour.isVisible()) await tour.click();
    return new Hand(page);
  };
  await morning(await as('revisor'));
  await publish(await as('publicadora'));
  const writer = await as('autora');
  await renew(
    writer,
    await uploadFile(server.url, author, {
      group,
      title: 'Acta de obra',
      name: 'acta.txt',
      bytes: text('Acta', 1),
    }),
  );
  await upload(writer, 'for the first time');
  await upload(writer, 'again');
} finally {
  await browser.close();
  await server.stop();
}
table(['', 'clicks', 'keys', 's'], rows);

/** A reviewer with ten requests: from the dashboard to the last decision, each looked at beside what changed. */
async function morning(hand: Hand): Promise<void> {
  const { page } = hand;
  await journey(`A reviewer's morning: ${REQUESTS} requests`, hand, async () => {
    await hand.click(
      page
        .locator('#main')
        .getByRole('link', { name: /Contrato de obra/ })
        .first(),
    );
    for (let at = 1; at <= REQUESTS; at += 1) {
      await expect(page.getByRole('heading', { name: /^Revisar la versión/ })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Texto comparado' }).locator('ins')).toHaveText(['210']);
      const decided = await title(page).textContent();
      await hand.press('1');
      await hand.press('Enter');
      if (at === REQUESTS) continue;
      await expect(page.getByRole('link', { name: 'Siguiente' })).toBeFocused();
      await hand.press('Enter');
      await expect(title(page)).not.toHaveText(decided ?? '');
    }
  });
}

/** What was approved is published, from the dashboard. */
async function publish(hand: Hand): Promise<void> {
  const { page } = hand;
  await journey('Publish what was approved', hand, async () => {
    await hand.click(
      page
        .locator('#main')
        .getByRole('link', { name: /Publicar/ })
        .first(),
    );
    await expect(page.getByRole('heading', { name: /^Publicar la versión/ })).toBeVisible();
    await hand.press('4');
    await hand.press('Enter');
    await expect(page.getByRole('link', { name: 'Siguiente' })).toBeFocused();
  });
}

/** An author loads the next version of their document, and asks for its review. */
async function renew(hand: Hand, record: string): Promise<void> {
  const { page } = hand;
  await page.goto(`/records/view/${record}`);
  await expect(title(page)).toBeVisible();
  await journey('A new version, and the request for its review', hand, async () => {
    await hand.click(page.getByRole('button', { name: 'Acciones' }));
    await hand.give(page.getByRole('menuitem', { name: 'Cargar nueva versión' }), note('acta.txt', 2));
    await expect(page.getByText('Versión 2 cargada.')).toBeVisible();
    await hand.click(page.getByRole('button', { name: 'Solicitar revisión' }));
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Solicitar', exact: true }));
    await expect(page.getByText('Revisión pendiente').first()).toBeVisible();
  });
}

/** An author uploads several files to one place. The second time it is remembered. */
async function upload(hand: Hand, when: 'for the first time' | 'again'): Promise<void> {
  const { page } = hand;
  await page.goto('/dashboard');
  await expect(title(page)).toBeVisible();
  const files = Array.from({ length: FILES }, (_, at) =>
    note(`Acta de inspección ${at + 1} ${when}.txt`, at),
  );
  const choose = async (field: string, option: string): Promise<void> => {
    await hand.click(dialog(page).getByRole('combobox', { name: field }));
    await hand.click(page.getByRole('option', { name: option, exact: true }));
  };
  await journey(`${FILES} files uploaded, ${when}`, hand, async () => {
    await hand.press('c');
    await hand.give(dialog(page).getByRole('button', { name: 'Elegir archivos' }), files);
    await hand.click(next(page));
    if (when === 'for the first time') {
      await choose('Grupo', LIBRARY);
      await choose('Estado', 'Borrador');
    }
    await hand.click(next(page));
    if (when === 'for the first time') {
      const suggested = dialog(page).getByRole('list', { name: 'Según los archivos' });
      await hand.click(suggested.getByRole('button').first());
    }
    await hand.click(next(page));
    await hand.click(confirmation(page));
    await hand.click(create(page));
    await expect(dialog(page).getByRole('link', { name: /documentos/ })).toBeVisible();
  });
}
