import { expect, type Page, test } from '@playwright/test';
import { getPassword } from 'keytar/keytar.js';
import { type Api, signInApi } from '../fixtures/api.ts';
import { inMailTo } from '../fixtures/mail.ts';
import { admin, createOrganization } from '../fixtures/organization.ts';
import { type RunningServer, startServer } from '../fixtures/server.ts';
import { type DesktopPage, launchDesktop, signIn, syncStatus } from './app.ts';
import { filesBelow } from './files-below.ts';

/** First run, sign-in, and where the session is stored: with the system's secret store, and without one. */
let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ DEMO: 'no' });
  await createOrganization(server);
});
test.afterAll(() => server.stop());

const sessionState = (page: Page) =>
  page.evaluate(async () => {
    const answer = await (window as unknown as DesktopPage).legajo.session.state();
    return answer.ok ? answer.value : answer.error;
  });

/** A person who has replaced their temporary password already. */
async function newPerson(api: Api) {
  const email = 'benita@prueba.test';
  const { _id } = await api.call('userCreate', { body: { email, firstname: 'Benita', lastname: 'Araya' } });
  const temporary = await inMailTo(server.dataDir, email, /Contraseña temporal: *(\S+)/);
  const post = async (path: string, body: object): Promise<{ session?: string }> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { session?: string };
  };
  const { session } = await post('/auth/sign-in', { email, password: temporary, client: 'api' });
  const password = 'Una frase propia 9';
  await post('/auth/challenge', { session, newPassword: password });
  return { _id, email, password };
}

/** All text that the app wrote below its home. */
const written = async (folder: string): Promise<string> =>
  (await filesBelow(folder)).map(({ bytes }) => bytes.toString('latin1')).join('\n');

test('first run: address, folder, sign-in; still signed in after a restart; signed out for good', {
  tag: '@desktop-secrets',
}, async () => {
  let desktop = await launchDesktop();
  const { home } = desktop;

  await test.step('an address where Legajo does not answer is refused with the reason', async () => {
    await desktop.page.getByLabel('Dirección del servidor').fill('127.0.0.1:9');
    await desktop.page.getByRole('button', { name: 'Comprobar' }).click();
    await expect(desktop.page.getByText('No se pudo llegar a esa dirección.')).toBeVisible();
  });
  await test.step('the right one is checked, kept, and named by the page’s policy', async () => {
    await desktop.page.getByLabel('Dirección del servidor').fill(new URL(server.url).host);
    await desktop.page.getByRole('button', { name: 'Comprobar' }).click();
    await expect(desktop.page.getByLabel('Dirección del servidor')).toHaveValue(server.url);
    await desktop.page.getByRole('button', { name: 'Conectar' }).click();
    await desktop.page.getByRole('button', { name: 'Usar esta carpeta' }).click();
    const policy = await desktop.page.evaluate(async () =>
      (await fetch('app://legajo/')).headers.get('content-security-policy'),
    );
    expect(policy).toContain(`connect-src 'self' blob: ${server.url} ${server.url.replace('http', 'ws')};`);
  });
  await test.step('the session is kept in the secret store, and nowhere else', async () => {
    await signIn(desktop.page, admin);
    expect(await sessionState(desktop.page)).toEqual({ signedIn: true, kept: 'keyring' });
    const secret = await getPassword('Legajo', server.url);
    expect(secret?.length).toBeGreaterThan(20);
    const files = await written(home);
    expect(files).not.toContain(secret);
    expect(files).not.toContain(admin.password);
    expect(
      await desktop.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
    ).not.toContain(secret);
  });
  await test.step('a second start is signed in, without asking anything', async () => {
    await desktop.close();
    desktop = await launchDesktop({ home });
    await expect(desktop.page).toHaveURL(/\/dashboard$/);
    await expect(desktop.page.getByText('Ana Pérez')).toBeVisible();
  });
  await test.step('signing out forgets the secret', async () => {
    await desktop.page.evaluate(() => (window as unknown as DesktopPage).legajo.session.signOut());
    await expect(desktop.page.getByLabel('Correo')).toBeVisible();
    expect(await getPassword('Legajo', server.url)).toBeNull();
  });
  await desktop.close({ removeHome: true });
});

test('without a secret store the session lives in memory, with a visible notice', {
  tag: '@desktop-secrets',
}, async () => {
  let desktop = await launchDesktop({ server: server.url, withoutKeyring: true });
  const { home } = desktop;
  const folder = desktop.page.getByRole('button', { name: 'Usar esta carpeta' });
  await expect(folder.or(desktop.page.getByLabel('Correo'))).toBeVisible();
  if (await folder.isVisible()) await folder.click();
  await signIn(desktop.page, admin);
  await expect(desktop.page.getByText('Este equipo no tiene un almacén de claves')).toBeVisible();
  expect(await sessionState(desktop.page)).toEqual({ signedIn: true, kept: 'memory' });
  await desktop.close();
  desktop = await launchDesktop({ home, server: server.url, withoutKeyring: true });
  await expect(desktop.page.getByLabel('Correo')).toBeVisible();

  await test.step('who is disabled is out, the window and its engine, within a minute', async () => {
    const api = await signInApi(server.url, admin.email, admin.password);
    const person = await newPerson(api);
    await signIn(desktop.page, person);
    await expect.poll(() => syncStatus(desktop.page)).toBe('online');
    await api.call('userDisable', { params: { id: person._id } });
    await expect(desktop.page.getByLabel('Correo')).toBeVisible();
    // The window is told first.
    await expect.poll(() => sessionState(desktop.page)).toMatchObject({ signedIn: false });
    await expect.poll(() => syncStatus(desktop.page)).toBe('off');
  });
  await desktop.close({ removeHome: true });
});
