import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { signInAs, signOut } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import {
  AUTHOR,
  chooseLabel,
  confirmation,
  create,
  dialog,
  fillPlace,
  fillRest,
  type Given,
  give,
  heldOf,
  next,
  openWizard,
  pdf,
} from '../../fixtures/wizard.ts';

/** The list of uploads in the top bar, on the demo organization. */

test.beforeEach(async ({ page }) => signInAs(page, AUTHOR));

const list = (page: Page) => page.getByRole('dialog', { name: 'Cargas' });
const button = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Cargas/ });
const row = (page: Page, title: string) => list(page).getByRole('listitem').filter({ hasText: title });

/** Creates a document whose bytes are held back until `release` is called. */
async function stall(
  page: Page,
  file: Given | string,
  title: string,
): Promise<{ release: () => Promise<void> }> {
  await page.route('**/api/docs/uploads/**', (route) => route.abort('connectionreset'));
  await openWizard(page);
  await dialog(page).getByLabel('Archivos para cargar').setInputFiles(file);
  await next(page).click();
  await dialog(page).getByLabel('Título de').fill(title);
  await fillPlace(page);
  await next(page).click();
  await chooseLabel(page);
  await next(page).click();
  await confirmation(page).check();
  await create(page).click();
  await expect(dialog(page).getByText(/sin conexión, sigue sola/)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cerrar' }).click();
  return { release: () => page.unroute('**/api/docs/uploads/**') };
}

test('goes on by itself after a broken connection, while one moves about', async ({ page, server }) => {
  const file = pdf('corte.pdf', 300_000);
  const { release } = await stall(page, file, 'Documento con un corte 5512');
  await expect(button(page)).toHaveAccessibleName(/1 en curso/);
  await page.getByRole('link', { name: 'Navegar Documentos' }).first().click();
  await expect(page).toHaveURL(/records\/search/);
  await release();
  await button(page).click();
  await expect(row(page, 'Documento con un corte 5512')).toContainText('Cargado');
  const held = await heldOf(server.url, 'Documento con un corte 5512');
  expect(held?.version?.sha256).toBe(createHash('sha256').update(file.buffer).digest('hex'));
  await expectAccessible(page);
});

test('the button below the list keeps its words beside the warning', async ({ page }, info) => {
  const { release } = await stall(page, pdf('ancho.pdf', 300_000), 'Documento con un aviso 7741');
  await button(page).click();
  await expect(list(page).getByText('No cierres la aplicación')).toBeVisible();
  const words = list(page).getByRole('button', { name: 'Cargar otro' }).locator('.mantine-Button-label');
  for (const width of [390, 768, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 860 });
      await page.emulateMedia({ colorScheme });
      expect(await words.evaluate((label) => label.scrollWidth - label.clientWidth)).toBeLessThanOrEqual(0);
      await page.screenshot({ path: info.outputPath(`uploads-${width}-${colorScheme}.png`) });
    }
  await release();
});

test('survives a reload, and can be paused and resumed', async ({ page, server }) => {
  // Storing that it is paused takes a while, as on a slow disk: a page that goes before loses it.
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (row: { status?: string }, ...rest) {
      const request = put.call(this, row, ...rest);
      const until = row.status === 'paused' ? performance.now() + 3_000 : 0;
      const again = (): void => {
        if (performance.now() < until) this.get('nothing').onsuccess = again;
      };
      again();
      return request;
    };
  });
  const file = pdf('recarga.pdf', 300_000);
  const { release } = await stall(page, file, 'Documento con recarga 5513');
  await button(page).click();
  await list(page).getByRole('button', { name: 'Pausar Documento con recarga 5513' }).click();
  await expect(row(page, 'recarga 5513')).toContainText('en pausa');
  page.once('dialog', (leave) => void leave.accept());
  await page.reload();
  await release();
  await button(page).click();
  await expect(row(page, 'recarga 5513')).toContainText('en pausa');
  await list(page).getByRole('button', { name: 'Continuar Documento con recarga 5513' }).click();
  await expect(row(page, 'recarga 5513')).toContainText('Cargado');
  const held = await heldOf(server.url, 'Documento con recarga 5513');
  expect(held?.version).toMatchObject({ status: 'ready', number: 1, size: file.buffer.length });
});

test('renews a token that runs out in the middle, and goes on', async ({ page, server }) => {
  const error = { code: 'unauthenticated', message: 'Tu sesión terminó.' };
  let refused = 0;
  await page.route('**/api/docs/uploads/**', (route) => {
    refused += 1;
    return refused === 1 ? route.fulfill({ status: 401, json: { error } }) : route.continue();
  });
  const renewed = page.waitForResponse('**/api/auth/refresh');
  await openWizard(page);
  await give(page, pdf('Token que vence 5517.pdf'));
  await fillRest(page);
  await create(page).click();
  expect((await renewed).ok()).toBe(true);
  await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
  expect((await heldOf(server.url, 'Token que vence 5517'))?.version?.status).toBe('ready');
});

