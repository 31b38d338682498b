import type { UpdateState } from '#shared/ipc/update.ts';
import { DesktopError } from '../errors.ts';

/** Whoever leaves the app running hears of a new version within this time. */
const EVERY_MS = 4 * 60 * 60 * 1000;

/** What is needed of electron-updater. */
export interface Updater {
  on(event: 'update-available' | 'update-downloaded', listener: (info: { version: string }) => void): unknown;
  on(event: 'update-not-available', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  checkForUpdates(): Promise<{ downloadPromise?: Promise<unknown> | null | undefined } | null>;
  quitAndInstall(isSilent?: boolean, isForceRunAfter?: boolean): void;
}

export interface UpdatesDeps {
  /** Loads and sets up the updater, once; null where this build has no address to ask. */
  readonly load: (() => Promise<Updater>) | null;
  readonly onState: (state: UpdateState) => void;
  /** Resolves when nothing is being committed any more and the app may end. */
  readonly stop: () => Promise<void>;
  /** The installation came to nothing: the app goes on. */
  readonly goOn: () => void;
  readonly log: { warn(message: string): void };
}

/**
 * Looks for newer versions at the start, every few hours and when asked; downloads them in the background; and
 * installs one only when its person says so, after the sync engine has finished.
 */
export function createUpdates({ load, onState, stop, goOn, log }: UpdatesDeps) {
  let state: UpdateState = { status: load ? 'current' : 'off', version: null, asked: false };
  let updater: Promise<Updater> | null = null;
  let installing = false;
  let timer: NodeJS.Timeout | undefined;

  const show = (next: Partial<UpdateState>) => {
    state = { ...state, ...next };
    onState(state);
  };

  const failed = (error: unknown) => {
    log.warn(`updates: ${error instanceof Error ? error.message.split('\n')[0] : 'failed'}`);
    if (installing) {
      installing = false;
      goOn();
    }
    show({ status: 'failed' });
  };

  async function prepare(loader: () => Promise<Updater>): Promise<Updater> {
    const made = await loader();
    made.on('update-not-available', () => show({ status: 'current', version: null }));
    made.on('update-available', ({ version }) => show({ status: 'downloading', version }));
    made.on('update-downloaded', ({ version }) => show({ status: 'ready', version }));
    made.on('error', failed);
    return made;
  }

  /** @param asked whether a person did: then they are also told that there is nothing new */
  async function check(asked: boolean): Promise<UpdateState> {
    if (!load) {
      if (asked) show({ asked });
      return state;
    }
    const busy = state.status === 'checking' || state.status === 'downloading';
    // What is downloaded stays offered; it is asked about again after the next start.
    if (busy || state.status === 'ready') {
      if (asked) show({ asked });
      return state;
    }
    show({ status: 'checking', asked });
    try {
      updater ??= prepare(load);
      const found = await (await updater).checkForUpdates();
      // Its failure comes as an event too.
      found?.downloadPromise?.catch(() => undefined);
    } catch (error) {
      if (state.status === 'checking') failed(error);
    }
    return state;
  }

  return {
    state: () => state,
    check,
    start(): void {
      if (!load) return;
      void check(false);
      timer = setInterval(() => void check(false), EVERY_MS);
      timer.unref?.();
    },
    /** Ends the app and starts the new version. @throws DesktopError no_update */
    async install(): Promise<void> {
      if (state.status !== 'ready' || !updater || installing) throw new DesktopError('no_update');
      installing = true;
      await stop();
      (await updater).quitAndInstall(true, true);
    },
    close: (): void => clearInterval(timer),
  };
}
export type Updates = ReturnType<typeof createUpdates>;
