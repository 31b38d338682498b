import type { Page } from '@playwright/test';
import { docxFile, pdfFile } from '../../../server/testing/files/files.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { signInAs } from '../../fixtures/sign-in.ts';
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
  leaveOutDefaults,
  next,
  openWizard,
  pdf,
  step,
} from '../../fixtures/wizard.ts';

/** Uploading with what the files say, what was chosen last, and several at once. */

test.beforeEach(async ({ page }) => signInAs(page, AUTHOR));

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const paged = async (name: string, ...lines: string[]): Promise<Given> => ({
  name,
  mimeType: 'application/pdf',
  buffer: await pdfFile([lines.join('\n')]),
});
const written = async (name: string, ...paragraphs: string[]): Promise<Given> => ({
  name,
  mimeType: DOCX,
  buffer: await docxFile(paragraphs),
});
const note = (name: string, text: string): Given => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

const titleOf = (page: Page, name: string) => dialog(page).getByLabel(`Título de ${name}`);
const dateOf = (page: Page, name: string) => dialog(page).getByLabel(`Fecha de ${name}`);
const typeOf = (page: Page, name: string) => dialog(page).getByLabel(`Tipo de ${name}`);

/** The documents with these titles, as the server has them. */
async function held(url: string, titles: readonly string[]) {
  const author = await signInApi(url, demoEmail(AUTHOR));
  const found = await Promise.all(titles.map((text) => author.call('recordSearch', { query: { text } })));
  return found.flatMap(({ items }, at) => items.filter(({ title }) => title === titles[at]));
}

