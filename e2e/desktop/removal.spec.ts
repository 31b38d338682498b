import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from '@playwright/test';
import { uploadDocument } from '../fixtures/upload.ts';
import { syncStatus, syncTells } from './app.ts';
import { expectGoodAppearance } from './appearance.ts';
import { launchInColours, serveDemo, startSyncing } from './on-demo.ts';
import { someDocument } from './some-document.ts';

/** Most of a library vanishes from the server: the window asks before the copies on this computer go. */
const demo = serveDemo();

/** The engine asks from this many documents of a library on, if they are at least half of it. */
const AT_LEAST = 20;

test('when the server has far fewer documents it is asked about, and they can be kept', async () => {
  const desktop = await launchInColours({ server: demo.server.url });
  const { page, home } = desktop;
  const root = join(home, 'Legajo');
  const { file } = await someDocument(demo.author, root);
  const folderPath = join(root, ...relative(root, file).split('/').slice(0, 2), 'Traspaso');
  await startSyncing(page);

  const calidad = async () => (await syncTells(page)).libraries.find(({ name }) => name === 'Calidad');
  const library = await calidad();
  const count = Math.max(AT_LEAST, library?.files ?? 0);
  const group = library?._id ?? '';
  const { _id: folder } = await demo.author.call('folderCreate', { body: { group, name: 'Traspaso' } });
  const records: string[] = [];
  for (let n = 1; n <= count; n += 1)
    records.push(await uploadDocument(demo.server.url, demo.author, { group, folder, title: `Acta ${n}` }));
  const copies = () => readdir(folderPath).catch(() => []);
  const documents = async () => (await copies()).filter((name) => name.startsWith('Acta ')).sort();
  await expect.poll(async () => (await documents()).length).toBe(count);
  await expect.poll(() => syncStatus(page)).toBe('online');
  const before = await documents();

  await page.setViewportSize({ width: 1280, height: 820 });
  await page.getByRole('button', { name: /^Sincronización: / }).click();
  const panel = page.getByRole('complementary', { name: 'Sincronización' });
  const question = page
    .getByRole('alert')
    .filter({ hasText: `El servidor ya no muestra ${count} documentos` });

  await test.step('it says how many, and nothing goes meanwhile', async () => {
    await panel.getByRole('button', { name: 'Pausar' }).click();
    await expect(panel.getByRole('heading', { name: 'En pausa' })).toBeVisible();
    for (const id of records) await demo.author.call('recordDelete', { params: { id } });
    await panel.getByRole('button', { name: 'Reanudar' }).click();
    await expect(question).toBeVisible();
    await expect(panel.getByRole('heading', { name: 'Necesita tu respuesta' })).toBeVisible();
    await expectGoodAppearance(page, 'wide');
    await page.setViewportSize({ width: 360, height: 780 });
    await page.getByRole('link', { name: /^Sincronización: / }).click();
    await expect(question).toBeVisible();
    await expectGoodAppearance(page, 'narrow');
    expect(await documents()).toEqual(before);
  });

  await test.step('"Conservarlos en este equipo" keeps every copy, and says which these are', async () => {
    await question.getByRole('button', { name: 'Conservarlos en este equipo' }).click();
    await expect(question).toHaveCount(0);
    const kept = async () =>
      (await syncTells(page)).blocked.filter(({ reason }) => reason === 'kept-here').length;
    await expect.poll(kept).toBe(count);
    await expect.poll(() => syncStatus(page)).toBe('online');
    expect(await documents()).toEqual(before);
  });
  await desktop.close({ removeHome: true });
});
