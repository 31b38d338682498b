import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import { type Desktop, type DesktopPage, dropFiles, launchDesktop } from './app.ts';
import { serveDemo, startSyncing } from './on-demo.ts';
import { someDocument } from './some-document.ts';

/** A document's file, dragged out of the window by the system's own drag (decision 0097). */

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const demo = serveDemo();

/** Keeps what the app hands to the system, which would wait for a real pointer. */
async function watchDrags({ app }: Desktop): Promise<() => Promise<string[]>> {
  await app.evaluate(({ BrowserWindow }) => {
    const dragged: string[] = [];
    Object.assign(globalThis, { dragged });
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents) throw new Error('there is no window');
    contents.startDrag = ({ file, icon }) => {
      if (typeof icon === 'string' || icon.isEmpty()) throw new Error('it has no picture');
      dragged.push(file);
    };
  });
  return () => app.evaluate(() => [...(globalThis as unknown as { dragged: string[] }).dragged]);
}

/** Points at it and begins to drag, until the file is ready and a drag has begun. */
async function dragOut(handle: Locator, dragged: () => Promise<string[]>): Promise<string> {
  const before = (await dragged()).length;
  await handle.hover();
  await expect(async () => {
    await handle.dispatchEvent('dragstart');
    await expect.poll(async () => (await dragged()).length, { timeout: 1000 }).toBe(before + 1);
  }).toPass();
  return (await dragged()).at(-1) ?? '';
}

test('the synced file is dragged, or a copy of what the server has; dropped in the window it is nothing new', async () => {
  test.setTimeout(240_000);
  const desktop = await launchDesktop({ server: demo.server.url });
  const { page, home } = desktop;
  const document = await someDocument(demo.author, join(home, 'Legajo'));
  await startSyncing(page);
  const dragged = await watchDrags(desktop);
  const versions = () => demo.author.call('versionsByRecord', { params: { id: document.id } });
  const [first] = await versions();
  const bytes = await readFile(document.file);
  const open = () =>
    page.evaluate((id) => {
      history.pushState(null, '', `/records/view/${id}`);
      dispatchEvent(new PopStateEvent('popstate'));
    }, document.id);
  await open();
  const file = page.getByTitle('Arrastra el archivo fuera de Legajo para copiarlo');
  await expect(file).toBeVisible();

  await test.step('the file of the folder itself, which stays', async () => {
    expect(await dragOut(file, dragged)).toBe(document.file);
    expect(sha256(await readFile(document.file))).toBe(first?.sha256);
  });

  await test.step('dropped in the window it is no new version; the next file is', async () => {
    await dropFiles(desktop, [document.file]);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await versions()).toHaveLength(1);
  });

  await test.step('another content of the folder is not dragged: the version is fetched', async () => {
    await page.evaluate(() => (window as unknown as DesktopPage).legajo.sync.pause());
    await writeFile(document.file, Buffer.concat([bytes, Buffer.from('sin enviar')]));
    // Whoever drags again points again, after the pointer was elsewhere.
    await page.mouse.move(5, 5);
    const copy = await dragOut(file, dragged);
    expect(copy).not.toBe(document.file);
    expect(basename(copy)).toBe(first?.name);
    expect(sha256(await readFile(copy))).toBe(first?.sha256);
    expect((await readFile(document.file)).toString('latin1')).toContain('sin enviar');

    await desktop.close();
    expect(existsSync(copy)).toBe(false);
    expect(existsSync(document.file)).toBe(true);
  });
});

test('a row that is dragged by its icon can be dropped on a folder of the window, and is moved', async () => {
  test.setTimeout(240_000);
  const desktop = await launchDesktop({ server: demo.server.url });
  const { page, home } = desktop;
  const document = await someDocument(demo.author, join(home, 'Legajo'));
  const { group } = await demo.author.call('recordById', { params: { id: document.id } });
  const folder = await demo.author.call('folderCreate', {
    body: { group: group._id, name: 'Llega arrastrado', parent: null },
  });
  await startSyncing(page);
  const dragged = await watchDrags(desktop);
  await page.evaluate(
    (at) => {
      history.pushState(null, '', at);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    `/records/search?group=${group._id}&folder=${await folderOf(document.id)}`,
  );
  const row = page.getByRole('row', { name: new RegExp(document.title) });
  const out = await dragOut(row.getByRole('img').first(), dragged);
  await dropFiles(desktop, [out], page.getByRole('treeitem', { name: 'Llega arrastrado' }));
  await expect.poll(() => folderOf(document.id)).toBe(folder._id);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await demo.author.call('versionsByRecord', { params: { id: document.id } })).toHaveLength(1);
  await desktop.close({ removeHome: true });
});

const folderOf = async (id: string): Promise<string> =>
  (await demo.author.call('recordById', { params: { id } })).folder?._id ?? '';
