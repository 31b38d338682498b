import { Document, Packer, Paragraph } from 'docx';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { docxFile } from '../../../server/testing/files/files.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { twoVersions } from '../../fixtures/two-versions.ts';
import { uploadFile } from '../../fixtures/upload.ts';

/** Two versions compared as the pages that people print. Those of office files need LibreOffice. */

test.use({ serverEnv: { PAGES: 'yes' } });

/** A PDF with a page for each list of lines. */
async function pdfOf(pages: readonly (readonly string[])[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const lines of pages) {
    const page = document.addPage([595, 842]);
    for (const [at, line] of lines.entries())
      page.drawText(line, { x: 72, y: 760 - at * 28, size: 14, font });
  }
  return Buffer.from(await document.save());
}

const PAGES = [
  ['Contrato de moldajes', 'El plazo es de 180 dias corridos.', 'La multa es de UF 12 por dia.'],
  ['Anexo de partidas', 'Muros del eje A', 'Losas del segundo piso'],
  ['Firmas', 'Por el mandante', 'Por la empresa'],
];
const CHANGED = [
  ['Contrato de moldajes', 'El plazo es de 210 dias corridos.', 'La multa es de UF 12 por dia.'],
  ['Anexo de andamios', 'Se arman en la fachada norte', 'Los revisa el prevencionista'],
  ...PAGES.slice(1),
];

test('pages stand beside each other with what changed framed, and one that was put in between moves no other', async ({
  page,
  server,
}, info) => {
  const address = await twoVersions(
    server.url,
    'Contrato de moldajes.pdf',
    await pdfOf(PAGES),
    await pdfOf(CHANGED),
  );
  await startSession(page, 'autora');
  await page.goto(address);
  await page.getByRole('radiogroup', { name: 'Qué se compara' }).getByText('Páginas').click();
  const result = page.getByRole('region', { name: 'Páginas comparadas' });
  const captions = result.locator('figcaption');
  await expect(captions).toHaveText([
    'Versión 1, página 1 · con cambios',
    'Versión 2, página 1 · con cambios',
    'Versión 2, página 2 · página nueva',
    'Versión 1, página 2 · sin cambios',
    'Versión 2, página 3 · sin cambios',
    'Versión 1, página 3 · sin cambios',
    'Versión 2, página 4 · sin cambios',
  ]);
  await expect(page.getByText('2 cambios')).toBeVisible();

  // Only the number of days is framed, in the second line of the page.
  const marks = result.locator('[class*="_mark_"]');
  await expect(marks).toHaveCount(2);
  const [frame, sheet] = await Promise.all([
    marks.first().boundingBox(),
    result.locator('[data-page="1"]').first().boundingBox(),
  ]);
  if (!frame || !sheet) throw new Error('Nothing is framed');
  const top = (frame.y - sheet.y) / sheet.height;
  expect(top).toBeGreaterThan(0.1);
  expect(top).toBeLessThan(0.14);
  expect(frame.width / sheet.width).toBeLessThan(0.12);

  await page.keyboard.press('j');
  await expect(page.getByText('Cambio 1 de 2')).toBeVisible();
  // The frame is said, too.
  const said = page.getByRole('toolbar', { name: 'Cambios' }).getByRole('status');
  await expect(said).toHaveText('Cambio 1 de 2: Versión 2, página 1, arriba a la izquierda');
  await page.screenshot({ path: info.outputPath('pages-first.png') });
  await expect(result.locator('[data-here]')).toHaveCount(2);
  await page.keyboard.press('j');
  await expect(said).toHaveText('Cambio 2 de 2: Versión 2, página 2, página nueva');
  await expect(result.locator('figure', { hasText: 'página nueva' }).locator('[data-here]')).toBeInViewport();

  const widthNow = async () => (await result.locator('[data-page="1"]').first().boundingBox())?.width ?? 0;
  const whole = sheet.width;
  await page.getByRole('button', { name: 'Acercar' }).click();
  await page.getByRole('button', { name: 'Acercar' }).click();
  // Off the buttons, which have tooltips.
  await page.mouse.move(0, 0);
  await page.keyboard.press('k');
  await expect.poll(widthNow).toBeGreaterThan(1.9 * whole);
  await page.screenshot({ path: info.outputPath('pages-zoomed.png') });

  await showEverywhere(page, (name) => info.outputPath(`pages-${name}.png`));
  // The choice stays for the next comparison.
  await page.reload();
  await expect(captions.first()).toBeVisible();
});

