// npm test [-- check|unit|integration|web|desktop|DOMAIN …]: everything, the named parts, or the unit and integration tests
// of the named domains. The last line counts.
import { readFileSync, rmSync } from 'node:fs';
import { bootstrap } from './lib/bootstrap.mjs';
import { at, root } from './lib/paths.mjs';
import { say } from './lib/say.mjs';

// A bare machine may have no locale, and then browsers and office programs cannot write a file name with ñ.
const { LC_ALL, LC_CTYPE, LANG } = process.env;
if (process.platform === 'linux' && !/utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || ''))
  process.env.LC_ALL = 'C.UTF-8';

// Tests start servers, engines and commands by the hundred: half of what each takes is reading the same sources anew.
process.env.NODE_COMPILE_CACHE ??= at('node_modules/.cache/node');

await bootstrap();
const { chooseTests, countTestFiles, findDomains } = await import('./lib/choose-tests.mjs');
const { runChecks } = await import('./lib/checks.mjs');
const { runDesktop, runVitest, runWeb } = await import('./lib/suites.mjs');
const { judgeLines, readReports } = await import('../e2e/specification/held.ts');

const parts = {
  check: runChecks,
  unit: (folders) => runVitest('unit', folders),
  integration: (folders) => runVitest('integration', folders),
  web: runWeb,
  desktop: runDesktop,
};

const chosen = chooseTests(process.argv.slice(2), Object.keys(parts), findDomains(root));
if (chosen.wrong) {
  console.error(chosen.wrong);
  process.exit(2);
}

// What an earlier run reported says nothing of this one.
for (const name of chosen.parts) rmSync(at('out/reports', `${name}.json`), { force: true });
const total = { passed: 0, failed: 0, skipped: 0 };
const reasons = [];
const times = [];
for (const name of chosen.parts) {
  if (chosen.folders.length > 0) {
    const files = countTestFiles(root, name, chosen.folders);
    say(`Testing: ${name}, files: ${files} in ${chosen.folders.join(', ')}`);
    if (files === 0) continue;
  } else {
    say(`Testing: ${name}`);
  }
  const started = Date.now();
  const counts = await parts[name](chosen.folders);
  times.push(`${name} ${((Date.now() - started) / 1000).toFixed(0)} s`);
  for (const key of Object.keys(total)) total[key] += counts[key];
  reasons.push(...counts.reasons);
}

// Suites that ran whole must have shown every line of the specification that is theirs.
if (chosen.folders.length === 0) {
  const { suites, ran } = readReports(root, chosen.parts);
  const amiss = judgeLines(ran, suites, readFileSync(at('SECURITY.md'), 'utf8'));
  total.failed += amiss.length;
  reasons.push(...amiss);
}

say(`Took: ${times.join(', ')}`);
for (const reason of reasons) say(`Not run or broken: ${reason}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
const skipsAreFailures = Boolean(process.env.CI) && total.skipped > 0;
process.exitCode = total.failed > 0 || skipsAreFailures ? 1 : 0;
