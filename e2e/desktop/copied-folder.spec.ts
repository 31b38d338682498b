import { cp, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { uploadDocument } from '../fixtures/upload.ts';
import { syncStatus, syncTells } from './app.ts';
import { expectGoodAppearance } from './appearance.ts';
import { filesBelow } from './files-below.ts';
import { launchInColours, serveDemo, startSyncing } from './on-demo.ts';
import { someDocument } from './some-document.ts';

/** The folder comes back from a backup: the window asks before anything old is sent, and brings it up to date. */
const demo = serveDemo();

test('a folder that came back from a backup is asked about, and brought up to date', async () => {
  const desktop = await launchInColours({ server: demo.server.url });
  const { page, home } = desktop;
  const root = join(home, 'Legajo');
  const backup = join(home, 'Respaldo');
  const document = await someDocument(demo.author, root);
  await startSyncing(page);
  const calidad = (await syncTells(page)).libraries.find(({ name }) => name === 'Calidad');
  const group = calidad?._id ?? '';
  const { _id: folder } = await demo.author.call('folderCreate', { body: { group, name: 'Traspaso' } });
  const passing = await uploadDocument(demo.server.url, demo.author, {
    group,
    folder,
    title: 'Acta de paso',
  });
  const atRest = () => expect.poll(() => syncStatus(page)).toBe('online');
  await expect
    .poll(async () => (await syncTells(page)).libraries.find(({ _id }) => _id === group)?.files)
    .toBe((calidad?.files ?? 0) + 1);
  await atRest();
  await cp(root, backup, { recursive: true, preserveTimestamps: true });
  // It was there before the engine began to work.
  const dayBefore = new Date(Date.now() - 86_400_000);
  for (const { path, name } of await filesBelow(backup))
    if (name.startsWith('Acta de paso')) await utimes(join(backup, path), dayBefore, dayBefore);

  const versions = async () =>
    (await demo.author.call('versionsByRecord', { params: { id: document.id } })).length;
  const before = await versions();
  const edited = Buffer.concat([await readFile(document.file), Buffer.from('corregido hoy')]);
  await writeFile(document.file, edited);
  await expect.poll(versions).toBe(before + 1);
  await demo.author.call('recordDelete', { params: { id: passing } });
  await atRest();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /^Sincronización: / }).click();
  const question = page.getByRole('alert').filter({ hasText: 'es una copia o viene de un respaldo' });

  await test.step('it asks, and sends nothing', async () => {
    await rename(root, `${root} de antes`);
    await rename(backup, root);
    await expect(question).toBeVisible();
    await expectGoodAppearance(page, 'wide');
    await page.setViewportSize({ width: 360, height: 780 });
    await page.getByRole('link', { name: /^Sincronización: / }).click();
    await expect(question).toBeVisible();
    await expectGoodAppearance(page, 'narrow');
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await versions()).toBe(before + 1);
  });

  let path = '';
  await test.step('"Empezar de nuevo aquí" fetches what is newer, and what only the folder has waits', async () => {
    await question.getByRole('button', { name: 'Empezar de nuevo aquí' }).click();
    await expect(question).toHaveCount(0);
    await expect.poll(async () => (await readFile(document.file)).equals(edited)).toBe(true);
    const decisions = page.getByRole('region', { name: 'Necesitan tu decisión' });
    const waits = decisions.getByRole('listitem').filter({ hasText: 'Acta de paso' });
    await expect(waits).toContainText('Vino con la carpeta');
    await expect(waits.getByRole('button', { name: 'Crear documento' })).toBeVisible();
    await atRest();
    expect(await versions()).toBe(before + 1);
    await expectGoodAppearance(page, 'begun-anew');
    path = (await syncTells(page)).blocked.find(({ reason }) => reason === 'only-here')?.path ?? '';
    expect(basename(path)).toMatch(/^Acta de paso/);
    expect((await stat(join(root, path))).isFile()).toBe(true);
    expect(dirname(path)).toContain('Calidad');
  });

  await test.step('a backup of the documents alone asks too, by their names, and the current ones are fetched', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `Pauta ${n}.txt`);
    const place = join(root, dirname(path), 'Pautas');
    await mkdir(place);
    const write = (words: string) =>
      Promise.all(names.map((name) => writeFile(join(place, name), `${name} ${words}`)));
    const filesOf = async () =>
      (await syncTells(page)).libraries.find(({ _id }) => _id === group)?.files ?? 0;
    const had = await filesOf();
    await write('primera');
    await expect.poll(filesOf).toBe(had + names.length);
    await atRest();
    await cp(place, backup, { recursive: true, preserveTimestamps: true });
    await write('segunda');
    const ids = async () => {
      const { items } = await demo.author.call('recordSearch', { query: { group, limit: '200' } });
      return items.filter(({ name }) => names.includes(name)).map(({ _id }) => _id);
    };
    const numbers = async () => {
      const all = await Promise.all(
        (await ids()).map((id) => demo.author.call('versionsByRecord', { params: { id } })),
      );
      return all.map(({ length }) => length);
    };
    await expect.poll(numbers).toEqual(names.map(() => 2));
    await atRest();
    await cp(backup, place, { recursive: true, preserveTimestamps: true });
    const back = page
      .getByRole('alert')
      .filter({ hasText: '6 documentos volvieron a un contenido anterior' });
    await expect(back).toBeVisible();
    for (const name of names) await expect(back).toContainText(name);
    await expectGoodAppearance(page, 'earlier-wide');
    await page.setViewportSize({ width: 360, height: 780 });
    await page.getByRole('link', { name: /^Sincronización: / }).click();
    await expect(back).toBeVisible();
    await expectGoodAppearance(page, 'earlier-narrow');
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await numbers()).toEqual(names.map(() => 2));
    await back.getByRole('button', { name: 'Traer los actuales' }).click();
    await expect(back).toHaveCount(0);
    for (const name of names)
      await expect.poll(() => readFile(join(place, name), 'utf8')).toBe(`${name} segunda`);
    expect(await numbers()).toEqual(names.map(() => 2));
  });
  await desktop.close({ removeHome: true });
  await rm(`${root} de antes`, { recursive: true, force: true });
});
