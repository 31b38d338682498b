import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { syncTells } from './app.ts';
import { expectGoodAppearance } from './appearance.ts';
import { launchInColours, serveDemo, startSyncing } from './on-demo.ts';
import { someDocument } from './some-document.ts';

/** A file that waits before it is sent, in the panel: why, and "Subir ahora". */
const demo = serveDemo();

/** An incomplete file is sent after two minutes; one that arrives within a minute was sent by the button. */
const SOON_MS = 60_000;

test('a file without its end waits, and goes at once where its person says so', async () => {
  const desktop = await launchInColours({ server: demo.server.url });
  const { page, home } = desktop;
  const document = await someDocument(demo.author, join(home, 'Legajo'));
  await startSyncing(page);
  const versions = () => demo.author.call('versionsByRecord', { params: { id: document.id } });
  const before = await versions();

  // A Word document that is half copied: its beginning is there, its directory is not.
  const half = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(5000, 'x')]);
  await writeFile(document.file, half);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /^Sincronización: / }).click();
  const waiting = page.getByRole('region', { name: 'En espera' });
  const item = waiting.getByRole('listitem').filter({ hasText: basename(document.file) });
  await expect(item.getByText('Le falta su final', { exact: false })).toBeVisible();
  await expectGoodAppearance(page, 'wide');
  await page.setViewportSize({ width: 400, height: 820 });
  await page.getByRole('link', { name: /^Sincronización: / }).click();
  await expect(item).toBeVisible();
  await expectGoodAppearance(page, 'narrow');
  expect(await versions()).toEqual(before);

  await page.getByRole('button', { name: 'Pausar' }).click();
  await expect(item.getByText('Se subirá cuando vuelva la sincronización.')).toBeVisible();
  await expect(item.getByRole('button', { name: 'Subir ahora' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Reanudar' }).click();

  await item.getByRole('button', { name: 'Subir ahora' }).click();
  await expect.poll(async () => (await versions()).length, { timeout: SOON_MS }).toBe(before.length + 1);
  const known = new Set(before.map(({ _id }) => _id));
  const newest = (await versions()).find(({ _id }) => !known.has(_id));
  expect(newest).toMatchObject({ unfinished: 'incomplete', size: half.length });
  await expect(item).toHaveCount(0);
  await expect.poll(async () => (await syncTells(page)).blocked).toEqual([]);
  await desktop.close({ removeHome: true });
});
