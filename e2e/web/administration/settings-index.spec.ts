import { hold } from '../../fixtures/answers.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

test('a setting is found by other words for it, from anywhere and among the settings', async ({ page }) => {
  await startSession(page, 'admin');
  // The part above it comes last, and makes the page longer.
  const release = await hold(page, '**/docs/types/managed');
  await page.goto('/help');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Buscar o ir a' });
  await palette.getByRole('textbox').fill('dias habiles');
  await expect(palette.getByRole('button', { name: 'Configuración: Feriados' })).toBeVisible();
  await page.keyboard.press('Enter');
  const part = (name: string) => page.locator('#main').getByRole('region', { name, exact: true });
  await expect(part('Feriados')).toBeInViewport();
  await expect(page.locator('#part-holidays')).toBeFocused();
  await release();
  await expect(part('Tipos de documento').getByRole('listitem').first()).toBeAttached();
  await expect(part('Feriados')).toBeInViewport();
  const title = part('Feriados').getByRole('heading', { level: 2 });
  const bar = await page.getByRole('banner').boundingBox();
  await expect
    .poll(async () => ((await title.boundingBox())?.y ?? 0) - (bar?.height ?? 0))
    .toBeGreaterThan(0);

  const search = page.getByRole('search', { name: 'Buscar en la configuración' });
  await search.getByRole('textbox').fill('TOTP');
  await expect(part('Feriados')).toBeHidden();
  await expect(part('Verificación en dos pasos')).toBeVisible();
  await expect(search.getByRole('link')).toHaveText(['Verificación en dos pasos']);
  await expectGoodLooks(page);
  await search.getByRole('textbox').fill('astronomía');
  await expect(search.getByRole('status')).toContainText('Ningún ajuste tiene esas palabras.');
  await search.getByRole('button', { name: 'Ver toda la configuración' }).click();
  await search.getByRole('link', { name: 'Correo' }).click();
  await expect(part('Correo')).toBeInViewport();
});

test('who does not administer finds none of it', async ({ page }) => {
  await startSession(page, 'lectora');
  await page.goto('/help');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Buscar o ir a' });
  await palette.getByRole('textbox').fill('feriados');
  await expect(palette.getByRole('button', { name: /Ver todos los resultados/ })).toBeVisible();
  await expect(palette.getByRole('button', { name: /Configuración/ })).toHaveCount(0);
});
