import { expect, type Page, test } from '@playwright/test';
import { DEMO_PASSWORD, demoEmail } from '../../fixtures/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../fixtures/axe.ts';
import { copyDemo } from '../../fixtures/demo.ts';
import { type RunningServer, startServer } from '../../fixtures/server.ts';

/** The app as a browser keeps it: it opens without a connection, and takes what other apps share. */
test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

const signIn = async (page: Page): Promise<void> => {
  await page.getByLabel('Correo').fill(demoEmail('autora'));
  await page.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
};

/** As the system does when its person shares files with the installed app. */
const share = (page: Page, ...names: string[]): Promise<void> =>
  page.evaluate((names) => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/share' });
    form.enctype = 'multipart/form-data';
    const input = Object.assign(document.createElement('input'), {
      type: 'file',
      name: 'files',
      multiple: true,
    });
    const given = new DataTransfer();
    for (const name of names) given.items.add(new File([`texto de ${name}`], name, { type: 'text/plain' }));
    input.files = given.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, names);

test('opens without a connection, and goes on when that is back; what is shared opens the wizard', async ({
  page,
}) => {
  const data = await copyDemo();
  let server: RunningServer = await startServer(data);
  const { port } = new URL(server.url);
  await page.goto(server.url);
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Tus pendientes' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  // From here on it passes through the worker, and is kept.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Tus pendientes' })).toBeVisible();

  await test.step('without a connection', async () => {
    await server.stop({ keepData: true });
    await page.goto(`${server.url}/records/search`);
    const heading = page.getByRole('heading', { name: 'Sin conexión' });
    await expect(heading).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: test.info().outputPath('offline.png') });
    server = await startServer({ ...data, PORT: port });
    // Without a press: the page asks again by itself.
    await expect(heading).toBeHidden();
    await expect(page.getByRole('button', { name: 'Cargas' })).toBeVisible();
    await expect(page).toHaveURL(/\/records\/search$/);
  });

  const wizard = page.getByRole('dialog', { name: 'Cargar Documento' });
  await test.step('what another app shares', async () => {
    await share(page, 'Guía de despacho ñ.txt', 'Acta.txt');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(wizard.getByRole('listitem')).toHaveCount(2);
    await expect(wizard.getByText('Guía de despacho ñ.txt')).toBeVisible();
    // Once: who reloads has decided against it.
    page.once('dialog', (leave) => void leave.accept());
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Tus pendientes' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cargas' })).toBeVisible();
    await expect(wizard).toHaveCount(0);
  });

  await test.step('what is shared before one signs in', async () => {
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await share(page, 'Oficio.txt');
    await signIn(page);
    await expect(wizard.getByText('Oficio.txt')).toBeVisible();
  });

  await test.step('the page keeps nothing that somebody could read in it', async () => {
    const kept = await page.evaluate(async () => {
      const all: string[] = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) all.push(new URL(url).pathname);
      return all;
    });
    expect(kept.length).toBeGreaterThan(10);
    expect(
      kept.filter(
        (path) => !/^\/(assets\/.*|icons\/.*|start\.js|favicon\.svg|legajo\.webmanifest)?$/.test(path),
      ),
    ).toEqual([]);
  });
  await server.stop();
});
