import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { signInAs } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import {
  AUTHOR,
  choose,
  chooseLabel,
  confirmation,
  create,
  dialog,
  fillPlace,
  fillRest,
  give,
  heldOf,
  leaveOutDefaults,
  next,
  openWizard,
  pdf,
  step,
} from '../../fixtures/wizard.ts';

/** The upload wizard of the demo organization. Its appearance is checked in screens.spec.ts. */

test.beforeEach(async ({ page }) => signInAs(page, AUTHOR));

test('uploads a document through the five steps, each reachable only after the one before', {
  tag: ['@spec-8.1-created', '@spec-8.8-count'],
}, async ({ page, server }) => {
  const file = pdf('Protocolo de ensayos.pdf');
  await openWizard(page);
  await expect(step(page, 'Detalles')).toBeDisabled();
  await expect(next(page)).toBeDisabled();
  await expect(dialog(page).getByText('Elige al menos un archivo para continuar')).toBeVisible();

  await give(page, file);
  await expect(dialog(page).getByText('20 kB')).toBeVisible();
  await expect(step(page, 'Detalles')).toBeEnabled();
  await expect(step(page, 'Etiquetas')).toBeDisabled();
  await next(page).click();

  // The title defaults to the file name; the state waits for a group.
  const title = dialog(page).getByLabel('Título de Protocolo de ensayos.pdf');
  await expect(title).toHaveValue('Protocolo de ensayos');
  await expect(dialog(page).getByRole('combobox', { name: 'Estado' })).toBeDisabled();
  await title.fill('Prot');
  await expect(dialog(page).getByText('Escribe entre 5 y 80 caracteres.')).toBeVisible();
  await expect(dialog(page).getByText('Corrige 1 título para continuar')).toBeVisible();
  await title.fill('Protocolo de ensayos de hormigón 7781');
  await fillPlace(page);

  // Another library clears the state, because the roles differ.
  await choose(page, 'Grupo', 'Prevención y obras');
  await expect(dialog(page).getByRole('combobox', { name: 'Estado' })).toHaveValue('');
  await expect(next(page)).toBeDisabled();
  await fillPlace(page);
  await next(page).click();

  await leaveOutDefaults(page);
  await expect(step(page, 'Confirmar')).toBeDisabled();
  await chooseLabel(page);
  await expect(dialog(page).getByText(/puede que no se pueda usar en el grupo Calidad/)).toBeVisible();
  await next(page).click();

  await expect(dialog(page).getByText('Protocolo de ensayos de hormigón 7781')).toBeVisible();
  await expect(create(page)).toBeDisabled();
  await confirmation(page).check();
  await create(page).click();

  await expect(page.getByText('Documento creado con éxito.')).toBeVisible();
  await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
  for (const name of ['Archivo', 'Detalles', 'Etiquetas', 'Confirmar']) {
    await expect(step(page, name)).toBeDisabled();
  }
  const held = await heldOf(server.url, 'Protocolo de ensayos de hormigón 7781');
  expect(held?.version).toMatchObject({
    status: 'ready',
    number: 1,
    sha256: createHash('sha256').update(file.buffer).digest('hex'),
  });

  await dialog(page).getByRole('link', { name: 'Ir al documento' }).click();
  await expect(page).toHaveURL(new RegExp(`/records/view/${held?.record._id}`));
});

test('warns of a taken title and does not stop; an emptied group is an error', {
  tag: '@spec-5.7-emptied',
}, async ({ page, server }) => {
  const author = await signInApi(server.url, demoEmail(AUTHOR));
  const { items } = await author.call('recordSearch', { query: {} });
  const taken = items.find(({ group }) => group.name === 'Calidad');
  if (!taken) throw new Error('the demo has no document in Calidad');
  await openWizard(page);
  await give(page, pdf('Cualquiera.pdf'));
  await next(page).click();
  await fillPlace(page);
  await dialog(page).getByLabel('Título de Cualquiera.pdf').fill(taken.title);
  await expect(dialog(page).getByText('Ya hay un documento con este título en el grupo.')).toBeVisible();
  await expect(next(page)).toBeEnabled();
  // Choosing it once more keeps it; without its text the field is empty.
  await choose(page, 'Grupo', 'Calidad');
  await expect(next(page)).toBeEnabled();
  await dialog(page).getByRole('combobox', { name: 'Grupo' }).fill('');
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByText('Elige un grupo.', { exact: true })).toBeVisible();
  await expect(next(page)).toBeDisabled();
});

