import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type Api, demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { signInAs, startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadDocument } from '../../fixtures/upload.ts';

/**
 * The dashboard and the notifications of the demo organization. Their loading, empty and error states are in
 * screens.spec.ts.
 */

/** The answer of a GET that the page makes itself. */
async function answered<T>(page: Page, path: string, act: () => Promise<unknown>): Promise<T> {
  const [response] = await Promise.all([
    page.waitForResponse((each) => new URL(each.url()).pathname === `/api/${path}`),
    act(),
  ]);
  return (await response.json()) as T;
}

interface Figures {
  records: number;
  libraries: number;
  recent: { title: string }[];
}

test('every number is the server’s, and leads to what it counts', async ({ page, server }) => {
  const figures = await answered<Figures>(page, 'docs/dashboard', () => signInAs(page, 'revisor'));
  await expect(page.getByText(`${figures.records} documentos en`)).toBeVisible();
  const reviewer = await signInApi(server.url, demoEmail('revisor'));
  const { items, counts } = await reviewer.call('tasks', { query: {} });
  const review = items.filter(({ kind }) => kind === 'review');
  const [first] = review;
  if (!counts || !first?.document) throw new Error('the demo has nothing to review');
  const filter = page.getByRole('group', { name: 'Mostrar solo' });
  const rows = page.getByRole('list', { name: 'Tus pendientes' }).getByRole('listitem');
  await expect(filter.getByRole('button', { name: /Todo$/ })).toHaveText(`${counts.all} Todo`);
  await expect(rows).toHaveCount(counts.all);
  await expectAccessible(page);

  await test.step('a number leaves only what it counts, also after coming back', async () => {
    const button = filter.getByRole('button', { name: 'Por revisar' });
    await expect(button).toHaveText(`${counts.review} Por revisar`);
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect(rows).toHaveCount(counts.review);
    await expect(page).toHaveURL(/kind=review/);
    await rows.first().getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/records/view/${first._id}\\?panel=review$`));
    await page.goBack();
    await expect(rows).toHaveCount(counts.review);
    await filter.getByRole('button', { name: /Todo$/ }).click();
    await expect(rows).toHaveCount(counts.all);
  });

  await test.step('keys go from row to row, and Enter opens one', async () => {
    const link = (at: number) => rows.nth(at).getByRole('link');
    await page.keyboard.press('j');
    await expect(link(0)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(link(1)).toBeFocused();
    await page.keyboard.press('k');
    await expect(link(0)).toBeFocused();
    await page.keyboard.press('End');
    await expect(link(counts.all - 1)).toBeFocused();
    const last = items.at(-1);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(last?._id ?? 'none'));
  });
});

test('an empty list teaches what will stand there, by what its person may do', async ({ page }) => {
  await signInAs(page, 'lectora');
  await expect(page.getByText('No tienes nada pendiente')).toBeVisible();
  await expect(page.getByText('pide ese rol a quien administra tu organización')).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Carpetas que no cumplen' }).getByRole('listitem').first(),
  ).toBeVisible();
  await expectAccessible(page);
});

test('a folder that one of the documents keeps from complying is told with that document', async ({
  page,
}) => {
  await signInAs(page, 'autora');
  const rows = page.getByRole('list', { name: 'Tus pendientes' }).getByRole('listitem');
  const document = rows.filter({ hasText: 'Certificado de calibración prensa de ensayos' });
  await expect(document).toContainText('Su carpeta no cumple');
  const folder = rows.filter({ hasText: 'Completar' }).filter({ hasText: 'Certificados de calibración' });
  await expect(folder).toHaveCount(0);
  await page.getByRole('button', { name: 'Carpetas que no cumplen' }).click();
  await expect(folder).toHaveCount(1);
});

test('what was approved is in the publisher’s list at once, without being asked for, until somebody publishes it', async ({
  page,
  server,
}) => {
  const [author, reviewer, publisher] = await Promise.all(
    ['autora', 'revisor', 'publicadora'].map((name) => signInApi(server.url, demoEmail(name))),
  );
  if (!author || !reviewer || !publisher) throw new Error('nobody signed in');
  const libraries = await author.call('groupsByMember', {});
  const group = libraries.find(({ name }) => name === 'Calidad')?._id ?? '';
  const title = `Aprobado ${randomUUID().slice(0, 6)}`;
  const { _id: folder } = await author.call('folderCreate', { body: { group, name: title } });
  const record = await uploadDocument(server.url, author, { group, folder, title });
  const decide = async (by: Api, state: 1 | 3): Promise<void> => {
    const { currentVersion, rev } = await by.call('recordById', { params: { id: record } });
    await by.call('reviewCreate', { body: { record, version: currentVersion?._id ?? '', state, rev } });
  };
  await signInAs(page, 'publicadora');
  await page.getByRole('button', { name: 'Por publicar' }).click();
  const row = page
    .getByRole('list', { name: 'Tus pendientes' })
    .getByRole('listitem')
    .filter({ hasText: title });
  const shown = async () =>
    Number(/^\d+/.exec((await page.getByRole('button', { name: 'Por publicar' }).textContent()) ?? '')?.[0]);
  const before = await shown();
  await decide(reviewer, 1);
  await expect(row).toContainText('Publicar');
  await expect.poll(shown).toBe(before + 1);
  expect((await publisher.call('recordById', { params: { id: record } })).state).toBe(1);

  // Somebody else is quicker, while this person looks at it.
  await row.getByRole('link').click();
  await page.getByRole('radio', { name: /Publicado/ }).check();
  await decide(publisher, 3);
  const note = page.getByRole('alert').filter({ hasText: 'Otra persona dejó este documento en «Publicado»' });
  await expect(note).toBeVisible();
  await expect(page.getByRole('button', { name: 'Guardar revisión' })).toBeDisabled();
  await expect(page.getByText(/por publicar\./)).toBeVisible();
  await page.goBack();
  await expect.poll(shown).toBe(before);
  await expect(row).toHaveCount(0);
});

test('what changes between the first lists and the socket is shown, too', async ({ page, server }) => {
  const author = await signInApi(server.url, demoEmail('autora'));
  const reviewer = await signInApi(server.url, demoEmail('revisor'));
  const group = (await author.call('groupsByMember', {})).find(({ name }) => name === 'Calidad')?._id ?? '';
  const title = `Entretanto ${randomUUID().slice(0, 6)}`;
  const { _id: folder } = await author.call('folderCreate', { body: { group, name: title } });
  const record = await uploadDocument(server.url, author, { group, folder, title });
  // The socket's first frames are held, as a slow line holds them.
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (this: WebSocket, ...frame) {
      held.push(() => send.apply(this, frame));
    };
    Object.assign(window, {
      letGo: () => {
        WebSocket.prototype.send = send;
        for (const each of held) each();
      },
    });
  });
  await signInAs(page, 'publicadora');
  await page.getByRole('button', { name: 'Por publicar' }).click();
  const rows = page.getByRole('list', { name: 'Tus pendientes' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const { currentVersion, rev } = await reviewer.call('recordById', { params: { id: record } });
  await reviewer.call('reviewCreate', {
    body: { record, version: currentVersion?._id ?? '', state: 1, rev },
  });
  await expect(rows.filter({ hasText: title })).toHaveCount(0);
  await page.evaluate(() => (window as unknown as { letGo: () => void }).letGo());
  await expect(rows.filter({ hasText: title })).toContainText('Publicar');
});

test('"Ver todo" of the recent documents lists them, newest change first', async ({ page }) => {
  const figures = await answered<Figures>(page, 'docs/dashboard', () => signInAs(page, 'revisor'));
  const block = page.getByRole('heading', { name: 'Documentos recientes' }).locator('..');
  await block.getByRole('link', { name: 'Ver todo' }).click();
  await expect(page.getByRole('heading', { name: 'Todos los documentos', level: 1 })).toBeVisible();
  const rows = page.getByRole('grid').getByRole('row');
  for (const [at, { title }] of figures.recent.entries()) await expect(rows.nth(at + 1)).toContainText(title);
  await expect(page.getByRole('button', { name: 'Quitar filtros' })).toHaveCount(0);
});

test('somebody without a library is told why nothing is here, and whom to ask', async ({ page }) => {
  await signInAs(page, 'sinbiblioteca');
  await expect(
    page.getByText('Quien administra tu organización te asigna a una. Pídele acceso.'),
  ).toBeVisible();
  const upload = page.getByRole('main').getByRole('button', { name: 'Cargar Documento' });
  await expect(upload).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await upload.click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('notifications: by day, "Por {0}", dismissed one by one and all of a type', async ({ page }) => {
  await signInAs(page, 'revisor');
  await page.getByRole('button', { name: /^Notificaciones: \d+ pendientes$/ }).click();
  const list = page.getByRole('dialog', { name: 'Notificaciones' });
  await expect(list.getByText(/^Por \S+/).first()).toBeVisible();
  await expectAccessible(page);
  await list.getByRole('link', { name: 'Ver todas las notificaciones' }).click();
  await expect(page.getByRole('heading', { name: 'Notificaciones', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/Hoy|Ayer|\d/);
  await expectAccessible(page);

  const rows = page.getByRole('main').getByRole('listitem');
  const before = await rows.count();
  // A row goes before the server has answered, and a page that is left takes back the call that is on its way.
  const dismissed = () => page.waitForResponse('**/api/events/notifications/dismiss');
  const one = dismissed();
  await rows
    .first()
    .getByRole('button', { name: /^Descartar:/ })
    .click();
  await expect(rows).toHaveCount(before - 1);
  expect((await one).ok()).toBe(true);
  await page.reload();
  await expect(rows).toHaveCount(before - 1);

  const type = page.getByRole('button', { name: /^Documentos nuevos/ });
  await type.click();
  await expect(page).toHaveURL(/type=RECORD\.CREATED/);
  // The address changes before the rows do.
  await expect(type).toHaveAttribute('aria-pressed', 'true');
  const created = await rows.count();
  const others = dismissed();
  await page.getByRole('button', { name: 'Descartar todas las de este tipo' }).click();
  await expect(rows).toHaveCount(0);
  expect((await others).ok()).toBe(true);
  await page.goto('/notifications');
  await expect(rows).toHaveCount(before - 1 - created);
});

test('a dismissal that the server refuses comes back, and says so', async ({ page }) => {
  await startSession(page, 'publicadora');
  await page.goto('/notifications');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const before = await rows.count();
  await page.route('**/api/events/notifications/dismiss', (route) => route.abort());
  await rows
    .first()
    .getByRole('button', { name: /^Descartar:/ })
    .click();
  await expect(page.getByText('No se pudo descartar')).toBeVisible();
  await expect(rows).toHaveCount(before);
});
