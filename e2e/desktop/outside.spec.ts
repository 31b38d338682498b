import { createHash, generateKeyPairSync } from 'node:crypto';
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { writeFeed } from '../../scripts/lib/packaging/feed.ts';
import { publicKeyOf } from '../../src/main/updates/feed.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/axe.ts';
import { type Desktop, type DesktopPage, launchDesktop } from './app.ts';
import { AUTHOR, launchInColours, serveDemo, startSyncing } from './on-demo.ts';
import { someDocument } from './some-document.ts';

/** What comes to the app from outside: links of its own scheme, and newer versions of itself. */
const demo = serveDemo();

/** Windows and Linux pass a link as an argument to a second start, which the first one receives. */
const click = (desktop: Desktop, link: string) =>
  desktop.app.evaluate(({ app }, text) => {
    app.emit('second-instance', {}, ['/opt/Legajo/legajo', text], '/');
  }, link);

test('a link leads to its page: from a cold start, after signing in, and in the running app', {
  tag: '@desktop-links',
}, async () => {
  const home = await mkdtemp(join(tmpdir(), 'legajo-home-'));
  const document = await someDocument(demo.author, join(home, 'Legajo'));
  const options = { home, server: demo.server.url };
  let desktop = await launchDesktop(options);
  await desktop.page.getByRole('button', { name: 'Usar esta carpeta' }).click();
  await expect(desktop.page.getByLabel('Correo')).toBeVisible();
  await desktop.close();
  const title = (page: Page) => page.getByRole('heading', { level: 1, name: document.title });

  await test.step('nobody is signed in: the form first, then there', async () => {
    desktop = await launchDesktop({ ...options, args: [`legajo://records/view/${document.id}`] });
    const { page } = desktop;
    await page.getByLabel('Correo').fill(AUTHOR.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(AUTHOR.password);
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(title(page)).toBeVisible();
    await desktop.close();
  });
  await test.step('a cold start of who is signed in: to the review, at once', async () => {
    desktop = await launchDesktop({
      ...options,
      args: [`legajo://records/view/${document.id}?panel=review`],
    });
    await expect(title(desktop.page)).toBeVisible();
    await expect(desktop.page).toHaveURL(/\?panel=review$/);
  });
  const { page } = desktop;
  await test.step('while it runs: the sync panel, a folder', async () => {
    await click(desktop, 'legajo://sync');
    await expect(page).toHaveURL(/\/sync$/);
    // The locator must not use the heading, whose text changes meanwhile.
    await expect(page.getByRole('main').getByRole('button', { name: 'Revisar todo ahora' })).toBeVisible();
    const record = await demo.author.call('recordById', { params: { id: document.id } });
    await click(desktop, `legajo://records/search?group=${record.group._id}&folder=${record.folder?._id}`);
    await expect(page.getByRole('heading', { level: 1, name: record.folder?.name ?? '' })).toBeVisible();
  });
  await test.step('the page was loaded anew: it still hears', async () => {
    await page.reload();
    await click(desktop, 'legajo://sync');
    await expect(page).toHaveURL(/\/sync$/);
  });
  for (const link of [
    'legajo://nowhere/1',
    'legajo://records/nowhere/1',
    'legajo://records/%2e%2e%2f%2e%2e%2fetc/passwd',
    `legajo://records/view/${'a'.repeat(5000)}`,
    'legajo://password?token=abc',
  ])
    await test.step(`${link.slice(0, 40)} leads nowhere: the dashboard, and says so`, async () => {
      await click(desktop, link);
      await expect(page).toHaveURL(/^app:\/\/legajo\/dashboard$/);
      await expect(page.getByText('Ese enlace no lleva a ninguna página de Legajo.').first()).toBeVisible();
      await click(desktop, 'legajo://sync');
      await expect(page).toHaveURL(/\/sync$/);
    });
  // The secret store is shared by the run: the next start of an app would be signed in.
  await page.evaluate(() => (window as unknown as DesktopPage).legajo.session.signOut());
  await desktop.close({ removeHome: true });
});

/** A server on this computer with answers by path. */
async function folderOf(
  answers: Map<string, (asked: string[]) => { status?: number; to?: string; body?: string }>,
) {
  const asked: string[] = [];
  const files: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    asked.push(pathname);
    const { status = 200, to, body = '' } = answers.get(pathname)?.(asked) ?? { status: 404 };
    response.writeHead(status, to ? { location: to } : {}).end(body);
  });
  await new Promise<void>((listening) => files.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(files.address() as AddressInfo).port}/`;
  return { url, asked, close: () => new Promise((closed) => files.close(closed)) };
}

test('a newer version is fetched in the background, offered, and started once its person says so', {
  tag: '@desktop-updates',
}, async () => {
  const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const home = await mkdtemp(join(tmpdir(), 'legajo-home-'));
  // An AppImage is one file that replaces the old one and is started: this one writes a marker.
  const installed = join(home, 'Legajo.AppImage');
  const mark = join(home, 'started');
  const program = `#!/bin/sh\necho new > '${mark}'\n`;
  await writeFile(installed, '#!/bin/sh\necho old\n');
  await chmod(installed, 0o755);
  const name = 'Legajo-100.2.0.AppImage';
  const feed = (version: string) =>
    writeFeed(
      {
        version,
        files: [
          {
            name,
            sha512: createHash('sha512').update(program).digest('base64'),
            size: program.length,
          },
        ],
        stage: 100,
        released: '2026-11-22T00:00:00.000Z',
      },
      key,
    );
  const latest = '/latest-linux.yml';
  const elsewhere = await folderOf(new Map([[latest, () => ({ body: feed('100.2.0') })]]));
  let said: { status?: number; to?: string; body?: string } = {
    status: 302,
    to: `${elsewhere.url}latest-linux.yml`,
  };
  const published = await folderOf(
    new Map([
      [latest, () => said],
      [`/${name}`, () => ({ body: program })],
    ]),
  );
  const LEGAJO_UPDATES = JSON.stringify({ url: published.url, publicKey: publicKeyOf(key) });
  const desktop = await launchInColours({
    home,
    server: demo.server.url,
    env: { LEGAJO_UPDATES, APPIMAGE: installed },
  });
  const { page } = desktop;
  await startSyncing(page);

  const ask = () =>
    desktop.app.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
      items?.find(({ label }) => label === 'Buscar actualizaciones')?.click();
    });
  const bar = page.getByRole('status').filter({ hasText: 'Hay una versión nueva (100.2.0).' });

  const failed = page.getByText('No se pudo buscar una versión nueva');

  await test.step('at the start it asked where it was told to, and followed nobody elsewhere', async () => {
    await expect.poll(() => published.asked).toContain(latest);
    await ask();
    await expect(failed).toBeVisible();
    expect(elsewhere.asked).toEqual([]);
  });
  await test.step('a page instead of a feed is no news either', async () => {
    said = { body: '<!doctype html><title>Inicia sesión</title>' };
    // Otherwise the earlier note would be taken for this one, and the next question for a part of it.
    await expect(failed).toBeHidden();
    await ask();
    await expect(failed).toBeVisible();
  });
  await test.step('nothing newer: whoever asked is told', async () => {
    said = { body: feed('0.0.1') };
    await ask();
    await expect(page.getByText(/Tienes la versión más reciente/)).toBeVisible();
    expect(published.asked).not.toContain(`/${name}`);
  });
  await test.step('a newer one is offered; what waits comes back for who asks', async () => {
    said = { body: feed('100.2.0') };
    await ask();
    await expect(bar).toBeVisible();
    await bar.getByRole('button', { name: 'Más tarde' }).click();
    await expect(bar).toBeHidden();
    await ask();
    await expect(bar).toBeVisible();
    for (const width of [400, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
      await page.screenshot({ path: join(tmpdir(), `legajo-update-${width}.png`) });
    }
    await expectAccessible(page);
  });
  await test.step('"Reiniciar para instalarla" ends the app and starts the new one in its place', async () => {
    const ended = desktop.app.waitForEvent('close');
    await bar.getByRole('button', { name: 'Reiniciar para instalarla' }).click();
    await ended;
    await expect.poll(() => readFile(mark, 'utf8').catch(() => '')).toBe('new\n');
    expect(await readFile(installed, 'utf8')).toBe(program);
  });
  await Promise.all([published.close(), elsewhere.close()]);
});