test('a failure of the states marks their dropdown, and can be tried again', {
  tag: '@spec-8.4-states',
}, async ({ page }) => {
  await page.route('**/docs/roles/by/group/*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await openWizard(page);
  await give(page, pdf('Cualquiera.pdf'));
  await next(page).click();
  await choose(page, 'Grupo', 'Calidad');
  await expect(dialog(page).getByText('No se pudieron cargar los estados.')).toBeVisible();
  await expect(dialog(page).getByRole('combobox', { name: 'Estado' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await page.unroute('**/docs/roles/by/group/*');
  await dialog(page).getByRole('button', { name: 'Reintentar' }).click();
  await choose(page, 'Estado', 'Borrador');
});

const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

test('a refused submission says the text of the specification and keeps what was typed', async ({ page }) => {
  const records = '**/api/docs/records';
  await openWizard(page);
  await give(page, pdf('Plan de calidad.pdf'));
  await fillRest(page);

  await page.route(records, (route) => route.fulfill({ status: 201, json: {} }));
  await create(page).click();
  await expect(toast(page, 'Por favor revisa el Documento.')).toBeVisible();

  await page.unroute(records);
  const refusal = { code: 'internal', message: 'Algo falló en el servidor.' };
  await page.route(records, (route) => route.fulfill({ status: 500, json: { error: refusal } }));
  await confirmation(page).check();
  await create(page).click();
  await expect(toast(page, 'No se pudo crear el Documento.')).toContainText('Algo falló en el servidor.');
  // The toast goes; the reason stays at the document.
  await expect(dialog(page).getByRole('listitem')).toContainText('Algo falló en el servidor.');

  await page.unroute(records);
  const invalid = { code: 'invalid', message: 'Revisa.', details: { title: 'Ese título no se admite.' } };
  await page.route(records, (route) => route.fulfill({ status: 400, json: { error: invalid } }));
  await confirmation(page).check();
  await create(page).click();
  await expect(page.getByText('Por favor revisa los datos.')).toBeVisible();
  await expect(step(page, 'Detalles')).toHaveAttribute('aria-selected', 'true');
  await expect(dialog(page).getByText('Ese título no se admite.')).toBeVisible();
  await expect(dialog(page).getByLabel('Título de Plan de calidad.pdf')).toHaveValue('Plan de calidad');

  await page.unroute(records);
  await dialog(page).getByLabel('Título de Plan de calidad.pdf').fill('Plan de calidad 2027');
  await step(page, 'Confirmar').click();
  await confirmation(page).check();
  await create(page).click();
  await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Crear otro' }).click();
  await expect(step(page, 'Archivo')).toHaveAttribute('aria-selected', 'true');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(0);
});

test('Ctrl+Enter where something is missing says so at the field and goes there', async ({ page }) => {
  await openWizard(page);
  await give(page, pdf('Pauta de ronda.pdf'));
  await next(page).click();
  const title = dialog(page).getByLabel(/^Título de/);
  const group = dialog(page).getByRole('combobox', { name: 'Grupo' });
  const state = dialog(page).getByRole('combobox', { name: 'Estado' });
  await expect(dialog(page).getByText('La biblioteca donde queda.')).toBeVisible();
  await title.press('Control+Enter');
  await expect(group).toBeFocused();
  await expect(group).toHaveAccessibleDescription('Elige un grupo.');
  await choose(page, 'Grupo', 'Calidad');
  await expect(state).toBeEnabled();
  await title.press('Control+Enter');
  await expect(state).toBeFocused();
  await expect(state).toHaveAccessibleDescription('Elige un estado.');
  await choose(page, 'Estado', 'Borrador');
  await title.press('Control+Enter');
  const search = dialog(page).getByLabel('Buscar etiquetas');
  await expect(search).toBeFocused();
  await leaveOutDefaults(page);
  await search.press('Control+Enter');
  await expect(search).toHaveAccessibleDescription('Elige al menos una etiqueta.');
  await expect(search).toBeFocused();
});

test('cancelling needs a tick first, by button, cross and Escape', async ({ page }) => {
  await openWizard(page);
  await give(page, pdf('Borrador.pdf'));
  await expect(next(page)).toBeEnabled();
  await page.keyboard.press('Escape');
  const ask = page.getByRole('dialog', { name: 'Cancelar', exact: true });
  await expect(ask).toBeVisible();
  await expect(ask.getByRole('button', { name: 'Cancelar la carga' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(ask).toBeHidden();
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cerrar' }).click();
  await ask.getByLabel('Sí, descarta esta carga').check();
  await ask.getByRole('button', { name: 'Cancelar la carga' }).click();
  await expect(dialog(page)).toBeHidden();
});

test('files dropped anywhere in the window open the wizard', async ({ page }) => {
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['Acta de la reunión'], 'Acta soltada.txt', { type: 'text/plain' }));
    return transfer;
  });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: files });
  const target = page.getByText('Suelta los archivos para cargarlos');
  await expect(target).toBeVisible();
  await target.dispatchEvent('drop', { dataTransfer: files });
  await expect(dialog(page).getByText('Acta soltada.txt')).toBeVisible();
});

/** Uses the arrow key on an open list: a list that has just opened may reset its marked option once. */
async function goDownTo(page: Page, name: string): Promise<void> {
  const option = page.getByRole('option', { name, exact: true });
  await expect(option).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(option).toHaveAttribute('data-combobox-selected', 'true', { timeout: 500 });
  }).toPass();
}

