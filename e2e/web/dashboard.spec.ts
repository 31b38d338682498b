import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { signInAs, startSession } from '../fixtures/sign-in.ts';
import { expect, test } from '../fixtures/test.ts';

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
  toReview: { count: number; items: { title: string }[] };
  recent: { title: string }[];
}

test('every number is the server’s, and leads to what it counts', async ({ page }) => {
  const figures = await answered<Figures>(page, 'docs/dashboard', () => signInAs(page, 'revisor'));
  expect(figures.toReview.count).toBeGreaterThan(0);
  await expect(page.getByText(`${figures.records} documentos en`)).toBeVisible();
  const heading = page.getByRole('heading', { name: 'Por revisar' });
  await expect(heading.locator('..')).toContainText(String(figures.toReview.count));
  await expectAccessible(page);
  await heading.locator('..').getByRole('link').click();
  const waiting = page.getByRole('list', { name: 'Por revisar' }).getByRole('listitem');
  await expect(waiting).toHaveCount(figures.toReview.count);
  await page.goBack();
  await page
    .getByRole('link', { name: figures.toReview.items[0]?.title ?? '' })
    .first()
    .click();
  await expect(page).toHaveURL(/\/records\/view\/[0-9a-f-]+\?panel=review$/);
});

test('"Ver todo" of the recent documents lists them, newest change first', async ({ page }) => {
  const figures = await answered<Figures>(page, 'docs/dashboard', () => signInAs(page, 'revisor'));
  const block = page.getByRole('heading', { name: 'Documentos recientes' }).locator('..');
  await block.getByRole('link', { name: 'Ver todo' }).click();
  await expect(page.getByRole('heading', { name: 'Todos los documentos', level: 1 })).toBeVisible();
  const rows = page.getByRole('table').getByRole('row');
  for (const [at, { title }] of figures.recent.entries()) await expect(rows.nth(at + 1)).toContainText(title);
  await expect(page.getByRole('button', { name: 'Quitar filtros' })).toHaveCount(0);
});

test('somebody without a library is told why nothing is here, and whom to ask', async ({ page }) => {
  await signInAs(page, 'sinbiblioteca');
  await expect(page.getByText('Pide a quien administra tu organización que te agregue a una.')).toBeVisible();
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
