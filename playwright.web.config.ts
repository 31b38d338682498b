import { defineConfig, devices } from '@playwright/test';
import { browserLaunch } from './e2e/fixtures/browser.ts';

/** The web build in a real browser, on a server that each worker starts for itself. */
export default defineConfig({
  testDir: 'e2e/web',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/web',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'out/reports/web.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    actionTimeout: 20_000,
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    launchOptions: browserLaunch(),
    // In CI nobody opens a trace, and writing one of every test takes the processor that the tests need.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
  },
});
