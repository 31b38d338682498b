import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { hold } from '../../fixtures/answers.ts';
import { type Api, demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import { addVersion, uploadFile } from '../../fixtures/upload.ts';

/** A file as the next version of a document: what is said of it, and when nothing is loaded. */

const text = (content: string, name = 'Programa.txt') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

/** A document of Calidad with one version, open in the page. */
async function openDocument(page: Page, url: string, title: string) {
  const api = await signInApi(url, demoEmail('autora'));
  const libraries = await api.call('groupsByMember', {});
  const group = libraries.find(({ name }) => name === 'Calidad')?._id ?? '';
  const id = await uploadFile(url, api, { group, title, name: 'Programa.txt', bytes: Buffer.from('uno') });
  await startSession(page, 'autora');
  await page.goto(`/records/view/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  return { api, id };
}

const versionsOf = (api: Api, id: string) => api.call('versionsByRecord', { params: { id } });
/** The messages on the screen, without those that were closed and are still leaving. */
const toasts = (page: Page) => page.locator('.mantine-Notification-root');

/** Presses a button and gives its file dialog a file. */
async function load(page: Page, press: () => Promise<void>, file: ReturnType<typeof text>): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press()]);
  await chooser.setFiles(file);
}

const fromMenu = (page: Page) => async (): Promise<void> => {
  await page.getByRole('button', { name: 'Acciones', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cargar nueva versión' }).click();
};
const tabButton = (page: Page) => page.getByRole('button', { name: 'Cargar nueva versión' });
const tab = (page: Page) => page.getByRole('tab', { name: /^Versiones/ });

/** Drags files over the middle of the page, as the system does. @returns what drops them */
async function drag(page: Page, files: readonly string[]): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data });
  await send('dragEnter');
  await send('dragOver');
  return async () => {
    await send('dragOver');
    await send('drop');
    await session.detach();
  };
}

test('who loses a race for the next version reads the number of their own, and that it is in conflict', async ({
  page,
  server,
}, info) => {
  const { api, id } = await openDocument(page, server.url, 'Programa en carrera');
  const admin = await signInApi(server.url, demoEmail('admin'));
  const base = (await versionsOf(api, id))[0]?._id ?? '';
  const release = await hold(page, '**/api/docs/confirm');
  const sending = page.waitForRequest('**/api/docs/confirm');
  await load(page, fromMenu(page), text('lo mío'));
  await sending;
  await addVersion(server.url, admin, {
    record: id,
    base,
    name: 'Programa.txt',
    bytes: Buffer.from('lo suyo'),
  });
  await release();
  const told = toasts(page).filter({ hasText: 'Tu archivo quedó como versión 3, en conflicto:' });
  await expect(told).toContainText('cargó la versión 2 mientras tanto. Elige en Versiones cuál rige.');
  await expect(page.getByText('Solicita su revisión.')).toHaveCount(0);
  await expect(page.getByText('Versión 2 cargada.')).toHaveCount(0);
  await page.screenshot({ path: info.outputPath('conflict.png') });
  expect(await versionsOf(api, id)).toMatchObject([
    { number: 3, conflict: true },
    { number: 2, current: true },
    { number: 1 },
  ]);
});

test('the current version’s own file loads nothing, whichever way it comes, and withdraws no request', async ({
  page,
  server,
}, info) => {
  const { api, id } = await openDocument(page, server.url, 'Programa repetido');
  const { currentVersion, rev } = await api.call('recordById', { params: { id } });
  const version = currentVersion?._id ?? '';
  await api.call('reviewCreate', { body: { record: id, version, state: 5, comment: '', rev } });
  await page.reload();
  const same = text('uno', 'Con otro nombre.txt');
  const said = page.getByText('Este archivo es igual a la versión 1: no se cargó nada.');

  await test.step('from the menu, the tab, and a drop', async () => {
    await load(page, fromMenu(page), same);
    await expect(said).toBeVisible();
    await page.screenshot({ path: info.outputPath('same.png') });
    await tab(page).click();
    await load(page, () => tabButton(page).click(), same);
    await expect(said).toHaveCount(2);
    await expect(tabButton(page)).toBeFocused();
    const folder = await mkdtemp(join(tmpdir(), 'legajo-same-'));
    const path = join(folder, 'Programa.txt');
    await writeFile(path, 'uno');
    const drop = await drag(page, [path]);
    await expect(page.getByText('Suelta el archivo para cargar la versión 2')).toBeVisible();
    await drop();
    await expect(said.last()).toBeVisible();
    await expect(tabButton(page)).toBeEnabled();
    await rm(folder, { recursive: true });
  });

  await test.step('with a review, which is not sent without its person’s leave', async () => {
    await page.goto(`/records/view/${id}?panel=review`);
    await page.locator('form input[type="file"]').setInputFiles(same);
    await page.getByRole('button', { name: 'Guardar revisión' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Este archivo es igual a la versión 1.' }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Guardar revisión' })).toBeDisabled();
    await page.screenshot({ path: info.outputPath('same-review.png') });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Quitar el archivo' }).click();
    await expect(page.getByText('Este archivo es igual a la versión 1.')).toHaveCount(0);
  });
  expect(await versionsOf(api, id)).toHaveLength(1);
  expect(await api.call('recordById', { params: { id } })).toMatchObject({ state: 5 });

  await test.step('another file withdraws the request, and says so', async () => {
    await page.goto(`/records/view/${id}?panel=versions`);
    await load(page, () => tabButton(page).click(), text('dos'));
    await expect(
      page.getByText(
        'Versión 2 cargada. La revisión pendiente de la versión 1 se retiró. Solicita la revisión de esta versión.',
      ),
    ).toBeVisible();
    await page.screenshot({ path: info.outputPath('withdrew.png') });
    await expect(tabButton(page)).toBeFocused();
  });
});

test('two files that are dropped are refused, and neither is loaded', async ({ page, server }, info) => {
  const { api, id } = await openDocument(page, server.url, 'Programa doble');
  const folder = await mkdtemp(join(tmpdir(), 'legajo-two-'));
  const paths = ['dos.txt', 'tres.txt'].map((name) => join(folder, name));
  for (const path of paths) await writeFile(path, path);
  const drop = await drag(page, paths);
  const overlay = page.getByText('Una versión es un solo archivo.');
  await expect(overlay).toBeVisible();
  await expect(page.getByText('Suelta el archivo para cargar')).toHaveCount(0);
  await page.screenshot({ path: info.outputPath('two.png') });
  await drop();
  await expect(toasts(page).filter({ hasText: 'Una versión es un solo archivo.' })).toBeVisible();
  // One that is dropped afterwards is the next version: the first of the two is not.
  const [, last = ''] = paths;
  const alone = await drag(page, [last]);
  await expect(page.getByText('Suelta el archivo para cargar la versión 2')).toBeVisible();
  await alone();
  await expect(page.getByText('Versión 2 cargada. Solicita su revisión.')).toBeVisible();
  expect(await versionsOf(api, id)).toMatchObject([{ name: 'tres.txt', number: 2 }, { number: 1 }]);
  await rm(folder, { recursive: true });
});

test('a file that is refused for its content is told once, and leaves no version behind', async ({
  page,
  server,
}, info) => {
  const { api, id } = await openDocument(page, server.url, 'Programa dudoso');
  await tab(page).click();
  await expect(tabButton(page)).toBeVisible();
  const givenUp = page.waitForResponse('**/api/docs/versions/errored');
  await load(page, () => tabButton(page).click(), {
    ...text('MZ\u0090\u0000 no es un PDF', 'Programa.pdf'),
    mimeType: 'application/pdf',
  });
  await expect(toasts(page).filter({ hasText: 'No se pudo cargar la versión' })).toBeVisible();
  await givenUp;
  // Both messages that there once were stood at this moment.
  expect(await toasts(page).allTextContents()).toHaveLength(1);
  await expect(page.getByText('Carga con error')).toHaveCount(0);
  await expect(tab(page)).toHaveText(/^Versiones\s*1$/);
  await expect(tabButton(page)).toBeFocused();
  await page.screenshot({ path: info.outputPath('refused.png') });
  expect(await versionsOf(api, id)).toHaveLength(1);
});

test('a file that edits a version which a colleague replaced stands beside theirs, in conflict', async ({
  page,
  server,
}) => {
  const { api, id } = await openDocument(page, server.url, 'Programa reemplazado');
  const admin = await signInApi(server.url, demoEmail('admin'));
  const first = (await versionsOf(api, id))[0]?._id ?? '';
  const theirs = { record: id, base: first, name: 'Programa.txt', bytes: Buffer.from('lo suyo') };
  const told = toasts(page).filter({ hasText: 'en conflicto:' });

  await test.step('one that nobody has told the page of yet: nothing is said to be kept that is not', async () => {
    const release = await hold(page, '**/api/docs/versions');
    const sending = page.waitForRequest('**/api/docs/versions');
    await load(page, fromMenu(page), text('lo mío'));
    await sending;
    await addVersion(server.url, admin, theirs);
    await release();
    await expect(told).toContainText('Tu archivo quedó como versión 3, en conflicto:');
    expect(await versionsOf(api, id)).toMatchObject([
      { number: 3, conflict: true, base: first },
      { number: 2, current: true },
      { number: 1 },
    ]);
    await told.getByRole('button').click();
  });

  await test.step('one that the page announces, and its person has not opened', async () => {
    await expect(page.getByText('Alguien cargó la versión 2 mientras veías la 1.')).toBeVisible();
    await load(page, fromMenu(page), text('lo mío, otra vez'));
    await expect(told).toContainText('Tu archivo quedó como versión 4, en conflicto:');
    expect(await versionsOf(api, id)).toMatchObject([{ number: 4, conflict: true, base: first }, {}, {}, {}]);
    await told.getByRole('button').click();
  });

  await test.step('opened, it is what one edits; and one’s own is, too', async () => {
    await page.getByRole('button', { name: 'Ver la versión 2' }).click();
    await load(page, fromMenu(page), text('sobre lo suyo'));
    await expect(page.getByText('Versión 5 cargada.', { exact: false })).toBeVisible();
    await load(page, fromMenu(page), text('sobre lo mío'));
    await expect(page.getByText('Versión 6 cargada.', { exact: false })).toBeVisible();
    await expect(told).toHaveCount(0);
    expect((await versionsOf(api, id))[0]).toMatchObject({ number: 6, conflict: false, current: true });
  });
});

test('the file of a review edits the version before which it was chosen', async ({ page, server }) => {
  const { api, id } = await openDocument(page, server.url, 'Programa en revisión');
  const admin = await signInApi(server.url, demoEmail('admin'));
  const first = (await versionsOf(api, id))[0]?._id ?? '';
  await page.goto(`/records/view/${id}?panel=review`);
  await page.locator('form input[type="file"]').setInputFiles(text('lo mío'));
  await addVersion(server.url, admin, {
    ...{ record: id, base: first, name: 'Programa.txt' },
    bytes: Buffer.from('lo suyo'),
  });
  await expect(page.getByText(/Llegó la versión 2/)).toBeVisible();
  await page.getByRole('button', { name: 'Guardar revisión' }).click();
  await expect(
    toasts(page).filter({ hasText: 'Tu archivo quedó como versión 3, en conflicto:' }),
  ).toBeVisible();
  expect((await versionsOf(api, id))[0]).toMatchObject({ conflict: true, base: first });
});

test('a key that was on its way when another version came decides nothing', async ({ page, server }) => {
  const { api, id } = await openDocument(page, server.url, 'Programa bajo la mano');
  const admin = await signInApi(server.url, demoEmail('admin'));
  const first = (await versionsOf(api, id))[0]?._id ?? '';
  await startSession(page, 'admin');
  await page.goto(`/records/view/${id}?panel=review`);
  const states = page.getByRole('group', { name: 'Estado' });
  const chosen = states.getByRole('radio', { checked: true });
  await states.getByRole('radio').first().focus();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await addVersion(server.url, admin, {
    ...{ record: id, base: first, name: 'Programa.txt' },
    bytes: Buffer.from('lo suyo'),
  });
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(page.getByText(/Llegó la versión 2/)).toBeVisible({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('1');
  await page.clock.runFor(1000);
  await page.keyboard.press('1');
  await expect(chosen).toHaveCount(0);
  await page.clock.runFor(1000);
  await page.keyboard.press('1');
  await expect(chosen).toHaveCount(1);
});
