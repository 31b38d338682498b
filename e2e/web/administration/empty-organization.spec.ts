import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../fixtures/axe.ts';
import { beginEmpty } from '../../fixtures/demo.ts';
import { admin, createOrganization } from '../../fixtures/organization.ts';
import { type RunningServer, startServer } from '../../fixtures/server.ts';
import { choose, confirmation, create, dialog, give, next, openWizard, pdf } from '../../fixtures/wizard.ts';

/** An organization without a library, for its only person, who administers it: nobody is there to be asked. */

test.describe.configure({ mode: 'serial' });

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer(await beginEmpty());
  await createOrganization(server);
});
test.afterAll(() => server.stop());

const REASON =
  'No tienes permiso para cargar en ninguna biblioteca. Crea una o dátelo en Administración, Bibliotecas.';
const main = (page: Page) => page.getByRole('main');
const upload = (page: Page) => page.getByRole('navigation').getByRole('button', { name: 'Cargar Documento' });
const first = (page: Page) => main(page).getByRole('link', { name: 'Crear la primera biblioteca' });

async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await page.getByLabel('Correo').fill(admin.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  // Until it is known that there is no library, everybody may open the wizard.
  await expect(upload(page)).toHaveAttribute('aria-disabled', 'true');
}

for (const [name, path] of [
  ['the dashboard', '/dashboard'],
  ['the index of libraries', '/records/search'],
  ['a search', '/records/search?text=acta'],
] as const) {
  test(`${name} offers to make the first library`, async ({ page }, info) => {
    await signIn(page, path);
    await expect(first(page)).toHaveAttribute('href', '/groups/create');
    await expect(main(page)).not.toContainText(/Píd(e|elo) a quien|Pídele|quita un filtro/);
    for (const [width, colorScheme] of [
      [390, 'light'],
      [390, 'dark'],
      [1280, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 820 });
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.screenshot({
        path: info.outputPath(`${name.replaceAll(' ', '-')}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
    }
  });
}

test('keys and the menu say why nothing can be uploaded', async ({ page }) => {
  await signIn(page, '/notifications');
  const said = page.getByRole('alert').filter({ hasText: REASON });
  await page.keyboard.press('c');
  await expect(said).toBeVisible();
  await page.keyboard.press('c');
  await page.keyboard.press('n');
  await expect(said).toHaveCount(1);
  await said.getByRole('button', { name: 'Cerrar' }).click();
  await expect(said).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(said).toBeVisible();
  await said.getByRole('button', { name: 'Cerrar' }).click();
  await expect(said).toHaveCount(0);
  // Playwright clicks nothing that says it is disabled; people do.
  await upload(page).click({ force: true });
  await expect(said).toBeVisible();
});

test('no screen sends its only admin to somebody else', async ({ page }, info) => {
  await signIn(page, '/dashboard');
  for (const path of [
    '/notifications',
    '/calendars',
    '/calendars/report',
    '/records/search?view=open',
    '/settings',
    '/settings/start',
    '/settings/start?set=construction',
    '/users',
    '/groups',
    '/organizations/departments',
    '/labels',
    '/organizations/profile',
    '/bin',
    '/audit',
    '/profile',
    '/sync',
  ]) {
    await page.goto(`${server.url}${path}`);
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
    await expect(main(page).locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(main(page)).not.toContainText(/Píd(e|elo) a quien|Pídele|quita un filtro/);
    await page.screenshot({ path: info.outputPath(`${path.replaceAll(/\W/g, '_')}.png`) });
  }
});

test('where libraries are and none is theirs, they are led to them', async ({ page, request }) => {
  const tokens = await request.post(`${server.url}/api/auth/sign-in`, { data: admin });
  const { idToken } = await tokens.json();
  const made = await request.post(`${server.url}/api/groups`, {
    headers: { authorization: `Bearer ${idToken}`, 'idempotency-key': crypto.randomUUID() },
    data: { name: 'Calidad', description: '', department: null, defaultLabels: [], members: [] },
  });
  expect(made.status()).toBe(201);
  await signIn(page, '/records/search');
  await main(page).getByRole('link', { name: 'Ver bibliotecas' }).click();
  await expect(page).toHaveURL(`${server.url}/groups`);
  await expect(main(page).getByText('Calidad')).toBeVisible();
});

test('the first document makes the first label on its way', async ({ page, request }, info) => {
  const tokens = await request.post(`${server.url}/api/auth/sign-in`, { data: admin });
  const { idToken } = await tokens.json();
  const headers = { authorization: `Bearer ${idToken}` };
  const me = await (await request.get(`${server.url}/api/session`, { headers })).json();
  const made = await request.post(`${server.url}/api/groups`, {
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    data: {
      name: 'Obras',
      description: '',
      department: null,
      defaultLabels: [],
      members: [{ user: me._id, roles: ['upload'] }],
    },
  });
  expect(made.status()).toBe(201);
  await page.goto(`${server.url}/records/search`);
  await page.getByLabel('Correo').fill(admin.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
  await openWizard(page);
  await give(page, pdf('Contrato de arriendo.pdf'));
  await next(page).click();
  await choose(page, 'Grupo', 'Obras');
  await choose(page, 'Estado', 'Borrador');
  await next(page).click();
  await expect(dialog(page).getByRole('note')).toContainText('créala aquí');
  await expect(dialog(page).getByText('Crea la primera etiqueta para continuar')).toBeVisible();
  const search = dialog(page).getByLabel('Buscar etiquetas');
  await expect(search).toBeFocused();
  await expect(search).toHaveAttribute('placeholder', 'Nombre de la primera etiqueta');
  await expectAccessible(page);
  // Two letters are too few for a search, and enough for a name.
  await search.fill('HR');
  await expect(page.getByRole('option', { name: 'Crear la etiqueta «HR»' })).toBeVisible();
  await search.fill('Contrato');
  const option = page.getByRole('option', { name: 'Crear la etiqueta «Contrato»' });
  await expect(option).toHaveAttribute('data-combobox-selected', 'true');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 820 });
    await page.screenshot({ path: info.outputPath(`first-label-${width}.png`) });
  }
  await search.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Quitar Contrato' })).toBeVisible();
  await expect(dialog(page).getByRole('note')).toHaveCount(0);
  await next(page).click();
  await confirmation(page).check();
  await create(page).click();
  await expect(dialog(page).getByText('El documento está en su lugar')).toBeVisible();
});
