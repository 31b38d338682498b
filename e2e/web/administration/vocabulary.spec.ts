import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { typeAtOnce } from '../../fixtures/at-once.ts';
import { signInAs, startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/** What an admin manages for the whole organization: labels, profile and settings. */

const node = (page: Page, name: string): Locator =>
  page.getByRole('treeitem', { name: new RegExp(`^${name},`) });

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover();
  await page.mouse.down();
  const box = await to.boundingBox();
  if (!box) throw new Error('it is not there');
  await page.mouse.move(box.x + 60, box.y + 10);
  await page.mouse.move(box.x + 64, box.y + 14, { steps: 3 });
  await expect(to).toHaveAttribute('data-over', 'true');
  await page.mouse.up();
}

test('labels: created, moved by drag and by keyboard, merged, and deleted with a replacement', async ({
  page,
  server,
}) => {
  const api = await signInApi(server.url, demoEmail('admin'));
  const mark = randomUUID().slice(0, 6);
  const name = (what: string) => `${what} ${mark}`;
  const make = (what: string) => api.call('labelCreate', { body: { name: name(what) } });
  const levelOf = (what: string) => node(page, name(what)).getAttribute('aria-level');
  for (const what of ['Aa', 'Bb', 'Cc']) await make(what);
  await signInAs(page, 'admin');

  await test.step('a new one, with a sign that is found by a word and chosen by arrows', async () => {
    await page.goto('/labels');
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('link', { name: 'Nueva etiqueta' }).click();
    await page.getByRole('button', { name: 'Crear etiqueta' }).click();
    await expect(page.getByText('Escribe algo aquí.')).toBeVisible();
    await page.getByLabel('Nombre').fill(name('Dd'));
    await page.getByLabel('Buscar un ícono').fill('grua');
    await page.getByRole('radio', { name: 'Grúa' }).click();
    await page.getByLabel('Buscar un ícono').fill('');
    await page.getByRole('radio', { name: 'Grúa' }).press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Maquinaria' })).toBeChecked();
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Crear etiqueta' }).click();
    await expect(node(page, name('Dd'))).toBeVisible();
  });

  await test.step('dragged below another one, and out of it again by the keyboard alone', async () => {
    await page.getByLabel('Buscar una etiqueta').fill(mark);
    await drag(page, node(page, name('Bb')), node(page, name('Aa')));
    await expect.poll(() => levelOf('Bb')).toBe('2');
    await node(page, name('Aa')).focus();
    await page.keyboard.press('ArrowDown');
    await expect(node(page, name('Bb'))).toBeFocused();
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog');
    await typeAtOnce(dialog.getByLabel('Dentro de'), 'Primer nivel');
    await dialog.getByRole('button', { name: 'Mover' }).click();
    await expect.poll(() => levelOf('Bb')).toBe('1');
  });

  await test.step('merged into another one: its documents carry that one', async () => {
    const labels = await api.call('labelsManaged', {});
    const [aa, bb] = ['Aa', 'Bb'].map((what) => labels.find((each) => each.name === name(what))?._id ?? '');
    const library = (await api.call('groupsByMember', {}))[0]?._id ?? '';
    await api.call('folderCreate', {
      body: { group: library, name: name('Carpeta'), defaultLabels: [aa ?? ''] },
    });
    await node(page, name('Aa')).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Unir con otra…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Unir' }).click();
    await expect(dialog.getByText('Elige la etiqueta que queda en su lugar.')).toBeVisible();
    await dialog.getByLabel('Etiqueta que queda').fill(name('Bb'));
    await page.getByRole('option', { name: name('Bb') }).click();
    await expect(
      dialog.getByText(`Los documentos nuevos parten con ella en ${name('Carpeta')}.`),
    ).toBeVisible();
    await expectGoodLooks(page, '[role=dialog]');
    await page.setViewportSize({ width: 1280, height: 900 });
    await dialog.getByRole('button', { name: 'Unir' }).click();
    await expect(node(page, name('Aa'))).toHaveCount(0);
    const folders = await api.call('foldersByGroup', { params: { group: library } });
    expect(folders.find((each) => each.name === name('Carpeta'))?.defaultLabels).toEqual([bb]);
  });

  await test.step('deleted from its own page, with one in its place', async () => {
    await node(page, name('Bb')).click();
    await expect(page.getByRole('heading', { name: name('Bb') })).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Eliminar…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Etiqueta que queda en su lugar').fill(name('Cc'));
    const chosen = dialog.getByLabel('Etiqueta que queda en su lugar');
    await page.getByRole('option', { name: name('Cc') }).click();
    await expect(chosen).toHaveValue(name('Cc'));
    // Chosen once more, it stays.
    await chosen.click();
    await page.getByRole('option', { name: name('Cc') }).click();
    await expect(chosen).toHaveValue(name('Cc'));
    await dialog.getByRole('button', { name: 'Eliminar' }).click();
    await expect(page.getByRole('heading', { name: 'Etiquetas', level: 1 })).toBeVisible();
    await expect(node(page, name('Cc'))).toBeVisible();
    await expect(node(page, name('Bb'))).toHaveCount(0);
  });
});

