import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { prepareBrowser } from './browser.mjs';
import { buildStale } from './build.mjs';
import { prepareDesktop } from './desktop.mjs';
import { packageForTests } from './packaging/package.mjs';
import { at, bin, pinnedNode } from './paths.mjs';
import { run, runNode } from './run.mjs';
import { say } from './say.mjs';

const none = { passed: 0, failed: 0, skipped: 0, reasons: [] };

/** The result of a run whose runner printed nothing that can be counted. */
const broken = (reason) => ({ ...none, failed: 1, reasons: [reason] });

const report = (name) => {
  mkdirSync(at('out/reports'), { recursive: true });
  const file = at('out/reports', `${name}.json`);
  rmSync(file, { force: true });
  return file;
};

/** Runs one Vitest project. @param folders runs only the tests in them, each ending in a slash; none: all */
export async function runVitest(project, folders = []) {
  const file = report(project);
  const unhandled = report(`${project}-unhandled`);
  const args = ['run', '--project', project, '--passWithNoTests', `--outputFile.json=${file}`];
  const reporters = ['default', 'json', at('scripts/lib/unhandled-errors.mjs')].map(
    (name) => `--reporter=${name}`,
  );
  const { code } = await runNode([bin('vitest'), ...args, ...reporters, ...folders], {
    env: { UNHANDLED_ERRORS: unhandled },
  });
  if (!existsSync(file)) return broken(`vitest ${project} ended without a report (exit code ${code})`);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  // A file that fails before its first test has no test to count.
  const deadFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((r) => r.status === 'failed'),
  );
  const skipped = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter((r) => ['pending', 'skipped', 'todo', 'disabled'].includes(r.status)),
  );
  const counts = {
    passed: numPassedTests,
    failed: numFailedTests + deadFiles.length,
    skipped: Math.max(skipped.length, numPendingTests + (numTodoTests ?? 0)),
    reasons: [
      ...skipped.map(({ fullName }) => `${project}: ${fullName}`),
      ...testResults.flatMap(failuresOfFile(project)),
      ...(existsSync(unhandled) ? JSON.parse(readFileSync(unhandled, 'utf8')) : []).map(
        (text) => `${project}: outside any test: ${text}`,
      ),
    ],
  };
  return atLeastOneFailure(counts, code, `vitest ${project}`);
}

/** What failed, in a line each: the last lines of a long output then say it. */
const failuresOfFile =
  (project) =>
  ({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((r) => r.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${project}: ${name}: ${firstLine(message)}`];
    return failed.map((r) => `${project}: ${r.fullName}: ${firstLine(r.failureMessages[0])}`);
  };

const firstLine = (text = '') => text.split('\n', 1)[0];

/** Runs the tests of the web build in a browser. */
export async function runWeb() {
  if (!existsSync(at('e2e/web'))) return none;
  if (!(await buildStale(['web']))) return broken('the web build failed');
  const browser = await prepareBrowser();
  if (browser.reason) return missing('web', browser.reason);
  return playwright('web', [pinnedNode], {});
}

/** Runs the tests of the built desktop app, each worker with its own display and session bus. */
export async function runDesktop() {
  if (!(await buildStale(['desktop', 'engine', 'web']))) return broken('the desktop build failed');
  const desktop = await prepareDesktop();
  if (desktop.reason) return missing('desktop', desktop.reason);
  if (desktop.env.ELECTRON_OVERRIDE_DIST_PATH) {
    process.env.ELECTRON_OVERRIDE_DIST_PATH = desktop.env.ELECTRON_OVERRIDE_DIST_PATH;
  }
  if (process.platform === 'linux' && !(await packageForTests()))
    return broken('the desktop app could not be packaged');
  return playwright('desktop', [...desktop.wrap, pinnedNode], desktop.env);
}

async function playwright(name, [command, ...before], env) {
  const file = report(name);
  const args = [
    ...before,
    bin('playwright', '@playwright/test'),
    'test',
    '-c',
    `playwright.${name}.config.ts`,
    '--pass-with-no-tests',
  ];
  const { code } = await run(command, args, { env });
  if (!existsSync(file)) return broken(`playwright ${name} ended without a report (exit code ${code})`);
  const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8'));
  const reasons = [
    ...[...specsOf(suites)].flatMap(reasonsOfSpec),
    ...errors.map(({ message }) => firstLine(message)),
  ].map((reason) => `${name}: ${reason}`);
  const counts = {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    reasons,
  };
  return atLeastOneFailure(counts, code, `playwright ${name}`);
}

function* specsOf(suites) {
  for (const suite of suites) {
    yield* suite.specs ?? [];
    yield* specsOf(suite.suites ?? []);
  }
}

/** Why tests were skipped, and what failed. */
const reasonsOfSpec = ({ title, tests }) =>
  tests.flatMap(({ status, annotations, results }) => {
    if (status === 'skipped') {
      return [[title, ...annotations.map(({ description }) => description).filter(Boolean)].join(': ')];
    }
    return status === 'unexpected' ? [`${title}: ${firstLine(results.at(-1)?.error?.message)}`] : [];
  });

/** A runner that fails without a failed test (for example by an unhandled error) counts as a failure. */
function atLeastOneFailure(counts, code, name) {
  if (code === 0 || counts.failed > 0) return counts;
  return { ...counts, failed: 1, reasons: [...counts.reasons, `${name} ended with exit code ${code}`] };
}

/** Tests that cannot run here are skipped with their reason. In CI that counts as a failure. */
function missing(name, reason) {
  const inCi = Boolean(process.env.CI);
  say(`${inCi ? 'FAILED' : 'Skipped'}: ${name}: ${reason}`);
  return { ...none, [inCi ? 'failed' : 'skipped']: 1, reasons: [`${name}: ${reason}`] };
}
