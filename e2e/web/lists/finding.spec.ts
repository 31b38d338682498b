import type { Page } from '@playwright/test';
import { hold } from '../../fixtures/answers.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../fixtures/axe.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';

const search = (page: Page, query: string) => page.goto(`/records/search?${query}`);
const shelf = (page: Page, name: string) => page.getByRole('region', { name });

test('a slip of the finger finds what was meant, and says so', async ({ page }, info) => {
  await startSession(page, 'autora');
  await search(page, 'text=ecxavaciones');
  await expect(page.getByText(/Nada coincide con «ecxavaciones»/)).toBeVisible();
  await expect(page.getByRole('link', { name: /excavaciones/ }).first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [400, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 860 });
      await page.screenshot({ path: info.outputPath(`meant-${colorScheme}-${width}.png`) });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  }
  await page.getByRole('button', { name: '«excavaciones»' }).click();
  await expect(page).toHaveURL(/text=excavaciones/);
  await expect(page.getByText(/Nada coincide/)).toHaveCount(0);
});

test('searches are kept under a name, found again and forgotten', async ({ page }, info) => {
  await startSession(page, 'revisor');
  await search(page, 'text=seguridad&state=3');
  await page.getByRole('button', { name: 'Guardar búsqueda' }).click();
  const name = page.getByLabel('Nombre de la búsqueda');
  await expect(name).toBeFocused();
  await name.fill('');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByText('Escribe un nombre.')).toBeVisible();
  await name.fill('Seguridad publicada');
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('naming.png') });
  await name.press('Enter');
  await expect(page.getByRole('button', { name: 'Seguridad publicada' })).toBeVisible();

  await search(page, 'text=seguridad');
  await page.getByRole('button', { name: 'Guardar búsqueda' }).click();
  await name.fill('SEGURIDAD PUBLICADA');
  await name.press('Enter');
  await expect(page.getByText('Ya guardaste una búsqueda con ese nombre.')).toBeVisible();
  await expect(name).toHaveValue('SEGURIDAD PUBLICADA');
  await name.fill('Todo de seguridad');
  await name.press('Enter');
  await expect(page.getByRole('button', { name: 'Todo de seguridad' })).toBeVisible();
  // A search counts as made after some time on its page. The entry itself exists before, and is empty.
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.entries(localStorage).flatMap(([key, value]) =>
          key.startsWith('legajo.searches.') ? JSON.parse(value) : [],
        ),
      ),
    )
    .toContain('seguridad');

  await page.goto('/records/search');
  await expect(shelf(page, 'Búsquedas guardadas').getByRole('link')).toHaveText([
    'Seguridad publicada',
    'Todo de seguridad',
  ]);
  await expect(shelf(page, 'Recientes').getByRole('link', { name: 'seguridad' })).toBeVisible();
  for (const width of [400, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    await page.screenshot({ path: info.outputPath(`shelf-${width}.png`) });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await shelf(page, 'Búsquedas guardadas').getByRole('link', { name: 'Seguridad publicada' }).click();
  await expect(page).toHaveURL(/state=3/);

  await page.getByRole('button', { name: 'Seguridad publicada' }).click();
  await page.getByRole('menuitem', { name: 'Eliminar búsqueda' }).click();
  await expect(page.getByRole('button', { name: 'Guardar búsqueda' })).toBeVisible();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByRole('button', { name: 'Seguridad publicada' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('publicada');
  await page.getByRole('dialog').getByText('Seguridad publicada').click();
  await expect(page).toHaveURL(/text=seguridad.*state=3|state=3.*text=seguridad/);
});

test('a year narrows; columns are chosen, and stay chosen; what was opened last is at hand', async ({
  page,
}, info) => {
  await startSession(page, 'publicadora');
  await search(page, 'sort=-date');
  const years = page
    .getByRole('region', { name: 'Acotar resultados' })
    .or(page.getByLabel('Acotar resultados'));
  const year = years.locator('section', { hasText: 'Año' }).getByRole('button').first();
  const text = (await year.locator('span').first().textContent()) ?? '';
  await year.click();
  await expect(page).toHaveURL(new RegExp(`from=${text}-01-01.*to=${text}-12-31`));
  await expect(year).toHaveAttribute('aria-pressed', 'true');
  await year.click();
  await expect(page).not.toHaveURL(/from=/);

  await expect(page.getByRole('columnheader', { name: 'Autor' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Columnas' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Autor' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Tamaño' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Tipo' }).click();
  // During its transition the text has no contrast.
  await expect(page.getByRole('menu')).toHaveCSS('opacity', '1');
  await page.screenshot({ path: info.outputPath('columns.png') });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Tamaño' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Autor' })).toHaveCount(0);
  for (const width of [400, 800, 1280, 1600]) {
    await page.setViewportSize({ width, height: 860 });
    await page.screenshot({ path: info.outputPath(`columns-${width}.png`) });
    await expectNoSidewaysScroll(page);
  }

  await page.setViewportSize({ width: 1280, height: 860 });
  const first = page.getByRole('row').nth(1).getByRole('link');
  const title = (await first.textContent()) ?? '';
  await first.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('link', { name: 'Panel' }).click();
  await expect(page).toHaveURL(/dashboard/);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Buscar o ir a' });
  await expect(palette.getByRole('button', { name: title })).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('palette.png') });
  await palette.getByRole('button', { name: title }).click();
  await expect(page).toHaveURL(/records\/view/);
});

test('Enter in the palette leads to what is found, also when only documents are', async ({ page }) => {
  await startSession(page, 'autora');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Buscar o ir a' });
  const ask = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await expect(palette.locator('input')).toBeFocused();
    await page.keyboard.type(text);
  };
  await ask('mirador del maipo');
  await expect(palette.locator('[data-selected]')).toHaveText(/Mirador del Maipo/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Mirador del Maipo/ })).toBeVisible();
  await expect(palette).toHaveCount(0);

  const release = await hold(page, '**/api/docs/records/search?*');
  await ask('hormigonado');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/text=hormigonado/);
  await release();
  await expect(palette).toHaveCount(0);
});
