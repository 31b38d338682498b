import type { Page } from '@playwright/test';
import { formatRut, rutDigit } from '#shared/people/rut.ts';
import { letThrough, refuse } from '../../fixtures/answers.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { askOfEach } from '../../fixtures/rules.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks, showEverywhere, tryAgain } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadDocument } from '../../fixtures/upload.ts';

/** Contractors, workers and sites from nothing: who is added, what they owe, where they are. The gate is in `gate.spec.ts`. */

/** Has every role in Calidad. */
const ADMIN = 'admin';
/** Is a member of Calidad without a role. */
const READER = 'lectora';

const WIDE = { width: 1280, height: 800 };
const rut = (number: number): string => formatRut(`${number}-${rutDigit(number)}`);
const ASKED = { Trabajadores: 'Contrato de trabajo', Contratistas: 'F30-1' };
const WRONG_RUT = '15.222.333-9';

const dialog = (page: Page) => page.getByRole('dialog');
const main = (page: Page) => page.getByRole('main');

test('contractors, workers and a site, from the first one to the last', async ({
  page,
  browser,
  server,
}, info) => {
  const admin = await signInApi(server.url, demoEmail(ADMIN));
  const libraries = await admin.call('groupsByMember', {});
  const group = libraries.find((each) => each.name === 'Calidad')?._id ?? '';
  // As in an organization that has none: those of the demo are taken off its list.
  const author = await signInApi(server.url, demoEmail('autora'));
  const { items } = await author.call('parties', { query: { ended: 'yes' } });
  for (const kind of ['worker', 'contractor', 'site'])
    for (const { _id } of items.filter((each) => each.kind === kind))
      await author.call('partyDelete', { params: { id: _id } });
  await startSession(page, ADMIN);

  await test.step('the list says what it is for, and leads to the first one', async () => {
    await page.goto('/dashboard');
    await page
      .getByRole('navigation', { name: 'Menú lateral' })
      .getByRole('link', { name: 'Contratistas' })
      .click();
    await expect(main(page).getByText('Todavía no hay contratistas')).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize(WIDE);
    await main(page).getByRole('button', { name: 'Agregar contratistas' }).first().click();
    await expect(dialog(page)).toContainText('Cada uno recibe una carpeta propia en «Contratistas»');
  });

  await test.step('what is wrong is said at its field, and nothing is lost', async () => {
    await dialog(page).getByLabel('RUT').fill(WRONG_RUT);
    await dialog(page).getByRole('button', { name: 'Agregar', exact: true }).click();
    await expect(dialog(page).getByLabel('Nombre de la empresa')).toBeFocused();
    await dialog(page).getByLabel('Nombre de la empresa').fill('Excavaciones del Sur');
    await dialog(page).getByRole('button', { name: 'Agregar', exact: true }).click();
    await expect(dialog(page).getByLabel('RUT')).toBeFocused();
    await expectGoodLooks(page, '[role="dialog"]');
    await page.setViewportSize(WIDE);
    await page.keyboard.press('Escape');
    await main(page).getByRole('button', { name: 'Agregar contratistas' }).first().click();
    await expect(dialog(page).getByLabel('Nombre de la empresa')).toHaveValue('Excavaciones del Sur');
    await dialog(page).getByLabel('RUT').fill(rut(77_123_456));
    await dialog(page).getByRole('button', { name: 'Agregar', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Excavaciones del Sur' })).toBeVisible();
  });

  await test.step('nothing is asked of it yet, and whoever may make rules is led to them', async () => {
    await expect(main(page).getByText('Todavía no se le pide nada')).toBeVisible();
    await main(page).getByRole('button', { name: 'Reglas de «Contratistas»' }).click();
    await expect(page.getByRole('dialog', { name: /^Reglas de cumplimiento/ })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('many come from a spreadsheet; the wrong rows stay to be corrected', async () => {
    await page.goto('/contractors?kind=worker');
    await main(page).getByRole('button', { name: 'Agregar trabajadores' }).first().click();
    await dialog(page).getByText('Varios desde una planilla').click();
    await dialog(page).getByLabel('Trabaja para').click();
    await page.getByRole('option', { name: 'Excavaciones del Sur' }).click();
    await dialog(page)
      .getByLabel('Pega las filas')
      .fill(
        [
          'Nombre\tRUT\tCorreo\tContratista',
          `Ana Rojas\t${rut(12_345_678)}\tana@obra.cl\texcavaciones del sur`,
          `Luis Soto\t${WRONG_RUT}`,
          `Ana Pérez\t${rut(12_345_678)}`,
          'Beto Díaz',
          'Zoe Lagos\t\t\tNadie SpA',
        ].join('\n'),
      );
    await expect(dialog(page).getByText('5 filas leídas. 3 tienen un problema')).toBeVisible();
    await expect(dialog(page).getByText('El RUT no es válido.')).toBeVisible();
    await expect(dialog(page).getByText('Tiene el mismo RUT que la fila 1.')).toBeVisible();
    await expect(dialog(page).getByText('No hay una contratista con ese nombre o RUT')).toBeVisible();
    await expectGoodLooks(page, '[role="dialog"]');
    await page.setViewportSize(WIDE);
    await dialog(page).getByRole('button', { name: 'Agregar 2' }).click();
    await expect(dialog(page).getByText('Se agregaron 2:')).toBeVisible();
    await expect(dialog(page).getByLabel('Pega las filas')).toHaveValue(
      [
        'Nombre\tRUT\tCorreo\tContratista',
        `Luis Soto\t${WRONG_RUT}`,
        `Ana Pérez\t${rut(12_345_678)}`,
        'Zoe Lagos\t\t\tNadie SpA',
      ].join('\n'),
    );
    // The second one is in the library already: the server says so, beside its row.
    await dialog(page)
      .getByLabel('Pega las filas')
      .fill(`Luis Soto\t${rut(15_222_333)}\nAna Pérez\t${rut(12_345_678)}`);
    await dialog(page).getByRole('button', { name: 'Agregar 2' }).click();
    await expect(dialog(page).getByText('Se agregaron 3:')).toBeVisible();
    await expect(dialog(page).getByText('Ese RUT ya está en la lista de esta biblioteca.')).toBeVisible();
    await expect(dialog(page).getByLabel('Pega las filas')).toHaveValue(`Ana Pérez\t${rut(12_345_678)}`);
    await dialog(page).getByLabel('Pega las filas').fill('');
    await dialog(page).getByRole('button', { name: 'Cerrar' }).last().click();
  });

  await test.step('the list finds by name and by RUT, and is used by keys', async () => {
    const rows = page.getByRole('table', { name: 'Trabajadores' }).getByRole('row');
    await expect(rows).toHaveCount(4);
    await expect(rows.nth(1)).toContainText('Sin requisitos');
    await main(page).getByLabel('Nombre o RUT').fill('12.345.678');
    await expect(rows).toHaveCount(2);
    await main(page).getByLabel('Nombre o RUT').fill('zzzz');
    await expect(main(page).getByText('Ningún trabajador coincide')).toBeVisible();
    await page.getByRole('button', { name: 'Quitar los filtros' }).click();
    await expect(rows).toHaveCount(4);
    await showEverywhere(page, (width) => info.outputPath(`workers-${width}.png`));
    await page.setViewportSize(WIDE);
    await rows.nth(1).getByRole('link').focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Beto Díaz' })).toBeVisible();
  });

  await test.step('a site gets its people, and somebody is taken off and put back', async () => {
    await page.goto('/contractors?kind=site');
    await main(page).getByRole('button', { name: 'Agregar obras' }).first().click();
    await dialog(page).getByLabel('Nombre de la obra').fill('Edificio Norte');
    await dialog(page).getByRole('button', { name: 'Agregar', exact: true }).click();
    const there = page.getByRole('region', { name: /^Trabajadores en esta obra/ });
    await there.getByRole('button', { name: 'Asignar' }).click();
    await dialog(page).getByLabel('Nombre o RUT').fill('ana');
    await dialog(page).getByRole('checkbox', { name: 'Ana Rojas' }).check();
    await dialog(page).getByLabel('Nombre o RUT').fill('luis');
    await dialog(page).getByRole('checkbox', { name: 'Luis Soto' }).check();
    await expectGoodLooks(page, '[role="dialog"]');
    await page.setViewportSize(WIDE);
    await dialog(page).getByRole('button', { name: 'Asignar 2' }).click();
    await expect(there.getByRole('listitem')).toHaveCount(2);
    await there.getByRole('button', { name: 'Quitar de la obra: Luis Soto' }).click();
    await expect(there.getByRole('listitem')).toHaveCount(1);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(there.getByRole('listitem')).toHaveCount(2);
    await expectGoodLooks(page);
    await page.setViewportSize(WIDE);
  });

  const { items: parties } = await admin.call('parties', { query: { group } });
  const of = (name: string) => {
    const found = parties.find((each) => each.name === name);
    if (!found) throw new Error(`${name} was not made`);
    return found;
  };

  await test.step('what is missing is asked for by a link', async () => {
    await askOfEach(admin, group, ASKED);
    await page.goto(`/contractors/${of('Ana Rojas')._id}`);
    const owed = page.getByRole('region', { name: 'Requisitos' });
    await expect(owed.getByText('Falta el documento.')).toBeVisible();
    await owed.getByRole('button', { name: 'Pedir documentos' }).click();
    await expect(dialog(page).getByRole('textbox').first()).toHaveValue('Contrato de trabajo');
    await expectGoodLooks(page, '[role="dialog"]');
    await page.setViewportSize(WIDE);
    await page.keyboard.press('Escape');
    const title = 'Contrato de trabajo de Ana';
    await uploadDocument(server.url, admin, { group, folder: of('Ana Rojas').folder._id, title, state: 3 });
    await expect(owed.getByRole('link', { name: title })).toBeVisible();
  });

  await test.step('who no longer works is told so, and is taken back with one click', async () => {
    await page.getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('menuitem', { name: 'Ya no trabaja aquí' }).click();
    await expect(main(page).getByText(/^Ya no trabaja aquí desde el/)).toBeVisible();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(main(page).getByText(/^Ya no trabaja aquí desde el/)).toHaveCount(0);
  });

  await test.step('what somebody else saved meanwhile is not written over', async () => {
    await page.getByRole('button', { name: 'Editar' }).click();
    await dialog(page).getByLabel('Teléfono').fill('+56 9 1234 5678');
    const ana = await admin.call('partyGet', { params: { id: of('Ana Rojas')._id } });
    const { rut: number, contact, phone, notes, contractor, rev } = ana;
    await admin.call('partyUpdate', {
      params: { id: ana._id },
      body: {
        rut: number,
        contact,
        phone,
        notes,
        rev,
        email: 'nuevo@obra.cl',
        contractor: contractor?._id ?? null,
      },
    });
    await dialog(page).getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog(page).getByText('Alguien más guardó cambios mientras editabas.')).toBeVisible();
    await expect(dialog(page).getByLabel('Correo')).toHaveValue('nuevo@obra.cl');
    await expect(dialog(page).getByLabel('Teléfono')).toHaveValue('+56 9 1234 5678');
    await dialog(page).getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('link', { name: '+56 9 1234 5678' })).toBeVisible();
  });

  await test.step('it is taken off the list, and its folder stays', async () => {
    await page.goto(`/contractors/${of('Beto Díaz')._id}`);
    await page.getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('menuitem', { name: 'Quitar de la lista' }).click();
    await expect(dialog(page)).toContainText('Su carpeta y sus documentos siguen en la biblioteca.');
    await dialog(page).getByRole('button', { name: 'Quitar de la lista' }).click();
    const rows = page.getByRole('table', { name: 'Trabajadores' }).getByRole('row');
    await expect(rows).toHaveCount(3);
    const folders = await admin.call('foldersByGroup', { params: { group } });
    expect(folders.some(({ name }) => name === 'Beto Díaz')).toBe(true);
  });

  await test.step('a list that does not come says so, and is asked for again', async () => {
    const pattern = '**/api/docs/parties?*';
    await refuse(page, pattern, 503, 'unavailable');
    await page.goto('/contractors');
    await expect(page.getByText('No se pudo cargar la lista')).toBeVisible();
    await letThrough(page, pattern);
    await tryAgain(page);
    await expect(page.getByRole('link', { name: 'Excavaciones del Sur' })).toBeVisible();
  });

  await test.step('a reader sees how they stand, no RUT, and nothing to change', async () => {
    const context = await browser.newContext({ baseURL: server.url, locale: 'es-CL' });
    const reader = await context.newPage();
    await startSession(reader, READER);
    await reader.goto('/contractors?kind=worker');
    const rows = reader.getByRole('table', { name: 'Trabajadores' }).getByRole('row');
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(1)).toContainText('Cumple');
    await expect(reader.getByText(rut(12_345_678))).toHaveCount(0);
    await expect(reader.getByRole('button', { name: /^Agregar/ })).toHaveCount(0);
    await rows.nth(1).getByRole('link').click();
    await expect(reader.getByRole('heading', { level: 1, name: 'Ana Rojas' })).toBeVisible();
    await expect(reader.getByRole('region', { name: 'Requisitos' })).toContainText('Contrato de trabajo');
    await expect(reader.getByText(rut(12_345_678))).toHaveCount(0);
    for (const name of ['Editar', 'Más acciones', 'Asignar', 'Quitar de la obra: Edificio Norte'])
      await expect(reader.getByRole('button', { name })).toHaveCount(0);
    await context.close();
  });
});
