import { spawnSync } from 'node:child_process';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diskName } from '#shared/platform/files/names.ts';
import { readableName } from '../../local/broken-names.ts';
import { arrivals } from '../../testing/arrivals.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

describe('one odd item holds only itself', () => {
  let world: DiskWorld;
  const { onServer, onDisk } = arrivals(() => world);
  const at = (...names: string[]) => world.path(...names);
  const blockedOf = (desktop: TestDesktop) =>
    desktop.engine.blocked.map(({ path, reason, detail }) => [path, reason, detail]);

  beforeAll(async () => {
    world = await DiskWorld.start();
  });
  afterAll(() => world?.stop());

  test('a name of 255 bytes is synced: the lock file that it cannot have is none', async () => {
    const desktop = await world.desktop();
    const name = `${'ñ'.repeat(125)}.pdf`;
    await world.save(desktop, at(name), 'nombre largo');
    await onServer(name);
    await world.rests(desktop);
    const [record] = await world.records(name);
    const [base] = await world.browser.ok('versionsByRecord', { params: { id: record?._id ?? '' } });
    await world.edit({ name, record: record?._id ?? '', version: base?._id ?? '' }, 'nombre largo, segunda');
    // The server's name for disks is the shorter one.
    await onDisk(desktop, at(diskName(name)), 'nombre largo, segunda');
    await world.dismiss(desktop);
  });

  test('more than 20 levels: the outermost folder that cannot be made is one item, the rest goes on', async () => {
    const desktop = await world.desktop();
    const levels = Array.from({ length: 22 }, (_, n) => `n${n + 1}`);
    const deep = levels.join('/');
    for (const n of [1, 2, 3]) await world.save(desktop, at(deep, `Profundo ${n}.pdf`), `profundo ${n}`);
    await world.save(desktop, at(levels.slice(0, 20).join('/'), 'Llega.pdf'), 'llega');
    await onServer('Llega.pdf');
    await world.rests(desktop, ['too-deep']);
    expect(desktop.engine.blocked).toMatchObject([
      {
        path: at(levels.slice(0, 21).join('/')),
        reason: 'too-deep',
        detail: 'folder_depth',
        inside: 3,
      },
    ]);
    const asked = () =>
      world.requests.filter((each) => each === 'POST /docs/folders' || each === 'PUT /docs/folders').length;
    const before = asked();
    await world.save(desktop, at('Otra cosa.pdf'), 'otra cosa');
    await onServer('Otra cosa.pdf');
    expect(asked() - before).toBeLessThanOrEqual(1);
    // Moved up, it is tried at once.
    await rename(desktop.path(at(levels.slice(0, 21).join('/'))), desktop.path(at('Arriba')));
    await onServer('Profundo 2.pdf');
    await world.rests(desktop);
    expect(blockedOf(desktop)).toEqual([]);
    await world.nothingLost();
    await world.dismiss(desktop);
  });

  test('what is never synced is said, and can be renamed', async () => {
    const desktop = await world.desktop();
    const library = desktop.path(at());
    await mkdir(join(library, 'Borradores~'), { recursive: true });
    await writeFile(
      join(library, 'Borradores~', 'Presupuesto.pdf'),
      world.wrote('presupuesto', 'Borradores~'),
    );
    await symlink('/etc/hostname', join(library, 'Enlace'));
    spawnSync('mkfifo', [join(library, 'Tubería')]);
    const broken = (name: number[]) => Buffer.concat([Buffer.from(`${library}/`), Buffer.from(name)]);
    // "Año.pdf" as a ZIP of code page 850 and as Latin-1 leave it.
    await writeFile(broken([0x41, 0xa4, 0x6f, 0x2e, 0x70, 0x64, 0x66]), world.wrote('cp850', 'Año'));
    await writeFile(broken([0x4e, 0xf3, 0x6d, 0x2e, 0x70, 0x64, 0x66]), world.wrote('latin', 'Nóm'));
    await world.rests(desktop);
    const said = () =>
      desktop.engine.notSynced
        .map(({ path, reason, proposed }) => [dirname(path), reason, proposed])
        .sort(
          (a, b) =>
            String(a[1] ?? '').localeCompare(String(b[1] ?? '')) || String(a[2]).localeCompare(String(b[2])),
        );
    expect(said()).toEqual([
      ['Andes/Calidad', 'broken-name', 'Año.pdf'],
      ['Andes/Calidad', 'broken-name', 'Nóm.pdf'],
      ['Andes/Calidad', 'link', undefined],
      ['Andes/Calidad', 'special', undefined],
      ['Andes/Calidad', 'temporary-folder', 'Borradores'],
    ]);
    expect(desktop.runner.status).toBe('online');
    for (const { path, proposed } of desktop.engine.notSynced)
      if (proposed) await desktop.engine.renameNotSynced(path);
    desktop.runner.wake();
    for (const name of ['Año.pdf', 'Nóm.pdf', 'Presupuesto.pdf']) await onServer(name);
    await world.rests(desktop);
    expect(said().map(([, reason]) => reason)).toEqual(['link', 'special']);
    await world.nothingLost();
    await world.dismiss(desktop);
  });

  test('what lies beside the libraries is said as soon as it is put there, and until it lies in one', async () => {
    const desktop = await world.desktop();
    await world.rests(desktop);
    const said = () => desktop.engine.notSynced.filter(({ reason }) => reason === 'outside');
    const told = (...paths: string[]) =>
      eventually(
        () => JSON.stringify(said().map(({ path }) => path)) === JSON.stringify(paths),
        () => `${paths}, got ${JSON.stringify(desktop.engine.notSynced)}`,
      );
    await desktop.write('Suelta.pdf', 'un nivel más arriba');
    await desktop.write('Andes/Nota.docx', 'junto a las bibliotecas');
    await desktop.write('Andes/Obras/Plano.pdf', 'en una carpeta que no es de una biblioteca');
    // Nobody misses these.
    await desktop.write('Andes/.DS_Store', 'x');
    await desktop.write('Andes/~$Nota.docx', 'x');
    await desktop.write('Andes/Retirados/Calidad/Minuta.pdf', 'retirada');
    await mkdir(desktop.path('Andes/Vacía'));
    await mkdir(desktop.path('lost+found'));
    await told('Andes/Nota.docx', 'Andes/Obras', 'Suelta.pdf');
    await rename(desktop.path('Andes/Obras'), desktop.path(at('Obras')));
    await rename(desktop.path('Suelta.pdf'), desktop.path(at('Suelta.pdf')));
    for (const name of ['Suelta.pdf', 'Plano.pdf']) await onServer(name);
    await told('Andes/Nota.docx');
    await world.dismiss(desktop);
  });
});

test('a name of bytes is read as Spanish is written', () => {
  const cp850 = [0x4e, 0xa3, 0x6d, 0x65, 0x72, 0x6f, 0x20, 0xa7, 0x31];
  expect(readableName(Uint8Array.from(cp850))).toBe('Número º1');
  expect(readableName(Buffer.from('Resolución Nº 4 – año.pdf', 'latin1'))).toContain('Resolución Nº 4');
  expect(readableName(Uint8Array.from([0xa5, 0x75, 0xa4, 0x6f, 0x61]))).toBe('Ñuñoa');
});
