import { appendFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isProtected, listPartial } from './checking/checker.ts';
import { judge, look, waitUntilQuiet } from './checking/final-check.ts';
import type { World as Seen, Times } from './checking/seen.ts';
import type { Company } from './company.ts';
import type { Databases } from './databases.ts';
import { type History, makeHistory } from './history.ts';
import type { SeedReport } from './report.ts';
import { World } from './world.ts';

export interface SeedOptions {
  readonly milliseconds: number;
  readonly perSecond: number;
  readonly times: Times;
  /** Milliseconds for engines to come to rest at the end. */
  readonly quietLimitMs: number;
  /** Milliseconds for which CPU usage is measured at rest. */
  readonly restMs: number;
  readonly folder: string;
  readonly template: string;
  readonly company: Company;
  /** Without them the server has its embedded database. */
  readonly databases: Databases | undefined;
  readonly smallDisk: string | undefined;
  readonly clock: boolean;
  /** Folder of the project whose command the engines run. */
  readonly sources: string;
  /** Whether a seed fails for what the command does not list. */
  readonly unsaidFails: boolean;
  readonly stopping: AbortSignal;
}

/** Plays one history and checks the result. Keeps its folder if something is wrong. */
export async function runSeed(seed: number, options: SeedOptions): Promise<SeedReport> {
  const started = performance.now();
  const history = makeHistory(seed, options.milliseconds, options.perSecond);
  const folder = join(options.folder, `seed-${seed}`);
  await mkdir(folder);
  await writeFile(join(folder, 'history.json'), JSON.stringify(history, null, 1));
  const databaseUrl = await options.databases?.copy(seed);
  const world = await World.start({ ...options, history, folder, databaseUrl });
  try {
    await world.play();
    const quiet = await waitUntilQuiet(world, options);
    const restingPercent = await measureRest(world, options.restMs);
    await world.noteAcknowledged();
    await Promise.all(world.engines.map((engine) => engine.stop()));
    const seen = await look(world, history.people);
    const { times, unsaidFails } = options;
    const findings = judge(world, seen, times).filter(({ rule }) => unsaidFails || rule !== 'unsaid');
    const report = reportOf(history, world, seen, options.times);
    const seconds = (performance.now() - started) / 1000;
    const all = { ...report, seconds, restingPercent, quiet, findings };
    await keepEvidence(folder, all, seen);
    return all;
  } finally {
    await world.stop();
    await options.databases?.drop(seed);
    await cleanUp(options, folder, seed);
  }
}

async function measureRest(world: World, ms: number): Promise<number[]> {
  const before = world.engines.map((engine) => engine.processor);
  await delay(ms);
  return world.engines.map(
    (engine, index) => ((engine.processor - (before[index] ?? 0)) / (ms / 1000)) * 100,
  );
}

function reportOf(history: History, { ledger }: World, seen: Seen, times: Times) {
  const { operations, failed, kills, serverKills, freezes } = ledger.counts;
  return {
    ...{ seed: history.seed, operations, failed, kills, serverKills, freezes },
    protected: [...seen.entries].filter((entry) => isProtected(entry, seen.outages, times)).length,
    versions: seen.versions.length,
    marked: listPartial(seen).filter(({ unfinished }) => unfinished !== null).length,
  };
}

async function keepEvidence(folder: string, report: SeedReport, seen: Seen): Promise<void> {
  const roots = seen.roots.map(({ files, listed, group }) => ({ group, files, listed: [...listed] }));
  const sets = {
    exempt: [...seen.exempt],
    acknowledged: [...seen.acknowledged],
    removed: [...seen.removed],
    removedFolders: [...seen.removedFolders],
  };
  const all = { report, ...seen, ...sets, roots };
  await writeFile(join(folder, 'seen.json'), JSON.stringify(all, null, 1));
  if (report.findings.length > 0) await appendFile(join(folder, 'FAILED'), `${report.seed}\n`);
}

/** A failed seed keeps its folder, but not the small disk, which the next seed needs. */
async function cleanUp(
  { smallDisk, folder: base }: SeedOptions,
  folder: string,
  seed: number,
): Promise<void> {
  if (smallDisk) await rm(join(smallDisk, `seed-${seed}`), { recursive: true, force: true });
  const names = await readdir(folder).catch(() => ['FAILED']);
  if (!names.includes('FAILED') && names.includes('seen.json') && folder.startsWith(base))
    await rm(folder, { recursive: true, force: true });
}
