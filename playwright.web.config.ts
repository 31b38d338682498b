import { defineConfig, devices } from '@playwright/test';
import { browserLaunch } from './e2e/fixtures/browser.ts';
import { EXPECTED_MS, HANG_MS } from './server/testing/limits.ts';

/**
 * The web build in a real browser. Each spec file has a server of its own (`e2e/fixtures/test.ts`): what a test finds
 * never depends on which files ran before it. The workers and their browsers are kept from file to file.
 */
export default defineConfig({
  testDir: 'e2e/web',
  globalSetup: './e2e/fixtures/demo.ts',
  outputDir: 'test-results/web',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // One for each of two cores. A third is two minutes quicker, and tests that wait for the screen then miss their moment.
  workers: 2,
  fullyParallel: false,
  timeout: HANG_MS,
  expect: { timeout: EXPECTED_MS },
  reporter: [['list'], ['json', { outputFile: 'out/reports/web.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    actionTimeout: EXPECTED_MS,
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    // What a service worker answers passes no test's route; `offline-app.spec.ts` is about it, and allows it.
    serviceWorkers: 'block',
    launchOptions: browserLaunch(),
    // Writing one of every test takes two fifths more processor time: whoever looks for a failure asks for it.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
});
