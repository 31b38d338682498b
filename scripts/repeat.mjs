// npm run repeat [-- --times 10] [--load 8] [--minutes N] [check|unit|integration|web|desktop …]: runs whole suites again and
// again on a busy machine, to find tests that fail by chance. What has run is kept in out/repeat, so that a run that was
// ended goes on where it was, as long as the commit and the load are the same.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { bootstrap } from './lib/bootstrap.mjs';
import { at, root } from './lib/paths.mjs';
import { say } from './lib/say.mjs';

await bootstrap();
const { nextRun, summarize } = await import('./lib/repeat-plan.mjs');
const { forwardSignals, launch, runNode, signalGroup } = await import('./lib/run.mjs');
forwardSignals();

const SUITES = ['check', 'unit', 'integration', 'web', 'desktop'];
const { values, positionals } = parseArgs({
  options: {
    times: { type: 'string', default: '10' },
    load: { type: 'string', default: '8' },
    minutes: { type: 'string' },
  },
  allowPositionals: true,
});
const [times, load, minutes] = [values.times, values.load, values.minutes ?? '1e6'].map(Number);
const suites = positionals.length > 0 ? positionals : SUITES;
if (!(times >= 1) || !(load >= 0) || !(minutes > 0) || suites.some((name) => !SUITES.includes(name))) {
  console.error(`npm run repeat -- [--times N] [--load N] [--minutes N] [${SUITES.join('|')} …]`);
  process.exit(2);
}

const folder = at('out/repeat');
mkdirSync(folder, { recursive: true });
const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.trim();
const file = `${folder}/${commit.slice(0, 12)}-load-${load}.json`;
const runs = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];

/** A process that keeps one core busy, and ends with this one. */
const BUSY =
  'const p = process.ppid; setInterval(() => { if (process.ppid !== p) process.exit(); const end = Date.now() + 200; while (Date.now() < end); }, 0)';
const busy = Array.from({ length: Math.max(0, load - cpus().length) }, () =>
  launch(process.execPath, ['-e', BUSY], { quiet: true }),
);
const started = Date.now();
for (let suite = nextRun(runs, suites, times); suite; suite = nextRun(runs, suites, times)) {
  if (Date.now() - started > minutes * 60_000) break;
  const number = runs.filter((run) => run.suite === suite).length + 1;
  say(`${suite}, ${number} of ${times}, ${busy.length} busy processes beside it`);
  const began = Date.now();
  const { code } = await runNode([at('scripts/test.mjs'), suite]);
  runs.push({ suite, failed: code !== 0, seconds: Math.round((Date.now() - began) / 1000) });
  writeFileSync(file, JSON.stringify(runs));
  const report = at('out/reports', `${suite}.json`);
  if (code !== 0 && existsSync(report)) copyFileSync(report, `${folder}/${suite}-${number}.json`);
}
for (const child of busy) signalGroup(child, 'SIGKILL');
for (const line of summarize(runs, suites, times)) say(line);
process.exit(runs.some(({ failed }) => failed) ? 1 : 0);
