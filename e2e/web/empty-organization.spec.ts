import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/axe.ts';
import { beginEmpty } from '../fixtures/demo.ts';
import { admin, createOrganization } from '../fixtures/organization.ts';
import { type RunningServer, startServer } from '../fixtures/server.ts';

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
