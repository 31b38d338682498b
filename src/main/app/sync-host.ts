import type { IdentityToken } from '#shared/ipc/desktop.ts';
import {
  type FromSyncHost,
  fromSyncHost,
  type SyncCommand,
  type SyncOptions,
} from '#shared/ipc/sync-host.ts';
import { type SyncState, syncOff } from '#shared/ipc/sync-state.ts';
import { DesktopError } from '../errors.ts';
import { log } from '../log.ts';
import type { EngineProcess } from './engine-process.ts';

/** Pauses before the engine is started again after it died, in milliseconds; the last one repeats. */
const RESTART_MS = [1_000, 5_000, 30_000, 120_000];
/** An engine that ran this long was well: the next death counts as the first again. */
const WELL_MS = 60_000;
/** How long a stopping engine may take to finish what it is committing. */
const STOP_LIMIT_MS = 5_000;

export interface SyncHostDeps {
  readonly start: () => EngineProcess;
  /** What the engine is to work on; null while nobody is signed in or no folder is chosen. */
  readonly assignment: () => { server: string; root: string } | null;
  /** What may change while it runs; `changed()` hands it over again. */
  readonly options: () => SyncOptions;
  /** Whether the folder was chosen in place of another one, and is to be filled anew. */
  readonly startsOver: () => boolean;
  /** `fresh`: the engine says that the one it has no longer serves. */
  readonly token: (fresh: boolean) => Promise<IdentityToken>;
  readonly dataDir: string;
  readonly computer: string;
  readonly platform: string;
  readonly openFile: (path: string) => Promise<void>;
  readonly revealFile: (path: string) => Promise<void>;
  readonly onState: (state: SyncState) => void;
}

interface Running {
  readonly process: EngineProcess;
  readonly server: string;
  readonly root: string;
  /** On the scale of `performance.now()`. */
  readonly startedAt: number;
  readonly exited: Promise<void>;
  readonly calls: Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>;
  fatal: boolean;
  stopping: boolean;
}

/**
 * Keeps the engine's process: starts it when somebody is signed in and a folder is chosen, hands it identity
 * tokens, relays commands and states, starts it again when it dies, and stops it gently.
 */
