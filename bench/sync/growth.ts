import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { JournalChange } from '../../src/main/sync/ports/journal.ts';
import { bars, heading, spread, table, timed, timedEach } from '../lib/figures.ts';
import { readOptions } from '../lib/options.ts';
import { fillLibrary, textOf } from './filled-library.ts';
import { HOME, type Place, startEngine, withServer } from './place.ts';
import { type Program, until, usage } from './programs.ts';

/**
 * What grows with the number of files: the first comparison of a folder with a server that has the same documents, a
 * start with everything known, memory, and the journal's commit; the cost of an idle engine, beside one without files; and
 * the engine's processor for one edit, in place and by another file in the old one's place.
 */

const LIMIT_MS = 1_800_000;
const QUIET_MS = 60_000;
/** Long enough for two requests of the feed and one full scan, which is two and a half times the usual rate. */
const WATCHED_MS = 120_000;
const EDITS = 20;
/** What an edit still causes after its bytes were sent: the feed's message about it, and its note. */
const AFTERMATH_MS = 1000;
const COMMITS = 300;
const GROUP = 200;
const MB = 1e6;
const AT_ONCE = 64;

interface Idle {
  readonly memory: number;
  /** Share of one core, in percent. */
  readonly cpu: number;
}

interface Growth {
  readonly files: number;
  readonly first: number;
  readonly again: number;
  readonly peak: number;
  readonly idle: Idle;
  /** Milliseconds of the engine's processor. */
  readonly edit: number;
  readonly savedAnew: number;
  readonly commit: readonly number[];
  readonly group: readonly number[];
  readonly journalBytes: number;
}

const options = readOptions();
const empty = await emptyIdle();
const found: Growth[] = [];
for (const files of options.growth) {
  const growth = await grow(files);
  found.push(growth);
  // A hundred thousand take a while, so the results known so far are printed.
  const { first, again, idle, edit, savedAnew } = growth;
  const [begun, restarted] = [first, again].map((ms) => (ms / 1000).toFixed(1));
  const [memory, above] = [idle.memory, idle.memory - empty.memory].map((bytes) => (bytes / MB).toFixed(0));
  console.error(
    `${files} files: first comparison ${begun} s, start ${restarted} s, ${memory} MB at rest (${above} above), ${idle.cpu.toFixed(2)} %, an edit ${edit.toFixed(0)} ms of processor, by renaming ${savedAnew.toFixed(0)}`,
  );
}

heading('What grows with the number of files that one engine keeps in step');
table(
  [
    'files',
    'first comparison s',
    'start s',
    'peak MB',
    'processor of an edit, ms',
    'of one by renaming, ms',
    'journal MB',
    'one commit p50 / p95 ms',
    `${GROUP} in one commit`,
  ],
  found.map(({ files, first, again, peak, edit, savedAnew, commit, group, journalBytes }) => [
    files.toLocaleString('en'),
    ...[first / 1000, again / 1000].map((s) => s.toFixed(1)),
    (peak / MB).toFixed(0),
    edit.toFixed(0),
    savedAnew.toFixed(0),
    (journalBytes / MB).toFixed(0),
    ...[commit, group].map(spread),
  ]),
);
for (const [what, of] of [
  ['first comparison, ms a file', (each: Growth) => each.first / each.files],
  ['start, ms a file', (each: Growth) => each.again / each.files],
  [
    'memory above an empty engine at rest, kB a file',
    (each: Growth) => (each.idle.memory - empty.memory) / each.files / 1000,
  ],
] as const)
  bars(
    what,
    found.map((each) => [each.files.toLocaleString('en'), of(each)] as const),
  );
console.log(
  `\nAt rest, after ${QUIET_MS / 1000} s in which nothing happened; over ${WATCHED_MS / 1000} s with one look at everything`,
);
table(
  ['files', 'memory MB', 'above an empty engine MB', 'of one core %'],
  [['0', empty] as const, ...found.map(({ files, idle }) => [files.toLocaleString('en'), idle] as const)].map(
    ([files, { memory, cpu }]) => [
      files,
      (memory / MB).toFixed(0),
      ((memory - empty.memory) / MB).toFixed(0),
      cpu.toFixed(2),
    ],
  ),
);

function emptyIdle(): Promise<Idle> {
  return withServer((place) => idle(place, join(place.folder, 'root')));
}

