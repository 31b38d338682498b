import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { answer, hold, letThrough, refuse } from '../../fixtures/answers.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { pressAndType } from '../../fixtures/at-once.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { inMailTo } from '../../fixtures/mail.ts';
import { signInAs, startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/** People from their invitation to the end of their account. Only an admin manages them. */

const mark = randomUUID().slice(0, 8);
const wide = { width: 1280, height: 860 };
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const save = (page: Page) => page.getByRole('button', { name: 'Guardar', exact: true });
const csv = (text: string) => ({
  name: 'personas.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text, 'latin1'),
});

test('an admin invites somebody, who comes, is changed, and is out within a minute', async ({
  page,
  browser,
  server,
}) => {
  const email = `ines.${mark}@legajo.test`;
  const name = `Núñez ${mark}, Inés`;
  await signInAs(page, 'admin');

  await test.step('the list, found through the administration', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Administración' }).click();
    await page.getByRole('link', { name: 'Usuarios' }).click();
    await expect(row(page, 'lectora@legajo.test')).toBeVisible();
    await expectGoodLooks(page);
    await expectAccessible(page);
    await page.setViewportSize(wide);
  });

  await test.step('what is wrong is said at its field, and nothing typed is lost', async () => {
    await page.getByRole('link', { name: 'Invitar' }).click();
    await expectGoodLooks(page);
    await page.setViewportSize(wide);
    await page.getByLabel('Nombres').fill('Inés');
    await page.getByLabel('Apellidos').fill(`Núñez ${mark}`);
    await page.getByLabel('Correo').fill(demoEmail('admin').toUpperCase());
    await page.getByLabel('RUT').fill('12.345.678-4');
    await page.getByRole('button', { name: 'Crear cuenta' }).click();
    await expect(page.getByText('El RUT no es válido: revisa el dígito verificador.')).toBeVisible();
    await page.getByLabel('RUT').fill('12.345.678-5');
    await page.getByRole('button', { name: 'Crear cuenta' }).click();
    await expect(page.getByText('Ya hay una persona con ese correo.')).toBeVisible();
    await expect(page.getByLabel('Correo')).toBeFocused();
    await page.getByLabel('Correo').fill(email);
    await page.getByRole('combobox', { name: 'Agregar biblioteca' }).click();
    await page.getByRole('option', { name: 'Calidad' }).click();
    await page.getByRole('group', { name: 'Roles en Calidad' }).getByLabel('Cargar').check();
    await page.getByRole('button', { name: 'Crear cuenta' }).click();
    await expect(page.getByText(`La cuenta de Inés Núñez ${mark} está lista.`)).toBeVisible();
    await page.getByRole('link', { name: 'Ver las personas' }).click();
  });

  await test.step('search and sort stand in the address', async () => {
    await page.getByLabel('Buscar por nombre, correo o RUT').fill(`nunez ${mark}`);
    // In Spanish, ñ is a letter of its own.
    await expect(page.getByText('Nadie coincide')).toBeVisible();
    await pressAndType(
      page.getByRole('button', { name: 'Quitar los filtros' }),
      page.getByLabel('Buscar por nombre, correo o RUT'),
      `INES ${mark}`,
    );
    await expect(page.getByLabel('Buscar por nombre, correo o RUT')).toHaveValue(`INES ${mark}`);
    await expect(row(page, name)).toContainText('Invitada');
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.getByRole('button', { name: 'Correo' }).click();
    await expect(page).toHaveURL(/text=INES\+.*sort=email/);
    await page.reload();
    await expect(row(page, name)).toBeVisible();
  });

  const theirs = await browser.newPage({ baseURL: server.url, locale: 'es-CL', reducedMotion: 'reduce' });
  await test.step('the person signs in with the mailed first-time password', async () => {
    const temporary = await inMailTo(server.dataDir, email, /Contraseña temporal: *(\S+)/);
    await theirs.goto('/');
    await theirs.getByLabel('Correo').fill(email);
    await theirs.getByLabel('Contraseña', { exact: true }).fill(temporary);
    await theirs.getByRole('button', { name: 'Iniciar sesión' }).click();
    await theirs.getByLabel('Contraseña nueva').fill('Una frase propia 7');
    await theirs.getByLabel('Repite la contraseña').fill('Una frase propia 7');
    await theirs.getByRole('button', { name: 'Guardar y entrar' }).click();
    await expect(theirs.getByRole('heading', { level: 1, name: /Inés/ })).toBeVisible();
  });

  await test.step('attributes, role and libraries are changed in one go', async () => {
    await row(page, name).getByRole('link').click();
    await expect(page.getByLabel('Nombres')).toHaveValue('Inés');
    await expectGoodLooks(page);
    await expectAccessible(page);
    await page.setViewportSize(wide);
    await page.getByLabel('Nombres').fill('Inés María');
    await page.getByRole('checkbox', { name: 'Gestión' }).check();
    await page.getByRole('group', { name: 'Roles en Calidad' }).getByLabel('Revisar').check();
    await page.getByRole('combobox', { name: 'Agregar biblioteca' }).click();
    await page.getByRole('option', { name: 'Personas' }).click();
    await save(page).click();
    await expect(page.getByText('Cambios guardados.')).toBeVisible();
    await expect(save(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: `Inés María Núñez ${mark}` })).toBeVisible();
    const api = await signInApi(server.url, demoEmail('admin'));
    const { items } = await api.call('userList', { query: { text: email } });
    expect(items).toMatchObject([
      {
        roles: ['manager'],
        libraries: [
          { group: { name: 'Calidad' }, roles: ['upload', 'review'] },
          { group: { name: 'Personas' }, roles: [] },
        ],
      },
    ]);
  });

  await test.step('where they are signed in and their computers: ended, renamed, let go of', async () => {
    const { call } = await signInApi(server.url, email, 'Una frase propia 7');
    await call('clientCreate', { body: { name: 'OFICINA-12', platform: 'win32' } });
    await page.reload();
    const sessions = page.getByRole('list', { name: 'Sesiones abiertas' }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    const desktops = page.getByRole('list', { name: 'Equipos' }).getByRole('listitem');
    const dialog = page.getByRole('dialog');
    await desktops.getByRole('button', { name: 'Cambiar el nombre de OFICINA-12' }).click();
    await dialog.getByLabel('Nombre del equipo').fill('   ');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog.getByLabel('Nombre del equipo')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Nombre del equipo').fill('Equipo de Inés');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(desktops).toContainText('Equipo de Inés');
    await expectGoodLooks(page);
    await page.setViewportSize(wide);
    await desktops.getByRole('button', { name: 'Desvincular' }).click();
    await dialog.getByRole('button', { name: 'Desvincular' }).click();
    await expect(page.getByText('Ningún equipo sincroniza carpetas.')).toBeVisible();
    // The desktop's own session ended with it; the browser's is still open.
    await expect(sessions).toHaveCount(1);
    await sessions.getByRole('button', { name: /^Cerrar la sesión/ }).click();
    await dialog.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(page.getByText('Ninguna sesión abierta.')).toBeVisible();
    await expect(theirs.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
    await theirs.getByLabel('Correo').fill(email);
    await theirs.getByLabel('Contraseña', { exact: true }).fill('Una frase propia 7');
    await theirs.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(theirs.getByRole('heading', { level: 1, name: /Inés/ })).toBeVisible();
  });

  await test.step('disabled, their open browser is out', async () => {
    await page.getByRole('button', { name: 'Deshabilitar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deshabilitar' }).click();
    await expect(page.getByText('Deshabilitada: no puede entrar')).toBeVisible();
    await expect(theirs.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
    await theirs.close();
  });
});

test('what stands against a change is said, and nothing is half done', async ({ page, server }) => {
  await startSession(page, 'admin');
  const api = await signInApi(server.url, demoEmail('admin'));
  const { items } = await api.call('userList', { query: { limit: '200' } });
  const idOf = (who: string) => items.find(({ email }) => email === demoEmail(who))?._id ?? '';

  await test.step('nobody takes the administration from the last admin', async () => {
    await page.goto(`/users/edit/${idOf('admin')}`);
    await page.getByRole('checkbox', { name: 'Administración' }).uncheck();
    await save(page).click();
    await expect(page.getByText('Debe quedar al menos una persona que administre.')).toBeVisible();
    await page.getByRole('button', { name: 'Descartar' }).click();
    await expect(page.getByRole('checkbox', { name: 'Administración' })).toBeChecked();
    await expect(page.getByText('Es tu propia cuenta')).toBeVisible();
  });

  await test.step('who has history is not deleted, but can be disabled', async () => {
    await page.goto(`/users/edit/${idOf('autora')}`);
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
    await expect(page.getByRole('dialog').getByText(/tiene documentos creados/)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  });

  await test.step('an import is tried before anything is saved', async () => {
    await page.goto('/users');
    await page.getByRole('button', { name: 'Importar' }).click();
    const dialog = page.getByRole('dialog');
    const file = dialog.locator('input[type=file]');
    const header = 'Nombres;Apellidos;Correo electrónico;RUT;Bibliotecas';
    await file.setInputFiles(csv(`${header}\nÑusta;"Peña\nSoto";nusta.${mark}@legajo.test;12.345.678-4;\n`));
    await expect(dialog.getByRole('row', { name: /2 RUT El RUT no es válido/ })).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Importar/ })).toHaveCount(0);
    await expectGoodLooks(page, '[role="dialog"]');
    await page.setViewportSize(wide);
    // A row that is wrong does not hold the others, and a department that is missing is made.
    const columns = 'Nombres;Apellidos;Correo electrónico;Departamento';
    const right = `Ada;Rojas;ada.${mark}@legajo.test;Topografía ${mark}`;
    await file.setInputFiles(csv(`${columns}\n${right}\nEva;Rojas;eva;\n`));
    await dialog
      .getByRole('checkbox', { name: `Crear el departamento que falta: «Topografía ${mark}»` })
      .click();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Ada' })).toBeVisible();
    const given = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Descargar el archivo con los errores de cada fila' }).click();
    expect((await given).suggestedFilename()).toBe('personas-por-corregir.csv');
    await expectGoodLooks(page, '[role="dialog"]');
    await page.setViewportSize(wide);
    await dialog.getByRole('button', { name: 'Importar solo la fila correcta' }).click();
    await expect(dialog.getByText('Una fila con errores no se importó.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
    await expect(row(page, 'Rojas, Ada')).toContainText(`Topografía ${mark}`);
    await page.getByRole('button', { name: 'Importar' }).click();
    await file.setInputFiles(
      csv(`${header}\nÑusta;"Peña\nSoto";nusta.${mark}@legajo.test;;Calidad: carga\n`),
    );
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Ñusta' })).toContainText('Calidad: cargar');
    // An answer that is lost on its way is had by asking again, and the person is made once.
    let lost = 0;
    await page.route('**/api/users/import', async (route) => {
      lost += (await route.fetch()).status() === 200 ? 1 : 0;
      await route.abort('connectionreset');
    });
    await dialog.getByRole('button', { name: 'Importar 1 persona' }).click();
    await expect(dialog.getByText(/No hay respuesta del servidor/)).toBeVisible();
    await page.unroute('**/api/users/import');
    expect(lost).toBe(1);
    await dialog.getByRole('button', { name: 'Importar 1 persona' }).click();
    // The notice of the import before may still stand, in the same words: the dialog says it of this one.
    await expect(page.getByRole('dialog', { name: 'Personas nuevas' })).toContainText('Ñusta');
    await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
    await expect(row(page, 'Peña Soto, Ñusta')).toBeVisible();
  });

  await test.step('the filtered list is taken along', async () => {
    await page.goto(`/users?text=${mark}`);
    await page.getByRole('button', { name: 'Exportar' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV, para planillas' }).click();
    expect((await download).suggestedFilename()).toMatch(/^personas-\d{4}-\d\d-\d\d\.csv$/);
  });

  await test.step('loading, empty, error', async () => {
    const pattern = '**/api/users?*';
    const release = await hold(page, pattern);
    await page.goto('/users');
    await expect(page.getByRole('main').getByRole('status', { name: 'Cargando…' })).toBeVisible();
    await release();
    await answer(page, pattern, { json: { items: [], nextCursor: null, total: 0 } });
    await page.goto('/users');
    await expect(page.getByText('Todavía no hay personas')).toBeVisible();
    await expectGoodLooks(page);
    await letThrough(page, pattern);
    await refuse(page, pattern, 503, 'unavailable');
    await page.goto('/users');
    await expect(page.getByText('No se pudieron cargar las personas')).toBeVisible();
    await expectGoodLooks(page);
  });
});

test('a manager and an ordinary user find no such pages, nor does the API serve them', async ({
  page,
  server,
}) => {
  for (const person of ['gestora', 'lectora']) {
    await page.context().clearCookies();
    await startSession(page, person);
    const api = await signInApi(server.url, demoEmail(person));
    const { _id } = await api.call('session', {});
    for (const path of ['/users', '/users/create', `/users/edit/${_id}`]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible();
    }
    await expect(api.call('userList', { query: {} })).rejects.toThrow(/403/);
    await expect(api.call('userDisable', { params: { id: _id } })).rejects.toThrow(/403/);
  }
});
