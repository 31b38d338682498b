import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LINES } from './e2e/specification/lines.ts';
import { EXPECTED_MS, HANG_MS } from './server/testing/limits.ts';

const globalSetup = './server/testing/global-setup.ts';

/**
 * Files that take long by measured time, though many of them are short: they make every call as everybody, kill servers
 * and engines, fill disks, read scanned pages, and play thousands of histories. A machine that has run them before goes
 * by its own times; on others, the last file of a run would else be one of these.
 */
const LONG =
  /\/((authorization|secrets|fuzz|bin-admin|demo|server|torture|kill|holds|search-content|two-sides|full-disk)\.int|simulation|restored-server|safeguards)\.test\.ts$/;

/** Those first, then the largest, so that the workers end together. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const long = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    return [...sorted.filter(long), ...sorted.filter((file) => !long(file))];
  }
}

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify('test') },
  test: {
    tags: LINES.map(([name, , description]) => ({ name, description })),
    // Two cores are the machine that the time budget is for; a third of their time the integration tests wait.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    expect: { poll: { timeout: EXPECTED_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,server,e2e}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.int.test.ts', '**/node_modules/**'],
          // A process for each of two hundred files takes longer than their tests; none of them changes what others load.
          isolate: false,
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['{src,server,e2e}/**/*.int.test.ts'],
          // Every file makes servers and databases of its own; what they share is read only, and loading the server
          // anew for each of ninety files takes as long as their tests.
          isolate: false,
          environment: 'node',
          // Node runs these sources as they are, as it runs the server: no transformation, and faster calls between modules.
          experimental: { viteModuleRunner: false },
          // More room for short-lived objects: with V8's default, collecting them takes up to a fifth of these processes' time.
          execArgv: ['--max-semi-space-size=64'],
          ...(existsSync(globalSetup) ? { globalSetup: [globalSetup] } : {}),
        },
      },
    ],
  },
});
