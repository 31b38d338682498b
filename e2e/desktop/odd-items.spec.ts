import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { syncStatus } from './app.ts';
import { expectGoodAppearance } from './appearance.ts';
import { launchInColours, serveDemo, startSyncing } from './on-demo.ts';
import { someDocument } from './some-document.ts';

/** Odd items of a folder in the panel: each with its reason, and the engine at rest beside them. */
const demo = serveDemo();

test('what is blocked and what is not synced is said, and a broken name is mended', async () => {
  const desktop = await launchInColours({ server: demo.server.url });
  const { page, home } = desktop;
  const document = await someDocument(demo.author, join(home, 'Legajo'));
  const library = dirname(document.file);
  await startSyncing(page);

  const deep = Array.from({ length: 22 }, (_, n) => `Nivel ${n + 1}`);
  await mkdir(join(library, ...deep), { recursive: true });
  await writeFile(join(library, ...deep, 'Acta.txt'), 'acta');
  await mkdir(join(library, 'Borradores~'));
  await mkdir(join(library, 'Obra nueva', 'Planos'), { recursive: true });
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
  await expect(list.getByRole('listitem')).toHaveCount(5);
  await expect(list.getByText('Borradores~', { exact: true })).toBeVisible();
  await expect(list.getByText('Se creará en Legajo con el primero', { exact: false })).toBeVisible();
  await expect(list.getByText('Es un enlace a otro lugar.', { exact: false })).toBeVisible();
  await expect(list.getByText('No está en ninguna de tus bibliotecas.', { exact: false })).toBeVisible();
  await expect.poll(() => syncStatus(page)).toBe('online');
  await list.scrollIntoViewIfNeeded();
  await expectGoodAppearance(page, 'wide');

  await list.getByRole('button', { name: /^Renombrar .* a Año\.txt$/ }).click();
  await expect(list.getByRole('listitem')).toHaveCount(4);

  await page.setViewportSize({ width: 400, height: 820 });
  await page.getByRole('link', { name: /^Sincronización: / }).click();
  const alone = page.getByRole('region', { name: 'No se sincroniza' });
  await expect(alone.getByRole('listitem')).toHaveCount(4);
  await alone.scrollIntoViewIfNeeded();
  await expectGoodAppearance(page, 'narrow');
  await desktop.close({ removeHome: true });
});
