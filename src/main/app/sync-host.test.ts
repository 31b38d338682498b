import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ToSyncHost } from '#shared/ipc/sync-host.ts';
import { type SyncState, syncOff } from '#shared/ipc/sync-state.ts';
import type { EngineProcess } from './engine-process.ts';
import { createSyncHost } from './sync-host.ts';

/** A process that says what the test has it say. */
class ScriptedEngine implements EngineProcess {
  readonly told: ToSyncHost[] = [];
  private say: (message: unknown) => void = () => undefined;
  private exited: (code: number | null) => void = () => undefined;
  killed = false;
  send(message: ToSyncHost) {
    this.told.push(message);
  }
  onMessage(listener: (message: unknown) => void) {
    this.say = listener;
  }
  onExit(listener: (code: number | null) => void) {
    this.exited = listener;
  }
  kill() {
    this.killed = true;
    this.exit(null);
  }
  says(message: unknown) {
    this.say(message);
  }
  exit(code: number | null) {
    this.exited(code);
  }
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open() {
  const engines: ScriptedEngine[] = [];
  const states: SyncState[] = [];
  const desk: { assignment: { server: string; root: string } | null; ignore: string[] } = {
    ignore: [],
    assignment: { server: 'http://127.0.0.1:4870', root: '/home/ana/Legajo' },
  };
  const opened: string[] = [];
  const host = createSyncHost({
    start: () => {
      const engine = new ScriptedEngine();
      engines.push(engine);
      return engine;
    },
    assignment: () => desk.assignment,
    options: () => ({ limitUp: 0, limitDown: 0, proxy: null, waitForNetwork: false, ignore: desk.ignore }),
    startsOver: () => false,
    token: async (fresh) => ({ idToken: fresh ? 'fresh' : 'kept', expiresAt: 0 }),
    dataDir: '/data/sync',
    computer: 'escritorio',
    platform: 'linux',
    openFile: async (path) => void opened.push(path),
    revealFile: async () => undefined,
    onState: (state) => states.push(state),
  });
  const last = () => engines.at(-1) as ScriptedEngine;
  return { host, engines, last, states, desk, opened };
}

test('starts when somebody is signed in, with an identity token and no refresh token', async () => {
  const { host, engines, last, desk } = open();
  desk.assignment = null;
  host.follow();
  expect(engines).toHaveLength(0);
  desk.assignment = { server: 'http://127.0.0.1:4870', root: '/home/ana/Legajo' };
  host.follow();
  host.follow();
  expect(engines).toHaveLength(1);
  last().says({ kind: 'ready' });
  await expect.poll(() => last().told).toHaveLength(1);
  expect(last().told[0]).toMatchObject({
    kind: 'start',
    root: '/home/ana/Legajo',
    identity: { idToken: 'kept' },
  });
});

test('a refused token is replaced by a fresh one', async () => {
  const { host, last } = open();
  host.follow();
  last().says({ kind: 'token-needed' });
  await expect.poll(() => last().told).toHaveLength(1);
  expect(last().told[0]).toMatchObject({ kind: 'identity', identity: { idToken: 'fresh' } });
});

test('commands are answered by their number, and fail while no engine runs', async () => {
  const { host, last, desk } = open();
  host.follow();
  const paused = host.command({ type: 'pause' });
  const refused = host.command({ type: 'resolve-blocked', item: 'x', action: 'retry' });
  last().says({ kind: 'reply', call: 2, error: { code: 'not_found' } });
  last().says({ kind: 'reply', call: 1 });
  await expect(paused).resolves.toBeUndefined();
  await expect(refused).rejects.toMatchObject({ code: 'not_found' });
  desk.assignment = null;
  host.follow();
  last().exit(0);
  await expect(host.command({ type: 'pause' })).rejects.toMatchObject({ code: 'sync_off' });
});

test('what is chosen anew reaches the engine that runs', async () => {
  const { host, last, desk } = open();
  host.follow();
  last().says({ kind: 'ready' });
  await expect.poll(() => last().told).toHaveLength(1);
  expect(last().told[0]).toMatchObject({ kind: 'start', options: { ignore: [] }, startOver: false });
  desk.ignore = ['*.bak'];
  host.changed();
  expect(last().told[1]).toMatchObject({ kind: 'options', options: { ignore: ['*.bak'] } });
});

test('what is not in the protocol is not believed', () => {
  const { host, last } = open();
  host.follow();
  last().says({ kind: 'state', state: { status: 'online' } });
  last().says('hello');
  expect(host.state().status).toBe('starting');
  last().says({ kind: 'state', state: { ...syncOff, status: 'online' } });
  expect(host.state().status).toBe('online');
});

test('an engine that dies is started again, later each time; one that gave up is not', async () => {
  const { host, engines, last } = open();
  host.follow();
  last().exit(1);
  expect(host.state().problem).toEqual({ code: 'engine_stopped' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(engines).toHaveLength(2);
  last().exit(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(engines).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(engines).toHaveLength(3);
  last().says({ kind: 'fatal', code: 'no_sqlite', message: 'node:sqlite is missing' });
  last().exit(1);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(engines).toHaveLength(3);
});

test('signing out stops it gently, and another folder gets an engine of its own', async () => {
  const { host, engines, last, desk } = open();
  host.follow();
  desk.assignment = { server: 'http://127.0.0.1:4870', root: '/mnt/Legajo' };
  host.follow();
  expect(engines[0]?.told.at(-1)).toEqual({ kind: 'stop' });
  expect(engines).toHaveLength(1);
  last().exit(0);
  await expect.poll(() => engines).toHaveLength(2);
  expect(host.state()).toMatchObject({ status: 'starting', root: '/mnt/Legajo' });
});

test('an engine that does not stop is ended', async () => {
  const { host, last } = open();
  host.follow();
  const closed = host.close();
  await vi.advanceTimersByTimeAsync(5_000);
  await closed;
  expect(last().killed).toBe(true);
});

test('files that the engine wants opened are opened, and it is told', async () => {
  const { host, last, opened } = open();
  host.follow();
  last().says({ kind: 'open', call: 7, path: '/home/ana/Legajo/Acta.docx' });
  await expect.poll(() => last().told).toContainEqual({ kind: 'done', call: 7 });
  expect(opened).toEqual(['/home/ana/Legajo/Acta.docx']);
});
