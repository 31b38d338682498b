// npm test [-- check|unit|integration|web|desktop …]: everything, or the named parts. The last line counts.
import { bootstrap } from './lib/bootstrap.mjs';
import { say } from './lib/say.mjs';

// A bare machine may have no language at all, and browsers and office programs then cannot name a file with an ñ.
const { LC_ALL, LC_CTYPE, LANG } = process.env;
if (process.platform === 'linux' && !/utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || ''))
  process.env.LC_ALL = 'C.UTF-8';

await bootstrap();
const { runChecks } = await import('./lib/checks.mjs');
const { runDesktop, runVitest, runWeb } = await import('./lib/suites.mjs');

const parts = {
  check: runChecks,
  unit: () => runVitest('unit'),
  integration: () => runVitest('integration'),
  web: runWeb,
  desktop: runDesktop,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; the parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}

const total = { passed: 0, failed: 0, skipped: 0 };
const reasons = [];
const times = [];
for (const name of asked.length > 0 ? asked : Object.keys(parts)) {
  say(`Testing: ${name}`);
  const started = Date.now();
  const counts = await parts[name]();
  times.push(`${name} ${((Date.now() - started) / 1000).toFixed(0)} s`);
  for (const key of Object.keys(total)) total[key] += counts[key];
  reasons.push(...counts.reasons);
}

say(`Took: ${times.join(', ')}`);
for (const reason of reasons) say(`Not run or broken: ${reason}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
const skipsAreFailures = Boolean(process.env.CI) && total.skipped > 0;
process.exitCode = total.failed > 0 || skipsAreFailures ? 1 : 0;
