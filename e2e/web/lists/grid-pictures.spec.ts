import { docxFile, pdfFile, pngFile } from '../../../server/testing/files/files.ts';
import { photoFile } from '../../../server/testing/files/photos.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadFile } from '../../fixtures/upload.ts';
import { AUTHOR } from '../../fixtures/wizard.ts';

/** The pictures of cards, by a server that draws. It needs poppler and LibreOffice (docs/operations.md). */

test.use({ serverEnv: { PAGES: 'yes' } });
test.beforeEach(async ({ server }) => {
  const draws = async () => {
    const health = (await (await fetch(`${server.url}/api/health`)).json()) as {
      pages: boolean;
      thumbnails: boolean;
    };
    return health.pages && health.thumbnails;
  };
  await expect.poll(draws).toBe(true);
});

test('cards show the first page of PDFs and office files, and photos upright; what is broken stays a sign', async ({
  page,
  server,
}, info) => {
  const author = await signInApi(server.url, demoEmail(AUTHOR));
  const libraries = await author.call('groupsByMember', {});
  const group = libraries.find(({ name }) => name === 'Calidad')?._id ?? '';
  const body = { group, name: 'Cuadros dibujados', parent: null };
  const { _id: folder } = await author.call('folderCreate', { body });
  const files: Record<string, Buffer> = {
    'Acta.pdf': Buffer.from(await pdfFile(['Acta de recepción', 'Segunda hoja'])),
    'Contrato.docx': await docxFile(['Contrato de moldajes']),
    'Faena.jpg': await photoFile(6, 2_000_000),
    // Too large to be its own thumbnail, by what does not belong to the picture.
    'Captura.png': Buffer.concat([pngFile(1600, 800), Buffer.alloc(1_600_000)]),
    'Roto.pdf': Buffer.from('%PDF-1.7\nnada'),
  };
  for (const [name, bytes] of Object.entries(files)) {
    const title = `Muestra ${name.replace(/\.\w+$/, '')}`;
    await uploadFile(server.url, author, { group, folder, title, name, bytes });
  }
  await startSession(page, AUTHOR);
  await page.goto(`/records/search?group=${group}&folder=${folder}`);
  const views = page.getByRole('radiogroup', { name: 'Cómo se muestran los documentos' });
  await views.locator('label', { hasText: 'Cuadrícula' }).click();
  const picture = (title: string) =>
    page.getByRole('gridcell', { name: new RegExp(`Muestra ${title}`) }).locator('img');
  const sizeOf = (title: string) =>
    picture(title).evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  for (const title of ['Acta', 'Contrato', 'Faena', 'Captura']) await expect(picture(title)).toBeVisible();
  expect(await sizeOf('Acta')).toEqual([340, 480]);
  expect(Math.max(...(await sizeOf('Contrato')))).toBe(480);
  // It lies in its file, and its camera's notes say that it stands.
  expect(await sizeOf('Faena')).toEqual([320, 480]);
  expect(await sizeOf('Captura')).toEqual([480, 240]);
  await expect(picture('Roto')).toHaveCount(0);
  await showEverywhere(page, (name) => info.outputPath(`grid-${name}.png`));
});
