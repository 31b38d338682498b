import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../fixtures/axe.ts';
import { beginEmpty } from '../../fixtures/demo.ts';
import { inMailTo } from '../../fixtures/mail.ts';
import { firstRunCode } from '../../fixtures/organization.ts';
import { type RunningServer, startServer } from '../../fixtures/server.ts';
import { signOut } from '../../fixtures/sign-in.ts';

/** From an empty installation to a second person with their own password, in this order. */
test.describe.configure({ mode: 'serial' });

const ADMIN = { email: 'ana@andes.test', password: 'Una-frase-larga-1' };
const SECOND = { email: 'benito@andes.test', password: 'Otra-frase-larga-2' };

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer(await beginEmpty());
});
test.afterAll(() => server.stop());

const password = (page: Page) => page.getByLabel('Contraseña', { exact: true });

async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Correo').fill(person.email);
  await password(page).fill(person.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
}

test('an empty installation makes its organization with the code of the console', async ({ page }) => {
  const code = await firstRunCode(server);
  await page.goto(server.url);
  await expect(page.getByRole('heading', { name: 'Crea tu organización' })).toBeVisible();
  await page.getByLabel('Código de la consola').fill('AAAA-AAAA-AAAA');
  await page.getByLabel('Organización').fill('Constructora de prueba');
  await page.getByLabel('Nombre').fill('Ana');
  await page.getByLabel('Apellido').fill('Sepúlveda');
  await page.getByLabel('Correo').fill(ADMIN.email);
  await password(page).fill('corta');
  await page.getByRole('button', { name: 'Crear organización' }).click();
  await expect(page.getByText('Usa al menos 10 caracteres.')).toBeVisible();
  await expect(password(page)).toBeFocused();
  await password(page).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Crear organización' }).click();
  await expect(page.getByText('El código no es válido o ya venció.')).toBeVisible();
  await expect(page.getByLabel('Organización')).toHaveValue('Constructora de prueba');
  await page.getByLabel('Código de la consola').fill(code);
  await page.getByRole('button', { name: 'Crear organización' }).click();
  await expect(
    page.getByText('Organización creada. Inicia sesión con tu correo y la contraseña que acabas de elegir.'),
  ).toBeVisible();
  // No mail came to them.
  await expect(page.getByText('¿Primera vez aquí?')).toHaveCount(0);
});

test('a wrong password is said at the field, and what was typed stays', async ({ page }) => {
  await page.goto(server.url);
  await signIn(page, { ...ADMIN, password: 'no es esta' });
  await expect(page.getByText('El correo o la contraseña no coinciden.')).toBeVisible();
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Correo')).toHaveValue(ADMIN.email);
  await expect(password(page)).toHaveValue('no es esta');
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
});

