import { cp, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestLibrary } from '../../../../../server/testing/factories.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

const EDITED = Array.from({ length: 6 }, (_, n) => `Contrato ${n}.pdf`);
const STAYING = ['A carpeta.pdf', 'A biblioteca.pdf', 'Propio.pdf', 'Quieto.pdf'];
/** For how long one waits for others. Milliseconds. */
const WAIT = 3000;

describe('a backup is put back that has the documents in the places of its day', () => {
  let world: DiskWorld;
  let desktop: TestDesktop;
  let other: TestLibrary;
  const at = (name: string) => world.path(name);
  const kept = () => join(dirname(desktop.root), 'respaldo');
  const filesIn = async (root: string) =>
    (await readdir(root, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('.legajo'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  const places = async () => {
    const found: string[] = [];
    for (const { id, name } of [world.library, other]) {
      const query = { group: id, limit: '200' };
      const { items } = await world.browser.ok('recordSearch', { query });
      found.push(
        ...items.map((item) => `Andes/${[name, item.folder?.path, item.name].filter(Boolean).join('/')}`),
      );
    }
    return found.sort();
  };
  const isAsked = (files = EDITED.length) =>
    eventually(
      () => desktop.runner.problem?.code === 'earlier-contents' && desktop.engine.question?.files === files,
      () =>
        `the question, got ${JSON.stringify(desktop.engine.question)} ${desktop.log.slice(-5).join('\n')}`,
    );
  /** As `rsync -a --delete`: by size and time, through another file; here first what has another place. */
  const putBack = async (contents = EDITED) => {
    const [now, then] = [await filesIn(desktop.root), await filesIn(kept())];
    const copy = async (path: string) => {
      await mkdir(dirname(desktop.path(path)), { recursive: true });
      await cp(join(kept(), path), `${desktop.path(path)}.tmp`, { preserveTimestamps: true });
      await rename(`${desktop.path(path)}.tmp`, desktop.path(path));
    };
    for (const path of now) if (!then.includes(path)) await rm(desktop.path(path));
    for (const path of then) if (!now.includes(path)) await copy(path);
    // Each of its places is seen before the first of its contents.
    await sleep(1000);
    for (const path of then.filter((each) => contents.some((name) => each.endsWith(name)))) {
      const [there, here] = [await lstat(join(kept(), path)), await lstat(desktop.path(path))];
      if (here.size !== there.size || Math.abs(here.mtimeMs - there.mtimeMs) > 2) await copy(path);
    }
  };

  const NOW = [
    ...EDITED.map((name) => `Andes/Calidad/${name}`),
    'Andes/Calidad/Actas/A carpeta.pdf',
    'Andes/Calidad/Faenas/Plano.pdf',
    'Andes/Calidad/Propio, con otro nombre.pdf',
    'Andes/Calidad/Quieto.pdf',
    'Andes/Obra/A biblioteca.pdf',
  ].sort();
  const THEN = [
    ...[...EDITED, ...STAYING].map((name) => `Andes/Calidad/${name}`),
    'Andes/Calidad/Obras/Plano.pdf',
  ].sort();

  beforeEach(async () => {
    world = await DiskWorld.start();
    other = await world.server.make.library({ id: world.library.organization, name: 'Andes' }, 'Obra');
    await world.server.make.member(other, world.ana, ['upload']);
    const made = new Map<string, string>();
    for (const name of [...EDITED, ...STAYING])
      made.set(name, (await world.document(name, `${name}, uno`)).record);
    const works = await world.folder('Obras');
    await world.document('Plano.pdf', 'plano, uno', works);
    desktop = await world.desktop({ versionDistanceMs: WAIT });
    await cp(desktop.root, kept(), { recursive: true, preserveTimestamps: true });
    const move = (name: string, group: string, folder: string | null) =>
      world.browser.ok('batchMove', { body: { items: [{ record: made.get(name) ?? '' }], group, folder } });
    await move('A carpeta.pdf', world.library.id, await world.folder('Actas'));
    await move('A biblioteca.pdf', other.id, null);
    await world.browser.ok('folderUpdate', { params: { id: works }, body: { name: 'Faenas' } });
    await rename(desktop.path(at('Propio.pdf')), desktop.path(at('Propio, con otro nombre.pdf')));
    for (const name of EDITED) await world.save(desktop, at(name), `${name}, segunda`);
    await eventually(
      async () =>
        (await Promise.all(EDITED.map((name) => world.versions(name)))).every(({ length }) => length === 2),
      'a second version of each',
    );
    await world.rests(desktop);
    expect(await places()).toEqual(NOW);
    expect((await desktop.documents()).sort()).toEqual(NOW);
  });
  afterEach(async () => {
    await world.nothingLost();
    await world.stop();
  });

  test('nothing is moved while it is asked; with the current contents the documents go to the server’s places', async () => {
    await putBack();
    await isAsked();
    expect(await places()).toEqual(NOW);
    // Also after a restart, and however long it takes.
    await desktop.pause();
    await desktop.resume();
    await isAsked();
    await sleep(WAIT + 1000);
    expect(await places()).toEqual(NOW);
    // What its person moves themselves goes on.
    await rename(desktop.path(at('Quieto.pdf')), desktop.path(at('Quieto, movido.pdf')));
    await eventually(async () => (await places()).includes(at('Quieto, movido.pdf')), 'that move');
    const now = NOW.map((path) => path.replace('Quieto.', 'Quieto, movido.')).sort();

    await desktop.runner.answer('fetch-current');
    await world.rests(desktop);
    expect(await places()).toEqual(now);
    expect((await desktop.documents()).filter((path) => !path.includes('Retirados')).sort()).toEqual(now);
    for (const name of EDITED) expect(String(await desktop.read(at(name)))).toBe(`${name}, segunda`);
  });

  test('with the earlier contents the documents are moved as on the disk', async () => {
    await putBack();
    await isAsked();
    expect(await places()).toEqual(NOW);
    await desktop.runner.answer('send-earlier');
    await eventually(
      async () => JSON.stringify(await places()) === JSON.stringify(THEN),
      async () => `${(await places()).join(' | ')}\n${JSON.stringify(desktop.engine.blocked)}`,
    );
    await world.rests(desktop);
    for (const name of EDITED) expect((await world.versions(name)).length).toBe(3);
  });

  test('few contents are asked about too, where places went back with them', async () => {
    await putBack(EDITED.slice(0, 1));
    await isAsked(1);
    await sleep(WAIT + 1000);
    expect(await places()).toEqual(NOW);
    await desktop.runner.answer('fetch-current');
    await world.rests(desktop);
    expect(await places()).toEqual(NOW);
    expect((await desktop.documents()).filter((path) => !path.includes('Retirados')).sort()).toEqual(NOW);
  });

  test('a document that is copied elsewhere and deleted is moved after a moment', async () => {
    const from = desktop.path('Andes/Calidad/Actas/A carpeta.pdf');
    await cp(from, desktop.path(at('A carpeta.pdf')));
    await rm(from);
    await eventually(
      () => desktop.engine.waiting.some(({ why, path }) => why === 'earlier' && path === at('A carpeta.pdf')),
      () => JSON.stringify(desktop.engine.waiting),
    );
    await eventually(async () => (await places()).includes(at('A carpeta.pdf')), 'the move');
    await world.rests(desktop);
  });
});
