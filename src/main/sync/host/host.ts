import { join } from 'node:path';
import {
  type FromSyncHost,
  type SyncCommand,
  type SyncOptions,
  type ToSyncHost,
  toSyncHost,
} from '#shared/ipc/sync-host.ts';
import { syncOff } from '#shared/ipc/sync-state.ts';
import { DiskSpace } from '../adapters/disk/disk-space.ts';
import { Network } from '../adapters/network.ts';
import type { OpenEngine } from '../adapters/open-engine.ts';
import { trustSystemIssuers } from '../adapters/system-issuers.ts';
import type { Activity, Step } from '../engine/work/work.ts';
import { FilesError } from '../ports/files.ts';
import { RemoteError } from '../ports/remote.ts';
import { explained } from './archived.ts';
import { ConnectRetry } from './connect-retry.ts';
import { HostState, placeOfBlocked } from './host-state.ts';
import { HostTokens } from './host-tokens.ts';
import { RootError } from './root-error.ts';
import type { Problem, Status } from './runner-parts.ts';

/** The engine in a process of its own, behind the message port of the desktop's main process. */

const STATE_MS = 100;

interface Port {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}
/** Electron's utilityProcess gives a port; plain Node, in the desktop tests, its own channel. */
const { parentPort: port }: { readonly parentPort?: Port } = process;
const tell = (message: FromSyncHost): void => {
  if (port) port.postMessage(message);
  else process.send?.(message);
};

class Host {
  private readonly tokens = new HostTokens(() => tell({ kind: 'token-needed' }));
  private readonly state = new HostState();
  private readonly stopping = new AbortController();
  private open: OpenEngine | undefined;
  private running: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private status: Status = 'starting';
  private problem: Problem | undefined;
  private done = 0;
  private total = 0;
  private calls = 0;
  private root = '';
  private readonly disk = new DiskSpace(() => this.show());
  private network: Network | undefined;
  private readonly connectRetry = new ConnectRetry();
  private options: SyncOptions | undefined;

  take(message: ToSyncHost): void {
    switch (message.kind) {
      case 'start':
        this.running = this.start(message).catch((error: unknown) => this.fatal(error));
        return;
      case 'identity':
        this.tokens.give(message.identity);
        this.open?.runner.wake();
        return;
      case 'command':
        void this.command(message.call, message.command);
        return;
      case 'options':
        this.follow(message.options);
        return;
      case 'wake':
        this.network?.renew();
        if (this.open) this.open.runner.networkIsBack();
        else this.connectRetry.now();
        return;
      case 'stop':
        void this.stop();
        return;
      default:
    }
  }

  private async start(message: Extract<ToSyncHost, { kind: 'start' }>): Promise<void> {
    this.root = message.root;
    trustSystemIssuers();
    this.network = new Network(message.server);
    this.follow(message.options);
    this.tokens.give(message.identity);
    // Imported late: it needs node:sqlite, which an older Node cannot load.
    const { openEngine } = await import('../adapters/open-engine.ts');
    const { newId } = await import('../adapters/new-id.ts');
    const { server, root, dataDir, name, platform } = message;
    const engine = {
      onlineOnlyByDefault: message.defaultMode === 'online-only',
      ignore: message.options.ignore,
    };
    const options = {
      server,
      root,
      dataDir: join(dataDir, 'sync'),
      name,
      platform,
      tokens: this.tokens,
      network: this.network,
      engine,
    };
    const listener = {
      onActivity: (activity: Activity) => {
        this.done += 1;
        const { engine } = this.open ?? {};
        this.state.note(engine ? explained(engine, activity) : activity, newId());
        this.show();
      },
      onStep: (step: Step) => {
        this.state.follow(step);
        this.show();
      },
      onOpen: (path: string) => this.ask('open', path),
      onPlan: (operations: number) => {
        this.total += operations;
        this.open?.runner.syncing();
      },
      onStatus: (status: Status, problem: Problem | undefined) => {
        this.showStatus(status, problem);
        if (status === 'online') this.done = this.total = 0;
        if (status !== 'syncing') this.state.stopFollowing();
      },
      onQuestion: () => this.show(),
      onCycle: () => this.show(),
      onLog: (text: string) => tell({ kind: 'log', level: 'warn', message: text }),
    };
    this.open = await this.connectRetry.until(
      () => openEngine(options, listener),
      ({ status, problem, log }) => {
        listener.onLog(log);
        this.showStatus(status, problem);
      },
      this.stopping.signal,
    );
    if (this.open && this.options) {
      if (message.startOver) await this.open.runner.startOver();
      // Apply what changed while the server could not be reached.
      this.follow(this.options);
    }
    await this.open?.runner.run(this.stopping.signal);
    this.open?.close();
  }