test('several files are one sheet, by keyboard, with what the files say of themselves', async ({
  page,
  server,
}, info) => {
  const files = [
    note('scan0001.txt', 'ACTA DE RECEPCIÓN DE INSTALACIONES\n\nSantiago, 12 de marzo de 2026\n\nSe recibe.'),
    await written('Minuta 12.docx', 'Fecha: 03-04-2026', 'Revisión de los planos de la obra.'),
    note('Notas.txt', 'Sin fecha ni título.'),
  ];
  await openWizard(page);
  await give(page, ...files);
  await next(page).click();

  // A name that says nothing gives way to the title in the file; elsewhere that is offered.
  await expect(titleOf(page, 'scan0001.txt')).toHaveValue('Acta de recepción de instalaciones');
  await expect(titleOf(page, 'Minuta 12.docx')).toHaveValue('Minuta 12');
  for (const [width, scheme] of [
    [390, 'light'],
    [768, 'dark'],
    [1280, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: info.outputPath(`sheet-${width}-${scheme}.png`) });
    await expectAccessible(page);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 860 });

  await dialog(page).getByRole('button', { name: 'Usar la fecha que trae scan0001.txt: 2026-03-12' }).click();
  await expect(dateOf(page, 'scan0001.txt')).toHaveValue('2026-03-12');
  await dialog(page)
    .getByRole('button', { name: /^Usar lo que trae/ })
    .click();
  await expect(dateOf(page, 'Minuta 12.docx')).toHaveValue('2026-04-03');
  await expect(dialog(page).getByRole('button', { name: 'Deshacer' })).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(dateOf(page, 'Minuta 12.docx')).not.toHaveValue('2026-04-03');

  // Copied from a spreadsheet, from the second row on, a cell with a line break in quotes. What is no day has to be corrected.
  await titleOf(page, 'Minuta 12.docx').focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/plain',
      '"Minuta\npegada 5512"\t5-4-2026\nNotas pegadas 5512\tmañana\nDe más\t1-1-2026\n',
    );
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(titleOf(page, 'Minuta 12.docx')).toHaveValue('Minuta pegada 5512');
  await expect(dateOf(page, 'Minuta 12.docx')).toHaveValue('2026-04-05');
  await expect(titleOf(page, 'Notas.txt')).toHaveValue('Notas pegadas 5512');
  await expect(dateOf(page, 'Notas.txt')).toHaveValue('mañana');
  await expect(dialog(page).getByText('2 filas pegadas. 1 no tenía documento.')).toBeVisible();
  await expect(dialog(page).getByText('Corrige 1 fecha para continuar')).toBeVisible();

  // Down and up a column; Ctrl+D takes what is above; what is no day is said, and stays until it is corrected.
  await titleOf(page, 'scan0001.txt').focus();
  await page.keyboard.press('ArrowDown');
  await expect(titleOf(page, 'Minuta 12.docx')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dateOf(page, 'Minuta 12.docx')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dateOf(page, 'Notas.txt')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+d');
  await expect(dateOf(page, 'Notas.txt')).toHaveValue('2026-04-05');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(dateOf(page, 'Notas.txt')).toHaveValue('mañana');
  await page.keyboard.press('ControlOrMeta+d');
  await expect(dateOf(page, 'Notas.txt')).toHaveValue('2026-04-05');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('31-02-2026');
  await expect(dialog(page).getByText('Escribe una fecha, como 2026-03-12.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(dateOf(page, 'Notas.txt')).toHaveValue('31-02-2026');
  await expect(next(page)).toBeDisabled();
  await dateOf(page, 'Notas.txt').fill('5 de abril de 2026');
  await page.keyboard.press('Tab');
  await expect(dateOf(page, 'Notas.txt')).toHaveValue('2026-04-05');

  const [type = ''] = (await typeOf(page, 'Notas.txt').locator('option').allInnerTexts()).slice(1);
  await typeOf(page, 'Notas.txt').selectOption({ label: type });
  await fillPlace(page);
  await page.keyboard.press('ControlOrMeta+Enter');

  // The first file speaks of the label; one that is only of one document stands at it.
  await expect(step(page, 'Etiquetas')).toHaveAttribute('aria-selected', 'true');
  const fromFiles = dialog(page).getByRole('list', { name: 'Según los archivos', exact: true });
  await expect(fromFiles.getByRole('button', { name: /Instalaciones/ })).toBeVisible();
  await leaveOutDefaults(page);
  await expect(next(page)).toBeDisabled();
  const own = dialog(page).getByRole('list', {
    name: 'Según el archivo de Acta de recepción de instalaciones',
  });
  await own.getByRole('button', { name: /Instalaciones/ }).click();
  await expect(dialog(page).getByText('Faltan las etiquetas de 2 documentos')).toBeVisible();
  for (const [width, scheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: info.outputPath(`labels-${width}-${scheme}.png`) });
    await expectAccessible(page);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 860 });

  // The search of one document takes what is typed at once; Escape closes it, and not the wizard.
  const other = 'Otras etiquetas para Notas pegadas 5512';
  await dialog(page).getByRole('button', { name: other }).click();
  await page.keyboard.type('instal');
  await expect(dialog(page).getByRole('textbox', { name: other })).toHaveValue('instal');
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByRole('textbox', { name: other })).toBeHidden();
  await expect(dialog(page).getByRole('button', { name: other })).toBeFocused();
  await expect(dialog(page).getByText('Sí, descarta esta carga')).toBeHidden();

  // From the empty field the arrow goes to what is suggested; Enter takes it, and the next one has the focus.
  await dialog(page).getByLabel('Buscar etiquetas', { exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  const suggested = dialog(page).getByRole('button', { name: /^Agregar / });
  await expect(suggested.first()).toBeFocused();
  const taken = (await suggested.first().innerText()).trim();
  await page.keyboard.press('Enter');
  await expect(
    dialog(page)
      .getByRole('button', { name: `Quitar ${taken}` })
      .first(),
  ).toBeVisible();
  await expect(
    dialog(page)
      .getByRole('button', { name: /^Agregar / })
      .first(),
  ).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Enter');

  await expect(dialog(page).getByText('2026-03-12')).toBeVisible();
  await page.screenshot({ path: info.outputPath('confirm.png') });
  await confirmation(page).check();
  await create(page).click();
  const titles = ['Acta de recepción de instalaciones', 'Minuta pegada 5512', 'Notas pegadas 5512'];
  await dialog(page).getByRole('link', { name: 'Ir a los documentos' }).click();
  await expect(page).toHaveURL(/\/records\/search\?group=/);
  for (const title of titles) await expect(page.getByRole('link', { name: title }).first()).toBeVisible();

  const records = await held(server.url, titles);
  expect(
    records.map(({ date, labels }) => [date, labels.map(({ name }) => name).includes('Instalaciones')]),
  ).toEqual([
    ['2026-03-12', true],
    ['2026-04-05', taken === 'Instalaciones'],
    ['2026-04-05', taken === 'Instalaciones'],
  ]);
  const author = await signInApi(server.url, demoEmail(AUTHOR));
  const details = await Promise.all(
    records.map(({ _id }) => author.call('recordById', { params: { id: _id } })),
  );
  expect(details.map(({ documentType }) => documentType?.name)).toEqual([undefined, undefined, type]);
});

