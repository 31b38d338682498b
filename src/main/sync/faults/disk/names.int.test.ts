import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clashKey } from '#shared/platform/files/names.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld } from '../../testing/disk-world.ts';

const NFC = 'Información de obra.pdf'.normalize('NFC');
const NFD = NFC.normalize('NFD');
const LONG = 'Plano de fundaciones y radieres del edificio corporativo, sector oriente, revisión';

/** Names that some disk does not take, and what they are called on every disk. */
const ODD: readonly [given: string, onDisk: string][] = [
  ['CON.docx', '_CON.docx'],
  ['aux', '_aux'],
  ['Nota.', 'Nota'],
  ['Minuta.pdf ', 'Minuta.pdf'],
  ['Oferta: 2ª etapa?.pdf', 'Oferta_ 2ª etapa_.pdf'],
  [`${'ñ'.repeat(121)}.pdf`, `${'ñ'.repeat(118)}.pdf`],
];

describe('names that cannot lie beside each other, or nowhere', () => {
  let world: DiskWorld;
  let ana: TestDesktop;
  /** Another disk with the same documents: what comes there came by the server. */
  let other: TestDesktop;
  let waiting: ('name' | 'occupied')[] = [];
  const at = (...names: string[]) => world.path(...names);
  const here = async (desktop: TestDesktop, folder: string) =>
    (await desktop.documents())
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1));
  /** Both disks show this text under this name. */
  const everywhere = async (path: string, text: string) => {
    for (const desktop of [ana, other])
      await eventually(
        async () => String(await desktop.read(path)) === text,
        async () => `${path}: ${(await desktop.documents()).join(' | ')}`,
      );
  };

  beforeAll(async () => {
    world = await DiskWorld.start();
    ana = await world.desktop();
    other = await world.desktop();
  });
  afterAll(() => world?.stop());
  afterEach(async () => {
    await world.rests(ana, waiting);
    await world.rests(other);
    await world.nothingLost();
    // No folder of either disk has two names that are one on another disk.
    for (const desktop of [ana, other]) {
      const paths = (await desktop.documents()).filter(
        (path) => !waiting.length || path.startsWith(world.path()),
      );
      expect(new Set(paths.map(clashKey)).size).toBe(paths.length);
    }
  });

  test('`Acta` and `acta` in one folder, written here: two documents, and room for both on every disk', {
    tags: 'sync-case-and-accents',
  }, async () => {
    await world.save(ana, at('Mayúsculas/Acta.docx'), 'con mayúscula');
    await world.save(ana, at('Mayúsculas/acta.docx'), 'con minúscula');
    await eventually(async () => (await here(other, at('Mayúsculas'))).length === 2, 'both');
    await world.rests(ana);
    const names = await here(other, at('Mayúsculas'));
    expect(names.map(clashKey).sort()).toEqual(['acta (2).docx', 'acta.docx']);
    expect(await here(ana, at('Mayúsculas'))).toEqual(names);
    expect((await world.records()).filter(({ name }) => clashKey(name) === 'acta.docx').length).toBe(2);
  });

  test('a document put into a new folder of its own name: both keep it, and the document its history', async () => {
    await world.save(ana, at('Bitácora.txt'), 'bitácora');
    await everywhere(at('Bitácora.txt'), 'bitácora');
    const [before] = await world.records('Bitácora.txt');
    await rename(ana.path(at('Bitácora.txt')), ana.path(at('cambio')));
    await mkdir(ana.path(at('Bitácora.txt')));
    await rename(ana.path(at('cambio')), ana.path(at('Bitácora.txt/Bitácora.txt')));
    await everywhere(at('Bitácora.txt/Bitácora.txt'), 'bitácora');
    expect((await world.records('Bitácora.txt')).map(({ _id }) => _id)).toEqual([before?._id]);
  });

  test('`Acta` becomes `acta`: the same document under its new name', {
    tags: 'sync-case-and-accents',
  }, async () => {
    await world.save(ana, at('Minuta.docx'), 'minuta');
    await everywhere(at('Minuta.docx'), 'minuta');
    await rename(ana.path(at('Minuta.docx')), ana.path(at('minuta.docx')));
    await everywhere(at('minuta.docx'), 'minuta');
    expect((await world.records('minuta.docx')).length).toBe(1);
    expect((await world.records('Minuta.docx')).length).toBe(0);
  });

  test('NFC and NFD in one folder, written here and by others', {
    tags: 'sync-case-and-accents',
  }, async () => {
    await world.save(ana, at('Formas/', NFD), 'descompuesta');
    await eventually(async () => (await here(other, at('Formas'))).length === 1, 'the first');
    expect(await here(other, at('Formas'))).toEqual([NFC]);
    await world.rests(ana);
    await world.save(ana, at('Formas', NFD), 'descompuesta, otra');
    await eventually(async () => (await here(other, at('Formas'))).length === 2, 'the second');
    const folder = (await world.records()).find(({ name }) => name.normalize('NFC') === NFC)?.folder?._id;
    await world.document(NFD, 'de otra persona', folder);
    await eventually(async () => (await here(ana, at('Formas'))).length === 3, 'the third');
    await world.rests(ana);
    const names = (await here(ana, at('Formas'))).sort();
    expect(names).toEqual(['Información de obra (2).pdf', 'Información de obra (3).pdf', NFC].sort());
    expect(names).toEqual((await here(other, at('Formas'))).sort());
  });

  test('`CON.docx`, a dot or a blank at the end, 255 bytes: from the server to the disk', {
    tags: 'sync-names-of-systems',
  }, async () => {
    const folder = await world.folder('Del servidor');
    for (const [given] of ODD) await world.document(given, `del servidor: ${given}`, folder);
    for (const [given, onDisk] of ODD) await everywhere(at('Del servidor', onDisk), `del servidor: ${given}`);
    expect((await here(ana, at('Del servidor'))).sort()).toEqual(ODD.map(([, onDisk]) => onDisk).sort());
  });

  test('`CON.docx`, a dot or a blank at the end, 255 bytes: from the disk to the server', {
    tags: 'sync-names-of-systems',
  }, async () => {
    for (const [given] of ODD) await world.save(ana, at('Del disco', given), `del disco: ${given}`);
    for (const [given, onDisk] of ODD) await everywhere(at('Del disco', onDisk), `del disco: ${given}`);
    expect((await here(ana, at('Del disco'))).sort()).toEqual(ODD.map(([, onDisk]) => onDisk).sort());
    const folders = await world.browser.ok('foldersByGroup', { params: { group: world.library.id } });
    const folder = folders.find(({ name }) => name === 'Del disco')?._id;
    for (const [given] of ODD) {
      // The server takes the name as it is, but for blanks at its ends.
      const found = (await world.records(given.trim())).filter((item) => item.folder?._id === folder);
      expect(found.length, given).toBe(1);
    }
  });

  test('a folder of a name that nobody can read waits with its reason, and so does what is in it', {
    tags: 'sync-names-of-systems',
  }, async () => {
    waiting = ['name', 'name'];
    await world.save(ana, at('Con\u0007/Nota.pdf'), 'en Con');
    await world.save(ana, at('Obra\u202e/Nota.pdf'), 'en Obra');
    await world.save(ana, at('Con\u0007/2026/Acta.pdf'), 'en Con, más adentro');
    await world.rests(ana, waiting);
    expect(ana.engine.blocked.map(({ path, inside }) => [path, inside]).sort()).toEqual([
      [at('Con\u0007'), 2],
      [at('Obra\u202e'), 1],
    ]);
    expect((await world.records('Nota.pdf')).length).toBe(0);
    await rename(ana.path(at('Con\u0007')), ana.path(at('Consultas')));
    await rename(ana.path(at('Obra\u202e')), ana.path(at('Obra')));
    await everywhere(at('Consultas/Nota.pdf'), 'en Con');
    await everywhere(at('Obra/Nota.pdf'), 'en Obra');
    waiting = [];
  });

  describe('a folder whose name some disks do not take', () => {
    const folders = async () => world.browser.ok('foldersByGroup', { params: { group: world.library.id } });
    const namesOf = async () => (await folders()).map(({ name }) => name);

    test('made in the browser, moved and renamed on a disk: it keeps the name that people gave it', {
      tags: 'sync-names-of-systems',
    }, async () => {
      const folder = await world.folder('Excavaciones Maipo Ltda.');
      await world.document('Contrato.pdf', 'contrato', folder);
      await everywhere(at('Excavaciones Maipo Ltda/Contrato.pdf'), 'contrato');
      await world.save(ana, at('Subcontratos/Lista.pdf'), 'lista');
      await everywhere(at('Subcontratos/Lista.pdf'), 'lista');
      await rename(
        ana.path(at('Excavaciones Maipo Ltda')),
        ana.path(at('Subcontratos/Excavaciones Maipo Ltda')),
      );
      await everywhere(at('Subcontratos/Excavaciones Maipo Ltda/Contrato.pdf'), 'contrato');
      expect(await namesOf()).toContain('Excavaciones Maipo Ltda.');
      await rename(
        ana.path(at('Subcontratos/Excavaciones Maipo Ltda')),
        ana.path(at('Subcontratos/Maipo y Cía')),
      );
      await everywhere(at('Subcontratos/Maipo y Cía/Contrato.pdf'), 'contrato');
      expect((await folders()).find(({ _id }) => _id === folder)?.name).toBe('Maipo y Cía');
    });

    test('made on a disk: people see its name, and every disk has one that all take', {
      tags: 'sync-names-of-systems',
    }, async () => {
      await world.save(ana, at('Andes S.A./Acta.pdf'), 'de Andes');
      await world.save(ana, at('Andes S.A./¿Dudas?/Nota.pdf'), 'dudas');
      await world.save(ana, at('CON/Nota.pdf'), 'en CON');
      await everywhere(at('Andes S.A/Acta.pdf'), 'de Andes');
      await everywhere(at('Andes S.A/¿Dudas_/Nota.pdf'), 'dudas');
      await everywhere(at('_CON/Nota.pdf'), 'en CON');
      expect(await namesOf()).toEqual(expect.arrayContaining(['Andes S.A.', '¿Dudas?', 'CON']));
    });

    test('and another of the name that it has on disks: both are there, with what is in them', {
      tags: 'sync-names-of-systems',
    }, async () => {
      await world.save(ana, at('Gemelas Ltda./Una.pdf'), 'una');
      await world.save(ana, at('Gemelas Ltda/Otra.pdf'), 'otra');
      await eventually(async () => (await world.records('Una.pdf')).length === 1, 'the one');
      await eventually(async () => (await world.records('Otra.pdf')).length === 1, 'the other');
      await world.rests(ana);
      expect((await namesOf()).filter((name) => name.startsWith('Gemelas')).length).toBe(2);
    });
  });

  test('a path of more than 300 characters, both ways', { tags: 'sync-names-of-systems' }, async () => {
    const names = [1, 2, 3, 4].map((n) => `${LONG} ${n}`);
    const path = at(...names, 'Detalle.pdf');
    expect(path.length).toBeGreaterThan(300);
    await world.save(ana, path, 'detalle');
    await everywhere(path, 'detalle');
    const folder = (await world.records('Detalle.pdf'))[0]?.folder?._id;
    await world.document('Corte.pdf', 'corte', folder);
    await everywhere(at(...names, 'Corte.pdf'), 'corte');
  });

  test('a symlink out of the root: nothing goes up through it, and nothing comes down', {
    tags: 'sync-symlink',
  }, async () => {
    const outside = await mkdtemp(join(tmpdir(), 'legajo-outside-'));
    try {
      await writeFile(join(outside, 'Secreto.pdf'), 'no es de la obra');
      await symlink(outside, ana.path(at('Enlace')));
      await symlink(join(outside, 'Secreto.pdf'), ana.path(at('Enlace.pdf')));
      await world.rests(ana);
      expect((await world.records('Secreto.pdf')).length + (await world.records('Enlace.pdf')).length).toBe(
        0,
      );
      // The server has a folder and a document of these very names: they wait, and the links stay.
      waiting = ['occupied', 'occupied'];
      await world.document('Enlace.pdf', 'enlace');
      const folder = await world.folder('Enlace');
      await world.document('Secreto.pdf', 'un documento', folder);
      await eventually(() => other.read(at('Enlace/Secreto.pdf')), 'the document elsewhere');
      await world.rests(ana, waiting);
      expect(String(await ana.read(at('Enlace/Secreto.pdf')))).toBe('no es de la obra');
      expect(String(await ana.read(at('Enlace.pdf')))).toBe('no es de la obra');
      await rm(ana.path(at('Enlace')));
      await rm(ana.path(at('Enlace.pdf')));
      waiting = [];
      await everywhere(at('Enlace/Secreto.pdf'), 'un documento');
      await everywhere(at('Enlace.pdf'), 'enlace');
    } finally {
      await rm(outside, { recursive: true });
    }
  });

  test('a synced folder that becomes a symlink out of the root is followed nowhere', {
    tags: 'sync-symlink',
  }, async () => {
    const outside = await mkdtemp(join(tmpdir(), 'legajo-outside-'));
    try {
      await world.save(ana, at('Ensayos/Cubos.pdf'), 'cubos');
      await everywhere(at('Ensayos/Cubos.pdf'), 'cubos');
      await rename(ana.path(at('Ensayos')), join(outside, 'Ensayos'));
      await symlink(join(outside, 'Ensayos'), ana.path(at('Ensayos')));
      await world.rests(ana);
      await writeFile(join(outside, 'Ensayos/Cubos.pdf'), 'cubos, fuera de la raíz');
      await world.save(other, at('Ensayos/Cubos.pdf'), 'cubos, segunda');
      await eventually(async () => (await world.versions('Cubos.pdf')).length === 2, 'the second version');
      await world.rests(ana);
      expect(String(await ana.read(at('Ensayos/Cubos.pdf')))).toBe('cubos, fuera de la raíz');
      await mkdir(join(outside, 'x'));
    } finally {
      await rm(ana.path(at('Ensayos')), { force: true });
      await rm(outside, { recursive: true });
    }
  });
});
