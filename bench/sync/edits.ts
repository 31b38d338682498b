import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer } from '../../e2e/fixtures/server.ts';
import { createFactories, TEST_PASSWORD } from '../../server/testing/factories.ts';
import { eventually, TestDesktop } from '../../src/main/sync/testing/desktop.ts';
import { inFolder, openIn } from '../lib/databases.ts';
import { heading, percentile, spread, table, timed, timedEach } from '../lib/figures.ts';
import { readOptions } from '../lib/options.ts';
import { SyncthingPair, syncthing } from './others.ts';
import { until } from './programs.ts';

/**
 * One edit at a time in one person's folder, until its bytes are in the other's: two engines in this process, a server
 * in its own. Beside it syncthing with the same edits, and a plain copy with fsync of the same file from one folder to
 * the other.
 */

const BYTES = 20_000;
const LOOK_MS = 5;
const LIMIT_MS = 60_000;

const options = readOptions();

async function prepare(dataDir: string) {
  const database = await openIn(dataDir);
  const make = createFactories(database.db);
  const { organization, library } = await make.workplace();
  const person = () => make.person(organization, { libraries: [[library, ['upload']]] });
  const [one, other] = [await person(), await person()];
  await database.close();
  return { one: one.email, other: other.email };
}

/** Each edit is of another file, because two versions of one file are at least half a minute apart. */
const pathOf = (edit: number): string => `Andes/Calidad/Acta ${edit}.txt`;

/** Polls until the other folder has exactly these bytes. */
async function arrival(desktop: TestDesktop, path: string, bytes: Buffer): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  while (!(await desktop.read(path))?.equals(bytes)) {
    if (performance.now() > end) throw new Error(`The edit did not arrive:\n${desktop.log.join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Times of one edit's steps as the engines reported them, in order. */
const MOMENTS = [
  ['taken up (settled, hashed, kept aside)', 'file changed'],
  ['confirmed by the server', 'uploaded'],
  ['heard of by the other engine', 'downloading'],
  ['in its place, flushed and noted', 'downloaded'],
] as const;

/** Milliseconds from each step of an edit to the next. */
function legs(start: number, here: TestDesktop, there: TestDesktop): number[] {
  const told = [...here.steps, ...there.steps].filter((step) => step.at >= start);
  let before = start;
  return MOMENTS.map(([, type]) => {
    const at = told.find((step) => step.type === type)?.at ?? Number.NaN;
    const leg = at - before;
    before = at;
    return leg;
  });
}

/** Milliseconds of the same edits between two folders synced by syncthing, ascending. */
async function syncthingEdits(folder: string): Promise<number[] | undefined> {
  if (!(await syncthing.installed())) return undefined;
  const [from, to, state] = ['from', 'to', 'state'].map((name) => join(folder, `syncthing ${name}`)) as [
    string,
    string,
    string,
  ];
  for (const path of [from, to, state]) await mkdir(path, { recursive: true });
  const pair = await SyncthingPair.make(state, from, to);
  const edit = async () => {
    const bytes = randomBytes(BYTES);
    await writeFile(join(from, 'Acta.txt'), bytes);
    const same = async () => (await readFile(join(to, 'Acta.txt')).catch(() => undefined))?.equals(bytes);
    await until(same, () => pair.output(), LIMIT_MS, LOOK_MS);
  };
  try {
    await pair.start();
    await edit();
    return await timedEach(options.edits, edit);
  } finally {
    await pair.stop();
  }
}

async function flushedCopy(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const file = await open(to, 'r+');
  await file.sync().finally(() => file.close());
}

async function measure(dataDir: string): Promise<void> {
  const { one, other } = await prepare(dataDir);
  const server = await startServer({ DATA_DIR: dataDir, DEMO: 'no', LOG_LEVEL: 'error' });
  const desktops: TestDesktop[] = [];
  // Settings that tests shorten have the app's values.
  const asInUse = { settleMs: options.settle, unfinishedMs: 120_000, versionDistanceMs: 30_000 };
  try {
    for (const email of [one, other])
      desktops.push(await TestDesktop.start(server, email, TEST_PASSWORD, asInUse));
    const [here, there] = desktops as [TestDesktop, TestDesktop];
    console.error('Two desktops are signed in');
    for (let edit = 0; edit <= options.edits; edit += 1) await here.write(pathOf(edit), randomBytes(BYTES));
    for (let edit = 0; edit <= options.edits; edit += 1)
      await eventually(() => there.read(pathOf(edit)), 'the first copy', LIMIT_MS);
    console.error('The first copies are there');
    heading(
      `One edit of each of ${options.edits} files of 20 kB, two engines, settled after ${options.settle} ms`,
    );
    const times: number[] = [];
    const parts: number[][] = [];
    // The first edit is a warm-up of connections and code.
    for (let edit = 0; edit <= options.edits; edit += 1) {
      const bytes = randomBytes(BYTES);
      const path = pathOf(edit);
      const start = performance.now();
      const ms = await timed(async () => {
        await here.write(path, bytes);
        await arrival(there, path, bytes);
      });
      // Its last step is reported just after the rename.
      await eventually(() => there.steps.at(-1)?.type === 'downloaded', 'the last step', LIMIT_MS);
      if (edit === 0) continue;
      times.push(ms);
      parts.push(legs(start, here, there));
    }
    times.sort((a, b) => a - b);
    const copies = await timedEach(options.edits, () =>
      flushedCopy(here.path(pathOf(0)), join(dataDir, 'copy.bin')),
    );
    const beside = await syncthingEdits(dataDir);
    table(
      ['', 'p50 / p95 ms', 'most ms', 'beyond settling, p50 / p95 ms'],
      [
        [
          'from the write to the other folder',
          spread(times),
          (times.at(-1) ?? Number.NaN).toFixed(0),
          spread(times.map((ms) => ms - options.settle)),
        ],
        [
          'syncthing, its watcher waiting 1 s (its least)',
          beside ? spread(beside) : 'not on this machine',
          (beside?.at(-1) ?? Number.NaN).toFixed(0),
          '',
        ],
        ['plain copy with fsync', spread(copies), percentile(copies, 1).toFixed(0), ''],
      ],
    );
    console.log('\nWhere the time of an edit goes');
    table(
      ['from the moment before, until', 'p50 / p95 ms'],
      MOMENTS.map(([what], index) => {
        const ms = parts.map((each) => each[index] ?? Number.NaN).sort((a, b) => a - b);
        return [
          index === 0 ? `${what}, beyond settling` : what,
          spread(index === 0 ? ms.map((each) => each - options.settle) : ms),
        ];
      }),
    );
  } finally {
    for (const desktop of desktops) await desktop.stop();
    await server.stop({ keepData: true });
  }
}

await inFolder(measure);
