import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { DEMO_PASSWORD, demoEmail } from '../fixtures/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/axe.ts';
import { startServer } from '../fixtures/server.ts';
import { type DesktopPage, launchDesktop, syncStatus } from './app.ts';
import { filesBelow } from './files-below.ts';
import { launchInColours, serveDemo, startSyncing } from './on-demo.ts';

/** "Este equipo": what its person chooses for this computer, in a real window over a real engine. */
const demo = serveDemo();

const preferences = (page: Page) =>
  page.evaluate(async () => {
    const answer = await (window as unknown as DesktopPage).legajo.settings.get();
    return answer.ok ? answer.value.preferences : null;
  });

/** Axe and the width, in both themes. */
async function sound(page: Page, picture: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate(
      (wanted) => (window as unknown as DesktopPage).legajo.settings.setTheme(wanted),
      theme,
    );
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
    for (const [width, height] of [
      [400, 820],
      [1280, 860],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectNoSidewaysScroll(page);
      await page.screenshot({
        path: test.info().outputPath(`${picture}-${width}-${theme}.png`),
        fullPage: true,
      });
    }
    await expectAccessible(page);
  }
}

/** Every file below a folder except the engine's own. */
const filesIn = async (folder: string): Promise<string[]> =>
  (await filesBelow(folder))
    .filter(({ path }) => !path.includes('.legajo'))
    .map(({ name }) => name)
    .sort();
/** The files that give a folder its icon. */
const LOOK = '.directory';
const documentsIn = async (folder: string) => (await filesIn(folder)).filter((name) => name !== LOOK);
const looksIn = async (folder: string) => (await filesIn(folder)).filter((name) => name === LOOK).length;

