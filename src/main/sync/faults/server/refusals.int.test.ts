import { rename } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '#shared/platform/errors.ts';
import type { TestDesktop } from '../../testing/desktop.ts';
import { eventually } from '../../testing/desktop.ts';
import { removeTree } from '../../testing/disk-world.ts';
import { at, FaultWorld } from '../../testing/fault-world.ts';

/** The server says no because it knows more than the desktop, or because of what was asked. */
describe('a refusal', () => {
  let world: FaultWorld;
  let desktop: TestDesktop;

  beforeAll(async () => {
    world = await FaultWorld.open();
    ({ desktop } = await world.join('Ana'));
  });
  afterEach(() => world.line.on());
  afterAll(() => world?.close());

  async function sharedFolder(name: string): Promise<string> {
    const folder = await world.witness.ok('folderCreate', {
      body: { group: world.library.id, name, parent: null },
    });
    await eventually(
      () => desktop.engine.memory.content.synced.has(folder._id),
      () => world.logs(),
    );
    await world.rest(desktop);
    return folder._id;
  }

  test('of a new file, because its folder was deleted a moment ago, is followed by another try', async () => {
    const folder = await sharedFolder('Obras');
    const held = world.line.hold('recordsSend');
    await world.write(desktop, at('Obras/Acta.txt'), 'acta de la visita');
    await held.met;
    await world.witness.ok('folderDelete', { params: { id: folder } });
    held.release();
    await world.versions('Acta.txt', 1);
    await world.nothingLost();
    expect(desktop.engine.blocked).toEqual([]);
  });

  test.each(['exe', 'url'])('of a name holds for that name: .%s', async (kind) => {
    const folder = `Planos ${kind}`;
    await sharedFolder(folder);
    await world.write(desktop, at(`${folder}/Plano ${kind}.${kind}`), `plano del muelle, ${kind}`);
    await eventually(
      () => desktop.engine.blocked.find(({ reason }) => reason === 'refused'),
      () => world.logs(),
    );
    await rename(
      desktop.path(at(`${folder}/Plano ${kind}.${kind}`)),
      desktop.path(at(`${folder}/Plano ${kind}.txt`)),
    );
    await world.versions(`Plano ${kind}.txt`, 1);
    await world.nothingLost();
    expect(desktop.engine.blocked).toEqual([]);
  });

  test('makes no folder: one that a colleague deletes stays deleted, and the file stays listed', async () => {
    const folder = await sharedFolder('Equipos');
    // Program bytes under a harmless name: only the server can tell.
    await desktop.write(at('Equipos/Lector.dat'), Buffer.from('MZ un programa'));
    await desktop.write(at('Equipos/Medidas.txt'), 'medidas de los equipos');
    await world.versions('Medidas.txt', 1);
    const refusedAt = () => desktop.engine.blocked.find(({ reason }) => reason === 'refused')?.path;
    await eventually(
      () => refusedAt() === at('Equipos/Lector.dat'),
      () => world.logs(),
    );
    const [document] = await world.recordsOf('Medidas.txt');
    await world.witness.ok('recordDelete', { params: { id: document?._id ?? '' } });
    await world.witness.ok('folderDelete', { params: { id: folder } });
    await eventually(
      () => !desktop.engine.memory.content.synced.has(folder) && refusedAt() === at('Equipos/Lector.dat'),
      () => world.logs(),
    );
    await world.rest(desktop, 1);
    expect(String(await desktop.read(at('Equipos/Lector.dat')))).toBe('MZ un programa');
    const folders = await world.witness.ok('foldersByGroup', { params: { group: world.library.id } });
    expect(folders.map(({ name }) => name)).not.toContain('Equipos');
    await removeTree(desktop.path(at('Equipos')));
    await world.rest(desktop);
  });

  test('of bytes that are to come is not asked for again at every look', async () => {
    const { status } = ERRORS.not_found;
    const body = JSON.stringify({ error: { code: 'not_found', message: ERRORS.not_found.message } });
    const fault = world.line.answer(
      'versionContent',
      { status, headers: { 'content-type': 'application/json' }, body },
      1000,
    );
    const { bytes } = await world.make('Informe.txt', Buffer.from('informe que no se deja traer'));
    await fault.met;
    for (let n = 0; n < 15; n += 1) {
      await world.write(desktop, at(`Nota ${n}.txt`), `nota ${n}`);
      await world.versions(`Nota ${n}.txt`, 1);
      await wait(50);
    }
    // A second, two, four … however long this takes.
    expect(fault.times).toBeLessThan(7);
    fault.lift();
    const [item] = desktop.engine.blocked;
    expect(item).toMatchObject({ reason: 'refused', path: at('Informe.txt') });
    await desktop.engine.resolveBlocked(item?.key ?? '', 'retry');
    desktop.runner.wake();
    await eventually(
      async () => (await desktop.read(at('Informe.txt')))?.equals(bytes),
      () => world.logs(),
    );
    await world.nothingLost();
  });
});
