import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { letThrough, refuse } from '../../fixtures/answers.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { signInAs } from '../../fixtures/sign-in.ts';
import { expectGoodLooks } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/** What an admin makes from tables that exist already: pasted cells and files. */

const wide = { width: 1280, height: 900 };
const line = (dialog: Locator, name: string | RegExp): Locator =>
  dialog.getByRole('listitem').filter({ hasText: name });
const cells = (...rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.join('\t')).join('\n');
const opened = async (page: Page): Promise<Locator> => {
  await page.locator('main').getByRole('button', { name: 'Importar', exact: true }).click();
  return page.getByRole('dialog');
};

test('document types: pasted, corrected in place, imported, and undone', async ({ page, server }) => {
  const api = await signInApi(server.url, demoEmail('admin'));
  const mark = randomUUID().slice(0, 4).toUpperCase();
  const codes = async () => (await api.call('documentTypes', {})).map(({ code }) => code);
  await signInAs(page, 'admin');
  await page.goto('/settings#types');
  const dialog = await opened(page);
  const pasted = dialog.getByLabel('Celdas de tu planilla');

  await test.step('what is wrong is said beside its cell, and stays to be corrected', async () => {
    await dialog.getByText('Pegar celdas').click();
    const table = cells(
      ['Estado', 'Código', 'Tipo', 'Años'],
      ['ok', `PA${mark}`, `Permiso ${mark}`, 'cinco'],
      ['ok', `PB${mark}`, `Plano ${mark}`, '5'],
    );
    await pasted.fill(table);
    await expect(line(dialog, 'Fila 2')).toContainText('Años «cinco»: «cinco» no es un plazo');
    await expect(line(dialog, `Plano ${mark}`)).toContainText('Nueva');
    await expect(dialog.getByText('No se usa la columna «Estado».')).toBeVisible();
    await expectGoodLooks(page, '[role="dialog"]');
    await expectAccessible(page);
    await page.setViewportSize(wide);
    const given = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Descargar la tabla con los errores de cada fila' }).click();
    expect((await given).suggestedFilename()).toBe('tipos-de-documento-por-corregir.xlsx');
    // Closed by mistake, nothing of it is lost.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Importar', exact: true }).click();
    await expect(pasted).toHaveValue(table);
  });

  await test.step('the rows that are right are imported, and the others stay', async () => {
    await dialog.getByRole('button', { name: 'Importar solo la fila correcta' }).click();
    await expect(line(dialog, `Plano ${mark}`)).toContainText('Sin cambios');
    expect(await codes()).toContain(`PB${mark}`);
    expect(await codes()).not.toContain(`PA${mark}`);
    await pasted.fill((await pasted.inputValue()).replace('cinco', '5'));
    await expect(line(dialog, `Permiso ${mark}`)).toContainText('Nueva');
  });

  await test.step('a server that fails takes nothing away', async () => {
    await refuse(page, '**/imports/types', 503, 'unavailable');
    await dialog.getByRole('button', { name: 'Importar 1 fila' }).click();
    await expect(dialog.getByText('No disponible por ahora.')).toBeVisible();
    await expect(pasted).toHaveValue(/Permiso/);
    await letThrough(page, '**/imports/types');
    await dialog.getByRole('button', { name: 'Importar 1 fila' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.locator('main').getByText(`Permiso ${mark}`)).toBeVisible();
  });

  await test.step('it is undone', async () => {
    await page.getByRole('button', { name: 'Deshacer' }).last().click();
    await expect(page.getByText('Importación deshecha: 1 cambio.')).toBeVisible();
    await expect(page.locator('main').getByText(`Permiso ${mark}`)).toHaveCount(0);
    expect(await codes()).toContain(`PB${mark}`);
  });
});

test('labels, departments, libraries and obligations: pasted on their own screens', async ({
  page,
  server,
}) => {
  const api = await signInApi(server.url, demoEmail('admin'));
  const mark = randomUUID().slice(0, 6);
  const calendar = `Calendario ${mark}`;
  await api.call('calendarCreate', { body: { name: calendar } });
  await signInAs(page, 'admin');
  /** Pastes a table where its kind is shown, and imports it. */
  const paste = async (address: string, table: string, shows: string | RegExp): Promise<void> => {
    await page.goto(address);
    const dialog = await opened(page);
    await dialog.getByText('Pegar celdas').click();
    await dialog.getByLabel('Celdas de tu planilla').fill(table);
    await expect(dialog.getByRole('list', { name: 'Lo que se haría con cada fila' })).toContainText(shows);
    await dialog.getByRole('button', { name: /^Importar \d filas?$/ }).click();
    await expect(dialog).toBeHidden();
  };
  await paste(
    '/labels',
    cells(['Etiqueta', 'Ícono'], [`Raíz ${mark} / Hoja ${mark}`, 'Bandera']),
    `Crea también «Raíz ${mark}»`,
  );
  await page.getByLabel('Buscar una etiqueta').fill(mark);
  await expect(page.getByRole('treeitem', { name: new RegExp(`^Raíz ${mark},`) })).toBeVisible();
  await paste(
    '/organizations/departments',
    cells(['Departamento'], [`Área ${mark} / Unidad ${mark}`]),
    'Nueva',
  );
  await expect(page.locator('main').getByRole('link', { name: `Área ${mark}`, exact: true })).toBeVisible();
  await paste(
    '/groups',
    cells(
      ['Biblioteca', 'Integrante (correo)', 'Roles'],
      [`Sala ${mark}`, demoEmail('autora'), 'carga'],
      [`Sala ${mark}`, demoEmail('lectora'), ''],
    ),
    `Sala ${mark} · `,
  );
  await expect(page.locator('main').getByText(`Sala ${mark}`)).toBeVisible();
  await paste(
    '/calendars',
    cells(
      ['Calendario', 'Obligación', 'Se repite', 'Primer día', 'Responsable (correo)'],
      [calendar, `Declarar ${mark}`, 'mensual, último día', '31-01-2040', demoEmail('gestora')],
    ),
    'Se repite: — → Cada mes, el último día',
  );
  const made = (await api.call('calendars', {})).items.find(({ name }) => name === calendar);
  expect(made?.obligations).toBe(1);
  await page.getByRole('button', { name: 'Deshacer' }).last().click();
  await expect(page.getByText('Importación deshecha: 1 cambio.')).toBeVisible();
});
