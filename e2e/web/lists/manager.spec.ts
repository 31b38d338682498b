import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { demoEmail, signInApi } from '../../fixtures/api.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { startSession } from '../../fixtures/sign-in.ts';
import { expect, test } from '../../fixtures/test.ts';
import { uploadDocument } from '../../fixtures/upload.ts';
import { AUTHOR } from '../../fixtures/wizard.ts';

/** The library manager: moving by mouse and keyboard, files from the desktop, downloads. */

interface Ground {
  library: string;
  /** Uno contains both documents; Dos is empty; Tres is in Dos. */
  one: string;
  two: string;
  three: string;
  mark: string;
  titles: readonly [string, string];
}

async function ground(url: string): Promise<Ground> {
  const author = await signInApi(url, demoEmail(AUTHOR));
  const libraries = await author.call('groupsByMember', {});
  const library = libraries.find((each) => each.roles?.includes('upload'))?._id ?? '';
  const mark = randomUUID().slice(0, 6);
  const folder = async (name: string, parent: string | null = null) =>
    (await author.call('folderCreate', { body: { group: library, name: `${name} ${mark}`, parent } }))._id;
  const one = await folder('Uno');
  const two = await folder('Dos');
  const three = await folder('Tres', two);
  const titles = [`Primero ${mark}`, `Segundo ${mark}`] as const;
  for (const title of titles) await uploadDocument(url, author, { group: library, folder: one, title });
  return { library, one, two, three, mark, titles };
}

const open = (page: Page, { library }: Ground, folder: string) =>
  page.goto(`/records/search?group=${library}&folder=${folder}`);
const tree = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(name) });
/** Moves the pointer there during a drag; `hover` would wait for the elements above, which the drag itself shows. */
async function carryTo(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('it is not there');
  await page.mouse.move(box.x + 20, box.y + 8);
  await page.mouse.move(box.x + 24, box.y + 10, { steps: 3 });
}
const row = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(title) });

test('documents are dragged onto a folder of the tree, and taken back', async ({ page, server }) => {
  const made = await ground(server.url);
  await startSession(page, AUTHOR);
  await open(page, made, made.one);
  for (const title of made.titles) await row(page, title).getByRole('checkbox').check();

  // The whole selection is dragged. A folder that accepts it is highlighted, and a closed one opens.
  const target = tree(page, `Dos ${made.mark}`);
  await row(page, made.titles[0]).hover();
  await page.mouse.down();
  await carryTo(page, target);
  await expect(target).toHaveAttribute('data-over', 'true');
  await expect(tree(page, `Tres ${made.mark}`)).toBeVisible();
  await expectAccessible(page);
  // The folder where they already are is not highlighted.
  const own = tree(page, `Uno ${made.mark}`);
  await carryTo(page, own);
  await expect(target).not.toHaveAttribute('data-over', 'true');
  await expect(own).not.toHaveAttribute('data-over', 'true');
  await carryTo(page, target);
  await page.mouse.up();

  await expect(page.getByText('2 documentos movidos.')).toBeVisible();
  await expect(row(page, made.titles[0])).toHaveCount(0);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  for (const title of made.titles) await expect(row(page, title)).toBeVisible();
});