function grow(files: number): Promise<Growth> {
  console.error(`${files} files`);
  const fill = (dataDir: string, library: string) => fillLibrary(dataDir, library, files);
  return withServer(async (place) => {
    const root = join(place.folder, 'root');
    await writeCopies(join(root, HOME), files);
    const [first, peak] = await once(place, root);
    const [again] = await once(place, root);
    const resting = await idle(place, root);
    const edit = await edits(place, root, files, 'in place');
    const savedAnew = await edits(place, root, files, 'by renaming');
    return { files, first, again, peak, idle: resting, edit, savedAnew, ...(await journal(`${root}.state`)) };
  }, fill);
}

/** Runs until nothing is left to do. @returns milliseconds, and the peak memory in bytes */
async function once(place: Place, root: string): Promise<readonly [number, number]> {
  const engine = startEngine(place, place.people[0], root, '--once');
  let peak = 0;
  const watch = setInterval(() => {
    peak = peakOf(engine) ?? peak;
  }, 200);
  const ms = await timed(() => engine.ended);
  clearInterval(watch);
  if ((await engine.ended) !== 0) throw new Error(engine.output());
  return [ms, peak];
}

function peakOf(engine: Program): number | undefined {
  try {
    return usage(engine.pid).peak;
  } catch {
    return undefined;
  }
}

/** Runs an engine that looks at everything at this interval, until it has nothing left to do and all has been still. */
async function atRest<T>(
  place: Place,
  root: string,
  rescanMs: number,
  use: (engine: Program) => Promise<T>,
): Promise<T> {
  const engine = startEngine(place, place.people[0], root, '--rescan', `${rescanMs / 1000}`);
  try {
    await until(
      () => engine.output().includes('En línea: todo al día'),
      () => engine.output(),
      LIMIT_MS,
    );
    await delay(QUIET_MS);
    return await use(engine);
  } finally {
    await engine.stop();
  }
}

function idle(place: Place, root: string): Promise<Idle> {
  return atRest(place, root, WATCHED_MS, async (engine) => {
    const before = usage(engine.pid).cpu;
    await delay(WATCHED_MS);
    const { cpu, memory } = usage(engine.pid);
    return { memory, cpu: ((cpu - before) / (WATCHED_MS / 1000)) * 100 };
  });
}

/** @returns the engine's processor for one edit in milliseconds: the mean of several, each in another file */
function edits(place: Place, root: string, files: number, how: 'in place' | 'by renaming'): Promise<number> {
  return atRest(place, root, LIMIT_MS, async (engine) => {
    const before = engine.cpu();
    for (let edit = 0; edit < EDITS; edit += 1) {
      const { folder, name } = textOf(Math.floor((edit * files) / EDITS));
      const sent = () => engine.output().split(`Enviado: ${join(HOME, folder, name)}`).length - 1;
      const already = sent();
      const path = join(root, HOME, folder, name);
      // Ignored by its name until it takes the document's.
      const written = how === 'in place' ? path : `${path}~`;
      await writeFile(written, `Texto cambiado ${how} ${edit}`);
      if (written !== path) await rename(written, path);
      await until(
        () => sent() > already,
        () => engine.output(),
        LIMIT_MS,
      );
      await delay(AFTERMATH_MS);
    }
    return ((engine.cpu() - before) / EDITS) * 1000;
  });
}

/** The documents that the server has too. */
async function writeCopies(root: string, files: number): Promise<void> {
  for (let at = 0; at < files; at += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, files - at) }, async (_, more) => {
        const { folder, name, text } = textOf(at + more);
        await mkdir(join(root, folder), { recursive: true });
        await writeFile(join(root, folder, name), text);
      }),
    );
}

/** Commits of a journal that has all of them. */
async function journal(state: string): Promise<Pick<Growth, 'commit' | 'group' | 'journalBytes'>> {
  const { SqliteJournal } = await import('../../src/main/sync/adapters/sqlite-journal.ts');
  const names = await readdir(state, { recursive: true });
  const path = join(state, names.find((name) => name.endsWith('journal.db')) ?? 'journal.db');
  const opened = new SqliteJournal(path);
  try {
    const records = [...opened.load().synced.values()].filter((node) => node.kind === 'record');
    let stamp = 0;
    // Each with a new stamp: SQLite does not write unchanged rows.
    const change = (at: number): JournalChange => {
      const node = records[at % records.length];
      if (!node) throw new Error('the journal knows no record');
      stamp += 1;
      return { type: 'synced', node: { ...node, stamp: `${stamp}` } };
    };
    const commit = await timedEach(COMMITS, async (at) => opened.commit([change(at * 7)]));
    const group = await timedEach(COMMITS / 10, async (at) =>
      opened.commit(Array.from({ length: GROUP }, (_, more) => change(at * GROUP + more))),
    );
    return { commit, group, journalBytes: (await stat(path)).size };
  } finally {
    opened.close();
  }
}
