import { signInAs, startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AUTHOR, create, dialog, fillRest, give, openWizard, pdf } from '../../fixtures/wizard.ts';

/** Where messages stand. */

test.describe('on a phone', () => {
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
});

test('in a wide window, a message leaves the buttons of a dialog free', async ({ page }, info) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInAs(page, AUTHOR);
  await openWizard(page);
  await give(page, ...Array.from({ length: 10 }, (_, at) => pdf(`Aviso sobre el botón ${at}.pdf`)));
  await fillRest(page);
  await create(page).click();
  const message = page.getByRole('alert').filter({ hasText: 'Documento creado con éxito.' });
  await expect(message).toBeVisible();
  await page.screenshot({ path: info.outputPath('dialog.png'), animations: 'disabled' });
  // A click fails where something else would receive it.
  await dialog(page).getByRole('button', { name: 'Crear otro' }).click({ trial: true });
  await dialog(page).getByRole('link', { name: /Ir a/ }).click({ trial: true });
  await expect(message).toBeVisible();
});
