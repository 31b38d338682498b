import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadFile } from '../../fixtures/upload.ts';

/** Scans of several pages: their tools are those of a PDF, and a page that cannot be shown takes none of the others. */

const SAMPLES = '../../../src/renderer/features/records/preview/pixels/samples';
const [WIDTH, HEIGHT, COMPRESSION] = [256, 257, 259];

/** A scan of three pages, in which pages say something else of themselves. */
function scanWith(changes: Readonly<Record<number, Readonly<Record<number, number>>>>): Buffer {
  const bytes = readFileSync(join(import.meta.dirname, SAMPLES, 'escaneo.tif'));
  let page = 0;
  for (let at = bytes.readUInt32LE(4); at !== 0; page += 1) {
    const count = bytes.readUInt16LE(at);
    for (let entry = at + 2; entry < at + 2 + count * 12; entry += 12) {
      const value = changes[page + 1]?.[bytes.readUInt16LE(entry)];
      if (value !== undefined) bytes.writeUInt16LE(value, entry + 8);
    }
    at = bytes.readUInt32LE(at + 2 + count * 12);
  }
  return bytes;
}

async function uploaded(server: string, name: string, bytes: Buffer): Promise<string> {
  const author = await signInApi(server, demoEmail('autora'));
  const libraries = await author.call('groupsByMember', {});
  const group = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  return uploadFile(server, author, { group, title: name.replace(/\.\w+$/, ''), name, bytes });
}

test('a page that cannot be shown says so, and the others are shown', async ({ page, server }, info) => {
  const bytes = scanWith({ 1: { [COMPRESSION]: 34_712 }, 2: { [WIDTH]: 65_000, [HEIGHT]: 65_000 } });
  const record = await uploaded(server.url, 'Actas escaneadas.tif', bytes);
  await startSession(page, 'autora');
  await page.goto(`/records/view/${record}`);
  const preview = page.getByRole('region', { name: 'Vista previa' });
  const tools = preview.getByRole('toolbar');
  await expect(preview.getByText('La página 1 es de un tipo que no se puede mostrar aquí.')).toBeVisible();
  await expect(tools.getByText('1 de 3')).toBeVisible();
  await expect(tools.getByRole('button', { name: 'Acercar' })).toBeDisabled();
  await showEverywhere(page, (name) => info.outputPath(`refused-${name}.png`));
  await tools.getByRole('button', { name: 'Página siguiente' }).click();
  await expect(preview.getByText('La página 2 tiene demasiados píxeles')).toBeVisible();
  await preview.getByRole('region', { name: 'Actas escaneadas.tif' }).press('PageDown');
  await expect(tools.getByText('3 de 3')).toBeVisible();
  await expect(preview.getByRole('img', { name: 'Actas escaneadas.tif' })).toBeVisible();
  await expect(tools.getByRole('button', { name: 'Acercar' })).toBeEnabled();
});

test('a scan has thumbnails and comments by page, as a PDF has', async ({ page, server }, info) => {
  const name = 'Libro de obra.tif';
  const record = await uploaded(server.url, name, scanWith({}));
  await startSession(page, 'autora');
  await page.goto(`/records/view/${record}`);
  const preview = page.getByRole('region', { name: 'Vista previa' });
  const tools = preview.getByRole('toolbar');
  await expect(preview.getByRole('img', { name })).toBeVisible();
  await tools.getByRole('button', { name: 'Miniaturas' }).click();
  const small = preview.getByRole('navigation', { name: 'Miniaturas' });
  await expect(small.locator('img')).toHaveCount(3);
  const sizes = () =>
    small.locator('img').evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth));
  // Small pictures of their own: the page itself is 864 pixels wide.
  await expect.poll(sizes).toEqual([176, 176, 176]);
  await small.getByRole('button', { name: 'Ir a la página 3' }).click();
  await expect(tools.getByText('3 de 3')).toBeVisible();

  await tools.getByRole('button', { name: 'Comentar esta página' }).click();
  await expect(page.getByRole('textbox', { name: 'Comentario nuevo' })).toBeFocused();
  await page.keyboard.type('Falta la firma del inspector');
  await page.keyboard.press('Control+Enter');
  const mark = preview.getByRole('button', { name: '1 comentario en esta página' });
  await expect(mark).toBeVisible();
  await showEverywhere(page, (width) => info.outputPath(`scan-${width}.png`));
  // From another page the comment leads back to its own, and the mark leads to the comment.
  await small.getByRole('button', { name: 'Ir a la página 1' }).click();
  await expect(mark).toHaveCount(0);
  await page.getByRole('button', { name: 'Página 3 completa' }).click();
  await expect(tools.getByText('3 de 3')).toBeVisible();
  await mark.click();
  await expect(page.getByRole('listitem', { name: /^Comentario de / })).toBeFocused();
});
