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