test('the keyboard alone gets through', async ({ page }) => {
  await page.locator('#main').focus();
  await page.keyboard.press('c');
  await expect(dialog(page).getByRole('button', { name: 'Elegir archivos' })).toBeFocused();
  // A dialog that is still opening may take the first Enter.
  await expect(async () => {
    const chooser = page.waitForEvent('filechooser', { timeout: 2_000 });
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(pdf('Solo teclado 4410.pdf'));
  }).toPass();
  await expect(next(page)).toBeEnabled();
  await step(page, 'Archivo').focus();
  await page.keyboard.press('ArrowRight');
  await expect(step(page, 'Detalles')).toHaveAttribute('aria-selected', 'true');
  // Whoever knows the name types it and presses Enter at once.
  await expect(page.getByPlaceholder('Elige un grupo')).toBeVisible();
  await dialog(page).getByRole('combobox', { name: 'Grupo' }).focus();
  await page.keyboard.type('calid');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('combobox', { name: 'Grupo' })).toHaveValue('Calidad');
  const state = dialog(page).getByRole('combobox', { name: 'Estado' });
  // Its list comes with the roles in the library.
  await expect(state).toBeEnabled();
  // A list that has just opened may lose its mark once; Enter does nothing then.
  await expect(async () => {
    await state.focus();
    await page.keyboard.press('Enter');
    await goDownTo(page, 'Borrador');
    await page.keyboard.press('Enter');
    await expect(state).toHaveValue('Borrador', { timeout: 1000 });
  }).toPass();
  await dialog(page).getByLabel('Título de').focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Buscar etiquetas')).toBeFocused();
  await page.keyboard.type('instal');
  await expect(page.getByRole('option', { name: /Instalaciones/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('2 etiquetas elegidas')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(confirmation(page)).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
  await expect(dialog(page).getByRole('link', { name: 'Ir al documento' })).toBeFocused();
});