  /** Applies changed options of the person or the system. */
  private follow(options: SyncOptions): void {
    this.options = options;
    this.network?.setLimits({ up: options.limitUp, down: options.limitDown });
    this.network?.setProxy(options.proxy);
    this.open?.engine.ignore(options.ignore);
    this.open?.runner.setMetered(options.waitForNetwork);
    this.open?.runner.wake();
    this.show();
  }

  private async stop(): Promise<void> {
    this.stopping.abort();
    this.tokens.end();
    // While it only waits for the server there is nothing to finish.
    if (this.open) await this.running;
    process.exit(0);
  }

  private async command(call: number, command: SyncCommand): Promise<void> {
    try {
      if (!this.open && command.type === 'rescan') {
        this.connectRetry.now();
        tell({ kind: 'reply', call });
        return;
      }
      if (!this.open) throw new RemoteError('offline', 'starting', '');
      const value = await this.runCommand(this.open, command);
      tell({ kind: 'reply', call, ...(value === undefined ? {} : { value }) });
    } catch (error) {
      const known = error instanceof RemoteError || error instanceof FilesError;
      tell({
        kind: 'reply',
        call,
        error: { code: known ? error.code : 'internal', message: known ? error.message : String(error) },
      });
    }
    this.show();
  }

  private async runCommand(open: OpenEngine, command: SyncCommand): Promise<unknown> {
    const { engine, runner, figures } = open;
    switch (command.type) {
      case 'pause':
        return runner.pause();
      case 'resume':
        return runner.resume();
      case 'rescan':
        return runner.lookEverywhere();
      case 'set-mode':
        engine.preferences.setOnlineOnly(command.folder ?? command.library, command.mode === 'online-only');
        return runner.lookEverywhere();
      case 'open-record': {
        const { newId } = await import('../adapters/new-id.ts');
        engine.requests.ask(command.record, newId(), 'download', true);
        return runner.lookEverywhere();
      }
      case 'exact-file': {
        const path = await engine.exactPathOf(command.record, command.version);
        return { path: path === undefined ? null : open.absolute(path) };
      }
      case 'count-ignored':
        return engine.countIgnored(command.patterns);
      case 'figures':
        return figures();
      case 'answer':
        return runner.answer(command.answer);
      case 'resolve-blocked': {
        if (command.action === 'rename') await engine.renameNotSynced(command.item);
        else if (command.action !== 'show') await engine.resolveBlocked(command.item, command.action);
        else this.ask('reveal', placeOfBlocked(engine, command.item));
        return runner.lookEverywhere();
      }
    }
  }

  /** Sets the status from now on. */
  private showStatus(status: Status, problem: Problem | undefined): void {
    this.status = status;
    this.problem = problem;
    this.show();
  }

  private ask(kind: 'open' | 'reveal', path: string): void {
    this.calls += 1;
    if (this.open && path !== '') tell({ kind, call: this.calls, path: this.open.absolute(path) });
  }

  private show(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      const { root, status, problem, done, total } = this;
      const disk = this.disk.of(root);
      if (!this.open) {
        tell({ kind: 'state', state: { ...syncOff, status, root, disk, problem: problem ?? null } });
        return;
      }
      const { engine, clientId, runner } = this.open;
      const { pausedBy } = runner;
      const parts = { engine, clientId, root, status, pausedBy, problem, disk, done, total };
      tell({ kind: 'state', state: this.state.of(parts) });
    }, STATE_MS);
  }

  private fatal(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    const code =
      error instanceof RootError
        ? error.code
        : text.includes('node:sqlite')
          ? 'no_sqlite'
          : text.includes('database is locked')
            ? 'journal_busy'
            : 'engine';
    tell({ kind: 'fatal', code, message: text });
    // Not at once: the last message must still be sent.
    setTimeout(() => process.exit(1), STATE_MS);
  }
}

const host = new Host();
const hear = (data: unknown): void => {
  const parsed = toSyncHost.safeParse(data);
  if (parsed.success) host.take(parsed.data);
  else tell({ kind: 'log', level: 'error', message: `Not of the protocol: ${parsed.error.message}` });
};
if (port) port.on('message', (event) => hear(event.data));
else process.on('message', hear);
process.on('disconnect', () => process.exit(0));
tell({ kind: 'ready' });
