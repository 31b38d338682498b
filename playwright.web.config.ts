import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { browserLaunch } from './e2e/fixtures/browser.ts';

/** What takes longest begins first, so that no worker is left alone with it at the end. */
const LONGEST = ['screens.spec.ts', 'document.spec.ts', 'story.spec.ts', 'shell.spec.ts', 'rules.spec.ts'];
const found = readdirSync(join(import.meta.dirname, 'e2e/web')).filter((name) => name.endsWith('.spec.ts'));
const specs = [...new Set([...LONGEST.filter((name) => found.includes(name)), ...found])];

/**
 * The web build in a real browser. Each spec file is a project of its own, so that it gets a worker and with it a
 * server of its own: what a test finds never depends on which files ran before it.
 */
export default defineConfig({
  testDir: 'e2e/web',
  globalSetup: './e2e/fixtures/demo.ts',
  projects: specs.map((name) => ({ name: name.replace('.spec.ts', ''), testMatch: name })),
  outputDir: 'test-results/web',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // One for each of two cores. A third is two minutes quicker, and tests that wait for the screen then miss their moment.
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
    // Writing one of every test takes two fifths more processor time: whoever looks for a failure asks for it.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
});
