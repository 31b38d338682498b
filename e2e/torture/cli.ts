import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeCompany, PROJECT } from './company.ts';
import { startDatabases } from './databases.ts';
import { FAKETIME } from './engine.ts';
import { isMounted, PLACE, runInPlace } from './place.ts';
import { linesOf, type SeedReport, summaryOf } from './report.ts';
import { runSeed } from './run-seed.ts';
import { playSafeguards } from './safeguards.ts';
import { copyWithout, SAFEGUARDS } from './without.ts';

const USAGE = `npm run torture -- [--seeds N] [--from SEED]

  --seeds N        histories to play, one after the other (1)
  --from SEED      the first of them (1)
  --seconds S      how long things are done in each (40); it ends some time after that, when all is quiet
  --rate R         about so many things a second (2)
  --settle MS      the engines' settle time (1000)
  --distance MS    the engines' distance between versions (6000)
  --unfinished MS  the engines' wait for what seems unfinished (12000)
  --grace MS       what a content must stand still beyond the settle time to be protected (5000)
  --quiet SECONDS  how long engines may need beyond their waits to come to rest (60)
  --rest SECONDS   how long their processor is measured at rest (10)
  --ignore-unsaid  files that the command does not list fail no seed
  --postgres       the servers are on PostgreSQL, with a third of the processor time, not on the embedded database
  --without NAME   plays them with engines that lack one safeguard (without.ts)
  --safeguards     plays for each safeguard its own story, with it and without it; with --without, for one
  --snapshot FILE  begins with this tar of an embedded database with the current schema, instead of making one
  --report FILE    writes everything as JSON
`;

const NUMBERS = [
  'seeds',
  'from',
  'seconds',
  'rate',
  'settle',
  'distance',
  'unfinished',
  'grace',
  'quiet',
  'rest',
] as const;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '1' },
      from: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '40' },
      rate: { type: 'string', default: '2' },
      settle: { type: 'string', default: '1000' },
      distance: { type: 'string', default: '6000' },
      unfinished: { type: 'string', default: '12000' },
      grace: { type: 'string', default: '5000' },
      quiet: { type: 'string', default: '60' },
      rest: { type: 'string', default: '10' },
      'ignore-unsaid': { type: 'boolean', default: false },
      postgres: { type: 'boolean', default: false },
      without: { type: 'string' },
      safeguards: { type: 'boolean', default: false },
      snapshot: { type: 'string' },
      report: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const number = (name: (typeof NUMBERS)[number]): number => Number(values[name]);
  const without = SAFEGUARDS.find(({ name }) => name === values.without);
  const isUnknown = values.without !== undefined && !without;
  if (isUnknown) process.stderr.write(`Safeguards: ${SAFEGUARDS.map(({ name }) => name).join(', ')}\n\n`);
  if (values.help || isUnknown || NUMBERS.some((name) => !(number(name) >= 0))) {
    process.stderr.write(USAGE);
    return values.help ? 0 : 2;
  }
  if (process.platform !== 'linux') {
    process.stderr.write('The torture runs on Linux only: it reads /proc and sends stop signals.\n');
    return 2;
  }
  const folder = process.env[PLACE];
  if (!folder) return runInPlace(values.report);

  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  const small = join(folder, 'small');
  const smallDisk = isMounted(small) ? small : undefined;
  const clock = existsSync(FAKETIME);
  if (!smallDisk) console.log('No full disks: only root can make a small one.');
  if (!clock) console.log('No clock jumps: libfaketime is not installed.');
  const template = join(folder, 'template');
  await mkdir(template);
  const databases = values.postgres ? await startDatabases() : undefined;
  const company = await makeCompany(template, {
    databaseUrl: databases?.template,
    snapshot: values.snapshot,
  });
  if (values.safeguards) {
    const place = { folder, template, company, stopping: stopping.signal };
    return (await playSafeguards(values.without, place)) === 0 ? 0 : 1;
  }
  const sources = without ? join(folder, 'without') : PROJECT;
  if (without) await copyWithout(without, sources);
  const reports: SeedReport[] = [];
  for (let seed = number('from'); seed < number('from') + number('seeds'); seed += 1) {
    if (stopping.signal.aborted) break;
    const report = await runSeed(seed, {
      milliseconds: number('seconds') * 1000,
      perSecond: number('rate'),
      times: {
        settleMs: number('settle'),
        distanceMs: number('distance'),
        unfinishedMs: number('unfinished'),
        graceMs: number('grace'),
      },
      quietLimitMs: number('quiet') * 1000,
      restMs: number('rest') * 1000,
      unsaidFails: !values['ignore-unsaid'],
      ...{ folder, template, company, databases, smallDisk, clock, sources, stopping: stopping.signal },
    });
    reports.push(report);
    console.log(linesOf(report));
    await writeFile(
      join(folder, 'report.json'),
      JSON.stringify({ summary: summaryOf(reports), seeds: reports }, null, 1),
    );
  }
  await databases?.stop();
  const summary = summaryOf(reports);
  console.log(
    Object.entries(summary)
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
  );
  return summary['failed seeds'] === 0 ? 0 : 1;
}

process.exitCode = await main();
