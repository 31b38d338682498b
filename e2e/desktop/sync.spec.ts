import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { Document, Packer, Paragraph } from 'docx';
import { demoEmail } from '../fixtures/api.ts';
import { browserLaunch } from '../fixtures/browser.ts';
import { create, fillRest, heldOf, pdf, dialog as wizard } from '../fixtures/wizard.ts';
import { dropFiles, launchDesktop, signIn, syncStatus, syncTells } from './app.ts';
import { AUTHOR, serveDemo, startSyncing } from './on-demo.ts';
import { someDocument } from './some-document.ts';

/** The desktop's day, in a real window: sign in, folders in step both ways, a document opened from a browser. */
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const readOrNothing = (file: string) => readFile(file).catch(() => Buffer.alloc(0));

const demo = serveDemo();

/** A home whose `xdg-open` writes a marker instead of starting an office program. */
async function homeWithOpener(): Promise<{ home: string; bin: string; mark: string }> {
  const home = await mkdtemp(join(tmpdir(), 'legajo-home-'));
  const bin = join(home, 'bin');
  const mark = join(home, 'opened.txt');
  await mkdir(bin);
  await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$1" >> '${mark}'\n`);
  await chmod(join(bin, 'xdg-open'), 0o755);
  return { home, bin, mark };
}

