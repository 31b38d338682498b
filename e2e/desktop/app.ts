import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { _electron, type ElectronApplication, expect, type Page } from '@playwright/test';
import type { DesktopApi } from '../../src/shared/ipc/desktop-api.ts';
import { ownSession } from './sessions.ts';

// The test process uses the keyring too, where a test looks into it.
Object.assign(process.env, ownSession());

export const repository = resolve(import.meta.dirname, '../..');

/** The page's globals from the preload script. */
export type DesktopPage = Window & { legajo: DesktopApi };

export interface Desktop {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** The person's home folder, with settings and synced folders. */
  readonly home: string;
  /** Quits the app as its menu does; the home folder stays unless it is to be removed. */
  close(options?: { removeHome?: boolean }): Promise<void>;
}

export interface DesktopOptions {
  /** The home of an earlier start, to continue with it. */
  readonly home?: string;
  /** Presets the server's address, as `npm start` does. */
  readonly server?: string;
  /** Without a secret store: the app finds no session bus. */
  readonly withoutKeyring?: boolean;
  /** A packaged app's asar, instead of the built folder. */
  readonly asar?: string;
  readonly env?: Record<string, string>;
  readonly args?: readonly string[];
}

/** Environment of an app with its own home, and with or without a secret store. */
export function desktopEnv(home: string, options: DesktopOptions = {}): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) env[name] = value;
  if (options.withoutKeyring) env.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/nowhere';
  return {
    ...env,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    ...(options.server ? { LEGAJO_SERVER: options.server } : {}),
    ...options.env,
  };
}

/** What the app's process writes once the app has let go of everything, and only its runtime is left to end. */
const LET_GO = 'legajo: let go';
/** How long the runtime may take to end after that, in milliseconds. */
const TEARDOWN_MS = 20_000;

/**
 * Ends the app as its menu does. Now and then the tests' runtime does not end by itself while a debugger is attached, as
 * Playwright is, and keeps a core busy: it is killed then, but never before all that is ours has ended.
 */
async function quit(app: ElectronApplication, letGo: Promise<void>): Promise<void> {
  const runtime = app.process();
  const ended = app.close();
  const left = letGo.then(() => setTimeout(TEARDOWN_MS, 'left' as const, { ref: false }));
  if ((await Promise.race([ended, left])) === 'left') runtime.kill('SIGKILL');
  await ended;
}

/** Has the app's process say when it has let go of everything. `heard` resolves then. */
async function listenForEnd(app: ElectronApplication): Promise<{ readonly heard: Promise<void> }> {
  const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
  app.process().stdout?.on('data', (text: Buffer) => text.includes(LET_GO) && hear());
  await app.evaluate(({ app: own }, line) => {
    own.once('quit', () => process.stdout.write(`${line}\n`));
  }, LET_GO);
  return { heard };
}

/** Starts the built app with its own home folder, and waits for its window. */
export async function launchDesktop(options: DesktopOptions = {}): Promise<Desktop> {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'legajo-home-')));
  // Without executablePath, so that Playwright pauses the app until it has attached. The Electron package finds the
  // program, and supports ELECTRON_OVERRIDE_DIST_PATH.
  const app = await _electron.launch({
    args: ['--disable-gpu', '--lang=es-CL', options.asar ?? repository, ...(options.args ?? [])],
    cwd: repository,
    env: desktopEnv(home, options),
  });
  const page = await app.firstWindow();
  await page.waitForLoadState('domcontentloaded');
  // Without animation, because toasts may appear at any time, also over an element that is being measured.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { heard } = await listenForEnd(app);
  return {
    app,
    page,
    home,
    async close({ removeHome = false } = {}) {
      await quit(app, heard);
      if (removeHome) await rm(home, { recursive: true, force: true });
    },
  };
}

/** Signs in by the form, and waits for the dashboard. */
export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Correo').fill(person.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** The engine's status code. */
export const syncStatus = (page: Page) =>
  page.evaluate(async () => {
    const answer = await (window as unknown as DesktopPage).legajo.sync.state();
    return answer.ok ? answer.value.status : answer.error.code;
  });

/** The engine's complete state. */
export const syncTells = (page: Page) =>
  page.evaluate(async () => {
    const answer = await (window as unknown as DesktopPage).legajo.sync.state();
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value;
  });

/** Drops files in the middle of the window, as the system does. */
export async function dropFiles({ app, page }: Desktop, files: string[]): Promise<void> {
  const session = await app.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data });
    // Waits for the page between events, so that it has rendered what it shows during a drag.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
  await session.detach();
}
