import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';

test('back and forward stand where one was, at once, without a reload', async ({ page }) => {
  await startSession(page, 'admin');
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto('/records/search?sort=title');
  const links = page.locator('[role=row] a[href^="/records/view"]');
  await expect(links.first()).toBeVisible();
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, 900);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
  // In the middle of the window, so that the click itself scrolls nothing.
  const middle = await page.evaluate(() => {
    const shown = [...document.querySelectorAll('[role=row] a[href^="/records/view"]')];
    return shown.findIndex((link) => link.getBoundingClientRect().top > 300);
  });
  const title = await links.nth(middle).textContent();
  await links.nth(middle).click();
  await expect(page.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();
  await expect(page.getByRole('link', { name: title ?? '', exact: true })).toBeInViewport();
  // At once: no frame in which the list is short, which would lose the place.
  expect(await page.evaluate(() => scrollY)).toBe(900);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible();
  expect(await page.evaluate(() => 'same' in window)).toBe(true);
});

test('going back focuses the row, link or tile by which a page was left', async ({ page }) => {
  await startSession(page, 'admin');
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto('/records/search?sort=title');
  const rows = page.locator('[role=row][data-row]');
  const heading = page.getByRole('heading', { level: 1 });
  await rows.first().focus();
  for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowDown');
  const left = rows.and(page.locator('[data-row="30"]'));
  await expect(left).toBeFocused();
  const title = (await left.getByRole('link').first().textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText(title);
  await expect(page.locator('#main')).toBeFocused();
  await page.goBack();
  const rowOf = (link: string) => rows.filter({ has: page.getByRole('link', { name: link, exact: true }) });
  await expect(rowOf(title)).toBeFocused();
  await expect(rowOf(title)).toBeInViewport();

  // A mouse gives the title the focus, not the row.
  const other = rows.and(page.locator('[data-row="28"]')).getByRole('link').first();
  const clicked = (await other.textContent()) ?? '';
  await page.getByRole('link', { name: clicked, exact: true }).click();
  await expect(heading).toHaveText(clicked);
  await page.goBack();
  await expect(rowOf(clicked)).toBeFocused();

  await page.getByRole('navigation').getByRole('link', { name: 'Navegar Documentos' }).first().click();
  const library = page
    .locator('#main')
    .getByRole('link', { name: /Calidad/ })
    .first();
  await library.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/group=/);
  await page.goBack();
  await expect(library).toBeFocused();
});

test('going back focuses the row by which the first page was left before the later parts were there', async ({
  page,
}) => {
  await startSession(page, 'admin');
  const { promise: held, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route(/\/later-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/records/search?sort=title');
  const row = page.locator('[data-row="0"]');
  const title = (await row.getByRole('link').first().textContent()) ?? '';
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const parts = page.waitForResponse(/\/later-[^/]*\.js$/);
  letThrough();
  await parts;
  await page.goBack();
  await expect(row).toBeFocused();
});

test('going back to a list of several pages stands at the row by which it was left', async ({
  page,
  server,
}) => {
  const admin = await signInApi(server.url, demoEmail('admin'));
  const libraries = await admin.call('groupsByMember', {});
  const group = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  const [label] = await admin.call('labels', { query: { group } });
  const items = Array.from({ length: 180 }, (_, at) => ({
    ...{ group, name: `Parte diario ${String(at).padStart(3, '0')}.txt`, year: 2026, month: 3, day: 2 },
    ...{ labels: [label?._id ?? ''], file: { name: `parte ${at}.txt`, size: 10 } },
  }));
  await admin.call('createBatch', { body: { items } });
  await startSession(page, 'admin');
  await page.setViewportSize({ width: 1280, height: 700 });
  for (const view of ['Lista', 'Cuadrícula'])
    await test.step(view, async () => {
      await page.goto(`/records/search?group=${group}&text=parte+diario&sort=title`);
      await page.locator('label').filter({ hasText: view }).click();
      const last = page.locator('[data-row]').filter({ hasText: 'Parte diario 170' });
      await page.locator('[data-row="0"]').focus();
      await expect(async () => {
        await page.keyboard.press('End');
        await expect(last).toBeVisible({ timeout: 500 });
      }).toPass();
      await last.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: 'Parte diario 170' })).toBeVisible();
      await page.goBack();
      await expect(last).toBeFocused();
      await expect(last).toBeInViewport();
    });
});
