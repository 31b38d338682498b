import { boundariesHold, plantedViolationsAreFound } from '../boundaries/check.mjs';
import { at, bin } from './paths.mjs';
import { runNode } from './run.mjs';
import { say } from './say.mjs';

const tool =
  (...args) =>
  async () =>
    (await runNode(args)).code === 0;

/** Everything that is checked without running the product. */
const checks = [
  { name: 'lockfile', holds: tool(at('scripts/lockfile.mjs')) },
  { name: 'licences', holds: tool(at('scripts/licences.mjs'), '--quiet') },
  { name: 'table of variables', holds: tool(at('scripts/variables.mjs'), '--check') },
  { name: 'boundaries', holds: boundariesHold },
  { name: 'boundaries: planted violations are found', holds: plantedViolationsAreFound },
  { name: 'types: shared', holds: tool(bin('tsc', 'typescript'), '-p', 'tsconfig.shared.json') },
  { name: 'types: node', holds: tool(bin('tsc', 'typescript'), '-p', 'tsconfig.node.json') },
  { name: 'types: web', holds: tool(bin('tsc', 'typescript'), '-p', 'tsconfig.web.json') },
  { name: 'types: e2e', holds: tool(bin('tsc', 'typescript'), '-p', 'tsconfig.e2e.json') },
  {
    name: 'lint and format',
    holds: tool(bin('biome', '@biomejs/biome'), 'check', '--error-on-warnings', '--diagnostic-level=warn'),
  },
  // Unused exported types are allowed, because they describe a module; other unused exports are not.
  {
    name: 'unused code',
    holds: tool(bin('knip'), '--no-progress', '--no-config-hints', '--exclude', 'types'),
  },
];

/** @returns counts as the test runners return them: one for each check */
export async function runChecks() {
  const failures = [];
  for (const { name, holds } of checks) {
    const started = Date.now();
    const ok = await holds();
    say(`${ok ? 'ok' : 'FAILED'}: ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    if (!ok) failures.push(name);
  }
  return { passed: checks.length - failures.length, failed: failures.length, skipped: 0, reasons: [] };
}
