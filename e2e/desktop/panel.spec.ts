import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Document, Packer, Paragraph } from 'docx';
import { DEMO_PASSWORD, demoEmail, signInApi } from '../fixtures/api.ts';
import { addVersion } from '../fixtures/upload.ts';
import { launchDesktop, signIn } from './app.ts';
import { expectGoodAppearance } from './appearance.ts';
import { launchInColours, serveDemo, startSyncing } from './on-demo.ts';
import { someDocument } from './some-document.ts';

/** The sync panel with a real engine: what needs a decision, and that the decision reaches the server. */
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const docx = (text: string): Promise<Buffer> =>
  Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph(text)] }] }));

const demo = serveDemo();

test('a conflict is decided in the panel, and both edits stay', async () => {
  const desktop = await launchInColours({ server: demo.server.url });
  const { page, home } = desktop;
  const document = await someDocument(demo.author, join(home, 'Legajo'));
  const name = document.file.slice(dirname(document.file).length + 1);
  const [base] = await demo.author.call('versionsByRecord', { params: { id: document.id } });
  const [mine, theirs] = [await docx('Lo que corrigió ella.'), await docx('Lo que corrigió él.')];

  await startSyncing(page);

  // In a wide window the panel is beside the screen.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /^Sincronización: En línea/ }).click();
  const panel = page.getByRole('complementary', { name: 'Sincronización' });
  await expect(panel.getByRole('heading', { name: 'En línea' })).toBeVisible();
  await expectGoodAppearance(page, 'conflict-wide');

  await test.step('in pause: what is edited waits', async () => {
    await panel.getByRole('button', { name: 'Pausar' }).click();
    await expect(panel.getByRole('heading', { name: 'En pausa' })).toBeVisible();
    await writeFile(document.file, mine);
    await writeFile(join(dirname(document.file), 'Sin contenido.txt'), '');
    const reviewer = await signInApi(demo.server.url, demoEmail('revisor'));
    const version = { record: document.id, base: base?._id ?? '', name, bytes: theirs };
    await addVersion(demo.server.url, reviewer, version);
    await panel.getByRole('button', { name: 'Reanudar' }).click();
  });

  const conflict = panel.getByRole('article').filter({ hasText: 'Dos ediciones partieron de la versión 1' });
  await test.step('both sides stand first, apart from what only waits', async () => {
    await expect(conflict).toBeVisible();
    await expect(conflict).toContainText('Tú');
    await expect(conflict).toContainText('Rodrigo Fuentealba Soto');
    await expect(conflict).toContainText('Guardada como versión 3, en conflicto.');
    const waiting = panel.getByRole('region', { name: 'En espera' });
    await expect(waiting.getByText('Sin contenido.txt')).toBeVisible();
    await expect.poll(async () => sha256(await readFile(document.file))).toBe(sha256(theirs));
    await expectGoodAppearance(page, 'kept');
  });

  await test.step('"Usar esta versión" makes it the newest, and it comes to the folder', async () => {
    await conflict.getByRole('button', { name: 'Usar esta versión' }).click();
    await expect(conflict).toBeHidden();
    const versions = await demo.author.call('versionsByRecord', { params: { id: document.id } });
    expect(versions.map(({ number, current, sha256: sha }) => [number, current, sha])).toEqual([
      [4, true, sha256(mine)],
      [3, false, sha256(mine)],
      [2, false, sha256(theirs)],
      [1, false, base?.sha256],
    ]);
    await expect.poll(async () => sha256(await readFile(document.file))).toBe(sha256(mine));
  });

  await test.step('on a narrow window it is a page of its own', async () => {
    await page.setViewportSize({ width: 400, height: 820 });
    await expect(panel).toBeHidden();
    await page.getByRole('link', { name: /^Sincronización: En línea/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'En línea' })).toBeVisible();
    await expectGoodAppearance(page, 'narrow');
  });

  await desktop.close({ removeHome: true });
});

test('what comes while the window is not looked at is a notice of the system’s, once', async () => {
  // The secret store still holds the session of the test before, and with it there is no first run.
  const desktop = await launchDesktop({ server: demo.server.url, withoutKeyring: true });
  const { app, page } = desktop;
  // No desktop environment shows notices here, so the calls to the system are recorded instead.
  await app.evaluate(({ BrowserWindow, Notification }) => {
    const noted: string[] = [];
    Object.assign(globalThis, { noted });
    Notification.isSupported = () => true;
    // Each notice has its own methods, so they are patched where the app adds its listener.
    const { on } = Notification.prototype;
    Notification.prototype.on = function listen(this: Electron.Notification, ...args: [never, never]) {
      this.show = () => void noted.push(this.title);
      return on.apply(this, args);
    };
    for (const window of BrowserWindow.getAllWindows()) window.isFocused = () => false;
  });
  const noted = () => app.evaluate(() => (globalThis as unknown as { noted: string[] }).noted);
  await page.getByRole('button', { name: 'Usar esta carpeta' }).click();
  await signIn(page, { email: demoEmail('autora'), password: DEMO_PASSWORD });
  // Notifications from before this person's first sign-in here count as shown.
  const knows = () => page.evaluate(() => Object.keys(localStorage).some((key) => /^legajo\.told/.test(key)));
  await expect.poll(knows).toBe(true);

  const { items } = await demo.author.call('recordSearch', { query: { limit: '1' } });
  const body = { record: items[0]?._id ?? '', notifyAt: new Date(Date.now() + 1500).toISOString() };
  await demo.author.call('reminderCreate', { body: { ...body, text: 'Llamar al inspector' } });
  const told = ['Recordatorio: Llamar al inspector'];
  await expect.poll(noted).toEqual(told);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Notificaciones: \d/ })).toBeVisible();
  expect(await noted()).toEqual(told);
  await desktop.close({ removeHome: true });
});
