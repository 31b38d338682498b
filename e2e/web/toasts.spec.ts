import { startSession } from '../fixtures/sign-in.ts';
import { expect, test } from '../fixtures/test.ts';

/** Where messages stand on a phone. */
test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

test('a message stands at the lower edge, above the bar with the next actions', async ({ page }, info) => {
  await startSession(page, 'admin');
  await page.goto('/records/search?sort=title');
  const picks = page.getByRole('row').getByRole('checkbox');
  await picks.nth(2).check();
  const bar = page.getByRole('toolbar');
  await bar.getByRole('button', { name: 'Eliminar' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Eliminar|papelera/ })
    .click();
  const toast = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Deshacer' }) });
  await expect(toast).toBeVisible();
  await expect(bar).toBeHidden();
  const edges = async (part: typeof toast) => {
    const { y = Number.NaN, height = Number.NaN } = (await part.boundingBox()) ?? {};
    return { top: y, bottom: y + height };
  };
  await expect.poll(async () => (await edges(toast)).bottom).toBeGreaterThan(800);
  expect((await edges(toast)).top).toBeGreaterThan(700);
  await picks.nth(2).check();
  await expect(bar).toBeInViewport();
  await expect.poll(async () => (await edges(toast)).bottom).toBeLessThanOrEqual((await edges(bar)).top);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: info.outputPath(`list-${colorScheme}.png`), animations: 'disabled' });
  }
  await toast.getByRole('button', { name: 'Deshacer' }).click();
  await expect(toast).toBeHidden();
});
