import { defineConfig } from '@playwright/test';
import { sessions } from './e2e/desktop/sessions.ts';
import { EXPECTED_MS, HANG_MS } from './server/testing/limits.ts';

/**
 * The built desktop app in a real window. As many workers as there are displays, each with its own keyring and tray
 * (e2e/desktop/keyring.sh): a worker for every one of them.
 */
export default defineConfig({
  testDir: 'e2e/desktop',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/fixtures/demo.ts',
  outputDir: 'test-results/desktop',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: Math.max(1, sessions.length),
  fullyParallel: false,
  timeout: HANG_MS,
  expect: { timeout: EXPECTED_MS },
  // So that an action which waits for ever is named, and not only the test that it stands in.
  use: { actionTimeout: EXPECTED_MS },
  reporter: [['list'], ['json', { outputFile: 'out/reports/desktop.json' }]],
});
