import type { Page } from '@playwright/test';
import { letThrough, refuse } from '../../fixtures/answers.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Libraries and departments: an admin creates and changes them, a member reads, other people do not find them. */

const save = (page: Page) => page.getByRole('button', { name: 'Guardar' });
const dialog = (page: Page) => page.getByRole('dialog');

test('an admin makes a department and a library, gives roles, archives and deletes', async ({
  page,
  server,
}) => {
  const admin = await signInApi(server.url, demoEmail('admin'));
  await startSession(page, 'admin');

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
    // Its ancestors are not offered as its children.
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

  await test.step('a new library with its members; a name that is taken is told at its field', async () => {
    await page.goto('/groups');
    await page.getByRole('link', { name: 'Nueva biblioteca' }).click();
    await page.getByRole('textbox', { name: 'Nombre' }).fill('PERSONAS');
    await page.getByRole('button', { name: 'Agregar personas' }).click();
    await dialog(page).getByRole('combobox', { name: 'Personas' }).fill('Javiera');
    await page.getByRole('option', { name: 'Javiera Núñez Lagos' }).click();
    await page.keyboard.press('Tab');
    await dialog(page).getByRole('checkbox', { name: 'Revisar' }).check();
    await dialog(page).getByRole('button', { name: 'Agregar', exact: true }).click();
    await expect(dialog(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Crear biblioteca' }).click();
    await expect(page.getByText('Ya hay una biblioteca con ese nombre.')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Revisar: Javiera Núñez Lagos' })).toBeChecked();
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 820 });
    await page.getByRole('textbox', { name: 'Nombre' }).fill('Ensayos');
    await page.getByRole('button', { name: 'Crear biblioteca' }).click();
    await expect(page.getByRole('heading', { name: 'Ensayos', level: 1 })).toBeVisible();
  });

  await test.step('the matrix: one save, and another admin who was faster', async () => {
    const id = page.url().split('/').at(-1) ?? '';
    const author = page.getByRole('checkbox', { name: 'Cargar: Javiera Núñez Lagos' });
    await author.check();
    await admin.call('groupUpdate', { params: { id }, body: { description: 'De hormigón' } });
    // A realtime message would load the change at once; what is typed stays.
    await save(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Alguien cambió esta biblioteca' })).toBeVisible();
    await expect(author).toBeChecked();
    await expect(page.getByRole('textbox', { name: 'Descripción' })).toHaveValue('De hormigón');
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 820 });
    await save(page).click();
    await expect(page.getByText('Cambios guardados.')).toBeVisible();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByText('Todo quedó como antes.')).toBeVisible();
    await expect(author).not.toBeChecked();
  });

  await test.step('archived: nothing is written; open again; then empty, and gone', async () => {
    await page.getByRole('button', { name: 'Archivar' }).click();
    await dialog(page).getByRole('button', { name: 'Archivar' }).click();
    await expect(page.getByText(/^Archivada el/)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Nombre' })).toHaveAttribute('readonly', '');
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 820 });
    await page.getByRole('link', { name: 'Bibliotecas' }).last().click();
    await expect(page.getByRole('table', { name: 'Bibliotecas' })).not.toContainText('Ensayos');
    await page.goto('/groups?state=archived');
    await page.getByRole('link', { name: /^Ensayos/ }).click();
    await page.getByRole('button', { name: 'Desarchivar' }).click();
    await expect(page.getByText('está abierta de nuevo')).toBeVisible();
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await dialog(page).getByRole('button', { name: 'Eliminar' }).click();
    await expect(page).toHaveURL(/\/groups$/);
    await expect(page.getByRole('table', { name: 'Bibliotecas' })).not.toContainText('Ensayos');
  });

  await test.step('the list: filtered by its address, empty, failed', async () => {
    await page.goto('/groups?q=prevencion&sort=-records');
    await expect(page.getByRole('table', { name: 'Bibliotecas' }).getByRole('row')).toHaveCount(2);
    await expectGoodLooks(page);
    await page.getByRole('textbox', { name: 'Buscar bibliotecas' }).fill('nada así');
    await expect(page.getByText('Ninguna biblioteca coincide')).toBeVisible();
    await refuse(page, '**/api/groups', 503, 'unavailable');
    await page.goto('/groups');
    await expect(page.getByText('No se pudieron cargar las bibliotecas')).toBeVisible();
    await expectGoodLooks(page);
    await letThrough(page, '**/api/groups');
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
  await startSession(page, 'lectora');
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

test('where everybody is chosen, no list covers what is said of it', async ({ page }) => {
  await startSession(page, 'admin');
  await page.goto('/groups/create');
  await page.getByRole('button', { name: 'Agregar personas' }).click();
  const people = dialog(page).getByRole('combobox', { name: 'Personas' });
  await people.click();
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  for (let left = await options.count(); left > 0; left -= 1) {
    await expect(options).toHaveCount(left);
    await options.first().click();
  }
  await expect(dialog(page).getByText(/^Te agregas a ti/)).toBeVisible();
  await expect(page.getByText('Nadie coincide')).toHaveCount(0);
  await dialog(page).getByRole('checkbox', { name: 'Revisar' }).check();
});
