import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readOptions } from './lib/options.ts';

/**
 * `npm run bench [-- part… --option value…]`: prints figures beside a baseline measured in the same run; it does not
 * judge them. Each part runs in its own process, so that one part's heap does not slow down the next.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  database: ['database'],
  transfer: ['transfer'],
  search: ['search'],
  sync: ['sync/initial', 'sync/edits', 'sync/interrupted', 'sync/rename', 'sync/growth'],
  compliance: ['compliance'],
  report: ['report'],
  extraction: ['extraction'],
  page: ['first-seconds', 'page'],
  'sign-in': ['sign-in'],
  'report-page': ['report-page'],
  heavy: ['heavy'],
  floods: ['floods'],
  journeys: ['journeys'],
};
const FILES = Object.values(PARTS).flat();

const USAGE = `npm run bench [-- part…]   parts: ${Object.keys(PARTS).join(', ')}; of sync alone: ${PARTS.sync?.join(', ')}
  --size 1GiB              the large file of transfer and of sync/interrupted
  --files 2000             the small files of transfer; the folder's of sync/rename
  --tree 10000             the files of sync/initial
  --growth 1000,10000,100000  how many files sync/growth compares
  --records 10000,100000   how many records search looks through; the largest in report
  --runs 60                searches of each kind, writes of compliance, documents of extraction
  --edits 50  --settle 2000   edits of sync, and how long a file is left alone (ms)
  --engine pglite,postgres
  --database postgres://…  search: a database of one's own, filled where it is empty, and kept`;

const given = process.argv.slice(2);
const named = given.filter((each) => each in PARTS || FILES.includes(each));
const options = given.filter((each) => !named.includes(each));
try {
  readOptions(options);
} catch (error) {
  console.error(`${(error as Error).message}\n${USAGE}`);
  process.exit(2);
}
for (const file of named.length > 0 ? named.flatMap((each) => PARTS[each] ?? [each]) : FILES) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${file}.ts`), ...options], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exitCode = 1;
}
