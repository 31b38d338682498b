import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { type Api, demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../fixtures/axe.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadDocument } from '../../fixtures/upload.ts';
import { AUTHOR } from '../../fixtures/wizard.ts';

/** The list of documents by keyboard and mouse: focus, selection, menu, quick look. */

interface Ground {
  author: Api;
  library: string;
  folder: string;
  titles: readonly string[];
  records: readonly string[];
}

const NAMES = ['Alfa', 'Beta', 'Cobre', 'Delta', 'Eco'];

async function ground(url: string): Promise<Ground> {
  const author = await signInApi(url, demoEmail(AUTHOR));
  const libraries = await author.call('groupsByMember', {});
  const library = libraries.find((each) => each.roles?.includes('upload'))?._id ?? '';
  const mark = randomUUID().slice(0, 6);
  const body = { group: library, name: `Teclas ${mark}`, parent: null };
  const { _id: folder } = await author.call('folderCreate', { body });
  const titles = NAMES.map((name) => `${name} ${mark}`);
  const records: string[] = [];
  for (const title of titles)
    records.push(await uploadDocument(url, author, { group: library, folder, title }));
  return { author, library, folder, titles, records };
}

const grid = (page: Page): Locator => page.getByRole('grid');
const row = (page: Page, title: string): Locator => page.getByRole('row', { name: new RegExp(title) });

async function open(page: Page, { library, folder, titles }: Ground): Promise<void> {
  await startSession(page, AUTHOR);
  await page.goto(`/records/search?group=${library}&folder=${folder}`);
  for (const title of titles) await expect(row(page, title)).toBeVisible();
}

const at = (made: Ground, place: number): string => made.titles[place] ?? '';
const focused = (page: Page, title: string) => expect(row(page, title)).toBeFocused();
const onBody = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement === document.body);

test('Tab reaches the list once; arrows, Home, End, j and k move the focus, Enter and o open', async ({
  page,
  server,
}) => {
  const made = await ground(server.url);
  await open(page, made);
  await expect(grid(page).locator('[tabindex="0"]')).toHaveCount(1);
  await row(page, at(made, 0)).focus();
  for (const [key, place] of [
    ['ArrowDown', 1],
    ['ArrowDown', 2],
    ['ArrowUp', 1],
    ['End', 4],
    ['ArrowDown', 4],
    ['Home', 0],
    ['PageDown', 4],
    ['PageUp', 0],
    ['j', 1],
    ['j', 2],
    ['k', 1],
  ] as const) {
    await page.keyboard.press(key);
    await focused(page, at(made, place));
  }
  await expect(grid(page).locator('[tabindex="0"]')).toHaveCount(1);
  await expectAccessible(page);

  // Tab leaves the list in one step, and comes back to the row that was left.
  await page.keyboard.press('Tab');
  await expect(grid(page).locator(':focus')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await focused(page, at(made, 1));

  // What is typed in a field is none of the list's keys.
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Buscar o ir a' });
  await page.keyboard.type('jx');
  await expect(palette.locator('input')).toHaveValue('jx');
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await expect(page.getByRole('toolbar')).toHaveCount(0);

  await row(page, at(made, 1)).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: at(made, 1) })).toBeVisible();
  await page.goBack();
  await focused(page, at(made, 1));
  await page.keyboard.press('j');
  await focused(page, at(made, 2));
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { level: 1, name: at(made, 2) })).toBeVisible();
});

test('the focus stays with its document, goes to the neighbour of one that is gone, and never to the page', async ({
  page,
  server,
}) => {
  const made = await ground(server.url);
  await open(page, made);
  await row(page, at(made, 2)).focus();
  const remove = (place: number) =>
    made.author.call('recordDelete', { params: { id: made.records[place] ?? '' } });
  // One before it goes: the focus stays with its document.
  await remove(0);
  await expect(row(page, at(made, 0))).toHaveCount(0);
  await focused(page, at(made, 2));
  // It goes itself: the next one takes its place, and of the last the one before it.
  await remove(2);
  await expect(row(page, at(made, 2))).toHaveCount(0);
  await focused(page, at(made, 3));
  await page.keyboard.press('End');
  await focused(page, at(made, 4));
  await remove(4);
  await expect(row(page, at(made, 4))).toHaveCount(0);
  await focused(page, at(made, 3));
  for (const place of [1, 3]) await remove(place);
  await expect(page.getByText('Esta carpeta está vacía')).toBeVisible();
  await expect.poll(() => onBody(page)).toBe(false);
});

