import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { DEMO_PASSWORD, demoEmail, signInApi } from '../fixtures/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/axe.ts';
import { expect, test } from '../fixtures/test.ts';

/** The upload wizard and its list of uploads (spec §2, §4, §5, §8), on the demo organization. */

const AUTHOR = demoEmail('autora');

interface Given {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const pdf = (name: string, bytes = 20_000): Given => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)]),
});

async function signIn(page: Page, email = AUTHOR): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page).toHaveURL(/dashboard/);
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Cargar Documento' });
const step = (page: Page, name: string) => dialog(page).getByRole('tab', { name });
const next = (page: Page) => dialog(page).getByRole('button', { name: 'Continuar' });
const list = (page: Page) => page.getByRole('dialog', { name: 'Cargas' });

async function openWizard(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: 'Cargar Documento' }).click();
  await expect(step(page, 'Archivo')).toHaveAttribute('aria-selected', 'true');
}

const give = (page: Page, ...files: Given[]) =>
  dialog(page).getByLabel('Archivos para cargar').setInputFiles(files);

async function choose(page: Page, field: string, option: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function fillPlace(page: Page): Promise<void> {
  await choose(page, 'Grupo', 'Calidad');
  await choose(page, 'Estado', 'Borrador');
}

async function chooseLabel(page: Page): Promise<void> {
  await dialog(page).getByLabel('Buscar etiquetas').fill('instal');
  await page.getByRole('option', { name: /Instalaciones/ }).click();
  await expect(dialog(page).getByText('1 etiqueta elegida')).toBeVisible();
}

/** From the file step to the confirmation, with the box ticked. */
async function fillRest(page: Page): Promise<void> {
  await next(page).click();
  await fillPlace(page);
  await next(page).click();
  await chooseLabel(page);
  await next(page).click();
  await dialog(page).getByLabel('Confirmo que la información es la correcta.').check();
}

const create = (page: Page) =>
  dialog(page).getByRole('button', { name: /^Crear (documento|\d+ documentos)$/ });

/** What the server holds of the document that was made with this title. */
async function heldOf(url: string, title: string) {
  const author = await signInApi(url, AUTHOR);
  const found = await author.call('recordSearch', { query: { text: title } });
  const record = found.items.find((item) => item.title === title);
  if (!record) return undefined;
  const versions = await author.call('versionsByRecord', { params: { id: record._id } });
  const version = versions.find(({ status }) => status === 'ready') ?? versions[0];
  return { record, version };
}

test.beforeEach(async ({ page }) => signIn(page));

test('uploads a document through the five steps, each reachable only after the one before', async ({
  page,
  server,
}) => {
  const file = pdf('Protocolo de ensayos.pdf');
  await openWizard(page);
  await expect(step(page, 'Detalles')).toBeDisabled();
  await expect(next(page)).toBeDisabled();
  await expect(dialog(page).getByText('Elige al menos un archivo para continuar')).toBeVisible();

  await give(page, file);
  await expect(dialog(page).getByText('20 kB')).toBeVisible();
  await expect(step(page, 'Detalles')).toBeEnabled();
  await expect(step(page, 'Etiquetas')).toBeDisabled();
  await next(page).click();

  // The title defaults to the file name (spec §5); the state waits for a group.
  const title = dialog(page).getByLabel('Título de Protocolo de ensayos.pdf');
  await expect(title).toHaveValue('Protocolo de ensayos');
  await expect(dialog(page).getByRole('combobox', { name: 'Estado' })).toBeDisabled();
  await title.fill('Prot');
  await expect(dialog(page).getByText('Escribe entre 5 y 80 caracteres.')).toBeVisible();
  await expect(dialog(page).getByText('Corrige 1 título para continuar')).toBeVisible();
  await title.fill('Protocolo de ensayos de hormigón 7781');
  await fillPlace(page);

  // Another group clears the state (spec §4).
  await choose(page, 'Grupo', 'Prevención y obras');
  await expect(dialog(page).getByRole('combobox', { name: 'Estado' })).toHaveValue('');
  await expect(next(page)).toBeDisabled();
  await fillPlace(page);
  await next(page).click();

  await expect(step(page, 'Confirmar')).toBeDisabled();
  await chooseLabel(page);
  await expect(dialog(page).getByText(/puede que no se pueda usar en el grupo Calidad/)).toBeVisible();
  await next(page).click();

  await expect(dialog(page).getByText('Protocolo de ensayos de hormigón 7781')).toBeVisible();
  await expect(create(page)).toBeDisabled();
  await dialog(page).getByLabel('Confirmo que la información es la correcta.').check();
  await create(page).click();

  await expect(page.getByText('Documento creado con éxito.')).toBeVisible();
  await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
  for (const name of ['Archivo', 'Detalles', 'Etiquetas', 'Confirmar']) {
    await expect(step(page, name)).toBeDisabled();
  }
  const held = await heldOf(server.url, 'Protocolo de ensayos de hormigón 7781');
  expect(held?.version).toMatchObject({
    status: 'ready',
    number: 1,
    sha256: createHash('sha256').update(file.buffer).digest('hex'),
  });

  await dialog(page).getByRole('link', { name: 'Ir al documento' }).click();
  await expect(page).toHaveURL(new RegExp(`/records/view/${held?.record._id}`));
});

test('keeps the good files beside those that cannot be uploaded, and says why at each (spec §5)', async ({
  page,
}) => {
  await openWizard(page);
  await give(
    page,
    pdf('Informe de obra.pdf'),
    { name: 'instalar.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('texto') },
    { name: 'programa.pdf', mimeType: 'application/pdf', buffer: Buffer.from([0x4d, 0x5a, 0x90, 0]) },
    { name: 'vacio.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
  );
  const row = (name: string) => dialog(page).getByRole('listitem').filter({ hasText: name });
  await expect(row('instalar.exe')).toContainText('Este tipo de archivo no se puede cargar.');
  await expect(row('programa.pdf')).toContainText('Este archivo es un programa');
  await expect(row('vacio.txt')).toContainText('El archivo está vacío.');
  await expect(dialog(page).getByText('3 archivos no se cargarán.')).toBeVisible();
  await next(page).click();
  await expect(dialog(page).getByRole('textbox', { name: /^Título de/ })).toHaveCount(1);
});

test('warns of a taken title and does not stop; an emptied group is an error', async ({ page, server }) => {
  const author = await signInApi(server.url, AUTHOR);
  const { items } = await author.call('recordSearch', { query: {} });
  const taken = items.find(({ group }) => group.name === 'Calidad');
  if (!taken) throw new Error('the demo has no document in Calidad');
  await openWizard(page);
  await give(page, pdf('Cualquiera.pdf'));
  await next(page).click();
  await fillPlace(page);
  await dialog(page).getByLabel('Título de Cualquiera.pdf').fill(taken.title);
  await expect(dialog(page).getByText('Ya hay un documento con este título en el grupo.')).toBeVisible();
  await expect(next(page)).toBeEnabled();
  // Choosing what is chosen takes it back.
  await choose(page, 'Grupo', 'Calidad');
  await expect(dialog(page).getByText('Elige un grupo.', { exact: true })).toBeVisible();
  await expect(next(page)).toBeDisabled();
});

test('says what the label search comes to (spec §8)', async ({ page }) => {
  await openWizard(page);
  await give(page, pdf('Cualquiera.pdf'));
  await next(page).click();
  await fillPlace(page);
  await next(page).click();
  const search = dialog(page).getByLabel('Buscar etiquetas');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/labels/search')) asked.push(request.url());
  });
  await search.fill('in');
  await expect(dialog(page).getByText(/la búsqueda empieza con 3 caracteres/)).toBeVisible();
  await search.fill('zzzzzz');
  await expect(page.getByText('No se encontraron resultados')).toBeVisible();
  expect(asked).toHaveLength(1);
  await page.route('**/labels/search*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await search.fill('instal');
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await expect(page.getByText('Hubo un problema al hacer la solicitud')).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.unroute('**/labels/search*');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await page.getByRole('option', { name: /Instalaciones/ }).click();
  await dialog(page).getByRole('button', { name: 'Quitar Instalaciones' }).click();
  await expect(dialog(page).getByText('Elige al menos una etiqueta.')).toBeVisible();
});

test('a failure of the states marks their dropdown, and can be tried again', async ({ page }) => {
  await page.route('**/docs/roles/by/group/*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await openWizard(page);
  await give(page, pdf('Cualquiera.pdf'));
  await next(page).click();
  await choose(page, 'Grupo', 'Calidad');
  await expect(dialog(page).getByText('No se pudieron cargar los estados.')).toBeVisible();
  await expect(dialog(page).getByRole('combobox', { name: 'Estado' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await page.unroute('**/docs/roles/by/group/*');
  await dialog(page).getByRole('button', { name: 'Reintentar' }).click();
  await choose(page, 'Estado', 'Borrador');
});

test('a refused submission says the text of the specification and keeps what was typed (spec §8)', async ({
  page,
}) => {
  const records = '**/api/docs/records';
  await openWizard(page);
  await give(page, pdf('Plan de calidad.pdf'));
  await fillRest(page);

  await page.route(records, (route) => route.fulfill({ status: 201, json: {} }));
  await create(page).click();
  await expect(page.getByText('Por favor revisa el Documento.')).toBeVisible();

  await page.unroute(records);
  const refusal = { code: 'internal', message: 'Algo falló en el servidor.' };
  await page.route(records, (route) => route.fulfill({ status: 500, json: { error: refusal } }));
  await dialog(page).getByLabel('Confirmo que la información es la correcta.').check();
  await create(page).click();
  await expect(page.getByText('No se pudo crear el Documento.')).toBeVisible();
  await expect(page.getByText('Algo falló en el servidor.')).toBeVisible();

  await page.unroute(records);
  const invalid = { code: 'invalid', message: 'Revisa.', details: { title: 'Ese título no se admite.' } };
  await page.route(records, (route) => route.fulfill({ status: 400, json: { error: invalid } }));
  await dialog(page).getByLabel('Confirmo que la información es la correcta.').check();
  await create(page).click();
  await expect(page.getByText('Por favor revisa los datos.')).toBeVisible();
  await expect(step(page, 'Detalles')).toHaveAttribute('aria-selected', 'true');
  await expect(dialog(page).getByText('Ese título no se admite.')).toBeVisible();
  await expect(dialog(page).getByLabel('Título de Plan de calidad.pdf')).toHaveValue('Plan de calidad');

  await page.unroute(records);
  await dialog(page).getByLabel('Título de Plan de calidad.pdf').fill('Plan de calidad 2027');
  await step(page, 'Confirmar').click();
  await dialog(page).getByLabel('Confirmo que la información es la correcta.').check();
  await create(page).click();
  await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Crear otro' }).click();
  await expect(step(page, 'Archivo')).toHaveAttribute('aria-selected', 'true');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(0);
});

test('cancelling needs a tick first, by button, cross and Escape (spec §2)', async ({ page }) => {
  await openWizard(page);
  await give(page, pdf('Borrador.pdf'));
  await expect(next(page)).toBeEnabled();
  await page.keyboard.press('Escape');
  const ask = page.getByRole('dialog', { name: 'Cancelar', exact: true });
  await expect(ask).toBeVisible();
  await expect(ask.getByRole('button', { name: 'Cancelar la carga' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(ask).toBeHidden();
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cerrar' }).click();
  await ask.getByLabel('Sí, descarta esta carga').check();
  await ask.getByRole('button', { name: 'Cancelar la carga' }).click();
  await expect(dialog(page)).toBeHidden();
});

test('files dropped anywhere in the window open the wizard', async ({ page }) => {
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['Acta de la reunión'], 'Acta soltada.txt', { type: 'text/plain' }));
    return transfer;
  });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: files });
  const target = page.getByText('Suelta los archivos para cargarlos');
  await expect(target).toBeVisible();
  await target.dispatchEvent('drop', { dataTransfer: files });
  await expect(dialog(page).getByText('Acta soltada.txt')).toBeVisible();
});

test('the keyboard alone gets through', async ({ page }) => {
  await page.locator('#main').focus();
  await page.keyboard.press('c');
  await expect(dialog(page).getByRole('button', { name: 'Elegir archivos' })).toBeFocused();
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(pdf('Solo teclado 4410.pdf'));
  await expect(next(page)).toBeEnabled();
  await step(page, 'Archivo').focus();
  await page.keyboard.press('ArrowRight');
  await expect(step(page, 'Detalles')).toHaveAttribute('aria-selected', 'true');
  await dialog(page).getByRole('combobox', { name: 'Grupo' }).focus();
  await page.keyboard.type('Calidad');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await dialog(page).getByRole('combobox', { name: 'Estado' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog(page).getByLabel('Título de').focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Buscar etiquetas')).toBeFocused();
  await page.keyboard.type('instal');
  await expect(page.getByRole('option', { name: /Instalaciones/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('1 etiqueta elegida')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Confirmo que la información es la correcta.')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
});

test('axe finds nothing in any step', async ({ page }) => {
  test.slow();
  await openWizard(page);
  await expectAccessible(page);
  await give(page, pdf('Accesible 4417.pdf'));
  await next(page).click();
  await fillPlace(page);
  await dialog(page).getByLabel('Título de').fill('Mal');
  await expectAccessible(page);
  await dialog(page).getByLabel('Título de').fill('Documento accesible 4417');
  await next(page).click();
  await chooseLabel(page);
  await expectAccessible(page);
  await next(page).click();
  await dialog(page).getByLabel('Confirmo que la información es la correcta.').check();
  await expectAccessible(page);
  await create(page).click();
  await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
  await expectAccessible(page);
});

test('fits 321 px and the dark theme, and fills a narrow screen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 321, height: 700 });
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cargar Documento' }).click();
  await give(page, pdf('Un nombre de archivo muy largo que no cabe en una sola línea del teléfono.pdf'));
  await expect(next(page)).toBeEnabled();
  await expect.poll(async () => (await dialog(page).boundingBox())?.width).toBe(321);
  await expectNoSidewaysScroll(page);
  await next(page).click();
  await fillPlace(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test.describe('the list of uploads', () => {
  const button = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Cargas/ });
  const row = (page: Page, title: string) => list(page).getByRole('listitem').filter({ hasText: title });

  /** Creates a document whose bytes do not get through until `release` is called. */
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
    await dialog(page).getByLabel('Confirmo que la información es la correcta.').check();
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

  test('survives a reload, and can be paused and resumed', async ({ page, server }) => {
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

  test('asks before leaving, signing out and clearing; cancelling marks the version errored', async ({
    page,
    server,
  }) => {
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

  test('an upload that is refused says so, is marked errored, and can be tried again', async ({
    page,
    server,
  }) => {
    const error = { code: 'too_large', message: 'El archivo supera el tamaño permitido.' };
    await page.route('**/api/docs/uploads', (route) => route.fulfill({ status: 413, json: { error } }));
    const marked = page.waitForRequest('**/api/docs/versions/errored');
    await openWizard(page);
    await give(page, pdf('Refusado por tamaño 5515.pdf'));
    await fillRest(page);
    await create(page).click();
    await expect(page.getByText('No se pudo cargar el documento.').first()).toBeVisible();
    await marked;
    await page.unroute('**/api/docs/uploads');
    await dialog(page).getByRole('button', { name: 'Reintentar' }).click();
    await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
    const held = await heldOf(server.url, 'Refusado por tamaño 5515');
    expect(held?.version).toMatchObject({ status: 'ready', number: 1 });
  });

  test('is nobody else’s: the next person who signs in here is shown none of it', async ({ page }) => {
    await stall(page, pdf('ajeno.pdf'), 'Documento ajeno 5516');
    await page.getByRole('banner').getByRole('button', { name: 'Salir' }).click();
    await page.getByRole('button', { name: 'Seguir igual' }).click();
    await signIn(page, demoEmail('revisor'));
    await button(page).click();
    await expect(list(page).getByText('No hay cargas')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('banner').getByRole('button', { name: 'Salir' }).click();
    await signIn(page);
    await button(page).click();
    await expect(row(page, 'Documento ajeno 5516')).toBeVisible();
  });
});
