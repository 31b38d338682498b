import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docxFile } from '../../../server/testing/files/files.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { pdfFile, pptxFile, xlsxFile } from '../../fixtures/files.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadFile } from '../../fixtures/upload.ts';

/** Office files as the pages that the server draws. It needs LibreOffice (docs/operations.md). */

test.use({ serverEnv: { PAGES: 'yes' } });
test.beforeEach(async ({ server }) => {
  const isReady = async () =>
    ((await (await fetch(`${server.url}/api/health`)).json()) as { pages: boolean }).pages;
  await expect.poll(isReady).toBe(true);
});

async function uploaded(server: string, name: string, bytes: Buffer): Promise<string> {
  const author = await signInApi(server, demoEmail('autora'));
  const libraries = await author.call('groupsByMember', {});
  const group = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  const title = name.replace(/\.\w+$/, '');
  return uploadFile(server, author, { group, title, name, bytes });
}

/** A document of Word 97, made by LibreOffice. */
async function oldDoc(docx: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'legajo-doc-'));
  try {
    await writeFile(join(folder, 'antiguo.docx'), docx);
    const home = `-env:UserInstallation=file://${folder}/profile`;
    execFileSync('soffice', [
      home,
      '--headless',
      '--convert-to',
      'doc',
      '--outdir',
      folder,
      join(folder, 'antiguo.docx'),
    ]);
    return await readFile(join(folder, 'antiguo.doc'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const PARAGRAPHS = Array.from(
  { length: 90 },
  (_, n) => `Cláusula ${n + 1}: se recibe la partida de moldaje.`,
);

test('a text document is shown page by page, with zoom and search', async ({ page, server }, info) => {
  const record = await uploaded(
    server.url,
    'Contrato de moldajes.docx',
    await docxFile([...PARAGRAPHS, 'Firma del mandante']),
  );
  await startSession(page, 'autora');
  await page.goto(`/records/view/${record}`);
  const canvas = page.getByRole('region', { name: 'Vista previa' });
  const tools = canvas.getByRole('toolbar', { name: 'Herramientas de la vista previa' });
  await expect(tools.getByText(/^1 de [2-9]$/)).toBeVisible();
  await expect(canvas.getByText('Cláusula 1: se recibe')).toBeVisible();
  await tools.getByRole('button', { name: 'Buscar en el documento' }).click();
  await canvas.getByRole('textbox').fill('firma del mandante');
  await expect(tools.getByText(/^([2-9]) de \1$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await showEverywhere(page, (name) => info.outputPath(`pages-${name}.png`));
});

test('a document of Word 97, which the page cannot read itself, is shown', async ({ page, server }) => {
  const record = await uploaded(
    server.url,
    'Acta antigua.doc',
    await oldDoc(await docxFile(['Acta de recepción de 1998'])),
  );
  await startSession(page, 'autora');
  await page.goto(`/records/view/${record}`);
  const canvas = page.getByRole('region', { name: 'Vista previa' });
  await expect(canvas.getByText('Acta de recepción de 1998')).toBeVisible();
});

test('a workbook is a table, and pages when they are wanted', async ({ page, server }, info) => {
  const record = await uploaded(
    server.url,
    'Cubicación.xlsx',
    await xlsxFile([
      ['Partida', 'm²'],
      ['Moldaje', '120'],
    ]),
  );
  await startSession(page, 'autora');
  await page.goto(`/records/view/${record}`);
  const canvas = page.getByRole('region', { name: 'Vista previa' });
  await expect(canvas.getByRole('table')).toContainText('Moldaje');
  const choice = canvas.getByRole('radiogroup', { name: 'Forma de la vista previa' });
  await choice.getByText('Páginas').click();
  await expect(canvas.getByRole('toolbar').getByText('1 de 1')).toBeVisible();
  await showEverywhere(page, (name) => info.outputPath(`sheet-${name}.png`));
  await choice.getByText('Tabla').click();
  await expect(canvas.getByRole('table')).toContainText('Moldaje');
});

test('slides are drawn with what stands on them; while that takes long one may go on without', async ({
  page,
  server,
}) => {
  const record = await uploaded(
    server.url,
    'Charla.pptx',
    await pptxFile(['Uso de arnés', 'Líneas de vida']),
  );
  await startSession(page, 'autora');
  let answer = (): void => undefined;
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/versions/*/pages', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/records/view/${record}`);
  const canvas = page.getByRole('region', { name: 'Vista previa' });
  await expect(canvas.getByText('Preparando las páginas…')).toBeVisible();
  await canvas.getByRole('button', { name: 'Ver sin páginas' }).click();
  await expect(canvas.getByText('Uso de arnés')).toBeVisible();
  answer();
  await page.reload();
  await expect(canvas.getByRole('toolbar').getByText('1 de 2')).toBeVisible();
});

test('what cannot be drawn is shown as before', async ({ page, server }) => {
  const docx = await docxFile(['Informe de terreno']);
  const record = await uploaded(server.url, 'Informe.docx', docx);
  await page.route('**/versions/*/pages', (route) =>
    route.fulfill({
      status: 422,
      json: { error: { code: 'no_pages', message: 'no', details: { reason: 'failed' } } },
    }),
  );
  await startSession(page, 'autora');
  await page.goto(`/records/view/${record}`);
  const frame = page.getByRole('region', { name: 'Vista previa' });
  await expect(frame.frameLocator('iframe').getByText('Informe de terreno')).toBeVisible();
  const half = await uploaded(server.url, 'Cortado.doc', docx.subarray(0, 2000));
  await page.goto(`/records/view/${half}`);
  await expect(frame.getByText('Las páginas de este archivo no se pueden mostrar')).toBeVisible();
});

test('a photo of an iPhone is shown as a picture', async ({ page, server }, info) => {
  const isReady = async () =>
    ((await (await fetch(`${server.url}/api/health`)).json()) as { photos: boolean }).photos;
  await expect.poll(isReady).toBe(true);
  const sample = join(import.meta.dirname, '../../../server/testing/files/samples/two-photos.heic');
  const record = await uploaded(server.url, 'Avance de la losa.heic', await readFile(sample));
  await startSession(page, 'autora');
  await page.goto(`/records/view/${record}`);
  await expect(page.getByText('1 de 2')).toBeVisible();
  const picture = page.locator('[data-page="1"] canvas');
  const colour = () =>
    picture.evaluate((canvas: HTMLCanvasElement) => [
      ...(canvas.getContext('2d')?.getImageData(canvas.width / 4, canvas.height / 2, 1, 1).data ?? []),
    ]);
  await expect.poll(async () => ((await colour())[2] ?? 0) > 150).toBe(true);
  await page.screenshot({ path: info.outputPath('photo.png') });
});

test('the quick look shows what the page of each document shows', async ({ page, server }) => {
  const mark = randomUUID().slice(0, 6);
  const files: readonly [name: string, bytes: Buffer, says: string][] = [
    ['Plano', await pdfFile(2, (number) => `Lámina ${number}`), 'Lámina 1'],
    ['Oferta', await docxFile(['Precio del hormigón']), 'Precio del hormigón'],
    ['Avance', await pptxFile(['Semana de la losa']), 'Semana de la losa'],
    ['Cubos', await xlsxFile([['Partida'], ['Enfierradura']]), 'Enfierradura'],
  ];
  const endings = ['pdf', 'docx', 'pptx', 'xlsx'];
  for (const [at, [name, bytes]] of files.entries())
    await uploaded(server.url, `${name} ${mark}.${endings[at]}`, bytes);
  await startSession(page, 'autora');
  await page.goto(`/records/search?text=${mark}`);
  for (const [name, , says] of files) {
    await page.getByRole('row', { name: new RegExp(`${name} ${mark}`) }).focus();
    await page.keyboard.press('Space');
    const look = page.getByRole('dialog', { name: new RegExp(name) });
    await expect(look.getByText(says).first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(look).toHaveCount(0);
  }
});
