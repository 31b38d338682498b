import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks, showEverywhere } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/** Inviting where no mail leaves the server: it is said, and a link takes the mail's place. */

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const mark = randomUUID().slice(0, 8);
const wide = { width: 1280, height: 860 };
const NOTICE = 'El correo no está configurado';
const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
const linkButton = (page: Page, name: string) =>
  page.getByRole('button', { name: `Copiar el enlace de acceso de ${name}` });

test('an admin invites somebody without mail, who comes by the copied link', async ({
  page,
  browser,
  server,
}, info) => {
  const name = `Inés Núñez ${mark}`;
  const email = `ines.${mark}@legajo.test`;
  await startSession(page, 'admin');

  await test.step('it is said where people are invited, and where the settings are', async () => {
    for (const path of ['/settings', '/users', '/users/create']) {
      await page.goto(path);
      await expect(page.getByText(NOTICE)).toBeVisible();
    }
    await page.getByRole('link', { name: 'Ver cómo hacerlo' }).click();
    await expect(page.getByRole('heading', { name: 'Sin correo' })).toBeVisible();
  });

  await test.step('after the invitation there is a link to copy, and no claim of a mail', async () => {
    await page.goto('/users/create');
    await page.getByLabel('Nombres').fill('Inés');
    await page.getByLabel('Apellidos').fill(`Núñez ${mark}`);
    await page.getByLabel('Correo').fill(email);
    await page.getByRole('button', { name: 'Crear cuenta' }).click();
    await expect(page.getByText(`La cuenta de ${name} está lista.`)).toBeVisible();
    await expect(page.getByText('Invitación enviada')).toHaveCount(0);
    await showEverywhere(page, (at) => info.outputPath(`created-${at}.png`));
    await page.setViewportSize(wide);
    await page.getByRole('button', { name: 'Copiar enlace de acceso' }).click();
    await expect(page.getByText(`Enlace de acceso de ${name} copiado.`)).toBeVisible();
  });
  const first = await copied(page);

  await test.step('from the list too, which ends the one before', async () => {
    await page.getByRole('link', { name: 'Ver las personas' }).click();
    await expect(linkButton(page, name)).toBeVisible();
    await showEverywhere(page, (at) => info.outputPath(`list-${at}.png`));
    await page.setViewportSize(wide);
    await linkButton(page, name).click();
    await expect.poll(() => copied(page)).not.toBe(first);
  });
  const second = await copied(page);

  const theirs = await browser.newPage({ baseURL: server.url, locale: 'es-CL', reducedMotion: 'reduce' });
  await test.step('the older link is over, the newer one welcomes them', async () => {
    await theirs.goto(first);
    await expect(theirs.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible();
    await expectGoodLooks(theirs);
    await theirs.goto('about:blank');
    await theirs.goto(second);
    await expect(theirs.getByRole('heading', { name: 'Te damos la bienvenida' })).toBeVisible();
    await expect(theirs.getByText(/te invita a Legajo, donde están los documentos de /)).toBeVisible();
    // The secret is not left in the address.
    await expect(theirs).toHaveURL(/\/password$/);
    await showEverywhere(theirs, (at) => info.outputPath(`welcome-${at}.png`));
    await theirs.getByLabel('Contraseña nueva').fill('Una frase propia 7');
    await theirs.getByRole('button', { name: 'Guardar contraseña' }).click();
    await expect(theirs.getByText('Tu contraseña está lista. Ya puedes iniciar sesión.')).toBeVisible();
    await theirs.getByLabel('Correo').fill(email);
    await theirs.getByLabel('Contraseña', { exact: true }).fill('Una frase propia 7');
    await theirs.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(theirs.getByRole('heading', { level: 1, name: /Inés/ })).toBeVisible();
    await theirs.close();
  });

  await test.step('who has come gets no link any more', async () => {
    await page.reload();
    await expect(page.getByRole('row').filter({ hasText: email })).toBeVisible();
    await expect(linkButton(page, name)).toHaveCount(0);
  });
});

test('an import ends with the links of the new people, one by one and as a table', async ({ page }, info) => {
  await startSession(page, 'admin');
  await page.goto('/users');
  await page.getByRole('button', { name: 'Importar' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(NOTICE)).toBeVisible();
  const text = `Nombres;Apellidos;Correo\nLuz;Rojas ${mark};luz.${mark}@legajo.test\nIván;Soto ${mark};ivan.${mark}@legajo.test\n`;
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'personas.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await dialog.getByRole('button', { name: 'Importar 2 personas' }).click();
  const list = dialog.getByRole('list', { name: 'Enlaces de acceso' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await showEverywhere(page, (at) => info.outputPath(`import-${at}.png`));
  await page.setViewportSize(wide);
  await list.getByRole('button', { name: `Copiar el enlace de acceso de Luz Rojas ${mark}` }).click();
  await expect(page.getByText(`Enlace de acceso de Luz Rojas ${mark} copiado.`)).toBeVisible();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Descargar enlaces (CSV)' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^enlaces-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/\/password#access=[\w-]{43}&email=luz/);
  // The table's link is the newer one: the copied one is over.
  expect(lines[1]).not.toContain(await copied(page));
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(dialog).toHaveCount(0);
});

test('where the page may not copy, the link is shown and selected', async ({ page, server }, info) => {
  const api = await signInApi(server.url, demoEmail('admin'));
  const body = { firstname: 'Eva', lastname: `Toro ${mark}`, email: `eva.${mark}@legajo.test` };
  const { _id } = await api.call('userCreate', { body });
  await startSession(page, 'admin');
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined });
    document.execCommand = () => false;
  });
  await page.goto(`/users/edit/${_id}`);
  await page.getByRole('button', { name: 'Copiar enlace de acceso' }).click();
  const field = page.getByRole('dialog').getByRole('textbox');
  await expect(field).toHaveValue(/\/password#access=/);
  await expect(field).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('/password#access=');
  await showEverywhere(page, (at) => info.outputPath(`shown-${at}.png`));
  await expect(page.getByRole('button', { name: 'Reenviar invitación' })).toHaveCount(0);
});

test('where mail leaves, it is said of the mail, and the link is there too', async ({ page }) => {
  await startSession(page, 'admin');
  await page.route('**/api/session', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), mailLeaves: true } });
  });
  await page.goto('/users/create');
  await page.getByLabel('Nombres').fill('Rosa');
  await page.getByLabel('Apellidos').fill(`Vidal ${mark}`);
  await page.getByLabel('Correo').fill(`rosa.${mark}@legajo.test`);
  await expect(page.getByText(NOTICE)).toHaveCount(0);
  await page.getByRole('button', { name: 'Enviar invitación' }).click();
  await expect(page.getByText(`Invitación enviada a rosa.${mark}@legajo.test.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copiar enlace de acceso' })).toBeVisible();
  await page.getByRole('button', { name: 'Invitar a otra persona' }).click();
  await expect(page.getByLabel('Nombres')).toHaveValue('');
});
