import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { letThrough, refuse } from '../../fixtures/answers.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import type { RunningServer } from '../../fixtures/server.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks, showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AUTHOR } from '../../fixtures/wizard.ts';

/** Links by which somebody without an account sends files: the dialog that makes them, and the page that they lead to. */

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const ASKED = 'Tu contrato de arriendo firmado';
/** Longer than any screen here. */
const LONG = 'anexo del contrato de la obra Edificio Mirador, firmado por las dos partes ante notario.pdf';
const wide = { width: 1280, height: 860 };
const pdf = (name: string, size = 400) => ({
  ...{ name, mimeType: 'application/pdf' },
  buffer: Buffer.from(`%PDF-1.7\n${randomUUID()}`.padEnd(size, ' ')),
});

/** An author with a folder of their own. */
async function aFolder(server: RunningServer) {
  const author = await signInApi(server.url, demoEmail(AUTHOR));
  const libraries = await author.call('groupsByMember', {});
  const group = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  const name = `Contratistas ${randomUUID().slice(0, 6)}`;
  const label = (await author.call('labels', { query: { group } }))[0]?._id ?? '';
  const body = { group, name, defaultLabels: [label] };
  const { _id: folder } = await author.call('folderCreate', { body });
  return { author, group, folder, name };
}

const aLink = async ({ author, folder }: Awaited<ReturnType<typeof aFolder>>) =>
  author.call('fileRequestCreate', { body: { folder, title: ASKED } });

