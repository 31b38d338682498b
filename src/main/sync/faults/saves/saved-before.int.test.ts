import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sha256Of } from '../../../../../server/testing/documents.ts';
import type { TestLibrary } from '../../../../../server/testing/factories.ts';
import { Command } from '../../testing/command.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld, type Made } from '../../testing/disk-world.ts';

const sha = (text: string) => sha256Of(Buffer.from(text));

describe('a program saves a document where the engine has just moved it from', () => {
  let world: DiskWorld;
  let desktop: TestDesktop;
  let other: TestLibrary;
  let far: string;
  let near: string;
  const at = (...names: string[]) => world.path(...names);
  const versions = async (name: string) =>
    (await world.versions(name)).map(({ number, conflict, sha256 }) => [number, conflict, sha256]);
  const arrives = (path: string, text?: string) =>
    eventually(
      async () => {
        const bytes = await desktop.read(path);
        return bytes !== undefined && (text === undefined || String(bytes) === text);
      },
      async () => `${path}: ${(await desktop.documents()).join(' | ')}`,
    );
  const make = async (name: string, folder?: string) => {
    const document = await world.document(name, `${name}, primera`, folder);
    await eventually(async () => (await desktop.documents()).some((path) => path.endsWith(name)), name);
    await world.rests(desktop);
    return document;
  };
  const renamed = async ({ record, name: before }: Made, name: string) => {
    const [found] = await world.records(before);
    await world.browser.ok('recordUpdate', { params: { id: record }, body: { rev: found?.rev ?? 0, name } });
  };
  const moved = ({ record }: Made, folder: string | null, group = world.library.id) =>
    world.browser.ok('batchMove', { body: { items: [{ record }], group, folder } });
  /** As programs do: into the file that they open under its name, or into another that then gets the name. */
  const save = async (path: string, text: string, how: 'opened' | 'renamed' = 'renamed') => {
    const bytes = world.wrote(text, path);
    const target = desktop.path(path);
    await mkdir(dirname(target), { recursive: true });
    if (how === 'opened') return writeFile(target, bytes);
    const temporary = `${dirname(target)}/.~guardando.tmp`;
    await writeFile(temporary, bytes);
    await rename(temporary, target);
  };
  const told = (from: string, path: string) =>
    expect(desktop.activity).toContainEqual(expect.objectContaining({ kind: 'saved-before', from, path }));
  /** The one document has the save as its newest version, in its present place; nothing is at the former one. */
  const isOne = async (name: string, from: string, to: string, text: string) => {
    await eventually(
      async () => (await versions(name)).length === 2,
      async () => `a version of ${name}: ${(await desktop.documents()).join(' | ')}`,
    );
    await world.rests(desktop);
    expect(await versions(name)).toEqual([
      [1, false, expect.any(String)],
      [2, false, sha(text)],
    ]);
    expect(String(await desktop.read(to))).toBe(text);
    expect(await desktop.documents()).not.toContain(from);
    told(from, to);
  };

  beforeAll(async () => {
    world = await DiskWorld.start();
    other = await world.server.make.library({ id: world.library.organization, name: 'Andes' }, 'Obra');
    await world.server.make.member(other, world.ana, ['upload']);
    far = await world.folder('Lejos');
    near = await world.folder('Cerca');
    desktop = await world.desktop();
  });
  afterAll(() => world?.stop());
  afterEach(async () => {
    await world.nothingLost();
    await world.nothingHalf(desktop);
  });

  test.each(['opened', 'renamed'] as const)('moved to another folder (%s)', async (how) => {
    const name = `Movido ${how}.pdf`;
    const document = await make(name);
    await moved(document, far);
    await arrives(at('Lejos', name));
    await save(at(name), `${name}, guardado`, how);
    await isOne(name, at(name), at('Lejos', name), `${name}, guardado`);
  });

  test.each([
    { before: 'Acta uno.pdf', after: 'Acta final.pdf' },
    { before: 'Oficio.pdf', after: 'OFICIO.pdf' },
  ])('renamed in its folder, to $after', async ({ before, after }) => {
    const document = await make(before);
    await renamed(document, after);
    await arrives(at(after));
    await eventually(async () => !(await desktop.documents()).includes(at(before)), 'the old name to go');
    await save(at(before), `${before}, guardado`);
    await isOne(after, at(before), at(after), `${before}, guardado`);
  });

  test('saved in another spelling of the same letters, as programs on macOS do', async () => {
    const [name, spelled] = ['Licitación.pdf'.normalize('NFC'), 'Licitación.pdf'.normalize('NFD')];
    const document = await make(name);
    await moved(document, far);
    await arrives(at('Lejos', name));
    await save(at(spelled), 'licitación, guardada');
    await isOne(name, at(spelled), at('Lejos', name), 'licitación, guardada');
  });

  test('moved to another library', async () => {
    const document = await make('Ajeno.pdf');
    await moved(document, null, other.id);
    await arrives('Andes/Obra/Ajeno.pdf');
    await save(at('Ajeno.pdf'), 'ajeno, guardado');
    await arrives('Andes/Obra/Ajeno.pdf', 'ajeno, guardado');
    await world.rests(desktop);
    expect(await world.records('Ajeno.pdf')).toEqual([]);
    expect(await desktop.documents()).not.toContain(at('Ajeno.pdf'));
    const found = await world.browser.ok('versionsByRecord', { params: { id: document.record } });
    expect(found.map(({ sha256 }) => sha256)).toContain(sha('ajeno, guardado'));
  });

  test.each(['first', 'second'] as const)('moved twice, saved at the %s place', async (which) => {
    const name = `Dos veces ${which}.pdf`;
    const document = await make(name);
    await moved(document, near);
    await arrives(at('Cerca', name));
    await moved(document, far);
    await arrives(at('Lejos', name));
    const from = which === 'first' ? at(name) : at('Cerca', name);
    await save(from, `${name}, guardado`);
    await isOne(name, from, at('Lejos', name), `${name}, guardado`);
  });

  test('its folder was renamed, and the program makes that anew', async () => {
    const outer = await world.folder('Obras');
    const inner = await world.folder('Torre', outer);
    await make('Corte.pdf', inner);
    await world.browser.ok('folderUpdate', { params: { id: outer }, body: { name: 'Faenas' } });
    await arrives(at('Faenas/Torre/Corte.pdf'));
    await save(at('Obras/Torre/Corte.pdf'), 'corte, guardado');
    await isOne('Corte.pdf', at('Obras/Torre/Corte.pdf'), at('Faenas/Torre/Corte.pdf'), 'corte, guardado');
    const folders = await world.browser.ok('foldersByGroup', { params: { group: world.library.id } });
    expect(folders.map(({ name }) => name)).not.toContain('Obras');
    await rm(desktop.path(at('Obras')), { recursive: true });
  });

  test('it is saved while the engine does not run, and its start still knows', async () => {
    const document = await make('De noche.pdf');
    await moved(document, far);
    await arrives(at('Lejos/De noche.pdf'));
    await world.rests(desktop);
    await desktop.pause();
    await save(at('De noche.pdf'), 'de noche, guardado');
    await desktop.resume();
    await isOne('De noche.pdf', at('De noche.pdf'), at('Lejos/De noche.pdf'), 'de noche, guardado');
  });

  test('killed once the file has its place, before the journal knows', async () => {
    const document = await make('Cortado.pdf');
    await moved(document, far);
    await arrives(at('Lejos/Cortado.pdf'));
    await world.rests(desktop);
    await desktop.pause();
    await save(at('Cortado.pdf'), 'cortado, guardado');
    const command = new Command(world, desktop, {
      point: { call: 'renameSync', path: 'Lejos/Cortado.pdf', at: 'commit', action: 'kill' },
    });
    expect((await command.ended).signal, command.output).toBe('SIGKILL');
    expect(await desktop.read(at('Cortado.pdf'))).toBeUndefined();
    await desktop.resume();
    await eventually(async () => (await versions('Cortado.pdf')).length === 2, 'the version');
    await world.rests(desktop);
    expect((await versions('Cortado.pdf'))[1]).toEqual([2, false, sha('cortado, guardado')]);
    expect(String(await desktop.read(at('Lejos/Cortado.pdf')))).toBe('cortado, guardado');
  });

  test('saved again and again there: each is one version, in their order', async () => {
    const document = await make('Seguido.pdf');
    await moved(document, far);
    await arrives(at('Lejos/Seguido.pdf'));
    for (const n of [1, 2, 3]) {
      await save(at('Seguido.pdf'), `seguido, guardado ${n}`);
      await arrives(at('Lejos/Seguido.pdf'), `seguido, guardado ${n}`);
    }
    await eventually(async () => (await versions('Seguido.pdf')).length === 4, 'three versions more');
    await world.rests(desktop);
    expect((await versions('Seguido.pdf')).slice(1)).toEqual(
      [1, 2, 3].map((n) => [n + 1, false, sha(`seguido, guardado ${n}`)]),
    );
  });

  test('others made a version meanwhile, which its program has not seen: both are kept', async () => {
    const document = await make('Ambos.pdf');
    await moved(document, far);
    await arrives(at('Lejos/Ambos.pdf'));
    await world.edit(document, 'ambos, de otra persona');
    await arrives(at('Lejos/Ambos.pdf'), 'ambos, de otra persona');
    await save(at('Ambos.pdf'), 'ambos, guardado');
    await eventually(async () => (await versions('Ambos.pdf')).length === 3, 'the save');
    await world.rests(desktop, ['conflict']);
    expect((await versions('Ambos.pdf')).slice(1)).toEqual([
      [2, false, sha('ambos, de otra persona')],
      [3, true, sha('ambos, guardado')],
    ]);
    expect(String(await desktop.read(at('Lejos/Ambos.pdf')))).toBe('ambos, de otra persona');
    for (const { key } of desktop.engine.conflicts.open) await desktop.engine.resolveBlocked(key, 'keep');
  });

  test('edited here in its new place: what comes at the old one is another document', async () => {
    const document = await make('Editado.pdf');
    await desktop.pause();
    await moved(document, far);
    await desktop.resume();
    await arrives(at('Lejos/Editado.pdf'));
    await world.rests(desktop);
    await desktop.pause();
    await save(at('Lejos/Editado.pdf'), 'editado en su lugar');
    await save(at('Editado.pdf'), 'editado donde estaba');
    await desktop.resume();
    await eventually(async () => (await world.records('Editado.pdf')).length === 2, 'both');
    await world.rests(desktop);
    expect(String(await desktop.read(at('Lejos/Editado.pdf')))).toBe('editado en su lugar');
    expect(String(await desktop.read(at('Editado.pdf')))).toBe('editado donde estaba');
  });

  test('an earlier version of it is put there: that is a copy, and another document', async () => {
    const document = await make('Copiado.pdf');
    await world.edit(document, 'copiado, segunda');
    await arrives(at('Copiado.pdf'), 'copiado, segunda');
    await world.rests(desktop);
    await moved(document, far);
    await arrives(at('Lejos/Copiado.pdf'));
    await save(at('Copiado.pdf'), 'Copiado.pdf, primera');
    await eventually(async () => (await world.records('Copiado.pdf')).length === 2, 'both');
    expect(String(await desktop.read(at('Lejos/Copiado.pdf')))).toBe('copiado, segunda');
  });

  test('its person moved it here: what comes at the old place is another document', async () => {
    await make('Propio.pdf');
    await rename(desktop.path(at('Propio.pdf')), desktop.path(at('Lejos/Propio.pdf')));
    await eventually(async () => (await world.records('Propio.pdf'))[0]?.folder?._id === far, 'the move');
    await world.rests(desktop);
    await save(at('Propio.pdf'), 'propio, otro');
    await eventually(async () => (await world.records('Propio.pdf')).length === 2, 'both');
    await sleep(500);
    expect(String(await desktop.read(at('Lejos/Propio.pdf')))).toBe('Propio.pdf, primera');
  });
});
