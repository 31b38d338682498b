import { PDFDocument } from 'pdf-lib';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../fixtures/axe.ts';
import { signInAs } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import { AUTHOR, create, dialog, fillRest, type Given, heldOf } from '../../fixtures/wizard.ts';

/** The pages of a paper document, photographed with a phone. */
test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
test.beforeEach(async ({ page }) => signInAs(page, AUTHOR));

/** What cameras write: the photo was held on its side (orientation 6), and a text that tells where it was taken. */
const EXIF = Buffer.concat([
  Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01', 'latin1'),
  Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]),
  Buffer.from('GPS -33.4489 -70.6693'),
]);

test('become one PDF: turned, ordered, taken away and brought back', async ({ page, server }) => {
  /** A photo as a phone takes it. */
  const photo = async (name: string, colour: string, width: number, height: number): Promise<Given> => {
    const data = await page.evaluate(
      ([fill, w, h]) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
        const paper = canvas.getContext('2d');
        if (!paper) throw new Error('no canvas');
        paper.fillStyle = fill;
        paper.fillRect(0, 0, w, h);
        paper.fillStyle = '#fff';
        paper.fillRect(w / 10, h / 10, w / 3, h / 20);
        return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
      },
      [colour, width, height] as const,
    );
    const jpeg = Buffer.from(data, 'base64');
    const marker = Buffer.from([0xff, 0xe1, 0, 0]);
    marker.writeUInt16BE(EXIF.length + 2, 2);
    const bytes = Buffer.concat([jpeg.subarray(0, 2), marker, EXIF, jpeg.subarray(2)]);
    return { name, mimeType: 'image/jpeg', buffer: bytes };
  };
  const pages = page.getByRole('dialog', { name: 'Páginas fotografiadas' });
  const take = async (button: string, ...photos: Given[]) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: button }).click();
    await (await chooser).setFiles(photos);
  };
  const rows = pages.getByRole('listitem');

  await page.getByRole('button', { name: 'Cargar Documento' }).first().click();
  await expect(dialog(page).getByText('Elige archivos o fotografía las páginas')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await take('Fotografiar páginas', await photo('IMG_1.jpg', '#357', 4000, 3000));
  await expect(rows).toHaveCount(1);
  await expect(pages.getByRole('button', { name: 'Tomar otra' })).toBeFocused();
  await take('Tomar otra', await photo('IMG_2.jpg', '#753', 900, 600));
  await take(
    'Elegir fotos',
    await photo('IMG_3.jpg', '#537', 600, 600),
    { name: 'IMG_4.heic', mimeType: 'image/heic', buffer: Buffer.from('no es una imagen') },
    await photo('IMG_5.jpg', '#375', 300, 400),
  );
  await expect(rows).toHaveCount(4);
  await expect(pages.getByText('No se pudo leer IMG_4.heic. Usa fotos JPEG o PNG.')).toBeInViewport();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: test.info().outputPath(`pages-${colorScheme}.png`) });
  }

  // Closing asks, and its person goes on: nothing is gone.
  await page.keyboard.press('Escape');
  await expect(pages.getByText('¿Descartar las 4 páginas fotografiadas?')).toBeVisible();
  await expect(pages.getByRole('button', { name: 'Seguir aquí' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(pages.getByRole('button', { name: 'Tomar otra' })).toBeFocused();
  await pages.getByRole('button', { name: 'Quitar la página 3' }).click();
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(rows).toHaveCount(4);
  await pages.getByRole('button', { name: 'Quitar la página 4' }).click();
  await expect(pages.getByRole('button', { name: 'Quitar la página 3' })).toBeFocused();
  await pages.getByRole('button', { name: 'Subir la página 3' }).click();
  await pages.getByRole('button', { name: 'Girar la página 1' }).click();
  await expect(rows.first().locator('img')).toHaveAttribute('data-turns', '1');
  // Twice, before it is drawn as busy.
  await pages.getByRole('button', { name: 'Usar 3 páginas' }).evaluate((use: HTMLElement) => {
    use.click();
    use.click();
  });
  await expect(pages).toBeHidden();
  const file = dialog(page)
    .getByRole('listitem')
    .filter({ hasText: /^Fotos \d{4}-\d\d-\d\d/ });
  await expect(file).toHaveCount(1);
  const title = 'Guía de despacho fotografiada';
  await dialog(page).getByRole('button', { name: 'Continuar' }).click();
  await dialog(page)
    .getByLabel(/^Título de Fotos/)
    .fill(title);
  await dialog(page).getByRole('tab', { name: 'Archivo' }).click();
  await fillRest(page);
  await create(page).click();
  await expect.poll(async () => (await heldOf(server.url, title))?.version?.status).toBe('ready');

  const author = await signInApi(server.url, demoEmail(AUTHOR));
  const bytes = await author.content((await heldOf(server.url, title))?.version?._id ?? '');
  expect(bytes.includes('GPS')).toBe(false);
  const pdf = await PDFDocument.load(bytes);
  // The first two were held on their side, so they stand upright; the second of them was moved behind the square one.
  expect(pdf.getPages().map((each) => [each.getWidth(), each.getHeight(), each.getRotation().angle])).toEqual(
    [
      [631.5, 842, 90],
      [842, 842, 0],
      [expect.closeTo(561.3, 1), 842, 0],
    ],
  );
});

test('are thrown away only when their person says so', async ({ page }) => {
  await page.getByRole('button', { name: 'Cargar Documento' }).first().click();
  const pages = page.getByRole('dialog', { name: 'Páginas fotografiadas' });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Fotografiar páginas' }).click();
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await (await chooser).setFiles([{ name: 'Foto.png', mimeType: 'image/png', buffer: png }]);
  await expect(pages.getByRole('listitem')).toHaveCount(1);
  await pages.getByRole('button', { name: 'Cerrar' }).click();
  await pages.getByRole('button', { name: 'Descartar' }).click();
  await expect(pages).toBeHidden();
  await expect(dialog(page).getByRole('button', { name: 'Fotografiar páginas' })).toBeFocused();
  await expect(dialog(page)).toBeVisible();
});
