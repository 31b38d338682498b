import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Api, DEMO_PASSWORD, demoEmail, signInApi } from '../fixtures/api.ts';
import { copyDemo } from '../fixtures/demo.ts';
import { type RunningServer, startServer } from '../fixtures/server.ts';
import { launchDesktop, signIn, syncStatus } from './app.ts';
import { expectGoodAppearance } from './appearance.ts';
import { someDocument } from './some-document.ts';

/** Files that cannot be synced, in the panel: each with its reason, while the engine is at rest. */
let server: RunningServer;
let author: Api;
test.beforeAll(async () => {
  server = await startServer({ DATA_DIR: await copyDemo() });
  author = await signInApi(server.url, demoEmail('autora'));
});
test.afterAll(() => server.stop());

test('what is blocked and what is not synced is said, and a broken name is mended', async () => {
  test.setTimeout(240_000);
  const desktop = await launchDesktop({ server: server.url });
  const { page, home } = desktop;
  // Otherwise Playwright would keep the page in its own colour scheme.
  await page.emulateMedia({ colorScheme: null });
  const document = await someDocument(author, join(home, 'Legajo'));
  const library = dirname(document.file);
  await page.getByRole('button', { name: 'Usar esta carpeta' }).click();
  await signIn(page, { email: demoEmail('autora'), password: DEMO_PASSWORD });
  await expect.poll(() => syncStatus(page), { timeout: 60_000 }).toBe('online');

  const deep = Array.from({ length: 22 }, (_, n) => `Nivel ${n + 1}`);
  await mkdir(join(library, ...deep), { recursive: true });
  await writeFile(join(library, ...deep, 'Acta.txt'), 'acta');
  await mkdir(join(library, 'Borradores~'));
  await symlink(join(home, 'fuera'), join(library, 'Enlace al servidor viejo'));
  // "Año.txt" as an old ZIP program writes it.
  const broken = Buffer.concat([
    Buffer.from(`${library}/`),
    Buffer.from([0x41, 0xa4, 0x6f]),
    Buffer.from('.txt'),
  ]);
  await writeFile(broken, 'año');
  // One level too high: in no library.
  await writeFile(join(home, 'Legajo', 'Contrato suelto.docx'), 'contrato');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /^Sincronización: / }).click();
  const panel = page.getByRole('complementary', { name: 'Sincronización' });
  const list = panel.getByRole('region', { name: 'No se sincroniza' });
  await expect(list.getByRole('listitem')).toHaveCount(4, { timeout: 60_000 });
  await expect(list.getByText('Borradores~', { exact: true })).toBeVisible();
  await expect(list.getByText('Es un enlace a otro lugar.', { exact: false })).toBeVisible();
  await expect(list.getByText('No está en ninguna de tus bibliotecas.', { exact: false })).toBeVisible();
  await expect.poll(() => syncStatus(page)).toBe('online');
  await list.scrollIntoViewIfNeeded();
  await expectGoodAppearance(page, 'wide');

  await list.getByRole('button', { name: /^Renombrar .* a Año\.txt$/ }).click();
  await expect(list.getByRole('listitem')).toHaveCount(3);

  await page.setViewportSize({ width: 400, height: 820 });
  await page.getByRole('link', { name: /^Sincronización: / }).click();
  const alone = page.getByRole('region', { name: 'No se sincroniza' });
  await expect(alone.getByRole('listitem')).toHaveCount(3);
  await alone.scrollIntoViewIfNeeded();
  await expectGoodAppearance(page, 'narrow');
  await desktop.close({ removeHome: true });
});