export function createSyncHost(deps: SyncHostDeps) {
  let running: Running | null = null;
  let state: SyncState = syncOff;
  let deaths = 0;
  let restart: NodeJS.Timeout | undefined;
  let nextCall = 1;
  let closed = false;

  const show = (next: SyncState) => {
    state = next;
    deps.onState(next);
  };

  const sendIdentity = (engine: Running, identity: IdentityToken | null) =>
    engine.process.send({ kind: 'identity', identity: identity && onWire(identity) });

  async function take(engine: Running, raw: unknown): Promise<void> {
    const parsed = fromSyncHost.safeParse(raw);
    if (!parsed.success) return log.warn('the sync engine said something that is not in its protocol');
    const message: FromSyncHost = parsed.data;
    switch (message.kind) {
      case 'ready':
        return begin(engine);
      case 'state':
        if (engine === running) show(message.state);
        return;
      case 'token-needed':
        // An error here is the session's affair: it has ended, or the server is out of reach and it asks again.
        return deps.token(true).then(
          (identity) => sendIdentity(engine, identity),
          () => undefined,
        );
      case 'reply': {
        const call = engine.calls.get(message.call);
        engine.calls.delete(message.call);
        if (message.error) call?.reject(new DesktopError(message.error.code, message.error.message));
        else call?.resolve(message.value);
        return;
      }
      case 'open':
      case 'reveal': {
        const act = message.kind === 'open' ? deps.openFile : deps.revealFile;
        const error = await act(message.path).then(
          () => undefined,
          (reason: unknown) => (reason instanceof DesktopError ? reason.code : 'internal'),
        );
        return engine.process.send({ kind: 'done', call: message.call, ...(error ? { error } : {}) });
      }
      case 'log':
        if (message.level === 'warn' || message.level === 'error')
          log[message.level](`sync: ${message.message}`);
        return;
      case 'fatal':
        engine.fatal = true;
        log.error(`sync: ${message.message}`);
        return show({
          ...state,
          status: 'problem',
          problem: { code: message.code, message: message.message },
        });
    }
  }

  async function begin(engine: Running): Promise<void> {
    const identity = await deps.token(false).catch(() => null);
    if (engine !== running || engine.stopping) return;
    engine.process.send({
      kind: 'start',
      server: engine.server,
      root: engine.root,
      dataDir: deps.dataDir,
      name: deps.computer,
      platform: deps.platform,
      defaultMode: 'always',
      options: deps.options(),
      startOver: deps.startsOver(),
      identity: identity ? onWire(identity) : null,
    });
  }

  function launch(assignment: { server: string; root: string }): void {
    const process = deps.start();
    let left: () => void = () => undefined;
    const engine: Running = {
      ...assignment,
      process,
      startedAt: performance.now(),
      exited: new Promise((resolve) => {
        left = resolve;
      }),
      calls: new Map(),
      fatal: false,
      stopping: false,
    };
    running = engine;
    show({ ...syncOff, status: 'starting', root: assignment.root });
    process.onMessage((message) => void take(engine, message));
    process.onExit((code) => {
      left();
      for (const call of engine.calls.values()) call.reject(new DesktopError('sync_off'));
      engine.calls.clear();
      if (engine !== running) return;
      running = null;
      if (engine.stopping) return;
      log.warn(`the sync engine ended (code ${code})`);
      if (engine.fatal) return;
      deaths = performance.now() - engine.startedAt > WELL_MS ? 0 : deaths + 1;
      show({ ...state, status: 'problem', problem: { code: 'engine_stopped' } });
      restart = setTimeout(follow, RESTART_MS[Math.min(deaths, RESTART_MS.length) - 1] ?? RESTART_MS[0]);
    });
  }

  async function halt(): Promise<void> {
    clearTimeout(restart);
    const engine = running;
    if (!engine) return;
    engine.stopping = true;
    running = null;
    engine.process.send({ kind: 'stop' });
    const timer = setTimeout(() => engine.process.kill(), STOP_LIMIT_MS);
    await engine.exited;
    clearTimeout(timer);
  }

  /** Brings the engine in line with who is signed in and which folder is chosen. */
  function follow(): void {
    if (closed) return;
    const wanted = deps.assignment();
    if (wanted && running && wanted.server === running.server && wanted.root === running.root) return;
    if (!running) {
      clearTimeout(restart);
      if (wanted) launch(wanted);
      else show(syncOff);
      return;
    }
    // One engine at a time: the journal has one writer.
    void halt().then(() => {
      show(syncOff);
      follow();
    });
  }

  return {
    state: () => state,
    follow,
    /** A renewed token, or null when the session has ended. */
    identity(identity: IdentityToken | null): void {
      if (running) sendIdentity(running, identity);
      follow();
    },
    /** Hands the options over again. */
    changed: (): void => running?.process.send({ kind: 'options', options: deps.options() }),
    wake: (): void => running?.process.send({ kind: 'wake' }),
    /** @throws DesktopError sync_off while no engine runs, else what the engine answers */
    command(command: SyncCommand): Promise<unknown> {
      const engine = running;
      if (!engine) return Promise.reject(new DesktopError('sync_off'));
      const call = nextCall++;
      return new Promise((resolve, reject) => {
        engine.calls.set(call, { resolve, reject });
        engine.process.send({ kind: 'command', call, command });
      });
    },
    /** Goes on, where the app was to end and did not. */
    reopen(): void {
      closed = false;
      follow();
    },
    /** Stops for good, when the app ends. */
    async close(): Promise<void> {
      closed = true;
      await halt();
    },
  };
}
export type SyncHost = ReturnType<typeof createSyncHost>;

const onWire = ({ idToken, expiresAt }: IdentityToken) => ({
  idToken,
  expiresAt: new Date(expiresAt).toISOString(),
});