test('what is chosen for this computer holds at once, and is kept', async () => {
  let desktop = await launchInColours({ server: demo.server.url });
  const { page, home, app } = desktop;
  await startSyncing(page);
  await page.getByRole('button', { name: /^Sincronización: En línea/ }).click();
  await page.getByRole('link', { name: 'Ajustes de este equipo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Este equipo' })).toBeVisible();

  await test.step('limits by the keyboard', async () => {
    await page.getByLabel('Al subir documentos').fill('250');
    await page.keyboard.press('Enter');
    await expect.poll(() => preferences(page)).toMatchObject({ limitUp: 250, limitDown: 0 });
    await expect(page.getByText('Ajustes guardados.')).toBeVisible();
  });

  const field = page.getByLabel('Nombre', { exact: true });
  await test.step('names: what cannot be one is said at the field, and what covers everything is asked about', async () => {
    for (const [text, refusal] of [
      ['', 'Escribe un nombre.'],
      ['Obras/2026', 'Escribe solo un nombre, sin barras'],
      ['plano?', 'Ningún archivo puede llevar ese carácter'],
    ] as const) {
      await field.fill(text);
      await field.press('Enter');
      await expect(page.getByText(refusal)).toBeVisible();
      await expect(field).toBeFocused();
    }
    await field.fill('*.docx');
    await field.press('Enter');
    await expect(page.getByRole('listitem').filter({ hasText: '*.docx' })).toContainText(
      /\d+ archivos? de este equipo/,
    );
    await field.fill('*');
    await field.press('Enter');
    const question = page.getByRole('dialog', { name: '¿No sincronizar casi nada?' });
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(question).toBeHidden();
    expect((await preferences(page))?.ignore).toEqual(['*.docx']);
  });
  await sound(page, 'computer');
  await page.getByRole('button', { name: 'Quitar *.docx' }).click();
  await expect.poll(async () => (await preferences(page))?.ignore).toEqual([]);

  await test.step('another folder is filled anew, and the one before stays as it is', async () => {
    const [before, next] = [join(home, 'Legajo'), join(home, 'Otra carpeta')];
    const pick = (folder: string) =>
      app.evaluate(({ dialog }, path) => {
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
      }, folder);
    const documents = await documentsIn(before);
    expect(documents.length).toBeGreaterThan(10);
    await pick(join(before, 'adentro'));
    await page.getByRole('button', { name: 'Cambiar carpeta' }).click();
    const question = page.getByRole('dialog', { name: '¿Sincronizar en otra carpeta?' });
    await question.getByRole('button', { name: 'Cambiar carpeta' }).click();
    await expect(page.getByText('Esa carpeta está dentro de otra que se sincroniza')).toBeVisible();
    await pick(next);
    await page.getByRole('button', { name: 'Cambiar carpeta' }).click();
    await expect(question).toContainText(before);
    await question.getByRole('button', { name: 'Cambiar carpeta' }).click();
    await expect.poll(() => documentsIn(next)).toEqual(documents);
    await expect.poll(() => syncStatus(page)).toBe('online');
    expect(await documentsIn(before)).toEqual(documents);
    // The icons of the sync folders are removed with them.
    await expect.poll(() => looksIn(next)).toBeGreaterThan(2);
    await expect.poll(() => looksIn(before)).toBe(0);
  });

  await test.step('the diagnostics hold no secret, and no name', async () => {
    const file = join(home, 'diagnostico.zip');
    await app.evaluate(({ dialog }, path) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
    }, file);
    await page.getByRole('button', { name: 'Guardar diagnóstico…' }).click();
    await expect(page.getByText('Diagnóstico guardado.')).toBeVisible();
    const entries = Object.entries(unzipSync(await readFile(file)));
    expect(entries.map(([name]) => name).sort()).toEqual([
      'ajustes.json',
      'diario.json',
      'legajo.log',
      'sincronizacion.json',
      'versiones.json',
    ]);
    const text = entries.map(([, bytes]) => strFromU8(bytes)).join('\n');
    const token = await page.evaluate(async () => {
      const answer = await (window as unknown as DesktopPage).legajo.session.token({ fresh: false });
      return answer.ok ? answer.value.idToken : '';
    });
    const secrets = [
      token,
      DEMO_PASSWORD,
      demoEmail('autora'),
      home,
      ...(await documentsIn(join(home, 'Legajo'))),
    ];
    expect(secrets.every((secret) => secret.length > 3)).toBe(true);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).toMatch(/"synced": \d\d/);
    expect(text).toContain('"limitUp": 250');
  });

  await test.step('a start with one’s session is asked of the system', async () => {
    const autostart = join(home, '.config/autostart/legajo.desktop');
    await page.getByLabel('Iniciar con mi sesión').click();
    await expect.poll(() => existsSync(autostart)).toBe(true);
    expect(await readFile(autostart, 'utf8')).toContain('"--hidden"');
  });

  await test.step('without a connection what was seen stays, to be read; then it is fetched again', async () => {
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.getByRole('link', { name: 'Navegar Documentos' }).click();
    const library = page.getByRole('link', { name: /Calidad/ }).first();
    await expect(library).toBeVisible();
    const upload = page.getByRole('button', { name: 'Cargar Documento' });
    // Chromium's code for an expired certificate: a test cannot make the system trust an issuer first.
    await app.evaluate(({ net }) => {
      Object.assign(globalThis, { usualFetch: net.fetch });
      net.fetch = async () => {
        throw new Error('net::ERR_CERT_DATE_INVALID');
      };
    });
    await demo.server.stop({ keepData: true });
    const note = page.getByRole('status').filter({ hasText: 'Ves lo último que se cargó' });
    await expect(note).toBeVisible();
    await expect(note).toContainText('El certificado de ese servidor venció o todavía no rige.');
    await expect(library).toBeVisible();
    await expect(upload).toHaveAttribute('aria-disabled', 'true');
    await expect(upload).toHaveAccessibleDescription('Sin conexión. Podrás cargar documentos cuando vuelva.');
    await expect.poll(() => syncStatus(page)).toBe('offline');
    await page.getByRole('button', { name: /^Notificaciones: \d/ }).click();
    const inbox = page.getByRole('dialog', { name: 'Notificaciones' });
    const dismissals = inbox.getByRole('button', { name: /^Descartar/ });
    expect(await dismissals.count()).toBeGreaterThan(1);
    for (const each of await dismissals.all()) {
      await expect(each).toBeDisabled();
      await expect(each).toHaveAttribute('title', 'Sin conexión. Podrás hacerlo cuando vuelva.');
    }
    await page.keyboard.press('Escape');
    await sound(page, 'offline');
    await app.evaluate(({ net }) => {
      net.fetch = (globalThis as unknown as { usualFetch: typeof net.fetch }).usualFetch;
    });
    await expect(note).toContainText('Sin conexión.');
    const asked = page.waitForRequest((request) => request.url().includes('/groups'));
    const { port } = new URL(demo.server.url);
    demo.server = await startServer({ ...demo.data, PORT: port });
    await asked;
    await expect(note).toBeHidden();
    await expect(upload).not.toHaveAttribute('aria-disabled', 'true');
    await expect.poll(() => syncStatus(page)).toBe('online');
  });

  await test.step('started with one’s session it is in the tray, as large as it was', async () => {
    const zoom = () =>
      desktop.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel(),
      );
    const shown = () =>
      desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomLevel(1));
    await desktop.close();
    // The answer of systemd's tool for NetworkManager on a metered network.
    const bin = join(home, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'busctl'), '#!/bin/sh\necho "u 1"\n', { mode: 0o755 });
    const env = { PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
    desktop = await launchDesktop({ server: demo.server.url, home, env, args: ['--hidden'] });
    await expect.poll(zoom).toBe(1);
    await expect.poll(() => syncStatus(desktop.page)).toBe('online');
    expect(await shown()).toBe(false);
    expect(await preferences(desktop.page)).toMatchObject({ limitUp: 250, ignore: [], openAtLogin: true });
  });

  await test.step('on a metered network it waits, and goes on when its person says so', async () => {
    const again = desktop.page;
    await again.setViewportSize({ width: 400, height: 820 });
    await again.getByRole('link', { name: /^Sincronización: En línea/ }).click();
    await again.getByRole('link', { name: 'Ajustes de este equipo' }).click();
    await again.getByLabel('Pausar en redes de uso medido').click();
    await again.getByRole('link', { name: /^Sincronización: En pausa: red de uso medido/ }).click();
    const heading = again.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('En pausa: red de uso medido');
    await again.getByRole('button', { name: 'Sincronizar igual' }).click();
    await expect(heading).toHaveText('En línea');
  });

  await desktop.close({ removeHome: true });
});
