import { defineConfig } from '@playwright/test';

/** The built desktop app in a real window. One worker: there is one display, one keyring and one tray. */
export default defineConfig({
  testDir: 'e2e/desktop',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/desktop',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 1,
  fullyParallel: false,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // So that an action which waits for ever is named, and not only the test that it stands in.
  use: { actionTimeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'out/reports/desktop.json' }]],
});
