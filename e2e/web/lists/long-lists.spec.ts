import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { hold } from '../../fixtures/answers.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Lists of which only the first page is loaded. */

const MADE = 260;

/** Opens a list of several pages. */
async function open(page: Page, url: string): Promise<void> {
  const admin = await signInApi(url, demoEmail('admin'));
  const libraries = await admin.call('groupsByMember', {});
  const group = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  const { _id: folder } = await admin.call('folderCreate', {
    body: { group, name: `Partes ${randomUUID().slice(0, 6)}`, parent: null },
  });
  const [label] = await admin.call('labels', { query: { group } });
  for (const from of [0, 130]) {
    const items = Array.from({ length: 130 }, (_, at) => ({
      ...{ group, parent: folder, name: `Parte ${String(from + at).padStart(3, '0')}.txt` },
      ...{ year: 2026, month: 3, day: 2, labels: [label?._id ?? ''] },
      file: { name: `parte ${from + at}.txt`, size: 10 },
    }));
    await admin.call('createBatch', { body: { items } });
  }
  await startSession(page, 'admin');
  await page.goto(`/records/search?group=${group}&folder=${folder}&sort=title`);
  await expect(page.getByText(`${MADE} documentos`)).toBeVisible();
}

test('the quick look counts the whole list', async ({ page, server }) => {
  await open(page, server.url);
  await page.locator('[data-row="0"]').focus();
  await page.keyboard.press('Space');
  const look = page.getByRole('dialog');
  await expect(look.getByRole('status').filter({ hasText: ' de ' })).toContainText(`1 de ${MADE}`);
  await page.keyboard.press('j');
  await expect(look.getByRole('status').filter({ hasText: ' de ' })).toContainText(`2 de ${MADE}`);
});

for (const view of ['Lista', 'Cuadrícula'])
  test(`one press of End goes to the last of a list of several pages: ${view}`, async ({ page, server }) => {
    await open(page, server.url);
    await page.locator('label').filter({ hasText: view }).click();
    await page.locator('[data-row="0"]').focus();
    await page.keyboard.press('End');
    const last = page.locator(`[data-row="${MADE - 1}"]`);
    const held = view === 'Lista' ? last : last.locator(':focus').or(last.and(page.locator(':focus')));
    await expect(held).toBeFocused();
    await expect(last).toContainText('Parte 259');
    await expect(last).toBeInViewport();
    await page.keyboard.press('Home');
    await expect(page.locator('[data-row="0"]')).toBeInViewport();
  });

test('a key stops what End began', async ({ page, server }) => {
  await open(page, server.url);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/docs\/records\/search.*cursor=/, async (route) => {
    await held;
    await route.continue();
  });
  await page.locator('[data-row="0"]').focus();
  await page.keyboard.press('End');
  await expect(page.locator('[data-row="99"]')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('[data-row="98"]')).toBeFocused();
  release();
  await expect(page.locator('[data-row="100"]')).toBeAttached();
  await expect(page.locator('[data-row="98"]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-row="100"]')).toBeFocused();
});

test('all documents of a list are selected, also those that were never shown; moving them is stopped and undone', async ({
  page,
  server,
}) => {
  await open(page, server.url);
  const bar = page.getByRole('toolbar', { name: /seleccionado/ });
  await page.locator('[data-row="0"]').focus();
  await page.keyboard.press('Control+a');
  await expect(bar).toContainText('100 seleccionados');
  await bar.getByRole('button', { name: `Seleccionar los ${MADE}` }).click();
  await expect(bar).toContainText(`${MADE} seleccionados`);
  await expect(bar.getByRole('button', { name: /^Seleccionar/ })).toBeHidden();

  await bar.getByRole('button', { name: 'Mover' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mover a…' });
  await dialog.getByRole('combobox', { name: 'Carpeta' }).click();
  await page.getByRole('option', { name: 'Raíz de la biblioteca' }).click();
  const release = await hold(page, '**/api/docs/records/batch/move');
  await dialog.getByRole('button', { name: 'Mover' }).click();
  await expect(dialog.getByRole('status')).toHaveText(`Moviendo 0 de ${MADE}…`);
  await dialog.getByRole('button', { name: 'Detener' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Deteniendo…' })).toBeFocused();
  await release();
  await expect(page.getByText(`20 de ${MADE} documentos movidos.`)).toBeVisible();
  await expect(page.getByText(`${MADE - 20} documentos`, { exact: true })).toBeVisible();
  await expect(bar).toContainText(`${MADE - 20} seleccionados`);

  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByText(`${MADE} documentos`, { exact: true })).toBeVisible();
  // The message that had the focus is gone.
  await expect(page.locator('[data-row="0"]')).toBeFocused();
});

test('Ctrl+A once more selects what is not loaded yet', async ({ page, server }) => {
  await open(page, server.url);
  const bar = page.getByRole('toolbar', { name: /seleccionado/ });
  await page.locator('[data-row="0"]').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+a');
  await expect(bar).toContainText(`${MADE} seleccionados`);
  await bar.getByRole('button', { name: 'Descargar' }).click();
  await expect(page.getByText('Se descargan hasta 200 documentos a la vez.')).toBeVisible();
  await page.locator('[data-row="0"]').focus();
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
});

test('typing in a chosen folder replaces it, and leaving it brings it back', async ({ page, server }) => {
  await open(page, server.url);
  const admin = await signInApi(server.url, demoEmail('admin'));
  const library = (await admin.call('groupsByMember', {})).find((each) => each.name === 'Calidad');
  await admin.call('folderCreate', {
    body: { group: library?._id ?? '', name: `Audiencias ${randomUUID().slice(0, 6)}`, parent: null },
  });
  await page.locator('[data-row="0"]').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page
    .getByRole('toolbar', { name: /seleccionado/ })
    .getByRole('button', { name: 'Mover' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Mover a…' });
  const place = dialog.getByRole('combobox', { name: 'Biblioteca' });
  const folder = dialog.getByRole('combobox', { name: 'Carpeta' });
  await expect(place).toBeFocused();
  await expect(folder).toHaveValue(/^Partes/);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Audien');
  await expect(folder).toHaveValue('Audien');
  await expect(page.getByRole('option', { name: /^Audiencias/ })).toBeVisible();
  await page.keyboard.type('zzz');
  await expect(page.getByText('Nada coincide', { exact: true })).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(folder).toHaveValue(/^Partes/);
  // By mouse too.
  await folder.click();
  await page.keyboard.type('Audien');
  await page.keyboard.press('Enter');
  await expect(folder).toHaveValue(/^Audiencias/);
});
