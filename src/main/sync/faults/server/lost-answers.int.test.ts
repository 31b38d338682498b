import { randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointName } from '#shared/contract.ts';
import { syncChannel } from '#shared/realtime/channels.ts';
import type { Message } from '#shared/realtime/messages.ts';
import { addVersion } from '../../../../../server/testing/documents.ts';
import { TEST_PASSWORD, type TestPerson } from '../../../../../server/testing/factories.ts';
import type { TestClient } from '../../../../../server/testing/http.ts';
import { mailsOf, readable } from '../../../../../server/testing/mail.ts';
import { draft, openSocket } from '../../../../../server/testing/realtime.ts';
import { eventually, TestDesktop } from '../../testing/desktop.ts';
import { at, FaultWorld } from '../../testing/fault-world.ts';

const LARGE = 8 * 1024 ** 2 + 1;

/** The server did what it was asked, and its answer was lost: each writing call has exactly one effect. */
describe('an answer lost after the commit', () => {
  let world: FaultWorld;
  let ana: TestPerson;
  let browser: TestClient;
  let desktop: TestDesktop;

  beforeAll(async () => {
    world = await FaultWorld.open();
    ({ person: ana, browser, desktop } = await world.join('Ana'));
  });

  afterAll(() => world?.close());

  /** Does something while the answer to its call is lost, and waits until the engine has made up for it. */
  async function losing(call: EndpointName, act: () => Promise<void>): Promise<void> {
    const lost = world.line.loseAnswer(call);
    await act();
    await eventually(
      () => lost.times > 0,
      () => `a call of ${call}\n${world.logs()}`,
    );
    await lost.met;
    // The engine waits a second before it tries again; nobody has to wait for that here.
    desktop.runner.wake();
  }

  const write = (name: string, content: string | Buffer = `${name} ${randomBytes(8).toString('hex')}`) =>
    world.write(desktop, at(name), content);

  /** One document, these versions and no others, and for each of them one review request and one mail. */
  async function exactlyOnce(name: string, versions = 1, requested = versions): Promise<void> {
    const made = await world.versions(name, versions);
    const records = await world.recordsOf(name);
    expect(records.length).toBe(1);
    expect(made.map(({ number, status }) => [number, status])).toEqual(
      Array.from({ length: versions }, (_, index) => [index + 1, 'ready']),
    );
    const pending = await browser.ok('notificationsPending');
    const requests = pending.filter(
      ({ type, refId }) => type === 'RECORD.REVIEW.REQUEST' && refId === records[0]?._id,
    );
    expect(requests.length).toBe(requested);
    // More than five mails within a minute would be one.
    world.server.advance(61);
    const title = records[0]?.title ?? '';
    const mails = async () =>
      (await mailsOf(world.server, ana.email)).filter(({ raw }) => readable(raw).includes(title)).length;
    await eventually(
      async () => (await mails()) >= requested,
      async () => `${requested} mails of ${title}, not ${await mails()}`,
    );
    expect(await mails()).toBe(requested);
  }

  test.each<EndpointName>(['recordsSend'])('%s of a new file', { tags: 'sync-answer-lost' }, async (call) => {
    const name = `Nuevo ${call}.txt`;
    await losing(call, () => write(name));
    await exactlyOnce(name);
    await world.nothingLost();
  });

  test.each<EndpointName>(['recordsSend'])(
    '%s of many new files',
    {
      tags: 'sync-answer-lost',
    },
    async (call) => {
      const names = Array.from({ length: 6 }, (_, index) => `Lote ${call} ${index}.txt`);
      await losing(call, async () => {
        await desktop.pause();
        for (const name of names) await write(name);
        await desktop.resume();
      });
      for (const name of names) {
        const versions = await world.versions(name, 1);
        expect(versions.map(({ number, status }) => [number, status])).toEqual([[1, 'ready']]);
        expect((await world.recordsOf(name)).length).toBe(1);
      }
      await world.nothingLost();
      world.server.advance(120);
    },
  );

  test('folderCreateBatch of several new folders', async () => {
    const names = Array.from({ length: 4 }, (_, index) => `Torre ${index}`);
    await losing('folderCreateBatch', async () => {
      await desktop.pause();
      for (const name of names) await write(`${name}/Plano ${name}.txt`);
      await desktop.resume();
    });
    for (const name of names) await exactlyOnce(`Plano ${name}.txt`);
    const folders = await world.witness.ok('foldersByGroup', { params: { group: world.library.id } });
    expect(folders.flatMap(({ name }) => (names.includes(name) ? name : [])).sort()).toEqual(names);
    await world.nothingLost();
    world.server.advance(120);
  });

  test.each<EndpointName>(['folderCreate', 'folderCreateBatch'])(
    '%s in a tree of new folders',
    async (call) => {
      const rooms = [1, 2, 3].flatMap((floor) => [1, 2].map((room) => `Piso ${floor}/Obra/Sala ${room}`));
      const top = `Edificio ${call}`;
      const nameIn = (room: string) => `Plano ${call} ${room.replaceAll('/', ' ')}.txt`;
      await losing(call, async () => {
        await desktop.pause();
        for (const room of rooms) await write(`${top}/${room}/${nameIn(room)}`);
        await desktop.resume();
      });
      for (const room of rooms) await world.versions(nameIn(room), 1);
      await world.rest(desktop);
      const folders = await world.witness.ok('foldersByGroup', { params: { group: world.library.id } });
      const root = folders.find(({ name }) => name === top);
      const inside = (parent: string | undefined) => folders.filter((each) => each.parent === parent);
      const floors = inside(root?._id);
      expect(floors.map(({ name }) => name).sort()).toEqual(['Piso 1', 'Piso 2', 'Piso 3']);
      for (const floor of floors) {
        const [works, ...others] = inside(floor._id);
        expect([works?.name, others]).toEqual(['Obra', []]);
        expect(
          inside(works?._id)
            .map(({ name }) => name)
            .sort(),
        ).toEqual(['Sala 1', 'Sala 2']);
      }
      await world.nothingLost();
      world.server.advance(120);
    },
  );

  test.each<EndpointName>(['entryCreate', 'uploadCreate', 'uploadPatch', 'confirm'])(
    '%s of a large file',
    {
      tags: 'sync-answer-lost',
    },
    async (call) => {
      const name = `Plano ${call}.pdf`;
      world.line.forget();
      await losing(call, () => write(name, Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(LARGE)])));
      await exactlyOnce(name);
      await world.nothingLost();
      // What the server has is not sent again.
      expect(world.line.sent('uploadCreate', 'uploadPatch')).toBe(LARGE + 9);
    },
  );

  /** Too large for the one call of a small edit. */
  const longer = () => `${randomBytes(8).toString('hex')} ${'y así sigue '.repeat(100_000)}`;

  test.each<[EndpointName, () => string | undefined]>([
    ['versionSend', () => undefined],
    ['versionCreate', longer],
    ['uploadCreate', longer],
    ['confirm', longer],
  ])('%s of an edited file', { tags: 'sync-answer-lost' }, async (call, content) => {
    const name = `Editado ${call}.txt`;
    await write(name);
    await world.versions(name, 1);
    await world.rest(desktop);
    await losing(call, () => write(name, content()));
    await exactlyOnce(name, 2);
    await world.nothingLost();
  });

  test('recordUpdate, batchMove, folderCreate and folderUpdate of moves and renames', {
    tags: 'sync-answer-lost',
  }, async () => {
    await write('Acta.txt');
    await world.versions('Acta.txt', 1);
    await world.rest(desktop);
    await losing('folderCreate', () => write('Obras/Detalle.txt'));
    await exactlyOnce('Detalle.txt');
    await world.rest(desktop);
    await losing('recordUpdate', () => rename(desktop.path(at('Acta.txt')), desktop.path(at('Acta 1.txt'))));
    await world.versions('Acta 1.txt', 1);
    await world.rest(desktop);
    await losing('batchMove', () =>
      rename(desktop.path(at('Acta 1.txt')), desktop.path(at('Obras/Acta 1.txt'))),
    );
    await world.rest(desktop);
    await losing('folderUpdate', () => rename(desktop.path(at('Obras')), desktop.path(at('Obras 2026'))));
    const folders = () => world.witness.ok('foldersByGroup', { params: { group: world.library.id } });
    await eventually(
      async () => (await folders()).some(({ name }) => name === 'Obras 2026'),
      () => world.logs(),
    );
    await world.nothingLost();
    const named = (await folders()).map(({ name }) => name).filter((name) => name.startsWith('Obras'));
    expect(named).toEqual(['Obras 2026']);
    await exactlyOnce('Acta 1.txt');
    expect((await desktop.documents()).filter((path) => path.includes('Obras'))).toEqual([
      at('Obras 2026/Acta 1.txt'),
      at('Obras 2026/Detalle.txt'),
    ]);
  });

  test.each<[EndpointName, 'use' | 'keep', number]>([
    ['versionUse', 'use', 4],
    ['versionKeep', 'keep', 3],
  ])('%s of a conflict', { tags: 'sync-answer-lost' }, async (call, decision, versions) => {
    const name = `Conflicto ${decision}.txt`;
    await write(name);
    const [first] = await world.versions(name, 1);
    await world.rest(desktop);
    await desktop.pause();
    const theirs = Buffer.from(`${name}, de otra persona`);
    world.remember(name, theirs);
    await addVersion(world.server, world.witness, first?.record ?? '', first?._id ?? '', {
      bytes: theirs,
      file: { name, type: 'text/plain' },
    });
    await write(name);
    await desktop.resume();
    const item = await eventually(
      () => desktop.engine.conflicts.open[0],
      () => world.logs(),
    );
    const lost = world.line.loseAnswer(call);
    await expect(desktop.engine.resolveBlocked(item.key, decision)).rejects.toMatchObject({
      kind: 'offline',
    });
    expect(lost.times).toBe(1);
    // Whoever presses the button again is not told that it failed.
    await desktop.engine.resolveBlocked(item.key, decision);
    await world.nothingLost();
    expect((await world.versionsOf(name)).map(({ number }) => number)).toEqual(
      Array.from({ length: versions }, (_, index) => index + 1),
    );
    expect((await world.versionsOf(name)).filter(({ conflict, settled }) => conflict && !settled)).toEqual(
      [],
    );
  });

  test('recordCreate of a new file whose wizard was submitted', { tags: 'sync-answer-lost' }, async () => {
    const contracts = await world.addLibrary('Contratos', false);
    await world.server.make.member(contracts, ana, ['upload']);
    desktop.runner.lookEverywhere();
    const screen = await openSocket(world.server.url, browser.token);
    try {
      const channel = syncChannel(ana.id, desktop.clientId);
      await screen.subscribe(channel);
      await world.write(desktop, 'Andes/Contratos/Convenio.txt', 'convenio de colaboración');
      const raised = (await screen.message('new file')) as Message<'new file'>;
      const { opId, token } = await browser.ok('operationCreate', {
        body: { client: desktop.clientId, type: 'create record' },
      });
      const fields = { title: 'Convenio', group: contracts.id, state: 0, labels: [world.label] };
      await losing('recordCreate', async () => {
        const data = { localId: raised.data.localId, fields };
        screen.send({ frame: 'send', channel, message: draft('create record', { opId, token, data }) });
      });
      await exactlyOnce('Convenio.txt');
      await world.nothingLost();
    } finally {
      await screen.close();
    }
  });

  test('clientCreate when a desktop starts for the first time', { tags: 'sync-answer-lost' }, async () => {
    const person = await world.person('Luis');
    const luis = await TestDesktop.make({ url: world.line.url }, person.email, TEST_PASSWORD);
    try {
      const lost = world.line.loseAnswer('clientCreate');
      await expect(luis.resume()).rejects.toMatchObject({ kind: 'offline' });
      expect(lost.times).toBe(1);
      await luis.resume();
      const clients = await (await world.server.signIn(person.email)).ok('clients');
      expect(clients.map(({ _id }) => _id)).toEqual([luis.clientId]);
      await world.nothingLost();
    } finally {
      await luis.stop();
    }
  });
});
