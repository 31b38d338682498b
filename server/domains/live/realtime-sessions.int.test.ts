import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { userChannel } from '#shared/realtime/channels.ts';
import { socketOf, somebody } from '../../testing/companies/realtime-people.ts';
import { useTestServer } from '../../testing/http.ts';
import { openSocket } from '../../testing/realtime.ts';

describe.each(['pglite', 'postgres'] as const)('who is let in, and until when, on %s', (engine) => {
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

  it('takes no other person’s token on the same socket', async () => {
    const [ana, eva] = [await somebody(server()), await somebody(server())];
    const socket = await openSocket(server().url, ana.client.token);
    socket.send({ frame: 'auth', token: eva.client.token ?? '' });
    expect(await socket.closed).toBe(4401);
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
