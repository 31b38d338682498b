import { startSession } from '../fixtures/sign-in.ts';
import { expect, test } from '../fixtures/test.ts';

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
  await expect(left).toBeFocused();
  await expect(left).toContainText(title);
  await expect(left).toBeInViewport();

  // A mouse gives the title the focus, not the row.
  const other = rows.and(page.locator('[data-row="28"]'));
  await other.getByRole('link').first().click();
  await expect(heading).not.toHaveText('Resultados');
  await page.goBack();
  await expect(other).toBeFocused();

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
