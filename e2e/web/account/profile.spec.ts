import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { letThrough, refuse } from '../../fixtures/answers.ts';
import { DEMO_PASSWORD, demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { signInAs, signOut } from '../../fixtures/sign-in.ts';
import { expectGoodLooks, tryAgain } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/** The person's own account. */
const PERSON = 'gestora';

const dialog = (page: Page) => page.getByRole('dialog');
const currentPassword = (page: Page) => dialog(page).getByLabel('Contraseña actual', { exact: true });
const sessions = (page: Page) => page.getByRole('list', { name: 'Sesiones abiertas' }).getByRole('listitem');
const enterPassword = async (page: Page): Promise<void> => {
  await page.getByLabel('Correo').fill(demoEmail(PERSON));
  await page.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
};

test('one’s name, two-step sign-in, and an end to sessions elsewhere', async ({ page, browser, server }) => {
  await signInAs(page, PERSON);
  let secret = '';
  let recovery: string[] = [];
  /** The app's code. If this step's code was used, the next one: the server accepts one step of drift. */
  const code = (steps = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

  await test.step('the profile, from the avatar menu; what fails can be tried again', async () => {
    await refuse(page, '**/api/profile/access', 503, 'unavailable');
    await page.getByRole('button', { name: /^Tu perfil/ }).click();
    await page.getByRole('menuitem', { name: 'Tu perfil' }).click();
    await expect(page.getByText('No se pudo cargar tu perfil')).toBeVisible();
    await letThrough(page, '**/api/profile/access');
    await tryAgain(page);
    await expect(sessions(page)).toHaveCount(1);
    await expect(page.getByText(demoEmail(PERSON)).last()).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('a secret address is listed, and ended', async () => {
    const api = await signInApi(server.url, demoEmail(PERSON));
    const { url } = await api.call('calendarFeedCreate', {});
    const made = (await api.call('access', {})).sessions.find(({ current }) => current);
    await api.call('sessionEnd', { params: { id: made?._id ?? '' } });
    await page.reload();
    await expect(page.getByText('Nadie la ha leído.', { exact: false })).toBeVisible();
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect((await page.request.get(url)).status()).toBe(200);
    await page.getByRole('button', { name: 'Terminar', exact: true }).click();
    await expectAccessible(page, { part: '[role="dialog"]' });
    await page.getByRole('dialog').getByRole('button', { name: 'Terminar', exact: true }).click();
    await expect(page.getByText('No tienes ninguna.', { exact: false })).toBeVisible();
    expect((await page.request.get(url)).status()).toBe(404);
    await page.reload();
  });

  await test.step('a name of blanks is refused at its field; another one stands in the top bar', async () => {
    const first = page.getByLabel('Nombre', { exact: true });
    const before = await first.inputValue();
    await first.fill('   ');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('Escribe algo aquí.')).toBeVisible();
    await expect(first).toBeFocused();
    for (const name of ['Ximena', before]) {
      await first.fill(name);
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByRole('banner').getByText(name)).toBeVisible();
    }
  });

  await test.step('two-step sign-in counts once a code has confirmed it', async () => {
    await page.getByRole('button', { name: 'Activar la verificación en dos pasos' }).click();
    await currentPassword(page).fill('no es esta');
    await dialog(page).getByRole('button', { name: 'Continuar' }).click();
    await expect(dialog(page).getByText('La contraseña actual no es correcta.')).toBeVisible();
    await currentPassword(page).fill(DEMO_PASSWORD);
    await dialog(page).getByRole('button', { name: 'Continuar' }).click();
    await expect(dialog(page).getByRole('img', { name: /^Código QR/ })).toBeVisible();
    secret = (await dialog(page).locator('code').innerText()).replaceAll(' ', '');
    await expectGoodLooks(page, '[role="dialog"]');
    await page.setViewportSize({ width: 1280, height: 800 });
    const field = dialog(page).getByLabel('Código de 6 dígitos');
    await field.fill('12a456');
    await dialog(page).getByRole('button', { name: 'Activar' }).click();
    await expect(dialog(page).getByText('El código tiene 6 dígitos.')).toBeVisible();
    const now = code();
    await field.fill(`${now.slice(0, 3)} ${now.slice(3)}`);
    await dialog(page).getByRole('button', { name: 'Activar' }).click();
    const codes = page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    recovery = await codes.allInnerTexts();
    const file = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: 'Descargar' }).click();
    expect((await file).suggestedFilename()).toBe('legajo-codigos-de-recuperacion.txt');
    await dialog(page).getByRole('button', { name: 'Ya los guardé' }).click();
    await expect(page.getByText('Te quedan 10 códigos de recuperación.')).toBeVisible();
  });

  const used = code(1);
  await test.step('sign-in asks for a code; a used one is refused, a recovery code is not', async () => {
    await signOut(page);
    await enterPassword(page);
    await expect(page.getByRole('heading', { name: 'Código de verificación' })).toBeVisible();
    await page.getByLabel('Código de 6 dígitos').fill(used);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page).toHaveURL(/profile|dashboard/);
    await expect(page.getByRole('banner')).toBeVisible();

    await signOut(page);
    await enterPassword(page);
    await page.getByLabel('Código de 6 dígitos').fill(used);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByText(/Ese código ya se usó|El código no es válido/)).toBeVisible();
    await page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel('Código de recuperación').fill(recovery[0] ?? '');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByRole('banner')).toBeVisible();
  });

  await test.step('a browser elsewhere is out as soon as its session is ended here', async () => {
    const elsewhere = await browser.newContext({ baseURL: server.url, locale: 'es-CL' });
    const other = await elsewhere.newPage();
    await other.goto('/');
    await enterPassword(other);
    await other.getByRole('button', { name: 'Usar un código de recuperación' }).click();
    await other.getByLabel('Código de recuperación').fill(recovery[1] ?? '');
    await other.getByRole('button', { name: 'Entrar' }).click();
    await expect(other.getByRole('banner')).toBeVisible();

    await page.goto('/profile');
    await expect(sessions(page)).toHaveCount(2);
    await expect(sessions(page).first()).toContainText('Esta sesión');
    await sessions(page)
      .nth(1)
      .getByRole('button', { name: /^Cerrar la sesión de/ })
      .click();
    await dialog(page).getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(sessions(page)).toHaveCount(1);
    await expect(other.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
    await elsewhere.close();
  });

  await test.step('turned off, the password alone lets in again', async () => {
    await page.getByRole('button', { name: 'Desactivar la verificación en dos pasos' }).click();
    await currentPassword(page).fill(DEMO_PASSWORD);
    await dialog(page)
      .getByLabel('Código de verificación')
      .fill(recovery[2]?.toUpperCase() ?? '');
    await dialog(page).getByRole('button', { name: 'Desactivar' }).click();
    await expect(page.getByText('Desactivada: para entrar basta tu contraseña.')).toBeVisible();
    await signOut(page);
    await enterPassword(page);
    await expect(page.getByRole('banner')).toBeVisible();
  });
});
