import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { pdfFile, pngFile } from '../../../server/testing/files/files.ts';
import { type Api, demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../fixtures/axe.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { showEverywhere, tryAgain } from '../../fixtures/states.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadFile } from '../../fixtures/upload.ts';
import { AUTHOR } from '../../fixtures/wizard.ts';

/** Documents as cards: all that rows can do, in four directions, and their pictures, which may come late or never. */

interface Ground {
  readonly author: Api;
  readonly library: string;
  readonly folder: string;
  readonly mark: string;
  readonly titles: readonly string[];
}

/** A folder with so many documents, of which every other is a picture. */
async function ground(url: string, count: number): Promise<Ground> {
  const author = await signInApi(url, demoEmail(AUTHOR));
  const libraries = await author.call('groupsByMember', {});
  const library = libraries.find(({ name }) => name === 'Calidad')?._id ?? '';
  const mark = randomUUID().slice(0, 6);
  const body = { group: library, name: `Cuadros ${mark}`, parent: null };
  const { _id: folder } = await author.call('folderCreate', { body });
  const titles = Array.from({ length: count }, (_, at) => `Plano ${String(at + 1).padStart(2, '0')} ${mark}`);
  const page = Buffer.from(await pdfFile(['Planta del piso']));
  for (const [at, title] of titles.entries()) {
    const isPicture = at % 2 === 0;
    const bytes = isPicture ? pngFile(60 + at, 40) : page;
    const name = `${title}.${isPicture ? 'png' : 'pdf'}`;
    await uploadFile(url, author, { group: library, folder, title, name, bytes });
  }
  return { author, library, folder, mark, titles };
}

const place = ({ library, folder }: Ground): string => `/records/search?group=${library}&folder=${folder}`;
const card = (page: Page, made: Ground, at: number): Locator =>
  page.getByRole('gridcell', { name: new RegExp(made.titles[at] ?? 'none') });
const views = (page: Page): Locator =>
  page.getByRole('radiogroup', { name: 'Cómo se muestran los documentos' });
const show = (page: Page, view: 'Lista' | 'Cuadrícula') =>
  views(page).locator('label', { hasText: view }).click();
const selected = (page: Page): Locator => page.getByRole('gridcell', { selected: true });

/** Opens the folder and has its documents shown as cards. */
async function openCards(page: Page, made: Ground): Promise<void> {
  await startSession(page, AUTHOR);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(place(made));
  await expect(page.getByRole('row', { name: new RegExp(made.titles[0] ?? '') })).toBeVisible();
  await show(page, 'Cuadrícula');
  await expect(card(page, made, 0)).toBeVisible();
}

test('the keys of a list work in four directions, and the focus comes back to its card', async ({
  page,
  server,
}) => {
  const made = await ground(server.url, 11);
  await openCards(page, made);
  const grid = page.getByRole('grid');
  const columns = Number(await grid.getAttribute('aria-colcount'));
  expect(columns).toBe(3);
  await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
  await card(page, made, 0).focus();
  for (const [key, at] of [
    ['ArrowRight', 1],
    ['ArrowDown', 4],
    ['ArrowLeft', 3],
    ['ArrowLeft', 2],
    ['ArrowUp', 2],
    ['End', 10],
    ['ArrowRight', 10],
    ['ArrowUp', 7],
    ['ArrowRight', 8],
    // The last line has two cards, and none below this one.
    ['ArrowDown', 10],
    ['Home', 0],
    ['j', 1],
    ['k', 0],
    ['ArrowDown', 3],
  ] as const) {
    await page.keyboard.press(key);
    await expect(card(page, made, at)).toBeFocused();
  }
  await expect(card(page, made, 3)).toHaveAttribute('aria-colindex', '1');

  await page.keyboard.press('Space');
  const look = page.getByRole('dialog');
  await expect(look).toContainText(made.titles[3] ?? '');
  await page.keyboard.press('j');
  await expect(look).toContainText(made.titles[4] ?? '');
  await page.keyboard.press('Escape');
  await expect(card(page, made, 4)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: made.titles[4] ?? '' })).toBeVisible();
  await page.goBack();
  await expect(card(page, made, 4)).toBeFocused();
  // A click on the picture opens as well, and leads back to its card.
  await card(page, made, 2).locator('img').click();
  await expect(page.getByRole('heading', { level: 1, name: made.titles[2] ?? '' })).toBeVisible();
  await page.goBack();
  await expect(card(page, made, 2)).toBeFocused();

  // The choice is the person's own, in all lists, and stays.
  await page.goto('/records/search?sort=title');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await expect(views(page).getByRole('radio', { name: 'Cuadrícula' })).toBeChecked();
  await show(page, 'Lista');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.goto(place(made));
  await expect(page.getByRole('row', { name: new RegExp(made.titles[0] ?? '') })).toBeVisible();
});

test('what changed lately has the switch, the cards and the quick look of every list', async ({
  page,
  server,
}, info) => {
  const made = await ground(server.url, 2);
  await startSession(page, AUTHOR);
  await page.goto('/records/search');
  const recent = page.getByRole('region', { name: 'Modificados hace poco' });
  const views = recent.getByRole('radiogroup', { name: 'Cómo se muestran los documentos' });
  await expect(recent.getByRole('row', { name: new RegExp(made.titles[1] ?? '') })).toBeVisible();
  await views.locator('label', { hasText: 'Cuadrícula' }).click();
  const newest = recent.getByRole('gridcell', { name: new RegExp(made.titles[1] ?? '') });
  await expect(newest).toBeVisible();
  await showEverywhere(page, (name) => info.outputPath(`recent-${name}.png`));
  await newest.focus();
  await page.keyboard.press('Space');
  const look = page.getByRole('dialog', { name: new RegExp(made.titles[1] ?? '') });
  await expect(look).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(newest).toBeFocused();
  await views.locator('label', { hasText: 'Lista' }).click();
  await expect(recent.getByRole('row', { name: new RegExp(made.titles[1] ?? '') })).toBeVisible();
});

