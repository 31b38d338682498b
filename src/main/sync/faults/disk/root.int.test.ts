import { existsSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { DiskWorld, empty, removeTree } from '../../testing/disk-world.ts';

const FILES = Array.from({ length: 8 }, (_, n) => `Contrato ${n}.pdf`);

describe('the sync root goes away, empties or changes under the engine', () => {
  let world: DiskWorld;
  let desktop: TestDesktop;
  const at = (name: string) => world.path(name);
  const elsewhere = () => join(dirname(desktop.root), 'desmontado');
  const asked = (kind: string) =>
    eventually(
      () => desktop.runner.problem?.code === kind && desktop.engine.question?.kind === kind,
      () => `${kind}, got ${JSON.stringify(desktop.engine.question)} ${desktop.log.slice(-5).join('\n')}`,
    );
  /** Everything that changes something at the server. */
  /** Calls that could change something: many versions at once are asked for by POST, which changes nothing. */
  const sent = () =>
    world.requests.filter((each) =>
      /^(POST|PUT|PATCH|DELETE) \/api\/docs(?!\/versions\/contents$)/.test(each),
    );
  /** All documents lie where they belong, and an edit of one is seen without a full comparison. */
  const worksAgain = async (text: string) => {
    await world.rests(desktop);
    expect((await desktop.documents()).filter((path) => path.startsWith(world.path()))).toEqual(
      FILES.map((name) => at(name)),
    );
    const before = (await world.versions('Contrato 0.pdf')).length;
    await world.save(desktop, at('Contrato 0.pdf'), text);
    await eventually(
      async () => (await world.versions('Contrato 0.pdf')).length === before + 1,
      () => `the edit: ${desktop.log.slice(-5).join('\n')}`,
    );
  };

  beforeAll(async () => {
    world = await DiskWorld.start();
    for (const name of FILES) await world.document(name, name);
    desktop = await world.desktop();
  });
  afterAll(() => world?.stop());
  beforeEach(() => {
    world.requests.length = 0;
  });
  afterEach(async () => {
    await world.rests(desktop);
    await world.nothingLost();
    for (const node of desktop.engine.memory.content.synced.values()) expect(node.stopped).toBe(false);
  });

  test('unmounted while it runs: it asks, sends nothing, and goes on once the root is back', {
    tags: 'sync-root-gone',
  }, async () => {
    await rename(desktop.root, elsewhere());
    // What is left of a volume that was taken out is the empty folder that it was mounted on.
    await mkdir(desktop.root);
    desktop.runner.lookEverywhere();
    await asked('root-missing');
    // Too early: the question stands.
    await desktop.runner.answer('retry');
    await asked('root-missing');
    expect(sent()).toEqual([]);
    await removeTree(desktop.root);
    await rename(elsewhere(), desktop.root);
    await desktop.runner.answer('retry');
    await worksAgain('de vuelta');
  });

  test('synced by another computer: it says so, sends nothing, and goes on once that has ended', async () => {
    const note = desktop.path('.legajo/lease.json');
    const own = await readFile(note, 'utf8');
    await writeFile(note, JSON.stringify({ holder: 'OTRO-EQUIPO 1a2b' }));
    await world.save(desktop, at('Contrato 2.pdf'), 'escrito mientras tanto');
    await eventually(
      () => desktop.runner.status === 'problem' && desktop.runner.problem?.code === 'root_shared',
      () => desktop.log.slice(-5).join('\n'),
    );
    expect(sent()).toEqual([]);
    expect(desktop.log.join()).toContain('OTRO-EQUIPO');
    await rm(note);
    await worksAgain('solo aquí');
    expect(await readFile(note, 'utf8')).toBe(own);
    await desktop.pause();
    expect(existsSync(note)).toBe(false);
    await desktop.resume();
  });

  test('unmounted while it was stopped, with its folder gone: it asks, and goes on once the root is back', {
    tags: 'sync-root-gone',
  }, async () => {
    await desktop.pause();
    await rename(desktop.root, elsewhere());
    await desktop.resume();
    await asked('root-missing');
    expect(sent()).toEqual([]);
    await desktop.pause();
    await removeTree(desktop.root);
    await rename(elsewhere(), desktop.root);
    await desktop.resume();
    await worksAgain('de vuelta otra vez');
  });

  test('emptied, and its person begins anew: everything comes back from the server', {
    tags: 'sync-root-gone',
  }, async () => {
    await empty(desktop.root);
    desktop.runner.lookEverywhere();
    await asked('root-missing');
    expect(sent()).toEqual([]);
    await desktop.runner.answer('start-over');
    await worksAgain('empezado de nuevo');
  });

  test.each(['restore', 'stop-syncing'] as const)(
    'emptied of its documents, and its person says "%s"',
    {
      tags: 'sync-root-gone',
    },
    async (answer) => {
      // At one go: what goes bit by bit over a longer time is stopped bit by bit.
      for (const name of FILES) rmSync(desktop.path(at(name)));
      await asked('mass-delete');
      // The question counts what goes while it stands.
      await expect.poll(() => desktop.engine.question?.files).toBe(FILES.length);
      expect(sent()).toEqual([]);
      await desktop.runner.answer(answer);
      await world.rests(desktop);
      expect(sent()).toEqual([]);
      expect((await world.records()).length).toBe(FILES.length);
      const { synced } = desktop.engine.memory.content;
      if (answer === 'stop-syncing') {
        expect((await desktop.documents()).length).toBe(0);
        // "Sincronizar de nuevo" takes it back.
        for (const { id } of [...synced.values()]) await desktop.engine.resolveBlocked(id, 'sync-again');
      }
      await worksAgain(`respondido ${answer}`);
    },
  );

  test('pointed to the folder of another desktop: it asks, and touches neither', {
    tags: 'sync-root-gone',
  }, async () => {
    const other = await world.desktop();
    await other.pause();
    await world.save(other, at('Contrato 1.pdf'), 'contrato 1, corregido en el otro');
    await desktop.pause();
    await rename(desktop.root, elsewhere());
    await rename(other.root, desktop.root);
    world.requests.length = 0;
    await desktop.resume();
    await asked('root-foreign');
    expect(sent()).toEqual([]);
    expect(String(await desktop.read(at('Contrato 1.pdf')))).toBe('contrato 1, corregido en el otro');
    // Its person takes that folder for the right one: what was edited in it is kept beside what the server has.
    await desktop.runner.answer('start-over');
    await world.rests(desktop, ['copy']);
    expect(await desktop.find('Contrato 1.pdf', /Contrato 1\.pdf$/)).toBeTruthy();
    expect(await desktop.find('contrato 1, corregido en el otro', /copia de Ana Pérez/)).toBeTruthy();
    const [copy] = desktop.engine.blocked;
    await desktop.engine.resolveBlocked(copy?.key ?? '', 'create');
    desktop.runner.lookEverywhere();
    await eventually(
      async () => (await world.records()).length === FILES.length + 1,
      'the copy as a document',
    );
    await world.dismiss(other);
  });
});
