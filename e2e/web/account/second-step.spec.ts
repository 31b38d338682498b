import { Secret, TOTP } from 'otpauth';
import { DEMO_PASSWORD, demoEmail, signInApi } from '../../fixtures/api.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expectGoodLooks } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';

/** An organization starts to require a second step: people who are working set it up, and continue. */
const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() });

test('an admin asks it of all; who is at work sets it up, and goes on where they were', async ({
  page,
  browser,
  server,
}) => {
  const elsewhere = await browser.newContext({ baseURL: server.url, locale: 'es-CL' });
  const worker = await elsewhere.newPage();
  await startSession(worker, 'gestora');
  await worker.goto('/profile');
  await worker.getByLabel('Nombre', { exact: true }).fill('Escrito a medias');

  await test.step('who does not have it themselves is told so', async () => {
    await startSession(page, 'admin');
    await page.goto('/settings');
    const section = page.getByRole('form', { name: 'Verificación en dos pasos' });
    await section.getByLabel('Todas las personas').check();
    await section.getByRole('button', { name: 'Guardar' }).click();
    await expect(section.getByText('Activa primero tu propia verificación en dos pasos')).toBeVisible();
    await section.scrollIntoViewIfNeeded();
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    const api = await signInApi(server.url, demoEmail('admin'));
    const { secret } = await api.call('totpSetup', { body: { password: DEMO_PASSWORD } });
    await api.call('totpConfirm', { body: { code: codeOf(secret) } });
    await section.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('Guardado', { exact: false }).first()).toBeVisible();
  });

  await test.step('a person at work is asked to set it up, and is let go', async () => {
    await expect(worker.getByRole('heading', { name: 'Activa la verificación en dos pasos' })).toBeVisible();
    await expect(worker.getByRole('banner')).toBeHidden();
    await expectGoodLooks(worker);
    await worker.getByLabel('Contraseña actual', { exact: true }).fill(DEMO_PASSWORD);
    await worker.getByRole('button', { name: 'Continuar' }).click();
    const secret = (await worker.locator('code').innerText()).replaceAll(' ', '');
    await expectGoodLooks(worker);
    await worker.getByLabel('Código de 6 dígitos').fill(codeOf(secret));
    await worker.getByRole('button', { name: 'Activar' }).click();
    await expect(worker.getByRole('heading', { name: 'Códigos de recuperación' })).toBeVisible();
    await expectGoodLooks(worker);
    await worker.getByRole('button', { name: 'Ya los guardé' }).click();
    await expect(worker.getByLabel('Nombre', { exact: true })).toHaveValue('Escrito a medias');
    await worker.getByRole('button', { name: 'Guardar' }).click();
    await expect(worker.getByRole('banner').getByText('Escrito a medias')).toBeVisible();
  });

  await test.step('who comes later is asked before anything else is shown', async () => {
    const later = await (await browser.newContext({ baseURL: server.url, locale: 'es-CL' })).newPage();
    const refused: string[] = [];
    later.on('response', (answer) => {
      if (answer.status() === 403) refused.push(answer.url());
    });
    await later.goto('/records/search');
    await later.getByLabel('Correo').fill(demoEmail('lectora'));
    await later.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
    await later.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(later.getByRole('heading', { name: 'Activa la verificación en dos pasos' })).toBeVisible();
    expect(refused, 'nothing is asked that would be refused').toEqual([]);
    await later.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(later.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
  });
});
