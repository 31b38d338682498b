import { mergeConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import base from '../../vitest.config.ts';

/**
 * The project's configuration with the test files of one area: JSON in MUTATION_TESTS. Without it: all unit tests, of
 * which Stryker runs those that import the mutated files.
 */
const tests: string[] = JSON.parse(process.env.MUTATION_TESTS ?? '[]');
const isIntegration = (file: string): boolean => file.endsWith('.int.test.ts');

const { projects = [], ...test } = base.test ?? {};
const narrowed = projects.flatMap((project): TestProjectInlineConfiguration[] => {
  if (typeof project !== 'object' || !('test' in project)) return [];
  if (tests.length === 0) return project.test?.name === 'unit' ? [project] : [];
  const include = tests.filter((file) => isIntegration(file) === (project.test?.name === 'integration'));
  // Stryker runs tests in threads, which take no options of V8, and follows modules through Vite.
  const asStryker = { isolate: false, execArgv: [], experimental: { viteModuleRunner: true } };
  // A project without files would still create its databases.
  return include.length > 0 ? [{ ...project, test: { ...project.test, include, ...asStryker } }] : [];
});

export default mergeConfig(
  { ...base, test },
  { test: { projects: narrowed, setupFiles: ['scripts/mutation/no-shrinking.ts'] } },
);