test('versions that look the same say so', async ({ page, server }) => {
  const bytes = await pdfOf(PAGES);
  const saved = await PDFDocument.load(bytes);
  saved.setTitle('Otro nombre por dentro');
  const again = Buffer.from(await saved.save());
  const address = await twoVersions(server.url, 'Acta de entrega.pdf', bytes, again);
  await startSession(page, 'autora');
  await page.goto(address);
  await page.getByRole('radiogroup', { name: 'Qué se compara' }).getByText('Páginas').click();
  await expect(page.getByText('Las páginas se ven iguales en las dos versiones.')).toBeVisible();
});

/** Until the server has found the program that draws. */
async function expectPages(server: string): Promise<void> {
  const isReady = async () =>
    ((await (await fetch(`${server}/api/health`)).json()) as { pages: boolean }).pages;
  await expect.poll(isReady).toBe(true);
}

test('office files are compared as the pages that the server draws', async ({ page, server }) => {
  await expectPages(server.url);
  const lines = Array.from({ length: 12 }, (_, at) => `Cláusula ${at + 1}: se recibe la partida.`);
  const changed = lines.map((line, at) => (at === 5 ? 'Cláusula 6: se rechaza la partida.' : line));
  const address = await twoVersions(
    server.url,
    'Contrato de andamios.docx',
    await docxFile(lines),
    await docxFile(changed),
  );
  await startSession(page, 'autora');
  await page.goto(address);
  await page.getByRole('radiogroup', { name: 'Qué se compara' }).getByText('Páginas').click();
  const result = page.getByRole('region', { name: 'Páginas comparadas' });
  await expect(result.locator('figcaption')).toHaveText([
    'Versión 1, página 1 · con cambios',
    'Versión 2, página 1 · con cambios',
  ]);
  await expect(page.getByText('1 cambio', { exact: true })).toBeVisible();
});

/** An office file of so many pages. */
const pagesOf = (count: number): Promise<Buffer> => {
  const children = Array.from(
    { length: count },
    (_, at) => new Paragraph({ text: `Plano ${at + 1}`, pageBreakBefore: at > 0 }),
  );
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
};

test('of an office file 500 pages are shown, and only of one with more it is said that there are', async ({
  page,
  server,
}) => {
  await expectPages(server.url);
  const author = await signInApi(server.url, demoEmail('autora'));
  const libraries = await author.call('groupsByMember', {});
  const group = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  await startSession(page, 'autora');
  const cut = page.getByText('Se muestran las primeras 500 páginas');
  for (const count of [500, 501]) {
    const name = `Planos ${count}.docx`;
    const bytes = await pagesOf(count);
    const id = await uploadFile(server.url, author, { group, title: name, name, bytes });
    await page.goto(`/records/view/${id}`);
    await expect(page.getByText('1 de 500', { exact: true })).toBeVisible();
    await expect(cut).toHaveCount(count === 500 ? 0 : 1);
  }
});

test('a version of exactly 500 pages is compared whole, and of one with more it is said that it is not', async ({
  page,
  server,
}) => {
  await expectPages(server.url);
  const [before, after] = [await docxFile(['Uno']), await docxFile(['Dos'])];
  const address = await twoVersions(server.url, 'Planos de detalle.docx', before, after);
  const [, older = ''] = /compare=(.*)\.\./.exec(address) ?? [];
  // Without words and lines, so that they are drawn quickly.
  const blank = async (pages: number): Promise<Buffer> => {
    const document = await PDFDocument.create();
    for (let at = 0; at < pages; at += 1) document.addPage([100, 100]);
    return Buffer.from(await document.save());
  };
  await startSession(page, 'autora');
  const left = page.getByText('Se compararon las primeras 500 páginas');
  for (const count of [500, 501]) {
    const drawn = { [older]: await blank(count) };
    const newer = await blank(1);
    await page.route('**/versions/*/pages', (route) => {
      const [, version = ''] = /versions\/(.*)\/pages/.exec(route.request().url()) ?? [];
      return route.fulfill({ contentType: 'application/pdf', body: drawn[version] ?? newer });
    });
    await page.goto(address);
    await page.getByRole('radiogroup', { name: 'Qué se compara' }).getByText('Páginas').click();
    await expect(page.getByText('499 cambios', { exact: true })).toBeVisible();
    await expect(page.getByText('Comparando páginas')).toHaveCount(0);
    await expect(left).toHaveCount(count === 500 ? 0 : 1);
    await page.unroute('**/versions/*/pages');
  }
});
