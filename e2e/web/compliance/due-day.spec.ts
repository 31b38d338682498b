import type { Page } from '@playwright/test';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { drawer, dueDay } from '../../fixtures/due-days.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks, showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { chooseLabel, confirmation, create, dialog, fillPlace, next, pdf } from '../../fixtures/wizard.ts';

/** A due day is met where it is opened: its documents are given there, and its people changed. */

const WIDE = { width: 1280, height: 820 };

async function choose(page: Page, name: string, bytes = 20_000): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await drawer(page).getByRole('button', { name: 'Cargar evidencia' }).click();
  await (await chooser).setFiles(pdf(name, bytes));
}

/** Drops a file somewhere in the window: while a due day is open, it is evidence of that. */
async function drop(page: Page, name: string): Promise<void> {
  const files = await page.evaluateHandle((called) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([`Certificado ${Math.random()}`], called, { type: 'text/plain' }));
    return transfer;
  }, name);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: files });
  const target = page.getByText('Suelta la evidencia de «Certificado de contratistas»');
  await expect(target).toBeVisible();
  // Whatever the drawer covers, the file falls on what takes it.
  const takers = await page.evaluate(() =>
    [0.2, 0.9].map((share) =>
      Boolean(
        document.elementFromPoint(innerWidth * share, innerHeight / 2)?.closest('.mantine-Dropzone-root'),
      ),
    ),
  );
  expect(takers).toEqual([true, true]);
  await target.dispatchEvent('drop', { dataTransfer: files });
}

test('files are given in the drawer, and linked also where the page was left meanwhile', async ({
  page,
  server,
}, info) => {
  const id = await dueDay(await signInApi(server.url, demoEmail('admin')), 'Certificado de contratistas', {
    ...{ placed: true, minCount: 2 },
  });
  await startSession(page, 'autora');
  await page.setViewportSize(WIDE);
  await page.goto(`/calendars?occurrence=${id}`);
  const evidence = drawer(page).getByRole('region', { name: 'Evidencia' });
  await expect(evidence).toContainText('con la etiqueta «Contratistas», en Prevención y obras');
  await expect(evidence).toContainText('Queda en Prevención y obras, en estado «Borrador».');
  await drop(page, 'Certificado de Andamios Sur.txt');
  await expect(evidence.getByRole('link', { name: 'Certificado de Andamios Sur' })).toBeVisible();
  await expect(evidence.getByText('1 de 2 documentos aceptados')).toBeVisible();
  const history = drawer(page).getByRole('region', { name: 'Historia' });
  await expect(history).toContainText('vinculó «Certificado de Andamios Sur»');

  // The line breaks, and the page is left. What was begun goes on in the next one, and is linked there.
  await page.route('**/api/docs/uploads/**', (route) => route.abort('connectionreset'));
  await choose(page, 'Certificado de Grúas Norte.pdf', 300_000);
  const uploading = evidence.getByRole('list', { name: 'En carga' });
  await expect(uploading).toContainText('sin conexión, sigue sola');
  await showEverywhere(page, (width) => info.outputPath(`due-day-${width}.png`));
  await page.setViewportSize(WIDE);
  page.once('dialog', (leave) => void leave.accept());
  await page.goto('/dashboard');
  await page.unroute('**/api/docs/uploads/**');
  await page.goto(`/calendars?occurrence=${id}`);
  await expect(evidence.getByRole('link', { name: 'Certificado de Grúas Norte' })).toBeVisible();
  await expect(evidence.getByText('2 de 2 documentos aceptados')).toBeVisible();
  await expect(uploading).toHaveCount(0);
  await expectGoodLooks(page, '[role="dialog"]');
});

test('what is missing is asked by the wizard, which links it too', async ({ page, server }) => {
  const id = await dueDay(await signInApi(server.url, demoEmail('admin')), 'Informe sin lugar', {
    ...{ placed: false, minCount: 1 },
  });
  await startSession(page, 'autora');
  await page.setViewportSize(WIDE);
  await page.goto(`/calendars?occurrence=${id}`);
  await choose(page, 'Informe de la obra.pdf');
  const wizard = dialog(page);
  await expect(wizard.getByText(/queda como evidencia de «Informe sin lugar»/)).toBeVisible();
  await expectGoodLooks(page, '[role="dialog"]');
  await page.setViewportSize(WIDE);
  await next(page).click();
  await fillPlace(page);
  await next(page).click();
  await chooseLabel(page);
  await next(page).click();
  await confirmation(page).check();
  await create(page).click();
  await expect(wizard.getByText('El documento está en su lugar')).toBeVisible();
  await wizard.getByRole('button', { name: 'Cerrar' }).click();
  await expect(drawer(page).getByRole('link', { name: 'Informe de la obra' })).toBeVisible();
});

test('an editor gives it to somebody else from the drawer, and takes that back', async ({ page, server }) => {
  const id = await dueDay(await signInApi(server.url, demoEmail('admin')), 'Permiso por reasignar', {
    ...{ placed: false, minCount: 0 },
  });
  await startSession(page, 'gestora');
  await page.setViewportSize(WIDE);
  await page.goto(`/calendars?occurrence=${id}`);
  await drawer(page).getByRole('button', { name: 'Reasignar' }).click();
  const form = drawer(page).getByRole('form', { name: 'Reasignar' });
  const responsible = form.getByRole('combobox', { name: 'Responsable' });
  await expect(responsible).toBeFocused();
  const before = await responsible.inputValue();
  await expectGoodLooks(page, '[role="dialog"]');
  await page.setViewportSize(WIDE);
  await responsible.fill('');
  await responsible.press('Tab');
  await form.getByRole('button', { name: 'Guardar responsables' }).click();
  await expect(drawer(page).getByText('Sin responsable', { exact: true })).toBeVisible();
  await expect(drawer(page).getByRole('button', { name: 'Reasignar' })).toBeFocused();
  await expect(drawer(page).getByRole('region', { name: 'Historia' })).toContainText('sin responsable');
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(drawer(page).getByText(before).first()).toBeVisible();
  await expect(drawer(page).getByText('Sin responsable', { exact: true })).toHaveCount(0);
});
