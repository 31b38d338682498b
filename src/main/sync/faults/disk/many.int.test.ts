import { copyFile, mkdir, rename, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedBulk } from '../../../../../server/demo/bulk.ts';
import { forEachLimited } from '../../executors/limited.ts';
import type { TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

const RECORDS = 10_000;
const IN_ONE_FOLDER = 2_000;

/** Quantities are tested here, times are not: how long it takes is measured by `npm run bench`. */
describe('ten thousand documents on one disk', () => {
  let world: DiskWorld;
  let desktop: TestDesktop;
  let paths: string[] = [];

  beforeAll(async () => {
    world = await DiskWorld.start();
    const { database, running } = world.server;
    const { storage } = running.services.deps;
    await seedBulk(database.db, storage, world.library.organization, RECORDS, undefined, IN_ONE_FOLDER);
    desktop = await world.prepare();
    // Their bytes lie there before the engine starts: both sides have the same, and nothing has to travel.
    const rows = await database.db
      .selectFrom('record_faces as face')
      .innerJoin('groups', 'groups.id', 'face.group_id')
      .innerJoin('versions', 'versions.id', 'face.version_id')
      .leftJoin('folders', 'folders.id', 'face.folder_id')
      .where('face.face', '=', 'working')
      .select(['face.disk_name', 'groups.name as library', 'folders.name as folder', 'versions.sha256'])
      .execute();
    const files = rows.map(({ disk_name, library, folder, sha256 }) => ({
      sha256: sha256 ?? '',
      path: join('Andes', library, folder ?? '', disk_name),
    }));
    paths = files.map(({ path }) => path);
    for (const folder of new Set(paths.map(dirname))) await mkdir(desktop.path(folder), { recursive: true });
    const stored = join(world.server.config.dataDir, 'files');
    await forEachLimited(files, 16, ({ sha256, path }) =>
      copyFile(join(stored, sha256.slice(0, 1), sha256), desktop.path(path)),
    );
    await desktop.resume();
  });
  afterAll(() => world?.stop());

  /** What went to the server, but for what asks what is new there. */
  const sent = () =>
    world.requests.filter(
      (each) => !/^GET \/api\/(docs\/changes|session|groups\/by\/member|sync)/.test(each),
    );
  const versions = async () => {
    const { count } = await world.server.database.db
      .selectFrom('versions')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };

  test('same bytes on both sides: all of them are known, and none has travelled', async () => {
    await world.rests(desktop);
    const { synced } = desktop.engine.memory.content;
    expect([...synced.values()].filter(({ kind }) => kind === 'record').length).toBe(RECORDS);
    expect(world.requests.filter((each) => /content|uploads|records|versions|confirm/.test(each))).toEqual(
      [],
    );
    expect(await versions()).toBe(RECORDS);
  });

  test('touch of 10k files: nothing is uploaded', { tags: 'sync-touch-10k' }, async () => {
    world.requests.length = 0;
    const now = new Date();
    await forEachLimited(paths, 16, (path) => utimes(desktop.path(path), now, now));
    await world.rests(desktop);
    expect(sent()).toEqual([]);
    expect(await versions()).toBe(RECORDS);
    // They were looked at, and are known again by their new times.
    const { synced } = desktop.engine.memory.content;
    const known = [...synced.values()].filter((node) => node.kind === 'record' && node.stamp !== '');
    expect(known.length).toBe(RECORDS);
  });

  test('rename of a folder of 2,000: one call, no bytes', {
    tags: 'sync-folder-rename',
  }, async () => {
    world.requests.length = 0;
    const [from, to] = ['Carpeta 01', 'Carpeta de terreno'].map((name) => join('Andes/Archivo norte', name));
    expect(paths.filter((path) => dirname(path) === from).length).toBeGreaterThanOrEqual(IN_ONE_FOLDER);
    await rename(desktop.path(from ?? ''), desktop.path(to ?? ''));
    await expect.poll(() => sent()).toEqual(['PUT /api/docs/folders/:id']);
    await world.rests(desktop);
    expect(sent()).toEqual(['PUT /api/docs/folders/:id']);
    expect(await versions()).toBe(RECORDS);
    const documents = await desktop.documents();
    expect(documents.length).toBe(RECORDS);
    expect(documents.filter((path) => dirname(path) === to).length).toBe(
      paths.filter((path) => dirname(path) === from).length,
    );
  });
});