test('asks again for a file that could not be kept, takes no other one, and goes on', async ({
  page,
  server,
}, info) => {
  // As with a file above 200 MB, or where the page is no secure context.
  await page.addInitScript(() => {
    Object.defineProperty(navigator.storage, 'getDirectory', { value: undefined });
  });
  await page.reload();
  const path = info.outputPath('grande.pdf');
  const bytes = pdf('grande.pdf', 300_000).buffer;
  await writeFile(path, bytes);
  const { release } = await stall(page, path, 'Documento que se pide de nuevo 5518');
  page.once('dialog', (leave) => void leave.accept());
  await page.reload();
  await release();
  await button(page).click();
  const asked = row(page, 'se pide de nuevo 5518');
  await expect(asked).toContainText('Elige de nuevo grande.pdf para continuar.');
  const choose = asked.getByLabel('Elegir de nuevo el archivo grande.pdf');
  await choose.setInputFiles(pdf('grande.pdf', 300_000));
  await expect(asked).toContainText('No es el mismo archivo.');
  await choose.setInputFiles(path);
  await expect(asked).toContainText('Cargado');
  const held = await heldOf(server.url, 'Documento que se pide de nuevo 5518');
  expect(held?.version?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('asks before leaving, signing out and clearing; cancelling marks the version errored', {
  tag: ['@spec-8.5-leaving', '@spec-8.7-closing-tab'],
}, async ({ page, server }) => {
  const { release } = await stall(page, pdf('salida.pdf'), 'Documento que no termina 5514');
  const leaving = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const leave = await leaving;
  expect(leave.type()).toBe('beforeunload');
  await leave.dismiss();

  await page.getByRole('banner').getByRole('button', { name: 'Salir' }).click();
  await expect(page.getByText('Hay cargas en curso.')).toBeVisible();
  await page.getByRole('button', { name: 'Quedarme' }).click();
  await button(page).click();
  await list(page).getByRole('button', { name: 'Limpiar todo' }).click();
  const ask = page.getByRole('dialog', { name: 'Hay cargas en curso.' });
  await ask.getByRole('button', { name: 'Limpiar todo' }).click();
  await expect(button(page)).toHaveAccessibleName('Cargas');
  await release();
  await expect
    .poll(
      async () => (await heldOf(server.url, 'Documento que no termina 5514'))?.version?.status ?? 'errored',
    )
    .toBe('errored');
});

test('an upload that is refused says so, is marked errored, and can be tried again', {
  tag: '@spec-8.1-upload-error',
}, async ({ page, server }) => {
  const error = { code: 'too_large', message: 'El archivo supera el tamaño permitido.' };
  await page.route('**/api/docs/uploads', (route) => route.fulfill({ status: 413, json: { error } }));
  const marked = page.waitForRequest('**/api/docs/versions/errored');
  let answer = (): void => undefined;
  const again = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/api/docs/versions/errored', async (route) => {
    const response = await route.fetch();
    await again;
    await route.fulfill({ response });
  });
  await openWizard(page);
  await give(page, pdf('Refusado por tamaño 5515.pdf'));
  await fillRest(page);
  await create(page).click();
  await expect(page.getByText('No se pudo cargar el documento.').first()).toBeVisible();
  await expect(dialog(page).getByText(/se reintenta aquí, en su fila/)).toBeVisible();
  await marked;
  await page.unroute('**/api/docs/uploads');
  // The retry comes while the call that marks the version as errored is still running, and finds it marked.
  await dialog(page).getByRole('button', { name: 'Reintentar' }).click();
  answer();
  await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
  // The button that was pressed is gone.
  await expect(dialog(page).getByRole('link', { name: 'Ir al documento' })).toBeFocused();
  const held = await heldOf(server.url, 'Refusado por tamaño 5515');
  expect(held?.version).toMatchObject({ status: 'ready', number: 1 });
});

test('is nobody else’s: the next person who signs in here is shown none of it', async ({ page }) => {
  await stall(page, pdf('ajeno.pdf'), 'Documento ajeno 5516');
  await signOut(page, () => page.getByRole('button', { name: 'Seguir igual' }).click());
  await signInAs(page, 'revisor');
  await button(page).click();
  await expect(list(page).getByText('No hay cargas')).toBeVisible();
  await page.keyboard.press('Escape');
  await signOut(page);
  await signInAs(page, AUTHOR);
  await button(page).click();
  await expect(row(page, 'Documento ajeno 5516')).toBeVisible();
});

test('a log that cannot be read says so, and is read again', {
  tag: '@spec-8.5-upload-log',
}, async ({ page, server }) => {
  const title = 'Documento de un registro ilegible 5519';
  const { release } = await stall(page, pdf('registro.pdf'), title);
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...args) {
      if (!sessionStorage.getItem('log-works')) throw new DOMException('broken', 'UnknownError');
      return open.apply(this, args);
    };
  });
  page.once('dialog', (leave) => void leave.accept());
  await page.reload();
  await release();
  await button(page).click();
  const message = list(page).getByText('Hubo un problema cargando el registro. Inténtalo denuevo.');
  await expect(message).toBeVisible();
  await expect(list(page).getByText('No hay cargas')).toHaveCount(0);
  await expectAccessible(page);
  await page.evaluate(() => sessionStorage.setItem('log-works', 'yes'));
  await list(page).getByRole('button', { name: 'Reintentar' }).click();
  await expect(message).toHaveCount(0);
  await expect(row(page, title)).toContainText('Cargado');
  expect((await heldOf(server.url, title))?.version?.status).toBe('ready');
});