test('the focus survives a view that scrolls away from it, in a list of hundreds', async ({
  page,
  server,
}) => {
  await ground(server.url);
  await startSession(page, AUTHOR);
  await page.goto('/records/search?sort=title');
  const rows = page.locator('[data-row]');
  await expect(rows.first()).toBeVisible();
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.mouse.move(640, 500);
  await page.mouse.wheel(0, 6000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  await expect(page.locator('[data-row="1"]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-row="2"]')).toBeFocused();
  await expect(page.locator('[data-row="2"]')).toBeInViewport();
  await page.keyboard.press('End');
  await expect
    .poll(() => page.evaluate(() => Number(document.activeElement?.getAttribute('data-row'))))
    .toBeGreaterThan(40);
  await expect(page.locator(':focus')).toBeInViewport();
});

test('tables whose rows are links have the same keys', async ({ page }) => {
  await startSession(page, 'admin');
  await page.goto('/groups');
  const links = page.getByRole('table', { name: 'Bibliotecas' }).locator('[data-row] a[data-stop]');
  await expect(links.nth(1)).toBeVisible();
  await page.keyboard.press('j');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(links.last()).toBeFocused();
  await expect(page.locator('[data-row] a[data-stop][tabindex="0"]')).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('Home');
  const name = (await links.first().textContent()) ?? '';
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/\/groups\/edit\//);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
});

const bar = (page: Page): Locator => page.getByRole('toolbar');
/** The places of the rows that are selected. */
async function expectSelected(page: Page, made: Ground, places: readonly number[]): Promise<void> {
  for (const [place, title] of made.titles.entries())
    await expect(row(page, title)).toHaveAttribute('aria-selected', String(places.includes(place)));
  await expect(bar(page)).toHaveCount(places.length > 0 ? 1 : 0);
}
/** Away from the title and the checkbox. */
const clickRow = (page: Page, title: string, modifiers: ('Control' | 'Shift')[]) =>
  row(page, title)
    .getByRole('gridcell')
    .last()
    .locator('..')
    .click({ modifiers, position: { x: 600, y: 10 } });

test('Ctrl and Shift select with the mouse, Shift with the arrows, x, Ctrl+A and Escape with the keys', async ({
  page,
  server,
}) => {
  const made = await ground(server.url);
  await open(page, made);
  await clickRow(page, at(made, 1), ['Control']);
  await expectSelected(page, made, [1]);
  await focused(page, at(made, 1));
  await clickRow(page, at(made, 3), ['Shift']);
  await expectSelected(page, made, [1, 2, 3]);
  // The range turns around the row that was selected last.
  await clickRow(page, at(made, 0), ['Shift']);
  await expectSelected(page, made, [0, 1]);
  await page.getByRole('link', { name: at(made, 4) }).click({ modifiers: ['Control'] });
  await expectSelected(page, made, [0, 1, 4]);
  await clickRow(page, at(made, 0), ['Control']);
  await expectSelected(page, made, [1, 4]);
  expect(page.context().pages()).toHaveLength(1);
  await expect(page.locator('[aria-live="polite"]', { hasText: '2 seleccionados' })).toBeAttached();
  await expectAccessible(page);

  await row(page, at(made, 2)).focus();
  await page.keyboard.press('Escape');
  await expectSelected(page, made, []);
  await focused(page, at(made, 2));
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expectSelected(page, made, [2, 3, 4]);
  await focused(page, at(made, 4));
  await page.keyboard.press('Shift+ArrowUp');
  await expectSelected(page, made, [2, 3]);
  await page.keyboard.press('Control+a');
  await expectSelected(page, made, [0, 1, 2, 3, 4]);
  await page.getByRole('button', { name: 'Quitar la selección' }).click();
  await expectSelected(page, made, []);
  await focused(page, at(made, 3));
  await page.keyboard.press('x');
  await expectSelected(page, made, [3]);
  // The plain click still opens.
  await page.getByRole('link', { name: at(made, 0) }).click();
  await expect(page.getByRole('heading', { level: 1, name: at(made, 0) })).toBeVisible();
});

const items = (page: Page): Promise<string[]> => page.getByRole('menuitem').allTextContents();

test('the right button, the Menu key, Shift+F10 and the button of a row open one menu', async ({
  page,
  server,
}) => {
  const made = await ground(server.url);
  await open(page, made);
  const menu = page.getByRole('menu');
  const expected = [
    ...['Abrir', 'Abrir en otra pestaña', 'Vista rápida', 'Copiar enlace', 'Seguir'],
    ...['Descargar', 'Cambiar estado', 'Mover', 'Eliminar'],
  ];
  await row(page, at(made, 1)).click({ button: 'right', position: { x: 600, y: 10 } });
  await expect(menu).toBeVisible();
  const offered = await items(page);
  expect(expected.filter((each) => offered.includes(each))).toEqual(offered);
  expect(offered).toEqual(expect.arrayContaining(['Abrir', 'Vista rápida', 'Descargar', 'Eliminar']));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await focused(page, at(made, 1));
  for (const key of ['Shift+F10', 'ContextMenu']) {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(key);
    await expect(menu).toBeVisible();
    expect(await items(page)).toEqual(offered);
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
  }
  await focused(page, at(made, 3));
  await page.getByRole('button', { name: `Acciones: ${at(made, 0)}` }).click();
  await expect(menu).toBeVisible();
  expect(await items(page)).toEqual(offered);
  await page.getByRole('menuitem', { name: 'Abrir', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: at(made, 0) })).toBeVisible();

  // Of several that are selected, it is the menu of the selection, with what its bar offers.
  await page.goBack();
  await clickRow(page, at(made, 1), ['Control']);
  await clickRow(page, at(made, 2), ['Control']);
  await row(page, at(made, 1)).click({ button: 'right', position: { x: 600, y: 10 } });
  await expect(menu).toContainText('2 seleccionados');
  const inBar = await bar(page).getByRole('button').allTextContents();
  expect(await items(page)).toEqual(inBar.filter((name) => name !== ''));
  await page.keyboard.press('Escape');
});

