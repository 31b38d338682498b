import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '#shared/identity/auth.schemas.ts';
import { userChannel } from '#shared/realtime/channels.ts';
import { CLOSE } from '#shared/realtime/frames.ts';
import { eventually } from '../../../server/testing/eventually.ts';
import { realtimeServer } from './testing/realtime-server.ts';

const USER = '018f2c3e-0000-7000-8000-000000000001';
const CHANNEL = userChannel(USER);

let server: Awaited<ReturnType<typeof realtimeServer>>;
let realtime: typeof import('./realtime.ts');
let queries: typeof import('./query-client.ts');
let disconnect: () => void;
let heard: number[];

const message = (seq: number, epoch = 'one') => ({
  frame: 'message',
  channel: CHANNEL,
  message: {
    v: 1,
    id: crypto.randomUUID(),
    opId: crypto.randomUUID(),
    type: 'record.changed',
    epoch,
    seq,
    data: { recordId: crypto.randomUUID(), groupId: crypto.randomUUID() },
  },
});

/** Where the channel stood when the session was fetched. */
const LIVE = { epoch: 'one', seq: 3 };

const connected = () => realtime.useRealtime.getState().connected;
const subscribed = (times: number) =>
  eventually(() => expect(server.frames('subscribe')).toHaveLength(times));

beforeEach(async () => {
  server = await realtimeServer();
  vi.resetModules();
  vi.stubGlobal('window', Object.assign(Object.create(globalThis), { location: { origin: server.origin } }));
  vi.stubEnv('VITE_API_CORE', `${server.origin}/api`);
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  const { useSession } = await import('./session-store.ts');
  useSession.setState({ status: 'signed-in', idToken: 'token', expiresAt: Date.now() + 3_600_000 });
  [realtime, queries] = await Promise.all([import('./realtime.ts'), import('./query-client.ts')]);
  heard = [];
  realtime.listen((each) => heard.push(each.seq ?? -1));
  disconnect = realtime.connect(USER);
  await subscribed(1);
  await eventually(() => expect(connected()).toBe(true));
});

afterEach(async () => {
  disconnect();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  await server.close();
});

describe('the realtime client', () => {
  it('sends its token in the first frame, and in no address', () => {
    expect(server.seen[0]).toMatchObject({ frame: 'auth', token: 'token' });
    expect(server.frames('subscribe')[0]).toMatchObject({ channel: CHANNEL });
  });

  it('hears each message once, in order', { tags: 'spec-8.3-message-order' }, async () => {
    server.say(message(1));
    server.say(message(1));
    server.say(message(2));
    await eventually(() => expect(heard).toEqual([1, 2]));
  });

  it('asks first for what changed since the session was fetched', async () => {
    disconnect();
    const { useSession } = await import('./session-store.ts');
    useSession.setState({ user: { _id: USER, live: LIVE } as Session });
    disconnect = realtime.connect(USER);
    await subscribed(2);
    expect(server.seen.slice(-2)).toEqual([
      { frame: 'resume', channel: CHANNEL, ...LIVE },
      { frame: 'subscribe', channel: CHANNEL },
    ]);
    server.say(message(4));
    server.say({ frame: 'resumed', channel: CHANNEL, epoch: 'one', seq: 4 });
    await eventually(() => expect(heard).toEqual([4]));
  });

  it('asks for what a gap hides instead of going on over it', {
    tags: 'spec-8.3-message-order',
  }, async () => {
    server.say(message(1));
    server.say(message(3));
    await eventually(() =>
      expect(server.frames('resume')).toEqual([{ frame: 'resume', channel: CHANNEL, epoch: 'one', seq: 1 }]),
    );
    for (const seq of [2, 3]) server.say(message(seq));
    await eventually(() => expect(heard).toEqual([1, 2, 3]));
  });

  it('comes back by itself and resumes where it was', async () => {
    server.say(message(1));
    await eventually(() => expect(heard).toEqual([1]));
    server.cut();
    await eventually(() => expect(connected()).toBe(false));
    await subscribed(2);
    expect(server.connections()).toBe(2);
    expect(server.frames('resume')).toEqual([{ frame: 'resume', channel: CHANNEL, epoch: 'one', seq: 1 }]);
    // What was missed comes before what is new.
    const order = server.seen.slice(-2).map(({ frame }) => frame);
    expect(order).toEqual(['resume', 'subscribe']);
  });

  it('asks why at once when the server takes its token no longer', async () => {
    server.cut();
    await eventually(() => expect(connected()).toBe(false));
    await subscribed(2);
    expect(server.called).toEqual([]);
    server.sendAway(CLOSE.unauthorized);
    await eventually(() => expect(server.called).toContain('/api/session'));
  });

  it('fetches everything again after a reset, and goes on from there', async () => {
    queries.queryClient.setQueryData(['departmentsByOrganization', {}], []);
    server.say({ frame: 'reset', channel: CHANNEL, epoch: 'two', seq: 7 });
    const isStale = () => queries.queryClient.getQueryState(['departmentsByOrganization', {}])?.isInvalidated;
    await eventually(() => expect(isStale()).toBe(true));
    server.say(message(8, 'two'));
    await eventually(() => expect(heard).toEqual([8]));
  });

  it('marks as stale what a message is about', async () => {
    queries.queryClient.setQueryData(['recordSearch', { query: {} }], { items: [] });
    queries.queryClient.setQueryData(['departmentsByOrganization', {}], []);
    server.say(message(1));
    const stale = (key: string, input: object) =>
      queries.queryClient.getQueryState([key, input])?.isInvalidated;
    await eventually(() => expect(stale('recordSearch', { query: {} })).toBe(true));
    expect(stale('departmentsByOrganization', {})).toBe(false);
  });

  it('says the server’s sentence about a message that it refused, and that it is away', async () => {
    const { errorMessage } = await import('./errors.ts');
    const send = () => {
      const id = crypto.randomUUID();
      const sent = realtime.sendMessage(CHANNEL, { v: 1, id, opId: id, type: 'download' } as never);
      return {
        id,
        said: sent.then(
          () => 'accepted',
          (error: unknown) => error,
        ),
      };
    };
    const refused = send();
    const message = 'Ese equipo no está conectado.';
    server.say({ frame: 'error', code: 'unavailable', message, id: refused.id });
    expect(await refused.said).toMatchObject({ code: 'unavailable', status: 503 });
    expect(errorMessage(await refused.said)).toBe(message);
    const unanswered = send();
    await eventually(() => expect(server.frames('send')).toHaveLength(2));
    server.cut();
    expect(await unanswered.said).toMatchObject({ code: 'offline', status: 0 });
    await eventually(() => expect(connected()).toBe(false));
  });

  it('passes over what it cannot read', async () => {
    server.say({ frame: 'no such frame' });
    server.say(message(1));
    await eventually(() => expect(heard).toEqual([1]));
  });

  it('sends a renewed token over the same connection, and joins nothing twice', async () => {
    const { useSession } = await import('./session-store.ts');
    useSession.setState({ idToken: 'renewed' });
    await eventually(() => expect(server.frames('auth')).toHaveLength(2));
    server.say(message(1));
    await eventually(() => expect(heard).toEqual([1]));
    expect(server.frames('subscribe')).toHaveLength(1);
    expect(server.connections()).toBe(1);
  });
});