test('cards are selected, have their menu, and are dragged onto folders', async ({ page, server }) => {
  const made = await ground(server.url, 5);
  const body = { group: made.library, name: `Destino ${made.mark}`, parent: null };
  await made.author.call('folderCreate', { body });
  await openCards(page, made);
  await card(page, made, 0).click({ modifiers: ['Control'] });
  await card(page, made, 2).click({ modifiers: ['Shift'] });
  await expect(selected(page)).toHaveCount(3);
  await expect(card(page, made, 2)).toBeFocused();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(selected(page)).toHaveCount(2);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(selected(page)).toHaveCount(0);
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(selected(page)).toHaveCount(4);
  await page.keyboard.press('Escape');

  const menu = page.getByRole('menu');
  await card(page, made, 1).click({ button: 'right' });
  await expect(menu.getByRole('menuitem', { name: 'Vista rápida' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card(page, made, 1)).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Acciones: ${made.titles[3]}` }).click();
  await expect(menu.getByRole('menuitem', { name: 'Descargar' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);

  // What is selected stays so in the other view, and goes along when one of it is dragged.
  await card(page, made, 0).getByRole('checkbox').check();
  await card(page, made, 1).getByRole('checkbox').check();
  await show(page, 'Lista');
  await expect(page.getByRole('row', { selected: true })).toHaveCount(2);
  await show(page, 'Cuadrícula');
  const target = page.getByRole('treeitem', { name: new RegExp(`Destino ${made.mark}`) });
  await card(page, made, 0).hover();
  await page.mouse.down();
  const box = await target.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 8);
  await page.mouse.move((box?.x ?? 0) + 24, (box?.y ?? 0) + 10, { steps: 3 });
  await expect(target).toHaveAttribute('data-over', 'true');
  await page.mouse.up();
  await expect(page.getByText('2 documentos movidos.')).toBeVisible();
  await expect(card(page, made, 0)).toHaveCount(0);
  await expect(card(page, made, 2)).toBeVisible();
});

test('a grid waits, fails and is empty where a list would, and its cards come where they were awaited', async ({
  page,
  server,
}) => {
  const made = await ground(server.url, 4);
  await openCards(page, made);
  let answer = (): void => undefined;
  const held = new Promise<void>((done) => {
    answer = done;
  });
  let fails = false;
  await page.route(/\/api\/docs\/records\/search/, async (route) => {
    if (fails) return route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'no' } } });
    await held;
    return route.continue();
  });
  await page.goto(place(made));
  const awaited = page.getByRole('main').getByRole('status', { name: 'Cargando…' }).locator('> *');
  await expect(awaited.nth(1).locator('*').first()).toBeVisible();
  const before = await awaited.nth(1).boundingBox();
  await expectAccessible(page);
  answer();
  await expect(card(page, made, 1)).toBeVisible();
  expect(await card(page, made, 1).boundingBox()).toEqual(before);

  fails = true;
  await page.goto(place(made));
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  fails = false;
  await tryAgain(page);
  await expect(card(page, made, 3)).toBeVisible();

  const body = { group: made.library, name: `Vacía ${made.mark}`, parent: null };
  const { _id: empty } = await made.author.call('folderCreate', { body });
  await page.goto(place({ ...made, folder: empty }));
  await expect(page.getByText('Esta carpeta está vacía')).toBeVisible();
  await expect(page.getByRole('gridcell')).toHaveCount(0);
});

test('pictures that are missing, late or asked for too often leave the cards calm and usable', async ({
  page,
  server,
}) => {
  const made = await ground(server.url, 6);
  await page.route('**/api/health', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), thumbnails: true } });
  });
  const waits: (() => void)[] = [];
  const asked = new Map<string, number>();
  const order: string[] = [];
  const refuse = (status: number, code: string) => ({ status, json: { error: { code, message: 'no' } } });
  await page.route('**/versions/*/thumbnail', async (route) => {
    const address = route.request().url();
    if (!asked.has(address)) order.push(address);
    const times = (asked.get(address) ?? 0) + 1;
    asked.set(address, times);
    const kind = order.indexOf(address);
    if (kind === 0) return route.fulfill(refuse(404, 'no_thumbnail'));
    if (kind === 1 && times === 1) return route.fulfill(refuse(429, 'busy'));
    if (kind === 2) await new Promise<void>((done) => waits.push(done));
    return route.fulfill({ contentType: 'image/png', body: pngFile(340, 480) });
  });
  await page.clock.install();
  await openCards(page, made);
  // Pictures that browsers show are their own.
  for (const at of [0, 2, 4]) await expect(card(page, made, at).locator('img')).toBeVisible();
  await expect.poll(() => order.length).toBe(3);
  for (const at of [1, 3, 5]) {
    await expect(card(page, made, at).getByRole('img', { name: 'PDF', includeHidden: true })).toHaveCount(2);
    await expect(card(page, made, at).locator('img')).toHaveCount(0);
  }
  await expect(page.getByRole('alert')).toHaveCount(0);
  await card(page, made, 1).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await expect(card(page, made, 4)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await expectNoSidewaysScroll(page);
  }

  // After `busy` it asks again by itself; what was slow arrives; what is missing is not asked for again.
  await page.clock.fastForward(11_000);
  await expect(page.getByRole('grid').locator('img')).toHaveCount(4);
  for (const arrive of waits) arrive();
  await expect(page.getByRole('grid').locator('img')).toHaveCount(5);
  expect(order.slice(0, 2).map((address) => asked.get(address))).toEqual([1, 2]);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
