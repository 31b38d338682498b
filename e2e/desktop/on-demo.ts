import { expect, type Page, test } from '@playwright/test';
import { type Api, DEMO_PASSWORD, demoEmail, signInApi } from '../fixtures/api.ts';
import { copyDemo, type DemoCopy } from '../fixtures/demo.ts';
import { type RunningServer, startServer } from '../fixtures/server.ts';
import { type Desktop, type DesktopOptions, launchDesktop, signIn, syncStatus } from './app.ts';

/** The demo's author, whose desktop it mostly is. */
export const AUTHOR = { email: demoEmail('autora'), password: DEMO_PASSWORD };

export interface Demo {
  server: RunningServer;
  /** Where its data are, to start it again. */
  data: DemoCopy;
  /** What the author does in a browser. */
  author: Api;
}

/** A server with a copy of the demo for the tests of one file; its fields are there from the first test on. */
export function serveDemo(): Demo {
  const demo = {} as Demo;
  test.beforeAll(async () => {
    demo.data = await copyDemo();
    demo.server = await startServer(demo.data);
    demo.author = await signInApi(demo.server.url, AUTHOR.email);
  });
  test.afterAll(() => demo.server.stop());
  return demo;
}

/** Starts the app in the system's colours: the driver would hold the page at its own colour scheme. */
export async function launchInColours(options: DesktopOptions): Promise<Desktop> {
  const desktop = await launchDesktop(options);
  await desktop.page.emulateMedia({ colorScheme: null });
  return desktop;
}

/** Takes the proposed folder, signs in, and waits until it is in step. */
export async function startSyncing(page: Page, person = AUTHOR): Promise<void> {
  await page.getByRole('button', { name: 'Usar esta carpeta' }).click();
  await signIn(page, person);
  await expect.poll(() => syncStatus(page)).toBe('online');
}