test('the organization’s data and what it works by, and nobody else’s business', async ({ page, server }) => {
  await signInAs(page, 'admin');

  await test.step('the profile: a RUT that is right, and a picture that is one', async () => {
    await page.goto('/organizations/profile');
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByLabel('RUT').fill('76.412.905-1');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('El RUT no es válido: revisa el dígito verificador.')).toBeVisible();
    await page.getByLabel('Teléfono').fill('+56 2 2345 6789');
    await page.getByLabel('RUT').fill('764129059');
    await page.getByLabel('RUT').blur();
    await expect(page.getByLabel('RUT')).toHaveValue('76.412.905-9');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('Los datos quedaron guardados.')).toBeVisible();
    const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });
    const chosen = page.locator('[data-tour=organization-logo] input[type=file]');
    await chosen.setInputFiles(file('logo.png', 'image/png', Buffer.from('<svg onload="alert(1)"/>')));
    await expect(page.getByText('Elige una imagen PNG, JPEG o WebP.')).toBeVisible();
    const png = await page.screenshot({ clip: { x: 0, y: 0, width: 120, height: 60 } });
    await chosen.setInputFiles(file('logo.png', 'image/png', png));
    await expect(page.getByAltText(/^Logo de/)).toBeVisible();
    await expect(page.getByRole('banner').locator('img')).toBeVisible();
  });

  await test.step('settings: each section by itself, and what is wrong at its field', async () => {
    await page.goto('/settings');
    const kinds = page.getByRole('group', { name: 'Tipos de archivo que se aceptan' });
    await expect(kinds).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    const limits = page.getByRole('form', { name: 'Cargas' });
    await limits.getByLabel('Tamaño máximo de un archivo').fill('99999');
    await limits.getByRole('button', { name: 'Guardar' }).click();
    await expect(limits.getByText(/^Escribe entre 1 y/)).toBeVisible();
    await limits.getByLabel('Tamaño máximo de un archivo').fill('500');
    await kinds.getByLabel('Video').uncheck();
    await limits.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('Configuración guardada.').first()).toBeVisible();

    const holidays = page.getByRole('form', { name: 'Feriados' });
    await holidays.getByLabel('Se trabaja en Navidad').check();
    await holidays.getByRole('button', { name: 'Agregar' }).click();
    await expect(holidays.getByText('Elige un día.')).toBeVisible();
    await holidays.getByRole('button', { name: 'Guardar' }).click();
    await expect(holidays.getByRole('button', { name: 'Guardar' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Agregar tipo' }).click();
    const dialog = page.getByRole('dialog');
    const api = await signInApi(server.url, demoEmail('admin'));
    const taken = (await api.call('typesManaged', {}))[0]?.code ?? '';
    await dialog.getByLabel('Nombre').fill('Ficha técnica de prueba');
    await dialog.getByLabel('Código').fill(taken);
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog.getByText('Ese código ya es de otro tipo de documento.')).toBeVisible();
    await dialog.getByLabel('Código').fill('FT-1');
    // How long it keeps its documents, shown as a sentence before it is saved.
    await dialog.getByText('Por un plazo').click();
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog.getByText('Indica por cuántos años o meses se conserva.')).toBeVisible();
    await dialog.getByLabel('Años', { exact: true }).fill('6');
    await dialog.getByLabel('Meses', { exact: true }).fill('3');
    await dialog.getByRole('combobox', { name: 'Se cuenta desde' }).click();
    await page.getByRole('option', { name: 'Su fecha de emisión' }).click();
    await expect(
      dialog.getByText('Cada documento se conserva 6 años y 3 meses desde su emisión.'),
    ).toBeVisible();
    await expectGoodLooks(page, '[role=dialog]');
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Ficha técnica de prueba' })).toContainText(
      'se conserva 6 años y 3 meses desde su emisión',
    );

    await page.getByRole('button', { name: 'Enviarme un correo de prueba' }).click();
    await expect(page.getByText(/no llega a nadie/)).toBeVisible();
    const now = await api.call('settings', {});
    expect(now.limits).toMatchObject({ uploadLimit: 500 * 1024 ** 2 });
    expect(now.limits.fileKinds).not.toContain('video');
    expect(now.holidays.removed).toHaveLength(1);
  });

  await test.step('who is no admin finds no such pages, and is refused by the API', async () => {
    await startSession(page, 'gestora');
    for (const path of ['/settings', '/labels', '/organizations/profile']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible();
    }
    const manager = await signInApi(server.url, demoEmail('gestora'));
    for (const call of ['settings', 'labelsManaged', 'organizationProfile', 'system'] as const)
      await expect(manager.call(call, {} as never)).rejects.toThrow('403');
  });
});
