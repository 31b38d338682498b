import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { signInAs } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import {
  AUTHOR,
  create,
  dialog,
  fillPlace,
  fillRest,
  give,
  next,
  openWizard,
  pdf,
} from '../../fixtures/wizard.ts';

/** The file step of the wizard, on the demo organization. */

test.beforeEach(async ({ page }) => signInAs(page, AUTHOR));

test('keeps the good files beside those that cannot be uploaded, and says why at each', async ({
  page,
}, info) => {
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
  // They are named at the end, too.
  await dialog(page).getByRole('button', { name: 'Atrás' }).click();
  await fillRest(page);
  await create(page).click();
  await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
  const refused = dialog(page).getByRole('list', { name: 'No se cargaron' }).getByRole('listitem');
  await expect(refused).toHaveCount(3);
  await expect(refused.filter({ hasText: 'programa.pdf' })).toContainText('Este archivo es un programa');
  await expect(refused.filter({ hasText: 'vacio.txt' })).toContainText('El archivo está vacío.');
  await page.screenshot({ path: info.outputPath('refused-1280.png') });
  await page.setViewportSize({ width: 390, height: 820 });
  await page.screenshot({ path: info.outputPath('refused-390.png') });
  await dialog(page).getByRole('button', { name: 'Crear otro' }).click();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(0);
});

test('warns of a file chosen twice and of one that is there already, and stops at neither', async ({
  page,
  server,
}) => {
  const author = await signInApi(server.url, demoEmail(AUTHOR));
  const { items } = await author.call('recordSearch', { query: { name: 'pdf' } });
  const there = items.find(({ version }) => version);
  if (!there?.version) throw new Error('the demo has no PDF');
  const known = {
    // The kind is recognized by the bytes, whatever the file's name.
    name: 'Con otro nombre.pdf',
    mimeType: 'application/pdf',
    buffer: await author.content(there.version._id),
  };
  const fresh = pdf('Acta nueva.pdf');
  await openWizard(page);
  await give(page, known, fresh);
  const row = (name: string) => dialog(page).getByRole('listitem').filter({ hasText: name });
  await expect(row(known.name)).toContainText('Este archivo ya está en el documento');
  await expect(row(known.name).getByRole('link', { name: there.title })).toHaveAttribute(
    'href',
    `/records/view/${there._id}`,
  );
  await expect(row(fresh.name)).not.toContainText('ya está');

  await give(page, { ...fresh, name: 'La misma acta.pdf' });
  await expect(row('La misma acta.pdf')).toContainText('Es el mismo archivo que Acta nueva.pdf');
  await dialog(page).getByRole('button', { name: 'Quitar Acta nueva.pdf' }).click();
  await expect(row('La misma acta.pdf')).not.toContainText('Es el mismo archivo');
  await next(page).click();
  await fillPlace(page);
  await expect(next(page)).toBeEnabled();
});

test('a file that is chosen once more is not added, which is said', async ({ page }, info) => {
  const path = info.outputPath('Acta repetida.pdf');
  await writeFile(path, pdf('Acta repetida.pdf').buffer);
  await openWizard(page);
  for (const button of ['Elegir archivos', 'Agregar archivos']) {
    const chooser = page.waitForEvent('filechooser');
    await dialog(page).getByRole('button', { name: button }).click();
    await (await chooser).setFiles(path);
    await expect(dialog(page).getByRole('listitem')).toHaveCount(1);
  }
  await expect(dialog(page).getByText('Ya estaba elegido: Acta repetida.pdf.')).toBeVisible();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(1);
  await expect(next(page)).toBeEnabled();
});

test('a folder comes with its sub-folders, each made once', async ({ page, server }, info) => {
  const folder = info.outputPath('Contratista Andes');
  const files = ['Laboral/Contrato.pdf', 'Laboral/Enero/Liquidación.pdf', 'LABORAL/Anexo.pdf', 'Índice.pdf'];
  for (const path of files) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), pdf(path).buffer);
  }
  await openWizard(page);
  const chooser = page.waitForEvent('filechooser');
  await dialog(page).getByRole('button', { name: 'Elegir una carpeta' }).click();
  await (await chooser).setFiles(folder);
  const row = (name: string) => dialog(page).getByRole('listitem').filter({ hasText: name });
  await expect(row('Liquidación.pdf')).toContainText('Contratista Andes / Laboral / Enero');
  await expect(dialog(page).getByText('Las carpetas se crean donde las cargues.')).toBeVisible();
  for (const width of [400, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    await page.screenshot({ path: info.outputPath(`folder-${width}.png`) });
    await expectAccessible(page);
  }
  await fillRest(page);
  await create(page).click();

  const author = await signInApi(server.url, demoEmail(AUTHOR));
  await expect
    .poll(async () => {
      const { items } = await author.call('recordSearch', { query: { sort: '-updatedAt' } });
      return (
        items
          .filter((item) => item.folder?.path.includes('Contratista Andes'))
          // Two folders on disk that differ only in case become one, named like the first.
          .map((item) => `${item.folder?.path.toLowerCase()} / ${item.file.name}`)
          .sort()
      );
    })
    .toEqual([
      'contratista andes / laboral / Anexo.pdf',
      'contratista andes / laboral / Contrato.pdf',
      'contratista andes / laboral / enero / Liquidación.pdf',
      'contratista andes / Índice.pdf',
    ]);
});

test('files are pasted anywhere but into a text', async ({ page }) => {
  const paste = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((target) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File(['%PDF-1.7 pegado'], 'Pegado.pdf', { type: 'application/pdf' }));
        target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      });
  await page.goto('/records/search');
  await page.getByRole('searchbox').click();
  await paste('input[type=search]');
  await expect(dialog(page)).toHaveCount(0);
  await paste('main');
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Pegado.pdf' })).toBeVisible();
});