test('the place and the state are those of the last upload, and can be others', async ({ page }) => {
  await openWizard(page);
  await give(page, pdf('Primera 5513.pdf'));
  await fillRest(page);
  await create(page).click();
  await dialog(page).getByRole('link', { name: 'Ir al documento' }).click();

  await openWizard(page);
  await give(page, pdf('Segunda 5513.pdf'));
  await next(page).click();
  await expect(dialog(page).getByRole('combobox', { name: 'Grupo' })).toHaveValue('Calidad');
  await expect(dialog(page).getByRole('combobox', { name: 'Estado' })).toHaveValue('Borrador');
  await expect(next(page)).toBeEnabled();
  // Nothing is kept of what somebody else of this computer chose.
  const keys = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.includes('uploadPlace')),
  );
  expect(keys).toHaveLength(1);
});

test('labels are offered before a letter is typed, also where nothing fits', async ({ page }) => {
  await openWizard(page);
  await give(page, note('Zzyzx 5514.txt', 'zzyzx'));
  await next(page).click();
  await fillPlace(page);
  await next(page).click();
  await expect(
    dialog(page)
      .getByRole('button', { name: /^Agregar / })
      .first(),
  ).toBeVisible();
  await expect(dialog(page).getByText('Según el archivo')).toBeHidden();
  await chooseLabel(page);
  await expect(next(page)).toBeEnabled();
});

test('one file offers its title and its date', async ({ page }, info) => {
  await openWizard(page);
  await give(
    page,
    await paged('Arriendo.pdf', 'Contrato de arriendo de bodega', 'Santiago, 5 de mayo de 2026'),
  );
  await next(page).click();
  await dialog(page)
    .getByRole('button', { name: /^Usar la fecha que trae/ })
    .click();
  await expect(dialog(page).getByLabel('Fecha de Arriendo.pdf')).toHaveValue('2026-05-05');
  for (const [width, scheme] of [
    [390, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: info.outputPath(`one-${width}-${scheme}.png`) });
    await expectAccessible(page);
  }
});

test('files over a library say where they would go', async ({ page, server }, info) => {
  const author = await signInApi(server.url, demoEmail(AUTHOR));
  const library = (await author.call('groupsByMember', {})).find(({ name }) => name === 'Calidad');
  await page.goto(`/records/search?group=${library?._id}`);
  await expect(page.getByRole('heading', { name: 'Calidad' })).toBeVisible();
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['Acta'], 'Acta soltada.txt', { type: 'text/plain' }));
    return transfer;
  });
  const at = { dataTransfer: files, clientX: 700, clientY: 700 };
  await page.dispatchEvent('body', 'dragenter', at);
  await page.dispatchEvent('body', 'dragover', at);
  await expect(page.getByText('Suelta los archivos para cargarlos en Calidad')).toBeVisible();
  await page.screenshot({ path: info.outputPath('drop.png') });
});
