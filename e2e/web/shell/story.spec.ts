import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { signInAs } from '../../fixtures/sign-in.ts';
import { test } from '../../fixtures/test.ts';

/**
 * The main workflow, with four people in four browsers. The author uploads a PDF and a DOCX; the reviewer is notified
 * without reloading and asks for changes; the author uploads a new version; it is approved and published; the reader
 * finds it by a word of its notes and downloads the same bytes. An approval never applies to another version.
 */
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function enter(browser: Browser, server: string, person: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: server, locale: 'es-CL', acceptDownloads: true });
  const page = await context.newPage();
  await signInAs(page, person);
  return page;
}

/** Real files: those of the demo, with other bytes at their end so that they are new. */
async function realFiles(server: string, folder: string): Promise<{ pdf: string; docx: string }> {
  const api = await signInApi(server, demoEmail('autora'));
  const take = async (ending: string): Promise<string> => {
    const { items } = await api.call('recordSearch', { query: { name: ending, limit: '50' } });
    const item = items.find((each) => each.file.name.endsWith(`.${ending}`) && each.version);
    if (!item?.version) throw new Error(`the demo has no ${ending}`);
    const path = join(folder, `Instructivo de prueba.${ending}`);
    await writeFile(path, await api.content(item.version._id));
    return path;
  };
  return { pdf: await take('pdf'), docx: await take('docx') };
}

async function uploadByWizard(page: Page, files: string[], titles: string[], notes: string): Promise<void> {
  await page.getByRole('navigation').getByText('Cargar Documento').click();
  const wizard = page.getByRole('dialog', { name: /Cargar Documento/ });
  await wizard.locator('input[type="file"]').first().setInputFiles(files);
  await wizard.getByRole('button', { name: 'Continuar' }).click();
  for (const [at, title] of titles.entries()) {
    await wizard
      .getByLabel(/^Título de Instructivo|^Título del documento/)
      .nth(at)
      .fill(title);
  }
  await wizard.getByRole('combobox', { name: 'Grupo' }).click();
  await page.getByRole('option', { name: 'Calidad', exact: true }).click();
  await wizard.getByRole('combobox', { name: 'Estado' }).click();
  await page.getByRole('option', { name: 'Revisión pendiente' }).click();
  await wizard.getByLabel('Notas').fill(notes);
  await expectAccessible(page);
  await wizard.getByRole('button', { name: 'Continuar' }).click();
  await wizard.getByLabel('Buscar etiquetas').fill('procedimiento');
  await page.getByRole('option').first().click();
  await wizard.getByRole('button', { name: 'Continuar' }).click();
  const create = wizard.getByRole('button', { name: /^Crear/ });
  await expect(create).toBeDisabled();
  await wizard.getByLabel('Confirmo que la información es la correcta.').check();
  await create.click();
  await expect(wizard.getByText(/en su lugar/)).toBeVisible();
}

/** @param step what the button of the next step says */
async function review(page: Page, step: string, state: string, comment: string): Promise<void> {
  await page.getByRole('button', { name: step, exact: true }).click();
  await page.getByRole('radio', { name: new RegExp(state) }).check();
  await page.getByRole('textbox', { name: 'Comentario' }).fill(comment);
  // The earlier message has gone, so that the new one is found.
  await expect(page.getByText('Revisión guardada.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Guardar revisión' }).click();
  await expect(page.getByText('Revisión guardada.')).toBeVisible();
}

const stateOf = (page: Page) => page.locator('header h1 + span');