const choose = (page: Page, ...files: readonly ReturnType<typeof pdf>[]) =>
  page.getByLabel('Archivos para enviar').setInputFiles([...files]);
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('a link is made in a folder’s menu, shown once, and revoked', async ({ page, server }, info) => {
  const place = await aFolder(server);
  await startSession(page, AUTHOR);
  await page.setViewportSize(wide);
  await page.goto(`/records/search?group=${place.group}&folder=${place.folder}`);
  const menu = page.getByRole('button', { name: `Acciones de la carpeta ${place.name}` });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Pedir archivos por enlace…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pedir archivos por enlace' });
  await expect(dialog.getByText('Todavía no hay enlaces para esta carpeta.')).toBeVisible();

  await test.step('what is missing is said at its field, and nothing is lost', async () => {
    await expect(dialog.getByLabel('Qué pides')).toBeFocused();
    await dialog.getByRole('button', { name: 'Crear enlace' }).click();
    await expect(dialog.getByText('Escribe qué pides, con al menos 5 letras.')).toBeVisible();
    await dialog.getByLabel('Qué pides').fill(ASKED);
    // No mail leaves this server: it is said in place of the field.
    await expect(dialog.getByText('Este servidor no envía correos todavía')).toBeVisible();
    await page.keyboard.press('Escape');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Pedir archivos por enlace…' }).click();
    await expect(dialog.getByLabel('Qué pides')).toHaveValue(ASKED);
  });

  await test.step('the link is shown once, to be copied', async () => {
    await dialog.getByRole('button', { name: 'Crear enlace' }).click();
    await expect(dialog.getByRole('heading', { name: 'El enlace está listo' })).toBeFocused();
    await expect(dialog.getByLabel('Enlace', { exact: true })).toHaveValue(/\/entregar#[\w-]{43}$/);
    await dialog.getByRole('button', { name: 'Copiar enlace' }).click();
    await expect(dialog.getByRole('button', { name: 'Enlace copiado' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/entregar#');
    await expect(dialog.getByText(/Recibidos 0 de 20/)).toBeVisible();
    await showEverywhere(page, (at) => info.outputPath(`made-${at}.png`));
    await page.setViewportSize(wide);
    await dialog.getByRole('button', { name: 'Crear otro enlace' }).click();
    await expect(dialog.getByLabel('Qué pides')).toHaveValue('');
    expect(await dialog.innerText()).not.toContain('/entregar#');
  });

  await test.step('replaced by another one, for who lost it; the first is revoked', async () => {
    await dialog.getByRole('button', { name: `Reemplazar el enlace «${ASKED}»` }).click();
    const question = page.getByRole('dialog', { name: 'Crear otro enlace y revocar este' });
    await expect(question.getByText('Cópialo y compártelo tú')).toBeVisible();
    await question.getByRole('button', { name: 'Crear y revocar' }).click();
    await expect(dialog.getByLabel('Enlace', { exact: true })).toHaveValue(/\/entregar#[\w-]{43}$/);
    await expect(dialog.getByText(/Revocado por/)).toHaveCount(1);
    await expect(dialog.getByText(/Activo hasta/)).toHaveCount(1);
    await expect(dialog.getByRole('heading', { name: 'El enlace está listo' })).toBeFocused();
    await showEverywhere(page, (at) => info.outputPath(`replaced-${at}.png`));
    await page.setViewportSize(wide);
  });

  await test.step('revoked after a question', async () => {
    await dialog.getByRole('button', { name: `Revocar el enlace «${ASKED}»` }).click();
    const question = page.getByRole('dialog', { name: 'Revocar enlace' });
    await expect(question.getByText('No se puede deshacer')).toBeVisible();
    await question.getByRole('button', { name: 'Revocar' }).click();
    await expect(dialog.getByText(/Revocado por/)).toHaveCount(2);
  });
});

test('where the links cannot be loaded, it is said; where mail leaves, addresses are asked for', async ({
  page,
  server,
}) => {
  const { group, folder, name } = await aFolder(server);
  await startSession(page, AUTHOR);
  const pattern = '**/api/docs/file-requests/by/folder/*';
  await refuse(page, pattern, 503, 'unavailable');
  await page.goto(`/records/search?group=${group}&folder=${folder}`);
  await page.getByRole('button', { name: `Acciones de la carpeta ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Pedir archivos por enlace…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pedir archivos por enlace' });
  await expect(dialog.getByText('No se pudieron cargar los enlaces')).toBeVisible();
  await letThrough(page, pattern);
  await page.route(pattern, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), mailLeaves: true } });
  });
  await dialog.getByRole('button', { name: 'Reintentar' }).click();
  await dialog.getByLabel('Qué pides').fill(ASKED);
  await dialog.getByLabel('Correos').fill('rita@afuera.test, hugo');
  await dialog.getByRole('button', { name: 'Crear y enviar' }).click();
  await expect(dialog.getByText('Esto no es un correo: hugo')).toBeVisible();
  await dialog.getByLabel('Correos').fill('rita@afuera.test, hugo@afuera.test');
  await dialog.getByRole('button', { name: 'Crear y enviar' }).click();
  await expect(
    dialog.getByRole('heading', { name: 'El enlace está listo, y va en camino a 2 correos' }),
  ).toBeVisible();
  await expect(dialog.getByText(/Enviado a hugo@afuera\.test el/)).toBeVisible();
});

test('somebody without an account sends what they were asked for', async ({ page, server }, info) => {
  const place = await aFolder(server);
  const { url } = await aLink(place);
  await page.setViewportSize(wide);
  await page.goto(url);

  await test.step('the page says who asks for what, and nothing else', async () => {
    await expect(page.getByText(ASKED)).toBeVisible();
    await expect(page.getByText(/te pide:$/)).toBeVisible();
    await expect(page.getByText(/Puedes enviarlos hasta el .* Queda lugar para 20 archivos/)).toBeVisible();
    expect(await page.locator('main').innerText()).not.toContain(place.name);
  });

  await test.step('what cannot be sent says why, before its bytes travel', async () => {
    await choose(page, pdf('contrato.pdf'), pdf(LONG), {
      ...pdf('programa.exe'),
      mimeType: 'application/octet-stream',
    });
    await expect(row(page, 'programa.exe')).toContainText('Este tipo de archivo no se recibe.');
    await expect(row(page, 'contrato.pdf')).toContainText('Por enviar');
    // A long name is cut, and makes nothing wider.
    const form = await page.locator('form').evaluate((each) => each.scrollWidth - each.clientWidth);
    expect(form).toBe(0);
    await page.getByRole('button', { name: 'Enviar 2 archivos' }).click();
    await expect(page.getByText('Escribe tu nombre, con al menos 2 letras.')).toBeVisible();
    await expect(page.getByLabel('Tu nombre')).toBeFocused();
    await showEverywhere(page, (at) => info.outputPath(`chosen-${at}.png`));
    await page.setViewportSize(wide);
    await page.getByRole('button', { name: 'Quitar programa.exe' }).click();
    await expect(row(page, 'programa.exe')).toHaveCount(0);
  });

  await test.step('all come, and the end is clear', async () => {
    await page.getByLabel('Tu nombre').fill('Rita Soto');
    await page.getByLabel('Comentario').fill('Falta la firma del aval.');
    await page.getByRole('button', { name: 'Enviar 2 archivos' }).click();
    await expect(page.getByRole('heading', { name: 'Recibimos 2 archivos' })).toBeVisible();
    await expect(row(page, LONG)).toContainText('Recibido');
    await expectGoodLooks(page);
    await page.setViewportSize(wide);
    await page.screenshot({ path: info.outputPath('end.png') });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Recibimos 2 archivos' })).toBeVisible();
  });

  await test.step('they are drafts of whoever asked, and say where they came from', async () => {
    await startSession(page, AUTHOR);
    await page.goto(`/records/search?group=${place.group}&folder=${place.folder}`);
    await page.getByRole('link', { name: 'contrato' }).first().click();
    const said = `Recibido por enlace de Rita Soto: «${ASKED}»`;
    await expect(page.getByText(said)).toBeVisible();
    await page.getByRole('tab', { name: /Versiones/ }).click();
    // The panel of the information has the same words, and goes some time after.
    await expect(page.getByRole('tabpanel', { name: /Versiones/ }).getByText(said)).toBeVisible();
  });
});

test('an upload is paused, goes on after a reload with the same file, and after a lost connection', async ({
  page,
  server,
}, info) => {
  const place = await aFolder(server);
  const { url } = await aLink(place);
  // From the disk, so that the file has the same date each time.
  const path = info.outputPath('plano.pdf');
  await writeFile(path, pdf('plano.pdf', 900_000).buffer);
  const pattern = '**/api/docs/deliveries/uploads/**';
  const cut = () => page.route(pattern, (route) => route.abort('connectionreset'));
  const input = page.getByLabel('Archivos para enviar');
  await page.goto(url);
  await page.getByLabel('Tu nombre').fill('Rita Soto');
  await cut();
  await input.setInputFiles(path);
  await page.getByRole('button', { name: 'Enviar 1 archivo' }).click();
  await expect(row(page, 'plano.pdf')).toContainText('Sin conexión: seguimos cuando vuelva');
  await page.getByRole('button', { name: 'Pausar plano.pdf' }).click();
  await expect(row(page, 'plano.pdf')).toContainText('En pausa');
  await expectAccessible(page);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(row(page, 'plano.pdf')).toContainText('Elige otra vez este archivo');
  await expect(page.getByLabel('Tu nombre')).toHaveValue('Rita Soto');
  await row(page, 'plano.pdf').locator('input[type=file]').setInputFiles(pdf('otro.pdf'));
  await expect(row(page, 'plano.pdf')).toContainText('Ese es otro archivo. Elige «plano.pdf».');

  await page.unroute(pattern);
  await input.setInputFiles(path);
  await expect(page.getByRole('heading', { name: 'Recibimos 1 archivo' })).toBeVisible();
  const { requests } = await place.author.call('fileRequestsByFolder', { params: { folder: place.folder } });
  // It kept its place: nothing else was begun.
  expect(requests[0]?.received).toMatchObject({ files: 1, pending: 0 });

  await page.getByRole('button', { name: 'Enviar más archivos' }).click();
  await cut();
  await choose(page, pdf('anexo.pdf'));
  await page.getByRole('button', { name: 'Enviar 1 archivo' }).click();
  await expect(row(page, 'anexo.pdf')).toContainText('Sin conexión');
  await page.unroute(pattern);
  await expect(page.getByRole('heading', { name: 'Recibimos 2 archivos' })).toBeVisible();
});

test('a link that is over says so, also in the middle', async ({ page, server }, info) => {
  const place = await aFolder(server);
  const { request, url } = await aLink(place);
  await page.goto('/entregar');
  await expect(page.getByRole('heading', { name: 'Este enlace no sirve' })).toBeVisible();
  await page.goto(`/entregar#${'A'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'Este enlace no sirve' })).toBeVisible();
  await expectGoodLooks(page);
  await page.setViewportSize(wide);
  await page.goto('about:blank');
  await page.goto(url);
  await page.getByLabel('Tu nombre').fill('Rita Soto');
  await choose(page, pdf('contrato.pdf'));
  await place.author.call('fileRequestRevoke', { params: { id: request._id } });
  await page.getByRole('button', { name: 'Enviar 1 archivo' }).click();
  await expect(page.getByRole('heading', { name: 'Este enlace ya no recibe archivos' })).toBeVisible();
  await page.screenshot({ path: info.outputPath('over.png') });
});
