import type { Page } from '@playwright/test';
import { DEMO_PASSWORD, demoEmail } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { signInAs, signOut } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import {
  AUTHOR,
  chooseLabel,
  confirmation,
  create,
  dialog,
  fillPlace,
  give,
  heldOf,
  next,
  openWizard,
  pdf,
} from '../../fixtures/wizard.ts';

/** What was entered into the wizard and not sent outlives the page, and is offered, never taken, when it opens anew. */

test.beforeEach(async ({ page }) => {
  await signInAs(page, AUTHOR);
  // The browser asks before the page is left.
  page.on('dialog', (asked) => void asked.accept());
});

const offer = (page: Page) => dialog(page).getByRole('note');
const takes = (page: Page) => dialog(page).getByRole('button', { name: 'Seguir con lo que dejaste' });

const databases = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name = '' }) =>
      name.startsWith('legajo-draft.') ? [name] : [],
    ),
  );

/** What the browser has on its disk: titles, notes, and names of files. */
async function stored(page: Page) {
  const [name] = await databases(page);
  if (!name) return undefined;
  return page.evaluate(async (database) => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const opened = await settled(indexedDB.open(database));
    const rows = opened.transaction(['draft', 'files']);
    const [draft, files] = await Promise.all([
      settled(rows.objectStore('draft').get('draft')),
      settled<File[]>(rows.objectStore('files').getAll()),
    ]);
    opened.close();
    return {
      titles: draft.documents.map(({ title }: { title: string }) => title),
      notes: draft.details.notes,
      labels: draft.labels.length,
      files: files.map((each) => each.name),
    };
  }, name);
}

/** Fills the wizard up to its labels, and waits until that would outlive the page. */
async function leave(page: Page, title: string): Promise<void> {
  await openWizard(page);
  await expect(offer(page)).toHaveCount(0);
  await give(page, pdf('Escaneo 0007.pdf'));
  await next(page).click();
  await fillPlace(page);
  await dialog(page)
    .getByLabel(/^Título de/)
    .fill(title);
  await dialog(page)
    .getByLabel(/^Notas/)
    .fill('Revisar la cláusula cuatro.');
  await next(page).click();
  await chooseLabel(page);
  await expect
    .poll(() => stored(page))
    .toEqual({
      titles: [title],
      notes: 'Revisar la cláusula cuatro.',
      labels: 2,
      files: ['Escaneo 0007.pdf'],
    });
}

test('after a reload the wizard offers what was left, with its file, and sends it', async ({
  page,
  server,
}, info) => {
  const title = 'Contrato de la grúa 7714';
  await leave(page, title);
  await page.reload();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('c');
  await expect(offer(page)).toContainText(`Dejaste sin terminar la carga de «${title}».`);
  await expect(dialog(page).getByRole('listitem')).toHaveCount(0);
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 820 });
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    await page.screenshot({ path: info.outputPath(`offer-${width}-${colorScheme}.png`) });
  }
  await takes(page).click();
  await expect(dialog(page).getByLabel(/^Título de/)).toBeFocused();
  await expect(dialog(page).getByLabel(/^Título de/)).toHaveValue(title);
  await expect(dialog(page).getByLabel(/^Notas/)).toHaveValue('Revisar la cláusula cuatro.');
  await expect(dialog(page).getByRole('combobox', { name: 'Grupo' })).toHaveValue('Calidad');
  await expect(dialog(page).getByRole('combobox', { name: 'Estado' })).toHaveValue('Borrador');
  await next(page).click();
  await expect(dialog(page).getByText('2 etiquetas elegidas')).toBeVisible();
  await next(page).click();
  await confirmation(page).check();
  await create(page).click();
  await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
  expect(await heldOf(server.url, title)).toMatchObject({ version: { status: 'ready', number: 1 } });
  // Sent, so nothing is kept.
  await expect.poll(() => databases(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Crear otro' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Elegir archivos' })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

test('what was left waits while another document is sent, and ends when it is discarded', async ({
  page,
}) => {
  await leave(page, 'Contrato que espera 7715');
  await page.reload();
  await openWizard(page);
  await expect(takes(page)).toBeVisible();
  await give(page, pdf('Otro 7716.pdf'));
  await next(page).click();
  await fillPlace(page);
  await next(page).click();
  await chooseLabel(page);
  await next(page).click();
  await confirmation(page).check();
  await create(page).click();
  await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Crear otro' }).click();
  await expect(offer(page)).toContainText('Contrato que espera 7715');
  await dialog(page).getByRole('button', { name: 'Descartar' }).click();
  await expect(offer(page)).toHaveCount(0);
  await expect(dialog(page).getByRole('button', { name: 'Elegir archivos' })).toBeFocused();
  await expect.poll(() => databases(page)).toEqual([]);
});

test('a cancelled upload and whoever signs out leave nothing on the computer', async ({ page }) => {
  await leave(page, 'Contrato cancelado 7717');
  await page.keyboard.press('Escape');
  const ask = page.getByRole('dialog', { name: 'Cancelar', exact: true });
  await ask.getByLabel('Sí, descarta esta carga').check();
  await ask.getByRole('button', { name: 'Cancelar la carga' }).click();
  await expect.poll(() => databases(page)).toEqual([]);

  await leave(page, 'Contrato olvidado 7718');
  await page.reload();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await signOut(page, async () => {
    await page.getByRole('button', { name: 'Salir sin guardar' }).click();
  });
  await expect.poll(() => databases(page)).toEqual([]);
  await page.getByLabel('Correo').fill(demoEmail(AUTHOR));
  await page.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await openWizard(page);
  await expect(dialog(page).getByRole('button', { name: 'Elegir archivos' })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

test('a file that was not kept is chosen again, for the document that was left', async ({ page }) => {
  const file = pdf('Escaneo grande 7719.pdf');
  await openWizard(page);
  // Its date tells it apart too, so it is always the same file.
  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put;
    // Stands for a file that is too large for the browser.
    IDBObjectStore.prototype.put = function keep(this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
      return value instanceof File ? this.count() : put.call(this, value, key);
    } as typeof put;
  });
  const choose = () =>
    page.evaluate(
      ([name, bytes]) => {
        const transfer = new DataTransfer();
        const options = { type: 'application/pdf', lastModified: 1_790_000_000_000 };
        transfer.items.add(new File([new Uint8Array(bytes)], name, options));
        const input = document.querySelector<HTMLInputElement>('[aria-label="Archivos para cargar"]');
        if (!input) throw new Error('no field for files');
        input.files = transfer.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
      },
      [file.name, [...file.buffer]] as const,
    );
  await choose();
  await next(page).click();
  await dialog(page)
    .getByLabel(/^Título de/)
    .fill('Plano de la grúa');
  await expect.poll(() => stored(page)).toMatchObject({ titles: ['Plano de la grúa'], files: [] });
  await page.reload();
  await openWizard(page);
  await takes(page).click();
  await expect(dialog(page).getByText('No quedó guardado por su tamaño. Vuelve a elegirlo.')).toBeVisible();
  await expect(next(page)).toBeDisabled();
  await choose();
  await expect(dialog(page).getByText('Vuelve a elegirlo.')).toHaveCount(0);
  await expect(dialog(page).getByRole('listitem')).toHaveCount(1);
  await next(page).click();
  await expect(dialog(page).getByLabel(/^Título de/)).toHaveValue('Plano de la grúa');
});
