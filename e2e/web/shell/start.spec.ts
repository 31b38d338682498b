import type { Page } from '@playwright/test';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';

/** What is seen before the app has come: its frame, at once. */

const AUTHOR = 'autora';
const frame = (page: Page) => page.locator('#start');
const painted = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('first-paint').length).catch(() => 0);

/** Values of the frame's colours, at the frame or at the page's root, where the theme sets them. */
const coloursAt = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const names = ['--desk', '--sheet', '--line', '--ink', '--accent', '--manila-2'];
    // The build shortens #ffffff.
    const short = (colour: string) => colour.trim().replace(/^#(\w)\1(\w)\2(\w)\3$/, '#$1$2$3');
    return names.map((name) => `${name}: ${short(getComputedStyle(element).getPropertyValue(name))}`);
  });

/** Keeps answers to these addresses away. @returns what lets them through */
async function keepAway(page: Page, pattern: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('the frame of the app is painted before its code has come, and gone after', async ({ page }) => {
  await startSession(page, AUTHOR);
  const letThrough = await keepAway(page, /\/assets\/[^/]*\.js$/);
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(frame(page).locator('section')).toBeVisible();
  await expect.poll(() => painted(page)).toBe(1);
  await expect(frame(page).getByRole('status')).toHaveText('Cargando…');
  const shown = await coloursAt(page, '#start');
  expect(shown[0]).toBe('--desk: #f2f1ee');
  letThrough();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await coloursAt(page, ':root')).toEqual(shown);
  await expect(frame(page)).toHaveCount(0);
});

test('it stays while the server says who is there', async ({ page }) => {
  await startSession(page, AUTHOR);
  const asked = page.waitForRequest('**/api/auth/refresh');
  const letThrough = await keepAway(page, /\/api\/auth\/refresh/);
  await page.goto('/dashboard');
  await asked;
  await expect(frame(page).locator('section')).toBeVisible();
  letThrough();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(frame(page)).toHaveCount(0);
});

test('a link that comes in the moment in which the session is open is followed', async ({ page, server }) => {
  const { items } = await (await signInApi(server.url, demoEmail(AUTHOR))).call('recordSearch', {
    query: {},
  });
  const [document] = items;
  if (!document) throw new Error('the demo has no document');
  await startSession(page, AUTHOR);
  // The answer about the session is held, and handled in the same moment in which the link comes.
  await page.addInitScript(() => {
    const { open, send } = XMLHttpRequest.prototype;
    const asked = new WeakMap<XMLHttpRequest, string>();
    XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, method: string, url: string | URL) {
      asked.set(this, String(url));
      open.call(this, method, url, true);
    };
    XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body) {
      const { onloadend } = this;
      if (asked.get(this)?.endsWith('/api/session')) {
        this.onloadend = (event) =>
          Object.assign(window, { openSession: () => onloadend?.call(this, event as ProgressEvent) });
      }
      send.call(this, body);
    };
  });
  await page.goto('/');
  await page.waitForFunction(() => 'openSession' in window);
  await page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    (window as unknown as { openSession: () => void }).openSession();
  }, `/records/view/${document._id}?panel=review`);
  await expect(page.getByRole('heading', { level: 1, name: document.title })).toBeVisible();
  await expect(page).toHaveURL(/\?panel=review$/);
});

test('a stranger sees the name alone, in the chosen theme', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('mantine-color-scheme-value', 'dark'));
  const letThrough = await keepAway(page, /\/assets\/[^/]*\.js$/);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(frame(page).getByText('Legajo', { exact: true })).toBeVisible();
  await expect(frame(page).locator('section')).toBeHidden();
  await expect(frame(page)).toHaveCSS('background-color', 'rgb(15, 20, 20)');
  const shown = await coloursAt(page, '#start');
  letThrough();
  await expect(page.getByLabel('Correo')).toBeVisible();
  expect(await coloursAt(page, ':root')).toEqual(shown);
  await expect(frame(page)).toHaveCount(0);
});

test('code that does not come is said, with a way to try again', async ({ page }) => {
  await startSession(page, AUTHOR);
  await page.route(/\/assets\/index-[^/]*\.js$/, (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page.getByRole('alert')).toContainText('No se pudo abrir Legajo. Revisa tu conexión.');
  // One below the other, also where there is little room.
  await page.setViewportSize({ width: 390, height: 800 });
  const name = await frame(page).getByText('Legajo', { exact: true }).boundingBox();
  const said = await page.getByRole('alert').boundingBox();
  expect(said?.y).toBeGreaterThan((name?.y ?? 0) + (name?.height ?? 0));
  await page.unroute(/\/assets\/index-[^/]*\.js$/);
  await page.getByRole('button', { name: 'Volver a cargar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('it can be installed as an app, with its name, its icons and its colours', async ({ page, request }) => {
  await page.goto('/sign-in');
  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await request.get(address ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ name: 'Legajo', lang: 'es-CL', start_url: '/', display: 'standalone' });
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  const pictures = [...manifest.icons, { src: touch, sizes: '180x180' }] as { src: string; sizes: string }[];
  const sizes = await page.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (src) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }),
      ),
    pictures.map(({ src }) => src),
  );
  for (const [at, { sizes: said }] of pictures.entries()) if (said !== 'any') expect(sizes[at]).toBe(said);
  for (const { url } of manifest.shortcuts) expect((await page.goto(url))?.status()).toBe(200);
});
