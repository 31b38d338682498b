import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { say } from '../lib/say.mjs';
import { FOLDER, runArea, type Tried } from './run-area.ts';
import { runSqlMutants } from './run-sql.ts';
import { changedLines, filesBelow, filesOfAreas, planRuns, type Wanted } from './select.ts';
import { sqlMutants } from './sql-mutants.ts';
import { describeMutant, findStale, readList, scoreFolders, THRESHOLD } from './survivors.ts';

const USAGE = `npm run mutate -- PATH [PATH …]    mutates these files and folders
npm run mutate -- --changed BASE   mutates the lines that differ from a commit
npm run mutate -- --sql            applies the listed mutants of the visibility rule's SQL
npm run mutate -- --all            mutates every area, and the SQL
  --minutes N       begins no further area after so long, and says what was left
  --concurrency N   mutants at a time (1)
  --incremental     keeps what the last run found where neither file nor tests have changed`;

/** @returns the exit code */
export async function mutate(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      changed: { type: 'string' },
      sql: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '0' },
      concurrency: { type: 'string', default: '1' },
      incremental: { type: 'boolean', default: false },
    },
  });
  const { all, changed, sql } = values;
  if (!all && !sql && changed === undefined && positionals.length === 0) {
    console.error(USAGE);
    return 2;
  }
  const wanted = wantedOf(all, changed, positionals);
  const end =
    Number(values.minutes) > 0 ? Date.now() + Number(values.minutes) * 60_000 : Number.POSITIVE_INFINITY;
  const tried: Tried[] = [];
  for (const run of planRuns(wanted)) {
    if (Date.now() > end) {
      say(`Not mutated, the time is over: ${run.name} (${run.mutate.length} files or parts)`);
      continue;
    }
    say(`Mutating ${run.name}: ${run.mutate.length} files or parts`);
    const options = { concurrency: Number(values.concurrency), incremental: values.incremental };
    const found = await runArea(run, options);
    // In a file of no area, code that unit tests do not reach may be tested by tests of a whole server.
    const counted = run.tests.length > 0 ? found : found.filter(({ status }) => status !== 'unreached');
    if (counted.length < found.length)
      say(`Not counted, no unit test reaches them: ${found.length - counted.length} mutants of ${run.name}`);
    tried.push(...counted);
  }
  // If only a part of a file is mutated, list entries of other lines do not count as stale.
  const holds = report(tried, changed === undefined);
  const sqlHolds = all || sql ? await reportSql() : true;
  return holds && sqlHolds ? 0 : 1;
}

function wantedOf(all: boolean, changed: string | undefined, paths: readonly string[]): Wanted {
  if (all) return filesOfAreas();
  if (changed === undefined) return filesBelow(paths);
  const diff = ['diff', '--unified=0', '--no-color', '--no-ext-diff', changed, '--', 'server', 'src'];
  return changedLines(execFileSync('git', diff, { encoding: 'utf8', maxBuffer: 1e9 }));
}

/** @returns whether every folder passes and no list entry is stale */
function report(tried: readonly Tried[], whole: boolean): boolean {
  const list = readList();
  const scores = scoreFolders(tried, list);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/survivors.json`, JSON.stringify(scores, null, 2));
  for (const { folder, killed, all, score, listed, unlisted, passes } of scores) {
    say(
      `${folder}: ${score.toFixed(1)} % (${killed} of ${all}; ${listed} survivors are listed)${passes ? '' : ' ✗'}`,
    );
    for (const { file, at, status, ...mutant } of unlisted)
      console.log(`  ${status} ${file}:${at}  ${describeMutant(mutant)}`);
  }
  const stale = whole ? findStale(tried, list) : [];
  for (const each of stale) say(`Listed, but it did not survive: ${each}`);
  const low = scores.filter(({ passes }) => !passes);
  if (low.length > 0) say(`Below ${THRESHOLD} %: ${low.map(({ folder }) => folder).join(', ')}`);
  return low.length === 0 && stale.length === 0;
}

/** @returns whether tests noticed every SQL mutant */
async function reportSql(): Promise<boolean> {
  say(`Mutating the SQL of the visibility rule: ${sqlMutants.length} mutants`);
  const survivors = await runSqlMutants(({ name }, killed) => {
    console.log(`  ${killed ? 'killed  ' : 'survived'} ${name}`);
  });
  say(`SQL: ${sqlMutants.length - survivors.length} of ${sqlMutants.length} killed`);
  return survivors.length === 0;
}