test('Delete asks, deletes what is focused or selected, and gives it back', async ({ page, server }) => {
  const made = await ground(server.url);
  await open(page, made);
  const dialog = page.getByRole('dialog');
  await row(page, at(made, 4)).focus();
  await page.keyboard.press('Delete');
  await expect(dialog).toContainText(`«${at(made, 4)}» irá a la papelera`);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await focused(page, at(made, 4));
  await page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Documento en la papelera.')).toBeVisible();
  await expect(row(page, at(made, 4))).toHaveCount(0);
  await focused(page, at(made, 3));
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(row(page, at(made, 4))).toBeVisible();
  await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
  await focused(page, at(made, 4));

  await row(page, at(made, 0)).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await bar(page).getByRole('button', { name: 'Eliminar' }).click();
  await expect(dialog).toContainText('2 documentos irán a la papelera');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expectSelected(page, made, [0, 1]);
  await row(page, at(made, 0)).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('5 documentos en la papelera.')).toBeVisible();
  await expect(page.getByText('Esta carpeta está vacía')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => onBody(page)).toBe(false);
  await page.getByRole('button', { name: 'Deshacer' }).last().click();
  for (const title of made.titles) await expect(row(page, title)).toBeVisible();
});

test('somebody who only reads is offered no deletion, by menu, bar or key', async ({ page, server }) => {
  const made = await ground(server.url);
  await startSession(page, 'revisor');
  await page.goto(`/records/search?group=${made.library}&folder=${made.folder}`);
  await row(page, at(made, 0)).click({ button: 'right', position: { x: 600, y: 10 } });
  await expect(page.getByRole('menuitem', { name: 'Descargar' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Eliminar' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await focused(page, at(made, 0));
  await page.keyboard.press('x');
  await expect(bar(page)).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Eliminar' })).toHaveCount(0);
  await page.keyboard.press('Delete');
  await expect(page.getByText('No tienes permiso para eliminar esto.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Space looks at a document over the list; j, k and arrows go through it', async ({ page, server }) => {
  const made = await ground(server.url);
  await open(page, made);
  const look = (place: number) => page.getByRole('dialog', { name: new RegExp(at(made, place)) });
  await row(page, at(made, 0)).focus();
  await page.keyboard.press('Space');
  await expect(look(0)).toContainText(`Texto de ${at(made, 0)}`);
  await expect(look(0)).toContainText('Borrador');
  await expect(look(0)).toContainText('1 de 5');
  await expectAccessible(page);
  for (const [key, place] of [
    ['j', 1],
    ['ArrowDown', 2],
    ['k', 1],
    ['ArrowDown', 2],
    ['ArrowDown', 3],
    ['ArrowUp', 2],
  ] as const) {
    await page.keyboard.press(key);
    await expect(look(place)).toContainText(`Texto de ${at(made, place)}`);
  }
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await focused(page, at(made, 2));
  await page.keyboard.press('Space');
  await page.keyboard.press('j');
  await expect(look(3)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await focused(page, at(made, 3));
  // What is quick enough closes it before it has taken the focus, which it then takes while it goes.
  await page.keyboard.press('Space');
  await expect(look(3)).toBeVisible();
  await page.evaluate(() => {
    const take = () => document.querySelector<HTMLElement>('[role="dialog"] section')?.focus();
    addEventListener('keydown', take, { once: true });
  });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await focused(page, at(made, 3));
  await page.keyboard.press('Space');
  await look(3).getByRole('link', { name: 'Abrir' }).click();
  await expect(page.getByRole('heading', { level: 1, name: at(made, 3) })).toBeVisible();
});

test('the documents that changed last have the quick look and the menu of every list', async ({
  page,
  server,
}) => {
  const made = await ground(server.url);
  await startSession(page, AUTHOR);
  await page.goto('/records/search');
  await row(page, at(made, 4)).focus();
  await page.keyboard.press('Space');
  const look = page.getByRole('dialog', { name: new RegExp(at(made, 4)) });
  await expect(look).toContainText(`Texto de ${at(made, 4)}`);
  await page.keyboard.press('j');
  await expect(page.getByRole('dialog', { name: new RegExp(at(made, 3)) })).toBeVisible();
  await page.keyboard.press('Escape');
  await focused(page, at(made, 3));
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Vista rápida' })).toBeVisible();
  await page.keyboard.press('Escape');
  await focused(page, at(made, 3));
  await expectAccessible(page);
});

test('on a phone, the button of a row opens its menu, and from there the quick look', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const made = await ground(server.url);
  await open(page, made);
  await expectAccessible(page);
  await page.getByRole('button', { name: `Acciones: ${at(made, 1)}` }).click();
  await page.getByRole('menuitem', { name: 'Vista rápida' }).click();
  const look = page.getByRole('dialog');
  await expect(look).toContainText(`Texto de ${at(made, 1)}`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await look.getByRole('button', { name: 'Documento siguiente' }).click();
  await expect(look).toContainText(`Texto de ${at(made, 2)}`);
  await look.getByRole('button', { name: 'Cerrar' }).click();
  await expect(look).toHaveCount(0);
  await focused(page, at(made, 2));
  await page.keyboard.press('ArrowUp');
  await focused(page, at(made, 1));
});

test('the sheet of shortcuts has the keys of lists', async ({ page }) => {
  await startSession(page, AUTHOR);
  await page.goto('/records/search');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Atajos de teclado' });
  for (const text of ['Vista rápida', 'Seleccionar todo', 'Abrir el menú', 'Eliminar'])
    await expect(sheet.getByText(text, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});
