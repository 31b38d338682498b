import { expect, type Page, test } from '@playwright/test';
import { TOAST_MS } from '../../../src/shared/platform/limits.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../fixtures/axe.ts';
import { beginEmpty } from '../../fixtures/demo.ts';
import { admin, createOrganization } from '../../fixtures/organization.ts';
import { type RunningServer, startServer } from '../../fixtures/server.ts';
import { showEverywhere } from '../../fixtures/states.ts';

/** The layout around every screen, for a person who has just created the organization. */
let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer(await beginEmpty());
  await createOrganization(server);
});
test.afterAll(() => server.stop());

test.beforeEach(async ({ page }) => {
  await page.goto(server.url);
  await page.getByLabel('Correo').fill(admin.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Ana/ })).toBeVisible();
});

const bar = (page: Page) => page.getByRole('banner');

test('the bar names the person and the organization, and has no way back on the dashboard', async ({
  page,
}) => {
  await expect(bar(page)).toContainText('Ana Pérez');
  await expect(bar(page)).toContainText('Organización de prueba');
  await expect(bar(page).getByRole('button', { name: 'Volver' })).toHaveCount(0);
  await page.goto(`${server.url}/notifications`);
  await bar(page).getByRole('button', { name: 'Volver' }).click();
  await expect(page).toHaveURL(/dashboard/);
});

test('the footer tells product, environment, version and screen size', async ({ page }) => {
  await page.setViewportSize({ width: 1111, height: 777 });
  await expect(page.getByRole('contentinfo')).toHaveText(/Legajo.*\d+\.\d+\.\d+.*1111 × 777/);
});

test('help starts the route’s tour, and leaving the page ends it', async ({ page }) => {
  await bar(page).getByRole('button', { name: 'Notificaciones' }).click();
  await page.getByRole('link', { name: 'Ver todas las notificaciones' }).click();
  await expect(page).toHaveURL(/notifications/);
  await page.getByRole('link', { name: 'Panel', exact: true }).click();
  await expect(page).toHaveURL(/dashboard/);
  await bar(page).getByRole('button', { name: 'Ayuda' }).click();
  const tour = page.getByRole('dialog', { name: 'Por dónde empezar' });
  await expect(tour).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(tour).toHaveCount(0);
});

test('a route without a tour says so', async ({ page }) => {
  await page.goto(`${server.url}/no/such/page`);
  await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Ayuda' }).click();
  await expect(page.getByText('El tutorial estará disponible proximamente.')).toBeVisible();
  await page.getByRole('link', { name: 'Ir al Panel' }).click();
  await expect(page).toHaveURL(/dashboard/);
});

test('an address that is none offers the documents, too', async ({ page }, info) => {
  await page.goto(`${server.url}/no/such/page`);
  await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible();
  await showEverywhere(page, (width) => info.outputPath(`not-found-${width}.png`));
  await page.getByRole('main').getByRole('link', { name: 'Navegar Documentos' }).click();
  await expect(page).toHaveURL(/\/records\/search$/);
});

test('/sign-in leads whoever is signed in on, to ?next= or the dashboard, and to no other server', async ({
  page,
}) => {
  await page.goto(`${server.url}/sign-in`);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(`${server.url}/sign-in?next=${encodeURIComponent('/calendars?view=list')}`);
  await expect(page).toHaveURL(/\/calendars\?view=list$/);
  for (const next of [
    '//legajo.test/x',
    '/\t/legajo.test',
    '/.//legajo.test',
    'https://legajo.test',
    '\\\\x',
  ]) {
    await page.goto(`${server.url}/sign-in?next=${encodeURIComponent(next)}`);
    await expect(page).toHaveURL(`${server.url}/dashboard`);
  }
});

test('/sign-in asks whoever is not signed in, and leads on after it', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto('/sign-in?next=/calendars');
  await page.getByLabel('Correo').fill(admin.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page).toHaveURL(/\/calendars$/);
  await context.close();
});

test('a toast goes by itself after 3000 ms', { tag: '@spec-9.5-toast' }, async ({ page }) => {
  await page.goto(`${server.url}/no/such/page`);
  await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await bar(page).getByRole('button', { name: 'Ayuda' }).click();
  const toast = page.getByText('El tutorial estará disponible proximamente.');
  await expect(toast).toBeVisible();
  await page.clock.runFor(TOAST_MS - 1);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1);
  // It disappears with a transition.
  await page.clock.runFor(1000);
  await expect(toast).toHaveCount(0);
});

