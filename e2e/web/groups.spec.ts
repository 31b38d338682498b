import type { Page } from '@playwright/test';
import { demoEmail, signInApi } from '../fixtures/api.ts';
import { signInAs } from '../fixtures/sign-in.ts';
import { expectGoodLooks } from '../fixtures/states.ts';
import { expect, test } from '../fixtures/test.ts';

/** Departments of an admin; a library's page for a member, who reads, and for a stranger, who finds nothing. */

test.describe.configure({ timeout: 240_000 });

const dialog = (page: Page) => page.getByRole('dialog');

test('an admin makes a department below another one', async ({ page }) => {
  await signInAs(page, 'admin');

  await test.step('departments: one below another, and not below itself', async () => {
    await page.goto('/organizations/departments');
    await page.getByRole('link', { name: 'Agregar debajo de Calidad' }).click();
    await expect(page.getByRole('combobox', { name: 'Está dentro de' })).toHaveValue('Calidad');
    await page.getByRole('textbox', { name: 'Nombre' }).fill('x');
    await page.getByRole('button', { name: 'Crear departamento' }).click();
    await expect(page.getByText('Escribe al menos 2 caracteres.')).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 820 });
    await page.getByRole('textbox', { name: 'Nombre' }).fill('Laboratorio');
    await page.getByRole('button', { name: 'Crear departamento' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Laboratorio' }).last();
    await expect(row).toContainText('Nadie a cargo · 0 personas · 0 bibliotecas');
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 820 });
    // What is above it is not offered below it.
    await page.getByRole('link', { name: 'Calidad', exact: true }).click();
    await page.getByRole('combobox', { name: 'Está dentro de' }).click();
    await expect(page.getByRole('option', { name: 'Gerencia' })).toBeVisible();
    await expect(page.getByRole('option', { name: /Laboratorio/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await dialog(page).getByRole('button', { name: 'Eliminar' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('1 departamento debajo');
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 820 });
  });
});

test('a member reads who is in it and what they may do; a stranger finds nothing', async ({
  page,
  server,
}) => {
  const reader = await signInApi(server.url, demoEmail('lectora'));
  const admin = await signInApi(server.url, demoEmail('admin'));
  const all = await admin.call('groupsByOrganization', {});
  const mine = await reader.call('groupsByMember', {});
  const own = mine.find(({ name }) => name === 'Calidad');
  const other = all.find(({ name }) => name === 'Personas');
  await signInAs(page, 'lectora');
  await page.goto(`/records/search?group=${own?._id}`);
  await page.getByRole('button', { name: /^Acciones de la carpeta/ }).click();
  await page.getByRole('menuitem', { name: 'Miembros y roles' }).click();
  await expect(page.getByRole('heading', { name: 'Calidad', level: 1 })).toBeVisible();
  await expect(page.getByText('Lee y descarga los documentos publicados.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Miembros' }).getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText('@legajo.test');
  await expectGoodLooks(page);

  await page.goto(`/groups/edit/${other?._id}`);
  await expect(page.getByText('No encontramos esta biblioteca')).toBeVisible();
  for (const path of ['/groups', '/groups/create', '/organizations/departments']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Bibliotecas' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /Panel/ }).first()).toBeVisible();
  }
  const status = async (path: string) => {
    const headers = { authorization: `Bearer ${reader.idToken}` };
    return (await page.request.get(`${server.url}/api${path}`, { headers })).status();
  };
  expect(await status(`/groups/${other?._id}`)).toBe(404);
  expect(await status('/groups')).toBe(403);
  expect(await status('/departments')).toBe(403);
});
