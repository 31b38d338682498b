import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import { Document, Packer, Paragraph } from 'docx';
import { type Desktop, type DesktopPage, launchDesktop } from './app.ts';
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

test('files of documents go out of the window, and come in again as nothing new', async () => {
  const desktop = await launchDesktop({ server: demo.server.url });
  const { page, home } = desktop;
  const document = await someDocument(demo.author, join(home, 'Legajo'));
  const { group, folder } = await demo.author.call('recordById', { params: { id: document.id } });
  const other = await demo.author.call('folderCreate', {
    body: { group: group._id, name: 'Llega arrastrado', parent: null },
  });
  await startSyncing(page);
  const dragged = await watchDrags(desktop);
  const versions = () => demo.author.call('versionsByRecord', { params: { id: document.id } });
  const [first] = await versions();
  const open = (route: string) =>
    page.evaluate((at) => {
      history.pushState(null, '', at);
      dispatchEvent(new PopStateEvent('popstate'));
    }, route);
  await open(`/records/view/${document.id}`);
  const file = page.getByTitle('Arrastra el archivo fuera de Legajo para copiarlo');
  await expect(file).toBeVisible();

  await test.step('the file of the folder itself, which stays as it is', async () => {
    expect(await dragOut(file, dragged)).toBe(document.file);
    expect(sha256(await readFile(document.file))).toBe(first?.sha256);
  });

  const copy = await test.step('where the folder has another content, a copy of the version', async () => {
    await page.evaluate(() => (window as unknown as DesktopPage).legajo.sync.pause());
    await appendFile(document.file, 'sin enviar');
    const path = await dragOut(file, dragged);
    expect(path).not.toBe(document.file);
    expect(basename(path)).toBe(first?.name);
    expect(sha256(await readFile(path))).toBe(first?.sha256);
    expect((await readFile(document.file, 'latin1')).endsWith('sin enviar')).toBe(true);
    return path;
  });

  await test.step('what is dropped in the window by that drag is no version; what comes later is', async () => {
    await drop(desktop, 'Acta.docx', await docx('La que se arrastra'));
    // The drag has ended where the pointer moves with no button pressed.
    await page.mouse.move(9, 9);
    const later = await docx('La que llega después');
    await drop(desktop, 'Acta.docx', later);
    const contents = async () => (await versions()).map((each) => each.sha256);
    await expect.poll(contents).toEqual([sha256(later), first?.sha256]);
  });

  await test.step('a row that is dragged by its icon can be dropped on a folder, and is moved', async () => {
    await open(`/records/search?group=${group._id}${folder ? `&folder=${folder._id}` : ''}`);
    const row = page.getByRole('row', { name: new RegExp(document.title) });
    // Pointed at, it becomes what the file is dragged by.
    const icon = row.getByRole('gridcell').nth(1);
    await icon.hover();
    await expect(icon).toHaveAttribute('draggable', 'true');
    const path = await dragOut(icon, dragged);
    const onto = page.getByRole('treeitem', { name: 'Llega arrastrado' });
    await drop(desktop, basename(path), await readFile(path), onto);
    const place = async () =>
      (await demo.author.call('recordById', { params: { id: document.id } })).folder?._id;
    await expect.poll(place).toBe(other._id);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await versions()).toHaveLength(2);
  });

  await desktop.close();
  expect(existsSync(copy)).toBe(false);
  expect(existsSync(document.file)).toBe(true);
});

/** The bytes of a new file of Word. */
const docx = (text: string): Promise<Buffer> =>
  Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph(text)] }] }));

/**
 * Drops a file on an element, or in the middle of the window. By events of the page's own, each on what lies there at
 * that moment: the tests' older runtime delivers the system's only once to a page.
 */
async function drop({ page }: Desktop, name: string, bytes: Buffer, target?: Locator): Promise<void> {
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const box = (await target?.boundingBox()) ?? { x: 0, y: 0, width, height };
  const point = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  await page.evaluate(
    async ([at, file, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(atob(content), (each) => each.charCodeAt(0))], file));
      for (const type of ['dragenter', 'dragover', 'dragover', 'drop']) {
        const init = { ...at, dataTransfer, bubbles: true, cancelable: true };
        window.document.elementFromPoint(at.clientX, at.clientY)?.dispatchEvent(new DragEvent(type, init));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }
    },
    [point, name, bytes.toString('base64')] as const,
  );
}