test(
  'from the author’s upload to the reader’s download',
  {
    tag: '@spec-5.5-confirm',
  },
  async ({ browser, server }, info) => {
    const word = `termofusión${info.workerIndex}${Date.now().toString(36)}`;
    await mkdir(info.outputDir, { recursive: true });
    const files = await realFiles(server.url, info.outputDir);
    const author = await enter(browser, server.url, 'autora');
    const reviewer = await enter(browser, server.url, 'revisor');

    await uploadByWizard(
      author,
      [files.pdf, files.docx],
      ['Instructivo de soldadura PDF', 'Instructivo de soldadura Word'],
      `Trata de ${word}.`,
    );

    // The reviewer is told without reloading, and opens the document from the notification.
    await reviewer.getByRole('button', { name: /Notificaciones/ }).click();
    const told = reviewer
      .getByRole('dialog', { name: 'Notificaciones' })
      .getByRole('link', { name: /Creó Instructivo de soldadura PDF/ });
    await told.click({ timeout: 30_000 });
    await expect(reviewer).toHaveURL(/records\/view/);
    await expect(reviewer.getByRole('heading', { level: 1 })).toHaveText('Instructivo de soldadura PDF');
    await expect(stateOf(reviewer)).toContainText('Revisión pendiente');
    const address = new URL(reviewer.url()).pathname;

    // The notification opens the review. It asks for changes: a rejection needs a word.
    await expect(reviewer.getByRole('heading', { name: 'Revisar la versión 1' })).toBeVisible();
    await reviewer.getByRole('radio', { name: /Rechazado/ }).check();
    await reviewer.getByRole('button', { name: 'Guardar revisión' }).click();
    await expect(reviewer.getByText('Cuéntale a su autor por qué lo rechazas.')).toBeVisible();
    await reviewer.getByRole('textbox', { name: 'Comentario' }).fill('Falta el torque de apriete.');
    await reviewer.getByRole('button', { name: 'Guardar revisión' }).click();
    await expect(reviewer.getByText('Revisión guardada.')).toBeVisible();

    // The author reads why, and uploads a new version: it starts over as a draft.
    await author.goto(`${address}?panel=reviews`);
    await expect(author.getByText('Falta el torque de apriete.')).toBeVisible();
    const second = join(info.outputDir, 'Instructivo v2.pdf');
    const bytes = Buffer.concat([await readFile(files.pdf), Buffer.from(`\n% ${word}\n`)]);
    await writeFile(second, bytes);
    const [chooser] = await Promise.all([
      author.waitForEvent('filechooser'),
      author.getByRole('button', { name: 'Nueva versión', exact: true }).click(),
    ]);
    await chooser.setFiles(second);
    await expect(author.getByText('Versión 2 cargada. Solicita su revisión.')).toBeVisible();
    await expect(stateOf(author)).toContainText('Versión 2');
    await expect(stateOf(author)).toContainText('Borrador');
    // The button names what comes next, by the state that the document has now.
    await author.getByRole('button', { name: 'Solicitar revisión', exact: true }).click();
    await expect(author.getByRole('dialog', { name: 'Solicitar revisión' })).toBeVisible();
    await author.keyboard.press('Escape');

    // Approved, and published by the publisher.
    await expect(stateOf(reviewer)).toContainText('Versión 2');
    await review(reviewer, 'Aprobar o rechazar', 'Aprobado', 'Ahora sí.');
    const publisher = await enter(browser, server.url, 'publicadora');
    await publisher.goto(address);
    await review(publisher, 'Publicar', 'Publicado', '');
    await expect(stateOf(publisher)).toContainText('Publicado');

    // The reader finds it by a word of its notes, and not what nobody published.
    const reader = await enter(browser, server.url, 'lectora');
    await reader.goto(`/records/search?text=${word}`);
    const found = reader.getByRole('link', { name: /Instructivo de soldadura/ });
    await expect(found).toHaveCount(1);
    await found.click();
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Instructivo de soldadura PDF');
    await expectAccessible(reader);
    const [download] = await Promise.all([
      reader.waitForEvent('download'),
      reader.getByRole('button', { name: 'Descargar' }).first().click(),
    ]);
    expect(sha256(await readFile(await download.path()))).toBe(sha256(bytes));

    // A version on top of an approved one carries nothing over: readers keep what was published.
    await publisher.close();
    await author.goto(address);
    await author.getByRole('button', { name: 'Acciones' }).click();
    await author.getByRole('menuitem', { name: 'Revisar' }).click();
    await author.locator('form input[type="file"]').setInputFiles(files.pdf);
    await author.getByRole('button', { name: 'Guardar revisión' }).click();
    await expect(stateOf(author)).toContainText('Versión 3');
    await expect(stateOf(author)).toContainText('Borrador');
    await author.getByRole('tab', { name: 'Información' }).click();
    await expect(author.getByText(/Los lectores ven la versión 2/)).toBeVisible();
    await reader.reload();
    await expect(stateOf(reader)).toContainText('Versión 2');
  },
);
