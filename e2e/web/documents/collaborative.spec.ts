import type { Page } from '@playwright/test';
import { Document, Header, Packer, Paragraph, TextRun } from 'docx';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { signInAs, startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/** A document for several authors: from the card to the notified author; and a template of the organization. */

/** Written by another library than the one that fills it, with a variable that is split into runs. */
const ownTemplate = (): Promise<Buffer> =>
  Packer.toBuffer(
    new Document({
      sections: [
        {
          headers: { default: new Header({ children: [new Paragraph('{{organización}} · {{cliente}}')] }) },
          children: [
            new Paragraph({
              children: [new TextRun('Bitácora: {{tí'), new TextRun({ text: 'tulo}}', bold: true })],
            }),
          ],
        },
      ],
    }),
  );

/** Word documents are shown in a frame, by another library than the one that filled them. */
const preview = (page: Page) => page.getByRole('region', { name: 'Vista previa' }).frameLocator('iframe');

/** Until the server has filled the template, in a process that it starts for that: long on a busy machine. */
const made = (page: Page) =>
  page.waitForResponse((each) => each.ok() && new URL(each.url()).pathname === '/api/docs/collaborative');

test('is made from the card, and whoever writes along is told and opens it', async ({
  page,
  server,
  browser,
}) => {
  const title = 'Acta de coordinación de grúas';
  await signInAs(page, 'autora');
  const dialog = page.getByRole('dialog', { name: 'Crear documento colaborativo' });

  await test.step('what is missing is said at its field, and a closed dialog loses nothing', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Crear documento colaborativo' }).click();
    await dialog.getByRole('button', { name: 'Crear documento' }).click();
    await expect(dialog.getByText('Escribe un título de 5 a 80 caracteres.')).toBeVisible();
    await expect(dialog.getByText('Elige una biblioteca.', { exact: true })).toBeVisible();
    await expectGoodLooks(page, '[role="dialog"]');
    await dialog.getByRole('textbox', { name: 'Título' }).fill(title);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('n');
    await expect(dialog.getByRole('textbox', { name: 'Título' })).toHaveValue(title);
  });

  await test.step('only libraries where one may write, and people who may', async () => {
    await dialog.getByRole('combobox', { name: 'Biblioteca' }).click();
    const libraries = page.getByRole('option');
    await expect(libraries).toHaveText(['Calidad', 'Prevención y obras']);
    await libraries.first().click();
    await dialog.getByRole('combobox', { name: 'Personas que escriben contigo' }).fill('rod');
    await expect(page.getByRole('option', { name: 'Lectora' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
  });

  let reviewer = '';
  await test.step('it is made once, and opens', async () => {
    const api = await signInApi(server.url, demoEmail('revisor'));
    const me = await api.call('session', {});
    reviewer = me.firstname;
    const people = dialog.getByRole('combobox', { name: 'Personas que escriben contigo' });
    await people.fill(me.lastname.slice(0, 4));
    await page.getByRole('option', { name: `${me.firstname} ${me.lastname}` }).click();
    await dialog.getByRole('radio', { name: /^Acta de reunión/ }).click();
    const answer = made(page);
    await dialog.getByRole('button', { name: 'Crear documento' }).dblclick();
    await answer;
    await expect(page).toHaveURL(/\/records\/view\//);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page.getByText('Documento creado con éxito.')).toBeVisible();
    const found = await api.call('recordSearch', { query: { text: title, state: '0' } });
    expect(found.items.map((each) => each.title)).toEqual([title]);
    // The browser's preview of Word documents shows it.
    await expect(preview(page).getByText('Asistentes')).toBeVisible();
    await expect(preview(page).getByText(title).first()).toBeVisible();
  });

  await test.step('a browser without a desktop says what is needed to edit it, and offers the way', async () => {
    await page.getByRole('button', { name: 'Acciones', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Abrir en mi escritorio' }).click();
    const open = page.getByRole('dialog', { name: 'Abrir en mi escritorio' });
    await expect(open.getByRole('link', { name: 'Abrir la aplicación' })).toHaveAttribute(
      'href',
      /^legajo:\/\/records\/view\/[0-9a-f-]{36}$/,
    );
    await expect(open.getByRole('button', { name: 'Descargar' })).toBeVisible();
    await expectGoodLooks(page, '[role="dialog"]');
    await page.keyboard.press('Escape');
  });

  await test.step('the other person is told, and opens it', async () => {
    const other = await browser.newContext({ baseURL: server.url, locale: 'es-CL' });
    const theirs = await other.newPage();
    await startSession(theirs, 'revisor');
    await theirs.goto('/notifications');
    await theirs.getByRole('link', { name: new RegExp(`Te invitó a escribir.*${title}`) }).click();
    await expect(theirs.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(theirs.getByText(reviewer).first()).toBeVisible();
    await other.close();
  });
});

test('an admin’s template is added with what is in it, and used from a folder', async ({ page, server }) => {
  const admin = await signInApi(server.url, demoEmail('admin'));
  const library = (await admin.call('groupsByMember', {})).find(({ name }) => name === 'Calidad')?._id ?? '';
  const { _id: folder } = await admin.call('folderCreate', {
    body: { group: library, name: 'Bitácoras de grúas' },
  });
  await startSession(page, 'admin');
  await page.goto(`/records/search?group=${library}&folder=${folder}`);
  await page.getByRole('button', { name: 'Acciones de la carpeta Bitácoras de grúas' }).click();
  await page.getByRole('menuitem', { name: 'Crear documento colaborativo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crear documento colaborativo' });
  await expect(dialog.getByRole('combobox', { name: 'Carpeta' })).toHaveValue('Bitácoras de grúas');
  await dialog.getByRole('textbox', { name: 'Título' }).fill('Bitácora de la grúa torre');

  const manage = page.getByRole('dialog', { name: 'Plantillas de tu organización' });
  await test.step('a hostile one is refused at its field; a good one says what it does not know', async () => {
    await dialog.getByRole('button', { name: 'Administrar plantillas' }).click();
    await expect(manage.getByText('Todavía no hay plantillas propias')).toBeVisible();
    await manage.getByLabel('Nombre').fill('Bitácora');
    const file = manage.locator('input[type="file"]');
    await file.setInputFiles({ name: 'mala.docx', mimeType: '', buffer: Buffer.from('PK nada') });
    await manage.getByRole('button', { name: 'Agregar plantilla' }).click();
    await expect(manage.getByText('El archivo está dañado y no se puede abrir.')).toBeVisible();
    await expectGoodLooks(page, '[role="dialog"]');
    await file.setInputFiles({ name: 'bitacora.docx', mimeType: '', buffer: await ownTemplate() });
    await manage.getByRole('button', { name: 'Agregar plantilla' }).click();
    await expect(manage.getByText('No conocemos {{cliente}}')).toBeVisible();
    await expect(manage.getByRole('list', { name: 'Plantillas' }).getByRole('listitem')).toHaveCount(1);
    await expectGoodLooks(page, '[role="dialog"]');
  });

  await test.step('it makes a document, whose title is in it', async () => {
    await manage.getByRole('button', { name: 'Volver al documento' }).click();
    await dialog.getByRole('radio', { name: /^Bitácora/ }).click();
    const answer = made(page);
    await dialog.getByRole('button', { name: 'Crear documento' }).click();
    await answer;
    await expect(page.getByRole('heading', { name: 'Bitácora de la grúa torre', level: 1 })).toBeVisible();
    await expect(preview(page).getByText('Bitácora: Bitácora de la grúa torre')).toBeVisible();
  });
});
