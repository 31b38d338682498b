// npm run screens: takes pictures of every route and of its variants by query, in both themes and at four widths, into
// out/screens/.
import { mkdirSync } from 'node:fs';
import { bootstrap } from './lib/bootstrap.mjs';
import { prepareBrowser } from './lib/browser.mjs';
import { buildStale } from './lib/build.mjs';
import { at } from './lib/paths.mjs';
import { say } from './lib/say.mjs';

const WIDTHS = [400, 800, 1280, 1600];
const THEMES = ['light', 'dark'];
/** Sees the most: an admin with every role in one library (see the demo organization). */
const PERSON = { email: 'admin@legajo.test', password: 'Legajo-2026' };

await bootstrap();
const browserIsThere = await prepareBrowser();
if (browserIsThere.reason) {
  say(browserIsThere.reason);
  process.exit(1);
}
if (!(await buildStale(['web']))) process.exit(1);

const { chromium } = await import('@playwright/test');
const { browserLaunch } = await import('../e2e/fixtures/browser.ts');
const { startServer } = await import('../e2e/fixtures/server.ts');
const { openScreens, screens } = await import('../src/renderer/app/screens.ts');

say('Starting a server with the demo organization');
const server = await startServer({ DEMO: 'yes' });
const browser = await chromium.launch(browserLaunch());
mkdirSync(at('out/screens'), { recursive: true });
let count = 0;
try {
  for (const theme of THEMES) {
    const context = await browser.newContext({
      baseURL: server.url,
      colorScheme: theme,
      locale: 'es-CL',
      timezoneId: 'America/Santiago',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    for (const { path } of openScreens) await picture(page, path, theme);
    await page.goto('/');
    await page.getByLabel('Correo').fill(PERSON.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(PERSON.password);
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await page.waitForURL('**/dashboard');
    for (const { path } of screens) {
      const address = await filled(page, path);
      if (address) await picture(page, address, theme, path);
    }
    for (const [name, address] of await furtherLooks(page)) await picture(page, address, theme, name);
    await context.close();
  }
  say(`${count} pictures in out/screens/`);
} finally {
  await browser.close();
  await server.stop();
}

/** A route's address. The id in it is that of the first document in the index. */
async function filled(page, path) {
  if (!path.includes(':')) return path;
  await page.goto('/records/search?text=acta');
  const link = page.locator('a[href^="/records/view/"]').first();
  await link.waitFor();
  const id = (await link.getAttribute('href')).split('/')[3].split('?')[0];
  return path.startsWith('/records/') ? path.replace(/:\w+/, id) : null;
}

/** Variants of a route: search results, a library, a folder, a review. */
async function furtherLooks(page) {
  await page.goto('/records/search');
  const library = await page.locator('main a[href*="group="]').first().getAttribute('href');
  await page.goto(library);
  const folder = await page.locator('main li a[href*="folder="]').first().getAttribute('href');
  return [
    ['records-results', '/records/search?text=acta'],
    ['records-library', library],
    ['records-folder', folder],
    ['records-review', `${await filled(page, '/records/view/:_id')}?panel=review`],
  ];
}

async function picture(page, address, theme, route = address) {
  const name = route.replace(/^\//, '').replace(/[/:]+/g, '-') || 'sign-in';
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 800 ? 860 : 900 });
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    await page.screenshot({
      path: at('out/screens', `${name}-${width}-${theme}.png`),
      animations: 'disabled',
    });
    count += 1;
  }
}
