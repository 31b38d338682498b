import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { syncChannel, userChannel } from '#shared/realtime/channels.ts';
import { type TestClient, type TestServer, useTestServer } from '../../testing/http.ts';
import { draft, openSocket, type TestSocket } from '../../testing/realtime.ts';

const file = { name: 'Acta.docx', size: 2000 };

/** Somebody with one registered desktop. */
async function somebody(server: TestServer) {
  const organization = await server.make.organization();
  const library = await server.make.library(organization);
  const person = await server.make.person(organization, { libraries: [[library, ['upload']]] });
  const client = await server.signIn(person.email);
  const desktop = await client.ok('clientCreate', { body: { name: 'Notebook de Ana', platform: 'linux' } });
  return { organization, library, person, client, desktop };
}

async function socketOf(server: TestServer, client: TestClient, clientId?: string): Promise<TestSocket> {
  const socket = await openSocket(server.url, client.token, clientId ? { clientId } : {});
  onTestFinished(() => socket.close());
  return socket;
}

describe.each(['pglite', 'postgres'] as const)('realtime on %s', (engine) => {
  const server = useTestServer({ engine });

  it('wants the token in the first frame, and a good one', async () => {
    const { person } = await somebody(server());
    const silent = await openSocket(server().url);
    silent.send({ frame: 'subscribe', channel: userChannel(person.id) });
    expect(await silent.next('error')).toMatchObject({
      ...{ code: 'unauthorized', message: 'La conexión empieza con el mensaje auth.' },
    });
    expect(await silent.closed).toBe(4401);

    const wrong = await openSocket(server().url);
    wrong.send({ frame: 'auth', token: 'not-a-token' });
    expect(await wrong.next('error')).toMatchObject({
      ...{ code: 'unauthorized', message: 'Tu sesión terminó. Inicia sesión de nuevo.' },
    });
    expect(await wrong.closed).toBe(4401);
  });

  it('asks nobody to sign in again who only has too many connections', async () => {
    const { client } = await somebody(server());
    const opened = [];
    for (let at = 0; at < 50; at += 1) opened.push(await socketOf(server(), client));
    const last = await openSocket(server().url);
    last.send({ frame: 'auth', token: client.token ?? '' });
    expect(await last.next('error')).toMatchObject({
      ...{ code: 'too_many', message: 'Tienes demasiadas conexiones abiertas a la vez.' },
    });
    expect(await last.closed).toBe(1013);
    await Promise.all(opened.map((each) => each.close()));
  });

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
      expect(['forbidden Ese canal no es tuyo.', 'not_found Ese computador ya no está vinculado.']).toContain(
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
      ...{ code: 'forbidden', message: 'Ese computador no es tuyo.' },
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
      ...{ code: 'unavailable', message: 'Ese computador no está conectado.', id: download.id },
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

  it('shows which desktops are online, to screens and over HTTP', async () => {
    const { person, client, desktop } = await somebody(server());
    const screen = await socketOf(server(), client);
    await screen.subscribe(userChannel(person.id));
    const isOnline = async () =>
      (await client.ok('clients')).find((each) => each._id === desktop._id)?.online;
    expect((await screen.next('presence')).desktops).toMatchObject([
      { clientId: desktop._id, online: false },
    ]);
    expect(await isOnline()).toBe(false);

    const machine = await openSocket(server().url, client.token, { clientId: desktop._id });
    await screen.next('presence', (frame) => frame.desktops[0]?.online === true);
    expect(await isOnline()).toBe(true);
    await machine.close();
    await screen.next('presence', (frame) => frame.desktops[0]?.online === false);
    expect(await isOnline()).toBe(false);
  });

  it('cuts a desktop that is revoked, and ends its session', async () => {
    const { person, client } = await somebody(server());
    const other = await server().signIn(person.email);
    const desktop = await other.ok('clientCreate', { body: { name: 'Otro', platform: 'win32' } });
    const machine = await openSocket(server().url, other.token, { clientId: desktop._id });
    await client.ok('clientDelete', { params: { id: desktop._id } });
    expect(await machine.closed).toBe(4403);
    expect((await client.ok('clients')).map((each) => each._id)).not.toContain(desktop._id);
    expect((await other.call('session')).status).toBe(401);
    expect((await client.call('session')).status).toBe(200);
  });

  it('knows by which session a desktop comes, and ends that with it', async () => {
    const { person, client } = await somebody(server());
    const first = await server().signIn(person.email);
    const { _id: id } = await first.ok('clientCreate', { body: { name: 'Otro', platform: 'win32' } });
    await first.ok('signOut', { body: { refreshToken: first.refreshToken ?? '' } });
    const again = await server().signIn(person.email);
    const machine = await openSocket(server().url, again.token, { clientId: id });
    const named = async () => (await client.ok('access')).sessions.map((each) => each.desktop?._id);
    await expect.poll(named).toContain(id);
    await client.ok('clientDelete', { params: { id } });
    expect(await machine.closed).toBe(4403);
    expect((await again.call('session')).status).toBe(401);
  });

  it('ends the connections of a session that its person ends elsewhere', async () => {
    const { person, client } = await somebody(server());
    const other = await server().signIn(person.email);
    const [here, there] = [
      await openSocket(server().url, client.token),
      await openSocket(server().url, other.token),
    ];
    await client.ok('sessionsEnd');
    expect(await there.closed).toBe(4401);
    expect((await client.call('session')).status).toBe(200);
    await here.close();
  });

  it('ends the connections of whoever is disabled', async () => {
    const { organization, person, client } = await somebody(server());
    const boss = await server().make.person(organization, { isAdmin: true });
    const admin = await server().signIn(boss.email);
    const socket = await openSocket(server().url, client.token);
    await admin.ok('userDisable', { params: { id: person.id } });
    expect(await socket.closed).toBe(4401);
  });

  it('tells a person whose roles changed to fetch their session again', async () => {
    const { organization, library, person, client } = await somebody(server());
    const boss = await server().make.person(organization, { isAdmin: true });
    const socket = await socketOf(server(), client);
    await socket.subscribe(userChannel(person.id));
    const admin = await server().signIn(boss.email);
    await admin.ok('memberPut', { params: { id: library.id, user: person.id }, body: { roles: ['review'] } });
    await socket.message('session.changed');
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

  it('takes no other person’s token on the same socket', async () => {
    const [ana, eva] = [await somebody(server()), await somebody(server())];
    const socket = await openSocket(server().url, ana.client.token);
    socket.send({ frame: 'auth', token: eva.client.token ?? '' });
    expect(await socket.closed).toBe(4401);
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

const endOf = (token: string | null): number => Number(decodeJwt(token ?? '').exp);

describe('a short token', () => {
  const server = useTestServer({ config: { idTokenSeconds: 3 } });

  it('ends its connection, unless a renewed one came first', async () => {
    const { person, client } = await somebody(server());
    const ended = await openSocket(server().url, client.token);
    const kept = await socketOf(server(), client);
    let renewed = await server().signIn(person.email);
    while (endOf(renewed.token) === endOf(client.token)) renewed = await server().signIn(person.email);
    kept.send({ frame: 'auth', token: renewed.token ?? '' });
    expect(await ended.closed).toBe(4401);
    await kept.subscribe(userChannel(person.id));
  });
});
