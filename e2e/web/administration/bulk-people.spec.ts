import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { hold, letThrough, refuse } from '../../fixtures/answers.ts';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { signInAs } from '../../fixtures/sign-in.ts';
import { showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/** What an admin does with several people at once: libraries, department, disabling; each undone. */

/** In the names of each test's people: who has a history is not deleted after it. */
let mark: string;
const NAMES = ['Ana', 'Beatriz', 'Carla'] as const;
const check = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Seleccionar ${name} ${mark}` });
const bar = (page: Page) => page.getByRole('toolbar');
const dialog = (page: Page) => page.getByRole('dialog');

let people: Record<(typeof NAMES)[number], string>;
let admin: Awaited<ReturnType<typeof signInApi>>;
let libraries: Record<string, string>;

test.beforeEach(async ({ page, server }) => {
  mark = `Masivo${randomUUID().slice(0, 6)}`;
  admin = await signInApi(server.url, demoEmail('admin'));
  const all = await admin.call('groupsByOrganization', {});
  libraries = Object.fromEntries(all.map(({ name, _id }) => [name, _id]));
  people = { Ana: '', Beatriz: '', Carla: '' };
  for (const firstname of NAMES) {
    const { _id } = await admin.call('userCreate', {
      body: { firstname, lastname: mark, email: `${firstname}.${randomUUID().slice(0, 8)}@legajo.test` },
    });
    people[firstname] = _id;
  }
  await signInAs(page, 'admin');
  await page.goto(`/users?text=${mark}`);
  await expect(check(page, 'Ana').first()).toBeVisible();
});

test.afterEach(async () => {
  for (const id of Object.values(people))
    await admin.call('userDelete', { params: { id } }).catch(() => undefined);
});

const rolesOf = async (name: (typeof NAMES)[number]) =>
  Object.fromEntries(
    (await admin.call('userGet', { params: { id: people[name] } })).libraries.map(({ group, roles }) => [
      group.name,
      roles,
    ]),
  );

test('libraries are given to several people at once, and taken back where nobody changed them since', async ({
  page,
}, info) => {
  const group = libraries.Calidad ?? '';
  await admin.call('userUpdate', {
    params: { id: people.Beatriz },
    body: { libraries: [{ group, roles: ['review'] }] },
  });
  for (const name of NAMES) await check(page, name).check();
  await expect(bar(page)).toContainText('3 personas elegidas');
  await showEverywhere(page, (width) => info.outputPath(`bar-${width}.png`));
  await bar(page).getByRole('button', { name: 'Bibliotecas' }).click();
  await expect(dialog(page)).toContainText('Bibliotecas de 3 personas');
  await dialog(page).getByRole('button', { name: 'Cambiar bibliotecas' }).click();
  await expect(dialog(page).getByText('Elige al menos una biblioteca.')).toBeVisible();
  await dialog(page).getByRole('combobox', { name: 'Agregar biblioteca' }).click();
  await page.getByRole('option', { name: 'Calidad' }).click();
  await dialog(page).getByRole('group', { name: 'Roles en Calidad' }).getByLabel('Cargar').check();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('libraries.png') });
  await dialog(page).getByRole('button', { name: 'Cambiar bibliotecas' }).click();
  await expect(page.getByText('Bibliotecas cambiadas para 3 personas.')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Listo' })).toBeFocused();
  expect(await rolesOf('Ana')).toEqual({ Calidad: ['upload'] });
  // Nobody loses a role that they had.
  expect((await rolesOf('Beatriz')).Calidad?.toSorted()).toEqual(['review', 'upload']);

  await admin.call('userUpdate', {
    params: { id: people.Carla },
    body: { libraries: [{ group, roles: ['publish'] }] },
  });
  await dialog(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(dialog(page).getByRole('region', { name: 'No se deshizo en 1 caso' })).toContainText(
    `Carla ${mark} Cambió después.`,
  );
  await page.screenshot({ path: info.outputPath('kept.png') });
  expect(await rolesOf('Ana')).toEqual({});
  expect(await rolesOf('Beatriz')).toEqual({ Calidad: ['review'] });
  expect(await rolesOf('Carla')).toEqual({ Calidad: ['publish'] });
  await dialog(page).getByRole('button', { name: 'Listo' }).click();
  // What was taken back is still selected.
  await expect(bar(page)).toContainText('3 personas elegidas');
});

test('libraries are taken from several people at once', async ({ page }) => {
  for (const name of ['Ana', 'Beatriz'] as const)
    await admin.call('userUpdate', {
      params: { id: people[name] },
      body: { libraries: [{ group: libraries.Calidad ?? '', roles: ['upload'] }] },
    });
  await check(page, 'Ana').check();
  await check(page, 'Beatriz').check();
  await bar(page).getByRole('button', { name: 'Bibliotecas' }).click();
  await dialog(page).getByText('Quitar acceso').click();
  await dialog(page).getByRole('combobox', { name: 'Bibliotecas' }).click();
  await page.getByRole('option', { name: 'Calidad' }).click();
  await page.keyboard.press('Escape');
  await dialog(page).getByRole('button', { name: 'Cambiar bibliotecas' }).click();
  await expect(page.getByText('Bibliotecas cambiadas para 2 personas.')).toBeVisible();
  expect([await rolesOf('Ana'), await rolesOf('Beatriz')]).toEqual([{}, {}]);
});

test('where the server stops answering, the rest is named and gone on with; a refusal concerns its person alone', async ({
  page,
}, info) => {
  const department = await admin.call('departmentCreate', { body: { name: `Depto ${mark}` } });
  const departmentOf = async (name: (typeof NAMES)[number]) =>
    (await admin.call('userGet', { params: { id: people[name] } })).department?._id ?? null;
  for (const name of NAMES) await check(page, name).check();
  const second = `**/users/${people.Beatriz}`;
  await refuse(page, second, 503, 'unavailable');
  await bar(page).getByRole('button', { name: 'Departamento' }).click();
  await dialog(page).getByRole('combobox', { name: 'Departamento' }).fill(`Depto ${mark}`);
  await page.getByRole('option', { name: `Depto ${mark}` }).click();
  await dialog(page).getByRole('button', { name: 'Cambiar departamento' }).click();
  await expect(dialog(page).getByText('Departamento cambiado para 1 persona.')).toBeVisible();
  await expect(dialog(page).getByText('Faltan 2')).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('left.png') });
  expect([await departmentOf('Ana'), await departmentOf('Carla')]).toEqual([department._id, null]);
  await letThrough(page, second);
  await refuse(page, `**/users/${people.Carla}`, 409, 'conflict');
  await dialog(page).getByRole('button', { name: 'Seguir con lo que falta' }).click();
  await expect(dialog(page).getByText('No se pudo con 1')).toBeVisible();
  await expect(dialog(page).getByText(`Carla ${mark}`)).toBeVisible();
  expect(await departmentOf('Beatriz')).toBe(department._id);
  // Nobody answers while it is taken back, the last first: the rest is taken back later.
  const first = `**/users/${people.Ana}`;
  await refuse(page, first, 503, 'unavailable');
  await dialog(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(dialog(page).getByRole('region', { name: 'Falta deshacer 1' })).toContainText('Ana');
  await letThrough(page, first);
  await dialog(page).getByRole('button', { name: 'Deshacer lo que falta' }).click();
  await expect(dialog(page).getByText('Todo quedó como estaba.')).toBeVisible();
  expect([await departmentOf('Ana'), await departmentOf('Beatriz')]).toEqual([null, null]);
  await letThrough(page, `**/users/${people.Carla}`);
  await dialog(page).getByRole('button', { name: 'Listo' }).click();
  await bar(page).getByRole('button', { name: 'Departamento' }).click();
  await dialog(page).getByRole('button', { name: 'Cambiar departamento' }).click();
  await dialog(page).getByRole('button', { name: 'Listo' }).click();
  // Done with all: nothing is selected, and the focus is on the screen.
  await expect(bar(page)).toHaveCount(0);
  await expect(page.locator('#main')).toBeFocused();
  await admin.call('departmentDelete', { params: { id: department._id } });
});

test('several are disabled after their duties went to others, never oneself; undone, they have them again', async ({
  page,
}, info) => {
  const duty = {
    ...{ recurrence: 'FREQ=MONTHLY;BYMONTHDAY=13', startsOn: '2026-12-01', minCount: 0, leadDays: [3] },
    responsible: people.Ana,
  };
  const calendar = await admin.call('calendarCreate', {
    body: {
      name: `Calendario ${mark}`,
      obligations: [
        { ...duty, title: 'Cotizaciones' },
        // Hers after Ana's turn, and no more after her own.
        { ...duty, title: 'Remuneraciones', backup: people.Beatriz },
      ],
    },
  });
  const enabled = async () =>
    Promise.all(
      NAMES.map(async (name) => (await admin.call('userGet', { params: { id: people[name] } })).enabled),
    );
  const obligations = async () =>
    (await admin.call('calendarGet', { params: { id: calendar._id } })).obligations;
  const answering = async () =>
    (await obligations()).map(({ responsible, backup }) => [responsible?.firstname, backup?.firstname]);
  const to = dialog(page).getByRole('combobox', { name: 'Aquello por lo que responden pasa a' });

  await check(page, 'Ana').check();
  await check(page, 'Beatriz').check();
  await bar(page).getByRole('button', { name: 'Deshabilitar' }).click();
  // Whoever is disabled with them takes nothing over.
  await to.fill(mark);
  await expect(page.getByRole('option')).toHaveText([`Carla ${mark}`]);
  await page.getByRole('option', { name: `Carla ${mark}` }).click();
  await showEverywhere(page, (width) => info.outputPath(`disable-${width}.png`));
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Deshabilitar' }).click();
  await expect(page.getByText('2 personas ya no pueden entrar.')).toBeVisible();
  expect(await enabled()).toEqual([false, false, true]);
  expect(await answering()).toEqual([
    ['Carla', undefined],
    ['Carla', undefined],
  ]);
  await dialog(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(dialog(page).getByText('Todo quedó como estaba.')).toBeVisible();
  expect(await enabled()).toEqual([true, true, true]);
  expect(await answering()).toEqual([
    ['Ana', undefined],
    ['Ana', 'Beatriz'],
  ]);
  await dialog(page).getByRole('button', { name: 'Listo' }).click();

  await bar(page).getByRole('button', { name: 'Deshabilitar' }).click();
  await dialog(page).getByRole('button', { name: 'Deshabilitar' }).click();
  await expect(page.getByText('2 personas ya no pueden entrar.')).toBeVisible();
  const [alone] = await obligations();
  await admin.call('obligationPeople', {
    params: { id: alone?._id ?? '' },
    body: { responsible: people.Carla, backup: null, version: alone?.version ?? 0 },
  });
  await dialog(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(dialog(page).getByRole('region', { name: 'Esto sigue con quien lo recibió' })).toContainText(
    `Cotizaciones De Ana ${mark}. Cambió después.`,
  );
  await expect(dialog(page).getByRole('listitem')).toHaveCount(1);
  await expect(dialog(page).getByText('Lo demás quedó como estaba.')).toBeVisible();
  await showEverywhere(page, (width) => info.outputPath(`stayed-${width}.png`));
  await expectAccessible(page);
  expect(await enabled()).toEqual([true, true, true]);
  expect(await answering()).toEqual([
    ['Carla', undefined],
    ['Ana', 'Beatriz'],
  ]);

  await page.goto('/users');
  const me = page.getByRole('row').filter({ hasText: demoEmail('admin') });
  await me.getByRole('checkbox').check();
  await expect(bar(page).getByRole('button', { name: 'Departamento' })).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Deshabilitar' })).toHaveCount(0);
});

test('whoever cannot be disabled keeps what they answer for', async ({ page }) => {
  const { _id } = await admin.call('calendarCreate', {
    body: {
      name: `Calendario ${mark}`,
      obligations: [
        {
          ...{ title: 'Cotizaciones', recurrence: 'FREQ=MONTHLY;BYMONTHDAY=13', startsOn: '2026-12-01' },
          ...{ minCount: 0, responsible: people.Ana },
        },
      ],
    },
  });
  await check(page, 'Ana').check();
  await refuse(page, `**/users/${people.Ana}/disable`, 409, 'conflict');
  await bar(page).getByRole('button', { name: 'Deshabilitar' }).click();
  await dialog(page).getByRole('button', { name: 'Deshabilitar' }).click();
  await expect(dialog(page).getByText('No se pudo con 1')).toBeVisible();
  const { obligations } = await admin.call('calendarGet', { params: { id: _id } });
  expect(obligations[0]?.responsible?._id).toBe(people.Ana);
});

test('whom a filter hides is not changed', async ({ page }) => {
  await check(page, 'Ana').check();
  await check(page, 'Beatriz').check();
  await page.getByLabel('Buscar por nombre, correo o RUT').fill(`Ana ${mark}`);
  await expect(check(page, 'Beatriz')).toHaveCount(0);
  await expect(bar(page)).toContainText('1 persona elegida');
  await page.getByLabel('Buscar por nombre, correo o RUT').fill(mark);
  await expect(check(page, 'Beatriz')).not.toBeChecked();
  await expect(check(page, 'Ana')).toBeChecked();
});

test('all of a long list are selected at once, those too that were not loaded yet', async ({ page }) => {
  const many = `Larga${randomUUID().slice(0, 6)}`;
  for (let at = 0; at < 103; at += 1)
    await admin.call('userCreate', {
      body: {
        firstname: at === 50 ? 'Única' : `Persona ${at}`,
        lastname: many,
        email: `${randomUUID()}@legajo.test`,
      },
    });
  await page.goto(`/users?text=${many}`);
  await page.getByRole('columnheader').getByRole('checkbox').check();
  await bar(page).getByRole('button', { name: 'Elegir a las 103' }).click();
  await expect(bar(page)).toContainText('103 personas elegidas');
  await expect(bar(page).getByRole('button', { name: 'Elegir a las' })).toHaveCount(0);
  await page.getByLabel('Buscar por nombre, correo o RUT').fill(`Única ${many}`);
  await expect(bar(page)).toContainText('1 persona elegida');
});

test('the browser asks before a run is cut off, and leaving the screen leaves the rest undone', async ({
  page,
}) => {
  // So that the step forward is one within the page.
  await page.getByRole('navigation').getByRole('link', { name: 'Panel' }).click();
  await expect(page).toHaveURL(/dashboard/);
  await page.goBack();
  for (const name of NAMES) await check(page, name).check();
  const asksToLeave = () =>
    page.evaluate(() => {
      const leaving = new Event('beforeunload', { cancelable: true });
      dispatchEvent(leaving);
      return leaving.defaultPrevented;
    });
  expect(await asksToLeave()).toBe(false);
  const release = await hold(page, '**/api/users/*');
  await bar(page).getByRole('button', { name: 'Bibliotecas' }).click();
  await dialog(page).getByRole('combobox', { name: 'Agregar biblioteca' }).click();
  await page.getByRole('option', { name: 'Calidad' }).click();
  await dialog(page).getByRole('button', { name: 'Cambiar bibliotecas' }).click();
  await expect(dialog(page).getByRole('status')).toHaveText('0 de 3');
  expect(await asksToLeave()).toBe(true);
  await page.goForward();
  await expect(page).toHaveURL(/dashboard/);
  await expect(dialog(page)).toHaveCount(0);
  const changed = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await release();
  // She was being changed; nobody after her is.
  expect((await changed).status()).toBe(200);
  await page.waitForLoadState('networkidle');
  expect(await Promise.all(NAMES.map(rolesOf))).toEqual([{ Calidad: [] }, {}, {}]);
});

test('an archived library is given to nobody', async ({ page }) => {
  const { _id } = await admin.call('groupCreate', { body: { name: `Archivada ${mark}`, members: [] } });
  await admin.call('groupArchive', { params: { id: _id } });
  await check(page, 'Ana').check();
  await bar(page).getByRole('button', { name: 'Bibliotecas' }).click();
  await dialog(page).getByRole('combobox', { name: 'Agregar biblioteca' }).click();
  await expect(page.getByRole('option', { name: 'Calidad' })).toBeVisible();
  await expect(page.getByRole('option', { name: `Archivada ${mark}` })).toHaveCount(0);
});
