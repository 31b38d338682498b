import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { syncChannel, userChannel } from '#shared/realtime/channels.ts';
import { socketOf, somebody } from '../../testing/companies/realtime-people.ts';
import { useTestServer } from '../../testing/http.ts';
import { draft, openSocket } from '../../testing/realtime.ts';

const file = { name: 'Acta.docx', size: 2000 };

describe.each(['pglite', 'postgres'] as const)('realtime on %s', (engine) => {
  const server = useTestServer({ engine });

  it('lets nobody hear the channels of another', async () => {
    const [ana, eva] = [await somebody(server()), await somebody(server())];
    const socket = await socketOf(server(), ana.client);
    const foreign = [
      userChannel(eva.person.id),
      syncChannel(eva.person.id, eva.desktop._id),
      syncChannel(ana.person.id, eva.desktop._id),
      'sync:*',
    ];
    for (const channel of foreign) {
      socket.send({ frame: 'subscribe', channel });
      const refusal = await socket.next('error');
      expect(['forbidden Ese canal no es tuyo.', 'not_found Ese equipo ya no está vinculado.']).toContain(
        `${refusal.code} ${refusal.message}`,
      );
      socket.send({ frame: 'resume', channel, epoch: 'x', seq: 0 });
      expect(['forbidden', 'not_found']).toContain((await socket.next('error')).code);
    }
    socket.send({
      frame: 'send',
      channel: syncChannel(eva.person.id, eva.desktop._id),
      message: draft('download', { recordId: randomUUID() }),
    });
    expect(await socket.next('error')).toMatchObject({ code: 'forbidden' });

    const pretender = await openSocket(server().url);
    pretender.send({ frame: 'auth', token: ana.client.token ?? '', clientId: eva.desktop._id });
    expect(await pretender.next('error')).toMatchObject({
      ...{ code: 'forbidden', message: 'Ese equipo no es tuyo.' },
    });
    expect(await pretender.closed).toBe(4403);
  });

  it('carries messages between a desktop and every screen of its person, each in its role', async () => {
    const { person, client, desktop } = await somebody(server());
    const channel = syncChannel(person.id, desktop._id);
    const [one, two] = [await socketOf(server(), client), await socketOf(server(), client)];
    await one.subscribe(channel);
    await two.subscribe(channel);

    const download = draft('download', { recordId: randomUUID(), data: { open: true } });
    one.send({ frame: 'send', channel, message: download });
    expect(await one.next('error')).toMatchObject({
      ...{ code: 'unavailable', message: 'Ese equipo no está conectado.', id: download.id },
    });

    const machine = await socketOf(server(), client, desktop._id);
    await machine.subscribe(channel);
    one.send({ frame: 'send', channel, message: download });
    expect(await machine.message('download')).toMatchObject({
      id: download.id,
      seq: 1,
      data: { open: true },
    });
    expect(await one.next('accepted')).toMatchObject({ id: download.id, seq: 1 });

    const { opId } = download;
    for (const [type, progress] of [
      ['downloading', 10],
      ['downloading', 60],
      ['downloaded', 100],
    ] as const) {
      machine.send({ frame: 'send', channel, message: draft(type, { opId, progress, data: { file } }) });
      await machine.next('accepted');
    }
    for (const screen of [one, two]) {
      expect(await screen.message('downloading')).toMatchObject({ seq: 2, progress: 10 });
      // Progress that only goes on carries no seq.
      expect((await screen.message('downloading')).seq).toBeUndefined();
      expect(await screen.message('downloaded')).toMatchObject({ seq: 3, opId });
    }

    machine.send({ frame: 'send', channel, message: draft('download') });
    expect(await machine.next('error')).toMatchObject({
      ...{ code: 'forbidden', message: 'Ese mensaje no corresponde a este lado de la conexión.' },
    });
    one.send({ frame: 'send', channel, message: draft('downloaded') });
    expect(await one.next('error')).toMatchObject({ code: 'forbidden' });
    one.send({
      frame: 'send',
      channel: userChannel(person.id),
      message: draft('session.changed'),
    });
    expect(await one.next('error')).toMatchObject({ code: 'forbidden' });
    machine.send({ frame: 'send', channel, message: draft('downloaded', { opId }) });
    expect(await machine.next('error')).toMatchObject({
      ...{ code: 'invalid', message: 'El mensaje no sigue a lo que ya se dijo en este canal.' },
    });
  });

  it('takes a message that is sent twice once', async () => {
    const { person, client, desktop } = await somebody(server());
    const channel = syncChannel(person.id, desktop._id);
    const machine = await socketOf(server(), client, desktop._id);
    await machine.subscribe(channel);
    const message = draft('file changed', { recordId: randomUUID(), data: { file } });
    for (const _ of [1, 2]) {
      machine.send({ frame: 'send', channel, message });
      expect(await machine.next('accepted')).toMatchObject({ id: message.id, seq: 1 });
    }
    expect(machine.frames.filter((frame) => frame.frame === 'message')).toHaveLength(1);
  });

  it('goes on after a gap, and says reset where it cannot', async () => {
    const { person, client, desktop } = await somebody(server());
    const channel = syncChannel(person.id, desktop._id);
    const machine = await socketOf(server(), client, desktop._id);
    const first = await openSocket(server().url, client.token);
    const { epoch, seq } = await first.subscribe(channel);
    const say = async () => {
      machine.send({ frame: 'send', channel, message: draft('file changed', { data: { file } }) });
      await machine.next('accepted');
    };
    await say();
    expect(await first.message('file changed')).toMatchObject({ seq: seq + 1, epoch });
    await first.close();
    for (const _ of [1, 2, 3]) await say();

    const second = await socketOf(server(), client);
    second.send({ frame: 'resume', channel, epoch, seq: seq + 1 });
    for (const expected of [2, 3, 4]) {
      expect((await second.message('file changed')).seq).toBe(seq + expected);
    }
    expect(await second.next('resumed')).toMatchObject({ epoch, seq: seq + 4 });

    second.send({ frame: 'resume', channel, epoch: 'of-before-the-restart', seq: seq + 1 });
    expect(await second.next('reset')).toMatchObject({ epoch, seq: seq + 4 });
    second.send({ frame: 'resume', channel, epoch, seq: seq + 99 });
    expect(await second.next('reset')).toMatchObject({ epoch, seq: seq + 4 });
    await say();
    expect((await second.message('file changed')).seq).toBe(seq + 5);
  });

  it('repeats nothing of a document that its person may not see any more: they fetch', async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    const library = await make.library(organization);
    const author = await make.person(organization, { libraries: [[library, ['upload']]] });
    const admin = await signIn((await make.person(organization, { isAdmin: true })).email);
    const reviewer = await make.person(organization, { libraries: [[library, ['review']]] });
    const [writing, reading] = [await signIn(author.email), await signIn(reviewer.email)];
    const { id } = await make.record(library, author);
    const channel = userChannel(reviewer.id);
    const first = await openSocket(server().url, reading.token);
    const { epoch, seq } = await first.subscribe(channel);
    await first.close();
    const change = async (title: string) => {
      const { rev } = await writing.ok('recordById', { params: { id } });
      await writing.ok('recordUpdate', { params: { id }, body: { rev, title } });
    };
    await change('Un título nuevo');
    const again = async () => {
      const socket = await openSocket(server().url, reading.token);
      socket.send({ frame: 'resume', channel, epoch, seq });
      return socket;
    };
    await expect
      .poll(async () => {
        const socket = await again();
        await socket.next('resumed');
        await socket.close();
        return socket.frames.filter(({ frame }) => frame === 'message').length;
      })
      .toBeGreaterThan(0);
    await admin.ok('memberDelete', { params: { id: library.id, user: reviewer.id } });
    const socket = await again();
    expect(await socket.next('reset')).toMatchObject({ channel });
    expect(JSON.stringify(socket.frames)).not.toContain(id);
    await socket.close();
  });

  it('refuses frames that are malformed, oversized or too many, and lives on', async () => {
    const { person, client } = await somebody(server());
    const socket = await socketOf(server(), client);
    for (const [raw, message] of [
      ['not json', 'El mensaje no es JSON válido.'],
      ['[]', 'El mensaje no es de este protocolo.'],
      ['{"frame":"subscribe"}', 'El mensaje no es de este protocolo: revisa channel.'],
      ['{"frame":"__proto__"}', 'El mensaje no es de este protocolo: revisa frame.'],
      [
        JSON.stringify({ frame: 'send', channel: userChannel(person.id), message: { v: 2 } }),
        'El mensaje no es de este protocolo: revisa message.v.',
      ],
      [Buffer.from([1, 2, 3]), 'Los mensajes deben venir como texto.'],
    ] as const) {
      socket.sendRaw(raw);
      expect(await socket.next('error')).toMatchObject({ code: 'invalid', message });
    }
    await socket.subscribe(userChannel(person.id));

    const stubborn = await openSocket(server().url, client.token);
    for (let count = 0; count < 25; count += 1) stubborn.sendRaw('nonsense');
    expect(await stubborn.closed).toBe(1008);

    const large = await openSocket(server().url, client.token);
    large.sendRaw(JSON.stringify({ frame: 'auth', token: 'x'.repeat(40_000) }));
    expect(await large.closed).toBe(1009);
  });

  it('tells a plain request to upgrade', async () => {
    const response = await fetch(`${server().url}/api/realtime`);
    expect([response.status, response.headers.get('upgrade')]).toEqual([426, 'websocket']);
    expect(await response.json()).toMatchObject({ error: { code: 'upgrade_required' } });
  });

  it('upgrades nothing but its own path', async () => {
    const ws = new WebSocket(`${server().url.replace('http', 'ws')}/api/elsewhere`);
    const status = await new Promise<number | undefined>((resolve) => {
      ws.on('unexpected-response', (_req, res) => resolve(res.statusCode));
      ws.on('error', () => undefined);
    });
    expect(status).toBe(404);
  });
});
