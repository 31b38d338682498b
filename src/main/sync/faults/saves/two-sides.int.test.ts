import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import type { TestLibrary, TestPerson } from '../../../../../server/testing/factories.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { at, FaultWorld } from '../../testing/fault-world.ts';

/** An edit with it is too large for the one call of a small one. */
const LONG = ', y así sigue'.repeat(100_000);

/** What others do at the server while somebody writes. */
describe('two sides that change at once', () => {
  let world: FaultWorld;
  let works: TestLibrary;
  let ana: TestPerson;
  let anas: TestDesktop;
  let luis: TestDesktop;

  beforeAll(async () => {
    world = await FaultWorld.open();
    works = await world.addLibrary('Obras');
    ana = await world.person('Ana', ['upload'], [works]);
    anas = await world.desktop(ana);
    luis = await world.desktop(await world.person('Luis'));
  });

  afterAll(() => world?.close());

  const inStep = async (name: string, content: string | Buffer, ...desktops: readonly TestDesktop[]) => {
    for (const desktop of desktops) await world.arrives(desktop, name, content);
  };

  /** A document that both desktops have. */
  async function shared(
    name: string,
    state: 0 | 3 = STATE.draft,
  ): Promise<{ record: string; version: string }> {
    const bytes = Buffer.from(`${name}, como lo dejó otra persona`);
    const { record, version } = await world.make(name, bytes, state);
    await inStep(name, bytes, anas, luis);
    return { record, version: version._id };
  }

  async function deprecate({ record, version }: { record: string; version: string }): Promise<void> {
    const body = { record, version, state: STATE.obsolete, comment: '' };
    await world.witness.ok('reviewCreate', { body });
  }

  /** Where a copy of refused work lies; it waits for its person, who takes it away. */
  async function copyOf(desktop: TestDesktop, content: string): Promise<string> {
    const path = await eventually(
      () => desktop.find(content, /\(copia de .+\)\.txt$/),
      () => world.logs(),
    );
    await world.nothingLost(new Map([[desktop, 1]]));
    expect([...desktop.engine.memory.content.blocked.values()]).toMatchObject([{ reason: 'copy', path }]);
    await desktop.engine.resolveBlocked([...desktop.engine.memory.content.blocked.keys()][0] ?? '', 'create');
    desktop.runner.lookEverywhere();
    await world.versions(path.slice(path.lastIndexOf('/') + 1), 1);
    await world.nothingLost();
    return path;
  }

  test('two clients on one base that confirm at the same moment: one is current, one a conflict', {
    tags: 'sync-two-on-one-base',
  }, async () => {
    await shared('Bases.txt');
    const held = [world.line.hold('versionSend'), world.line.hold('versionSend')];
    await world.write(anas, at('Bases.txt'), 'bases, según Ana');
    await world.write(luis, at('Bases.txt'), 'bases, según Luis');
    for (const each of held) await each.met;
    for (const each of held) each.release();
    const versions = await world.versions('Bases.txt', 3);
    expect(versions.map(({ number, conflict }) => [number, conflict])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    const loser = await eventually(
      () => [anas, luis].find((each) => each.engine.conflicts.open.length === 1),
      'it',
    );
    await loser.engine.resolveBlocked(loser.engine.conflicts.open[0]?.key ?? '', 'use');
    await world.versions('Bases.txt', 4);
    await world.nothingLost();
    // Whose edit was put aside chose it: it comes to both folders, in which the other one's may lie until then.
    const chosen = `bases, según ${loser === anas ? 'Ana' : 'Luis'}`;
    for (const each of [anas, luis])
      await expect.poll(async () => String(await each.read(at('Bases.txt')))).toBe(chosen);
    expect(
      (await world.versionsOf('Bases.txt')).filter(({ conflict, settled }) => conflict && !settled),
    ).toEqual([]);
  });

  test('the same new bytes on both sides are adopted without transfer', {
    tags: 'sync-same-bytes',
  }, async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(1 << 20)]);
    luis.runner.pause();
    await world.write(luis, at('Igual.pdf'), bytes);
    await world.write(anas, at('Igual.pdf'), bytes);
    await world.versions('Igual.pdf', 1);
    await world.rest(anas);
    world.line.forget();
    luis.runner.resume();
    await eventually(
      () => [...luis.engine.memory.content.synced.values()].some(({ name }) => name === 'Igual.pdf'),
      () => world.logs(),
    );
    await world.nothingLost();
    expect(world.line.callsTo('versionContent')).toEqual([]);
    expect(world.line.sent('uploadCreate', 'uploadPatch', 'entryCreate')).toBe(0);
    expect((await world.versionsOf('Igual.pdf')).length).toBe(1);
    expect((await world.recordsOf('Igual.pdf')).length).toBe(1);
  });

  test('the same edit on both sides is one version, and travels once', {
    tags: 'sync-same-bytes',
  }, async () => {
    await shared('Precios.txt');
    const edit = `precios ${'de la segunda partida '.repeat(50_000)}`;
    luis.runner.pause();
    await world.write(luis, at('Precios.txt'), edit);
    await world.write(anas, at('Precios.txt'), edit);
    await world.versions('Precios.txt', 2);
    await world.rest(anas);
    world.line.forget();
    luis.runner.resume();
    await world.nothingLost();
    expect(world.line.callsTo('versionContent')).toEqual([]);
    expect(world.line.callsTo('versionCreate')).toEqual([]);
    expect(world.line.callsTo('versionSend')).toEqual([]);
    expect((await world.versionsOf('Precios.txt')).length).toBe(2);
  });

  test('the same edit that both send at the same moment leaves nobody anything to decide', {
    tags: 'sync-same-bytes',
  }, async () => {
    const { record } = await shared('Plazos.txt');
    const held = [world.line.hold('versionSend'), world.line.hold('versionSend')];
    for (const desktop of [anas, luis]) await world.write(desktop, at('Plazos.txt'), 'plazos, según ambos');
    for (const each of held) await each.met;
    for (const each of held) each.release();
    const versions = await world.versions('Plazos.txt', 3);
    expect(versions.map(({ conflict, settled }) => [conflict, settled])).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ]);
    await world.nothingLost();
    const asAna = await world.server.signIn(ana.email);
    const notices = (await asAna.ok('notificationsPending')).filter(({ refId }) => refId === record);
    expect(notices.filter(({ type }) => type === 'RECORD.CONFLICT')).toEqual([]);
  });

  test('made obsolete while it is edited: the work stays beside it, and may become a document', {
    tags: 'sync-obsolete-edited',
  }, async () => {
    const document = await shared('Norma.txt', STATE.published);
    anas.runner.pause();
    await world.write(anas, at('Norma.txt'), 'norma, corregida sin saberlo');
    await deprecate(document);
    anas.runner.resume();
    await copyOf(anas, 'norma, corregida sin saberlo');
    expect((await world.versionsOf('Norma.txt')).length).toBe(1);
  });

  test('made obsolete while its edit is being sent: the same', { tags: 'sync-obsolete-edited' }, async () => {
    const document = await shared('Pauta.txt', STATE.published);
    const held = world.line.hold('versionSend');
    await world.write(anas, at('Pauta.txt'), 'pauta, corregida a la vez');
    await held.met;
    await deprecate(document);
    held.release();
    await copyOf(anas, 'pauta, corregida a la vez');
    expect((await world.versionsOf('Pauta.txt')).length).toBe(1);
  });

  test.each([
    ['versionSend', ''],
    ['uploadCreate', LONG],
    ['confirm', LONG],
  ] as const)('the role is lost while %s of an edit is under way', async (call, more) => {
    const name = `Acta ${call}.txt`;
    const edit = `${name}, corregida a la vez${more}`;
    await shared(name, STATE.published);
    const params = { id: world.library.id, user: ana.id };
    const held = world.line.hold(call);
    await world.write(anas, at(name), edit);
    await held.met;
    await world.witness.ok('memberPut', { params, body: { roles: [] } });
    held.release();
    await eventually(
      () => anas.find(edit, /\(copia de .+\)\.txt$/),
      () => world.logs(),
    );
    await inStep(name, `${name}, como lo dejó otra persona`, anas);
    await world.witness.ok('memberPut', { params, body: { roles: ['upload'] } });
    await copyOf(anas, edit);
    expect((await world.versionsOf(name)).filter(({ status }) => status === 'ready').length).toBe(1);
  });

  test('moved to another library while it is edited offline: the edit follows it there', async () => {
    const { record } = await shared('Plano.txt');
    anas.runner.pause();
    await world.write(anas, at('Plano.txt'), 'plano, corregido sin conexión');
    const body = { items: [{ record }], group: works.id, folder: null };
    await world.witness.ok('batchMove', { body });
    await eventually(
      async () => (await luis.read(at('Plano.txt'))) === undefined,
      () => world.logs(),
    );
    anas.runner.resume();
    const versions = await world.versions('Plano.txt', 2);
    expect(versions.map(({ number, conflict }) => [number, conflict])).toEqual([
      [1, false],
      [2, false],
    ]);
    await eventually(
      async () => String(await anas.read('Andes/Obras/Plano.txt')) === 'plano, corregido sin conexión',
      () => world.logs(),
    );
    await world.nothingLost();
    expect(await anas.read(at('Plano.txt'))).toBeUndefined();
    expect((await world.recordsOf('Plano.txt')).length).toBe(1);
  });

  test('moved to where one may not follow while it is edited offline: the edit is kept apart', async () => {
    const { record } = await shared('Detalle.txt');
    luis.runner.pause();
    await world.write(luis, at('Detalle.txt'), 'detalle, corregido sin conexión');
    const body = { items: [{ record }], group: works.id, folder: null };
    await world.witness.ok('batchMove', { body });
    luis.runner.resume();
    await eventually(
      () => luis.find('detalle, corregido sin conexión', /^Andes\/Retirados\/Calidad\/Detalle\.txt$/),
      () => world.logs(),
    );
    await world.nothingLost();
    expect((await world.versionsOf('Detalle.txt')).length).toBe(1);
  });
});
