import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { syncStatus, syncTells } from './app.ts';
import { expectGoodAppearance } from './appearance.ts';
import { filesBelow } from './files-below.ts';
import { launchInColours, serveDemo, startSyncing } from './on-demo.ts';
import { someDocument } from './some-document.ts';

/** Many files vanish from a folder: the window asks, and each answer does what its button says. */
const demo = serveDemo();

/** More than the number of controls before the question. */
const MOST_TABS = 100;

/** Answers with Tab and Enter only. Fails if the focus is lost on the way, or after the question has gone. */
async function answerByKeyboard(page: Page, question: Locator, answer: string): Promise<void> {
  const button = question.getByRole('button', { name: answer });
  const isFocused = () => button.evaluate((element) => element === document.activeElement);
  const onNothing = () => page.evaluate(() => document.activeElement === document.body);
  // Starts at the panel's heading, as for somebody who has just opened it.
  await page.getByRole('heading', { name: 'Necesita tu respuesta' }).focus();
  for (let presses = 0; !(await isFocused()) && presses < MOST_TABS; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await onNothing(), 'the focus is on nothing').toBe(false);
  }
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  expect(await onNothing(), 'the focus was lost with the question').toBe(false);
}

/** The documents below a folder with their hashes, by path, without the files of folder icons. */
async function documentsBelow(folder: string): Promise<Record<string, string>> {
  const files = (await filesBelow(folder)).filter(({ name }) => name !== '.directory');
  return Object.fromEntries(
    files.map(({ path, bytes }) => [path, createHash('sha256').update(bytes).digest('hex')] as const),
  );
}

test('many deleted files are asked about: restored, or no longer synced', async () => {
  const desktop = await launchInColours({ server: demo.server.url });
  const { page, home } = desktop;
  const root = join(home, 'Legajo');
  const document = await someDocument(demo.author, root);
  const library = join(root, ...relative(root, document.file).split('/').slice(0, 2));
  await startSyncing(page);
  const before = await documentsBelow(library);
  const paths = Object.keys(before);
  const count = paths.length;
  expect(count).toBeGreaterThanOrEqual(5);
  const versions = () => demo.author.call('versionsByRecord', { params: { id: document.id } });
  const versionsBefore = await versions();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /^Sincronización: / }).click();
  const panel = page.getByRole('complementary', { name: 'Sincronización' });
  const question = page.getByRole('alert').filter({ hasText: `Faltan ${count} archivos en este equipo` });
  const removeAll = () => Promise.all(paths.map((path) => rm(join(library, path))));

  await test.step('it says how many and which', async () => {
    await removeAll();
    await expect(question).toBeVisible();
    await expect(panel.getByRole('heading', { name: 'Necesita tu respuesta' })).toBeVisible();
    const named = question.getByRole('region', { name: 'Archivos que faltan' });
    await expect(named.getByRole('listitem')).toHaveCount(count);
    for (const path of paths)
      await expect(named.getByText(basename(path), { exact: true }).first()).toBeAttached();
    await expectGoodAppearance(page, 'wide');
    await page.setViewportSize({ width: 400, height: 820 });
    await page.getByRole('link', { name: /^Sincronización: / }).click();
    await expect(question).toBeVisible();
    await expectGoodAppearance(page, 'narrow');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('"Restaurar los archivos" brings all of them back', async () => {
    await answerByKeyboard(page, question, 'Restaurar los archivos');
    await expect.poll(() => documentsBelow(library)).toEqual(before);
    await expect.poll(() => syncStatus(page)).toBe('online');
  });

  await test.step('"Dejar de sincronizarlos" leaves the documents at the demo.server, and says which these are', async () => {
    await removeAll();
    await expect(question).toBeVisible();
    await answerByKeyboard(page, question, 'Dejar de sincronizarlos');
    const waiting = page.getByRole('region', { name: 'En espera' });
    await expect(waiting.getByRole('button', { name: 'Volver a sincronizar' })).toHaveCount(count);
    await expect.poll(() => syncStatus(page)).toBe('online');
    expect(await documentsBelow(library)).toEqual({});
    expect(await versions()).toEqual(versionsBefore);
    const { blocked } = await syncTells(page);
    expect(blocked.filter(({ reason }) => reason === 'not-synced')).toHaveLength(count);
    await expectGoodAppearance(page, 'not-synced');
  });
  await desktop.close({ removeHome: true });
});
