import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, type ElectronApplication, expect, type Page } from '@playwright/test';
import type { DesktopApi } from '../../src/shared/ipc/desktop-api.ts';
import { ownSession } from './sessions.ts';

// This process reads the keyring too, where a test looks into it.
Object.assign(process.env, ownSession());

export const repository = resolve(import.meta.dirname, '../..');

/** The page's globals: what the preload puts there. */
export type DesktopPage = Window & { legajo: DesktopApi };

export interface Desktop {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** The person's home folder: settings and synced folders lie below it. */
  readonly home: string;
  /** Ends the app as its menu does; the home folder stays unless it is to be removed. */
  close(options?: { removeHome?: boolean }): Promise<void>;
}

export interface DesktopOptions {
  /** The home of an earlier start, to start again on what it left. */
  readonly home?: string;
  /** Presets the server's address, as `npm start` does. */
  readonly server?: string;
  /** No secret store: the app finds no session bus. */
  readonly withoutKeyring?: boolean;
  /** A packaged app's asar, instead of the built folder. */
  readonly asar?: string;
  readonly env?: Record<string, string>;
  readonly args?: readonly string[];
}

/** The variables of an app that has a home of its own, and a secret store or none. */
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

/** Starts the built app with a home folder of its own, and waits for its window. */
export async function launchDesktop(options: DesktopOptions = {}): Promise<Desktop> {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'legajo-home-')));
  // Without executablePath, so that the driver holds the app back until it has attached: Electron's package says
  // which program it is, and knows ELECTRON_OVERRIDE_DIST_PATH.
  const app = await _electron.launch({
    args: ['--disable-gpu', '--lang=es-CL', options.asar ?? repository, ...(options.args ?? [])],
    cwd: repository,
    env: desktopEnv(home, options),
  });
  const page = await app.firstWindow();
  await page.waitForLoadState('domcontentloaded');
  // Toasts come when the engine has something to tell, also under what is being measured: they come at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return {
    app,
    page,
    home,
    async close({ removeHome = false } = {}) {
      await app.close();
      if (removeHome) await rm(home, { recursive: true, force: true });
    },
  };
}

/** Signs in by the form, as a person does, and waits for the dashboard. */
export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Correo').fill(person.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** How the engine is, in its own word. */
export const syncStatus = (page: Page) =>
  page.evaluate(async () => {
    const answer = await (window as unknown as DesktopPage).legajo.sync.state();
    return answer.ok ? answer.value.status : answer.error.code;
  });

/** All that the engine tells of itself. */
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
    // The page answers before the next one: what it draws while something is dragged is then in place.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
  await session.detach();
}