test('syncs both ways, opens what a browser sends, and is still signed in after a restart', async () => {
  const { home, bin, mark } = await homeWithOpener();
  const options = {
    home,
    server: demo.server.url,
    env: { PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
  };
  let desktop = await launchDesktop(options);
  const document = await someDocument(demo.author, join(home, 'Legajo'));

  await test.step('signs in and shows the dashboard', async () => {
    await desktop.page.getByRole('button', { name: 'Usar esta carpeta' }).click();
    await signIn(desktop.page, AUTHOR);
    await expect(desktop.page.getByText('Carolina Oyarzún Pérez')).toBeVisible();
  });

  await test.step('what the server has comes to the folder, byte by byte', async () => {
    await expect.poll(() => syncStatus(desktop.page)).toBe('online');
    const [version] = await demo.author.call('versionsByRecord', { params: { id: document.id } });
    expect(sha256(await readOrNothing(document.file))).toBe(version?.sha256);
  });

  await test.step('its folders look like Legajo’s own, and what makes them so is never a document', async () => {
    const organization = join(home, 'Legajo/Constructora Andes SpA');
    for (const folder of [join(home, 'Legajo'), organization, join(organization, 'Calidad')])
      await expect
        .poll(async () => (await readOrNothing(join(folder, '.directory'))).toString())
        .toMatch(/^\[Desktop Entry\]\nIcon=(legajo|\/.*\/folder-icon\.png)\n/);
    // Files that systems and programs leave in any folder; and a locked file, to know that the engine has scanned.
    const below = dirname(document.file);
    await writeFile(join(below, '.directory'), '[Desktop Entry]\nIcon=folder-red\n');
    for (const name of ['Icon\r', 'desktop.ini', 'Sin contenido.txt']) await writeFile(join(below, name), '');
    const held = join(below, 'Sin contenido.txt').slice(join(home, 'Legajo/').length);
    const told = async () => {
      const { blocked, activity } = await syncTells(desktop.page);
      const looks = activity.filter(({ path }) => /(\.directory|Icon\r|desktop\.ini)$/.test(path));
      return [...blocked, ...looks].map(({ path }) => path);
    };
    await expect.poll(told).toEqual([held]);
    const { items } = await demo.author.call('recordSearch', { query: { name: 'directory', facets: 'no' } });
    expect(items.map(({ file }) => file.name)).toEqual([]);
    await rm(join(below, 'Sin contenido.txt'));
    await expect.poll(told).toEqual([]);
  });

  const edited = await Packer.toBuffer(
    new Document({ sections: [{ children: [new Paragraph('Corregido en el escritorio.')] }] }),
  );
  await test.step('what is edited in the folder becomes a version', async () => {
    // As editors save: a new file beside the old one, then renamed over it.
    await writeFile(`${document.file}.tmp`, edited);
    await rename(`${document.file}.tmp`, document.file);
    await expect
      .poll(async () => (await demo.author.call('versionsByRecord', { params: { id: document.id } }))[0])
      .toMatchObject({ sha256: sha256(edited), origin: 'sync', current: true, number: 2 });
  });

  await test.step('a browser sends it to the desktop, which opens it', async () => {
    const browser = await chromium.launch(browserLaunch());
    const page = await browser.newPage({ baseURL: demo.server.url, locale: 'es-CL' });
    await page.goto('/');
    await signIn(page, AUTHOR);
    await page.goto(`/records/view/${document.id}`);
    await page.getByRole('button', { name: 'Acciones' }).click();
    await page.getByRole('menuitem', { name: 'Abrir en mi escritorio' }).click();
    const opened = async (): Promise<string[]> =>
      (await readOrNothing(mark)).toString('utf8').trim().split('\n');
    await expect.poll(opened).toEqual([document.file]);

    // While an office program holds it there, others see who is editing: in the document, and in its folder.
    const other = await browser.newPage({ baseURL: demo.server.url, locale: 'es-CL' });
    await other.goto('/');
    await signIn(other, { ...AUTHOR, email: demoEmail('revisor') });
    await other.goto(`/records/view/${document.id}`);
    await expect(other.getByRole('button', { name: 'Acciones' })).toBeVisible();
    const lock = join(dirname(document.file), `.~lock.${basename(document.file)}#`);
    await writeFile(lock, ',autora,escritorio');
    const editing = other.getByText('Carolina está editando');
    await expect(editing).toBeVisible();
    await other.getByRole('navigation', { name: 'Ubicación' }).getByRole('link').last().click();
    await expect(other.getByRole('grid').getByRole('row').filter({ has: editing })).toHaveCount(1);
    await rm(lock);
    await expect(editing).toHaveCount(0);
    await browser.close();

    // The same from the desktop's own window, which needs no other computer.
    const { page: window } = desktop;
    await window.getByRole('button', { name: 'Buscar o ir a…' }).click();
    await window.getByRole('textbox', { name: 'Buscar o ir a' }).fill(document.title);
    await window.getByRole('button', { name: document.title }).first().click();
    await window.getByRole('button', { name: 'Acciones' }).click();
    await window.getByRole('menuitem', { name: 'Abrir en mi escritorio' }).click();
    await expect.poll(opened).toEqual([document.file, document.file]);
  });

  await test.step('after a restart it is still signed in, and in step', async () => {
    await desktop.close();
    desktop = await launchDesktop(options);
    await expect(desktop.page).toHaveURL(/\/dashboard$/);
    await expect.poll(() => syncStatus(desktop.page)).toBe('online');
    expect(sha256(await readOrNothing(document.file))).toBe(sha256(edited));
    expect(await demo.author.call('versionsByRecord', { params: { id: document.id } })).toHaveLength(2);
  });

  await desktop.close({ removeHome: true });
});

test('a file that is dropped goes to the wizard, and nothing that is begun is lost by leaving', {
  tag: '@desktop-navigation',
}, async () => {
  const desktop = await launchDesktop({ server: demo.server.url, withoutKeyring: true });
  const { app, page, home } = desktop;
  const document = await someDocument(demo.author, join(home, 'Legajo'));
  await startSyncing(page);
  // Before Chromium 119 a page asked by a text alone: what the older runtime lacks (docs/desktop-testing.md).
  await page.evaluate(() => {
    BeforeUnloadEvent.prototype.preventDefault = function ask(this: BeforeUnloadEvent) {
      Event.prototype.preventDefault.call(this);
      this.returnValue = 'x';
    };
  });
  // The system's dialog is replaced by a recorded answer.
  await app.evaluate(({ dialog }) => {
    Object.assign(globalThis, { asked: [], answer: 0 });
    dialog.showMessageBoxSync = ((_window: unknown, { message }: { message: string }) => {
      const state = globalThis as unknown as { asked: string[]; answer: number };
      state.asked.push(message);
      return state.answer;
    }) as typeof dialog.showMessageBoxSync;
  });
  const asked = () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked.splice(0));
  const question = ['Hay cambios sin guardar o cargas en curso'];
  /** Quits by the menu and stays when asked: the window stays, and the engine continues. */
  const stays = async () => {
    await app.evaluate(({ app: it }) => it.quit());
    await expect.poll(asked).toEqual(question);
    await expect.poll(() => syncStatus(page)).toBe('online');
  };

  await test.step('a file opens the wizard, and the wizard is not left unasked', async () => {
    const { name, buffer } = pdf('Acta soltada 5123.pdf');
    await writeFile(join(home, name), buffer);
    await dropFiles(desktop, [join(home, name)]);
    await expect(wizard(page).getByText(name)).toBeVisible();
    expect(page.url()).toMatch(/^app:\/\/legajo\//);
    await stays();
    await expect(wizard(page).getByText(name)).toBeVisible();
  });
  await test.step('closing the window only hides it: nothing to ask', async () => {
    const shown = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await expect.poll(shown).toBe(false);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
    expect(await asked()).toEqual([]);
    await expect(wizard(page).getByText('Acta soltada 5123.pdf')).toBeVisible();
  });
  await test.step('an upload under way is not left unasked, and goes on', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/docs/uploads**', async (route) => {
      await held;
      await route.continue();
    });
    await fillRest(page);
    const begun = page.waitForRequest('**/docs/uploads**');
    await create(page).click();
    await begun;
    await wizard(page).getByRole('button', { name: 'Cerrar' }).last().click();
    await stays();
    release();
    await expect
      .poll(async () => (await heldOf(demo.server.url, 'Acta soltada 5123'))?.version?.status)
      .toBe('ready');
    await page.unroute('**/docs/uploads**');
  });
  await test.step('a form with changes is not left unasked; who leaves all the same, leaves', async () => {
    await app.evaluate(
      ({ app: it }, link) => void it.emit('second-instance', {}, ['/opt/Legajo/legajo', link], '/'),
      `legajo://records/view/${document.id}`,
    );
    await page.getByRole('tab', { name: 'Información' }).click();
    const title = page.getByLabel('Título');
    await title.fill('Un título que nadie guardó');
    await stays();
    await expect(title).toHaveValue('Un título que nadie guardó');
    const ended = app.waitForEvent('close');
    await app.evaluate(({ app: it }) => {
      Object.assign(globalThis, { answer: 1 });
      it.quit();
    });
    await ended;
  });
  await rm(home, { recursive: true, force: true });
});