test('a protected route leads to sign-in and then on to where one was going', {
  tag: '@spec-5.9-session',
}, async ({ page }) => {
  await page.goto(`${server.url}/notifications?type=RECORD.CREATED`);
  await expect(page).toHaveURL(`${server.url}/`);
  await signIn(page, ADMIN);
  await expect(page).toHaveURL(`${server.url}/notifications?type=RECORD.CREATED`);
  await expect(page.getByRole('heading', { name: 'Notificaciones' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Notificaciones' })).toBeVisible();
  await page.goto(server.url);
  await expect(page).toHaveURL(`${server.url}/dashboard`);
});

test('the token lies in no storage that a script can read', async ({ page, context }) => {
  await page.goto(server.url);
  await signIn(page, ADMIN);
  await expect(page).toHaveURL(/dashboard/);
  const stored = await page.evaluate(() =>
    JSON.stringify({ ...localStorage, ...sessionStorage, c: document.cookie }),
  );
  expect(stored).not.toMatch(/eyJ|refresh/);
  const cookies = await context.cookies(`${server.url}/api/auth/refresh`);
  expect(cookies.map(({ name }) => name).sort()).toEqual(['legajo_device', 'legajo_refresh']);
  for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
});

test('signing out ends the session in every tab', async ({ page, context }) => {
  await page.goto(server.url);
  await signIn(page, ADMIN);
  await expect(page).toHaveURL(/dashboard/);
  const other = await context.newPage();
  await other.goto(`${server.url}/notifications`);
  await expect(other.getByRole('heading', { name: 'Notificaciones' })).toBeVisible();
  await signOut(page);
  await expect(other.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
});

test('without an answer the session stays, with "Sin conexión"', {
  tag: '@spec-8.2-signed-out',
}, async ({ page }) => {
  await page.goto(server.url);
  await signIn(page, ADMIN);
  await expect(page).toHaveURL(/dashboard/);
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sin conexión' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page).toHaveURL(/dashboard/);
  await expect(page.getByRole('heading', { level: 1, name: /Ana/ })).toBeVisible();
});

test('a first password is one’s own: the temporary one is asked to be changed', async ({ page, request }) => {
  const tokens = await request.post(`${server.url}/api/auth/sign-in`, { data: ADMIN });
  const { idToken } = await tokens.json();
  const created = await request.post(`${server.url}/api/users`, {
    headers: { authorization: `Bearer ${idToken}`, 'idempotency-key': crypto.randomUUID() },
    data: { email: SECOND.email, firstname: 'Benito', lastname: 'Araya' },
  });
  expect(created.status()).toBe(201);
  const temporary = await inMailTo(
    server.dataDir,
    SECOND.email,
    /(?:clave|contraseña) temporal[^:]*: *(\S+)/i,
  );
  await page.goto(server.url);
  await signIn(page, { email: SECOND.email, password: temporary });
  await expect(page.getByRole('heading', { name: 'Crea tu contraseña' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Contraseña nueva').fill(SECOND.password);
  await page.getByLabel('Repite la contraseña').fill('Otra cosa distinta');
  await expect(page.getByText('Las contraseñas no coinciden.')).toBeVisible();
  await page.getByLabel('Repite la contraseña').fill(SECOND.password);
  await page.getByRole('button', { name: 'Guardar y entrar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Benito/ })).toBeVisible();
});

test('a forgotten password is replaced by a mailed code', async ({ page }) => {
  await page.goto(server.url);
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click();
  // The page that is being left has such a field too.
  await expect(page.getByRole('heading', { name: 'Recupera tu contraseña' })).toBeVisible();
  await page.getByLabel('Correo').fill(SECOND.email);
  await page.getByRole('button', { name: 'Enviar correo' }).click();
  await expect(page.getByRole('heading', { name: 'Crea una contraseña nueva' })).toBeVisible();
  await expectAccessible(page);
  const code = await inMailTo(server.dataDir, SECOND.email, /lo pediste: (\d{6})/);
  await page.getByLabel('Código de 6 dígitos').fill(code === '000000' ? '000001' : '000000');
  await page.getByLabel('Contraseña nueva').fill('Tercera-frase-3');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('El código no es válido o ya venció.')).toBeVisible();
  await page.getByLabel('Código de 6 dígitos').fill(code);
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('Tu contraseña cambió. Ya puedes iniciar sesión.')).toBeVisible();
  await signIn(page, { ...SECOND, password: 'Tercera-frase-3' });
  await expect(page).toHaveURL(/dashboard/);
});

test('a forgotten password is replaced by a mailed link, which works once and does not stay in the address', async ({
  page,
}) => {
  await page.goto(`${server.url}/password`);
  await page.getByLabel('Correo').fill(ADMIN.email);
  await page.getByRole('button', { name: 'Enviar correo' }).click();
  await expect(page.getByRole('heading', { name: 'Crea una contraseña nueva' })).toBeVisible();
  const hash = await inMailTo(server.dataDir, ADMIN.email, /\/password(#\S+)/);
  const link = `${server.url}/password${hash}`;
  const open = async () => {
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByLabel('Contraseña nueva')).toBeFocused();
  };
  await open();
  expect(page.url()).not.toContain('secret');
  await expect(page.getByText(`Para ${ADMIN.email}.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Contraseña nueva').fill('Cuarta-frase-4');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('Tu contraseña cambió. Ya puedes iniciar sesión.')).toBeVisible();

  await open();
  await page.getByLabel('Contraseña nueva').fill('Quinta-frase-5');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pedir otro enlace' }).click();
  await expect(page.getByLabel('Correo')).toHaveValue(ADMIN.email);
  await page.goto(server.url);
  await signIn(page, { ...ADMIN, password: 'Cuarta-frase-4' });
  await expect(page).toHaveURL(/dashboard/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [321, 1600]) {
    test(`sign-in at ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 820 });
      await page.emulateMedia({ colorScheme });
      await page.goto(server.url);
      await expect(page.getByLabel('Correo')).toBeFocused();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
  }
}