test('the folders stay in sight beside a long list', async ({ page, server }) => {
  const made = await ground(server.url);
  await startSession(page, AUTHOR);
  await page.setViewportSize({ width: 1280, height: 240 });
  await open(page, made, made.one);
  await expect(row(page, made.titles[1])).toBeVisible();
  const folders = page.getByRole('navigation', { name: 'Carpetas' });
  await page.mouse.move(900, 160);
  await page.mouse.wheel(0, 4000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await expect(folders.getByRole('heading', { name: 'Carpetas' })).toBeInViewport();
  // A folder further down is reached within the tree.
  await tree(page, `Dos ${made.mark}`).scrollIntoViewIfNeeded();
  await expect(tree(page, `Dos ${made.mark}`)).toBeInViewport();
  await expectAccessible(page);
});

test('a folder goes onto a card, never into itself or below; Esc leaves all as it was', async ({
  page,
  server,
}) => {
  const made = await ground(server.url);
  await startSession(page, AUTHOR);
  await open(page, made, made.two);
  const two = tree(page, `Dos ${made.mark}`);
  const child = page.getByRole('list', { name: 'Subcarpetas' }).getByRole('link');
  await two.hover();
  await page.mouse.down();
  await carryTo(page, child);
  await expect(child).not.toHaveAttribute('data-over', 'true');
  const one = tree(page, `Uno ${made.mark}`);
  await carryTo(page, one);
  await expect(one).toHaveAttribute('data-over', 'true');
  await page.keyboard.press('Escape');
  await expect(one).not.toHaveAttribute('data-over', 'true');
  await page.mouse.up();
  await expect(page.getByText(/movida\.$/)).toHaveCount(0);

  await page.goto(`/records/search?group=${made.library}`);
  const card = (name: string) =>
    page.getByRole('list', { name: 'Subcarpetas' }).getByRole('link', { name: new RegExp(name) });
  await card(`Uno ${made.mark}`).hover();
  await page.mouse.down();
  await carryTo(page, card(`Dos ${made.mark}`));
  await expect(card(`Dos ${made.mark}`)).toHaveAttribute('data-over', 'true');
  await page.mouse.up();
  await expect(page.getByText(`Carpeta «Uno ${made.mark}» movida.`)).toBeVisible();
  await expect(card(`Uno ${made.mark}`)).toHaveCount(0);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(card(`Uno ${made.mark}`)).toBeVisible();
});

test('the keyboard alone cuts and pastes documents and folders, and says so', async ({ page, server }) => {
  const made = await ground(server.url);
  await startSession(page, AUTHOR);
  await open(page, made, made.one);
  await expect(row(page, made.titles[0])).toBeVisible();
  const check = row(page, made.titles[0]).getByRole('checkbox');
  await page.keyboard.press('j');
  // The key x acts on the row that j reached, from the moment that the row is there.
  await page.keyboard.press('x');
  await expect(check).toBeChecked();
  await page.keyboard.press('Control+x');
  await expect(page.getByRole('status').filter({ hasText: `Para mover: ${made.titles[0]}` })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Pegar aquí' })).toBeDisabled();
  await expectAccessible(page);
  const one = tree(page, `Uno ${made.mark}`);
  await one.focus();
  await page.keyboard.press('Home');
  await tree(page, `Dos ${made.mark}`).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Dos ${made.mark}`, level: 1 })).toBeVisible();
  await page.keyboard.press('Control+v');
  await expect(page.getByText('Documento movido.')).toBeVisible();
  await expect(row(page, made.titles[0])).toBeVisible();

  await tree(page, `Tres ${made.mark}`).focus();
  await page.keyboard.press('Control+x');
  await tree(page, `Uno ${made.mark}`).focus();
  await page.keyboard.press('Control+v');
  await expect(page.getByText(`Carpeta «Tres ${made.mark}» movida.`)).toBeVisible();
});

test('files from the desktop dropped on a folder open the wizard for it', async ({ page, server }) => {
  const made = await ground(server.url);
  await startSession(page, AUTHOR);
  await open(page, made, made.one);
  const target = tree(page, `Dos ${made.mark}`);
  await expect(target).toBeVisible();
  const files = await page.evaluateHandle(() => {
    const carried = new DataTransfer();
    carried.items.add(new File(['hola'], 'Soltado.txt', { type: 'text/plain' }));
    return carried;
  });
  await target.dispatchEvent('dragenter', { dataTransfer: files });
  await expect(async () => {
    await target.dispatchEvent('dragover', { dataTransfer: files });
    await expect(target).toHaveAttribute('data-over', 'true', { timeout: 200 });
  }).toPass();
  await target.dispatchEvent('drop', { dataTransfer: files });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Soltado.txt')).toBeVisible();
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog.getByLabel('Carpeta')).toHaveValue(new RegExp(`Dos ${made.mark}`));
});

test('a selection and a folder come as a zip', async ({ page, server }, info) => {
  const made = await ground(server.url);
  await startSession(page, AUTHOR);
  await open(page, made, made.one);
  for (const title of made.titles) await row(page, title).getByRole('checkbox').check();
  const take = async (act: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent('download'), act()]);
    const path = info.outputPath(download.suggestedFilename());
    await download.saveAs(path);
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    execFileSync('unzip', ['-tqq', path], { env });
    const names = execFileSync('unzip', ['-Z1', path], { env, encoding: 'utf8' }).trim().split('\n');
    const hash = createHash('sha256')
      .update(execFileSync('unzip', ['-p', path], { env }))
      .digest('hex');
    return { name: download.suggestedFilename(), names, hash };
  };
  const selection = await take(() =>
    page.getByRole('toolbar').getByRole('button', { name: 'Descargar' }).click(),
  );
  expect([selection.name, selection.names.length]).toEqual(['Documentos.zip', 2]);
  const folder = await take(async () => {
    await page.getByRole('button', { name: `Acciones de la carpeta Uno ${made.mark}` }).click();
    await page.getByRole('menuitem', { name: 'Descargar' }).click();
  });
  expect(folder.name).toBe(`Uno ${made.mark}.zip`);
  expect(folder.names.every((name) => name.startsWith(`Uno ${made.mark}/`))).toBe(true);
  expect(folder.hash).toBe(selection.hash);
});