test('areas that are not built have no link anywhere', async ({ page }) => {
  const hrefs = await page
    .locator('a[href^="/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const menu = new Set(hrefs.map((href) => (href ?? '').split('?')[0]));
  for (const path of menu) {
    await page.goto(`${server.url}${path}`);
    await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toHaveCount(0);
  }
  expect(menu.size).toBeGreaterThan(1);
});

test('the palette opens by the keyboard, finds without accents, and goes there', async ({ page }) => {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Buscar o ir a' });
  await expect(palette).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('notificacion');
  await palette.getByText('Notificaciones', { exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/notifications/);
});

test('shortcuts act, but not while one types', async ({ page }) => {
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.goto(`${server.url}/notifications`);
  await expect(page.getByRole('heading', { name: 'Notificaciones' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('gd');
  await expect(page.getByRole('dialog', { name: 'Buscar o ir a' }).locator('input')).toHaveValue('gd');
  await expect(page).toHaveURL(/notifications/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/dashboard/);
});

test('what is typed while the palette’s frame has the focus is its field’s', async ({ page }) => {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Buscar o ir a' });
  await expect(palette.locator('input')).toBeFocused();
  await palette.evaluate((frame) => {
    frame.tabIndex = -1;
    frame.focus();
  });
  await expect(palette).toBeFocused();
  await page.keyboard.type('j');
  await expect(palette.locator('input')).toHaveValue('j');
});

test('what is typed right after Ctrl+K is the palette’s, before it is drawn', async ({ page }) => {
  await page.goto(`${server.url}/notifications`);
  await expect(page.getByRole('heading', { name: 'Notificaciones' })).toBeVisible();
  // One task, so that nothing is rendered between the keys.
  await page.evaluate(async () => {
    const press = (key: string, ctrlKey = false) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true }));
    press('k', true);
    await Promise.resolve();
    press('g');
    press('x');
    press('Backspace');
    press('d');
  });
  const palette = page.getByRole('dialog', { name: 'Buscar o ir a' });
  await expect(palette.locator('input')).toHaveValue('gd');
  await expect(palette.locator('input')).toBeFocused();
  await page.keyboard.type('e');
  await expect(palette.locator('input')).toHaveValue('gde');
  await expect(page).toHaveURL(/notifications/);
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  // Escape before it is drawn closes it, and what was typed is forgotten.
  await page.evaluate(() => {
    for (const key of ['k', 'g', 'Escape'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: key === 'k', bubbles: true }));
  });
  await page.keyboard.press('Control+k');
  await expect(palette.locator('input')).toBeFocused();
  await expect(palette.locator('input')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  // Typed in one go: Enter opens the first entry.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tu perfil');
  await expect(palette.locator('input')).toHaveValue('tu perfil');
  await expect(palette.getByRole('button', { name: 'Tu perfil' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/profile/);
});

test('the theme is chosen in the avatar’s menu, and kept', async ({ page }) => {
  await bar(page)
    .getByRole('button', { name: /Tu perfil/ })
    .click();
  await expectAccessible(page);
  await page.getByRole('menuitemradio', { name: 'Oscuro' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('below 993 px the menu is a drawer that leaving the page hides', {
  tag: '@spec-9.6-breakpoints',
}, async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 900 });
  await expect(page.getByRole('navigation', { name: 'Menú lateral' })).toBeHidden();
  await bar(page).getByRole('button', { name: 'Abrir menú' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('link', { name: 'Panel' })).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('link', { name: 'Panel' }).click();
  await expect(drawer).toHaveCount(0);
});

test('at 321 px the avatar’s menu holds what the bar has no room for', {
  tag: '@spec-9.6-breakpoints',
}, async ({ page }) => {
  await page.setViewportSize({ width: 321, height: 700 });
  await expect(bar(page).getByRole('button', { name: 'Ayuda' })).toBeHidden();
  await bar(page)
    .getByRole('button', { name: /Tu perfil/ })
    .click();
  for (const name of ['Recargar', 'Ayuda', 'Salir']) {
    await expect(page.getByRole('menuitem', { name })).toBeVisible();
  }
  await expectNoSidewaysScroll(page);
});

test('a page whose chunk does not come says so and is tried again', {
  tag: '@spec-8.6-chunk',
}, async ({ page }) => {
  await page.route('**/assets/notifications-screen*.js', (route) => route.abort());
  await page.goto(`${server.url}/notifications`);
  await expect(page.getByRole('heading', { name: 'No se pudo abrir esta página' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/assets/notifications-screen*.js');
  const heading = page.getByRole('heading', { name: 'Notificaciones', level: 1 });
  await page.getByRole('button', { name: 'Reintentar' }).click();
  // Where the browser caches the failure, the second attempt reloads the page.
  await expect(heading.or(page.getByRole('button', { name: 'Reintentar' })).first()).toBeVisible();
  if (!(await heading.isVisible())) await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(heading).toBeVisible();
});

test('what nobody sees at first may come late: the page stands without it', async ({ page }) => {
  let refused = 0;
  let refusing = true;
  await page.route(/\/assets\/later-[^/]*\.js$/, (route) => {
    if (!refusing) return route.continue();
    refused += 1;
    return route.abort();
  });
  await page.goto(`${server.url}/dashboard`);
  await expect.poll(() => refused).toBeGreaterThan(0);
  await expect(page.getByRole('heading', { level: 1, name: /Ana/ })).toBeVisible();
  // The palette is asked for while it is not there, and opens once it has come.
  await page.keyboard.press('Control+K');
  refusing = false;
  // It is asked for again after a pause of some seconds.
  await expect(page.getByRole('dialog', { name: 'Buscar o ir a' })).toBeVisible();
});
