import { appendFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { check, isProtected, listPartial } from './checker.ts';
import type { Company } from './company.ts';
import { type History, makeHistory } from './history.ts';
import { fingerprint, readRoot } from './observe.ts';
import type { SeedReport } from './report.ts';
import type { Finding, World as Seen, Times } from './seen.ts';
import { World } from './world.ts';

export interface SeedOptions {
  readonly milliseconds: number;
  readonly perSecond: number;
  readonly times: Times;
  /** How long engines are given to come to rest at the end, in milliseconds. */
  readonly quietLimitMs: number;
  /** How long the processor is measured at rest, in milliseconds. */
  readonly restMs: number;
  readonly folder: string;
  readonly template: string;
  readonly company: Company;
  readonly smallDisk: string | undefined;
  readonly clock: boolean;
  /** Whether what the command does not list fails a seed. */
  readonly unsaidFails: boolean;
  readonly stopping: AbortSignal;
}

/** Plays one history and judges it. Keeps its folder where something is wrong. */
export async function runSeed(seed: number, options: SeedOptions): Promise<SeedReport> {
  const started = performance.now();
  const history = makeHistory(seed, options.milliseconds, options.perSecond);
  const folder = join(options.folder, `seed-${seed}`);
  await mkdir(folder);
  await writeFile(join(folder, 'history.json'), JSON.stringify(history, null, 1));
  const world = await World.start({ ...options, history, folder });
  try {
    await world.play();
    const quiet = await becomesQuiet(world, options);
    const restingPercent = await measureRest(world, options.restMs);
    await world.noteAcknowledged();
    await Promise.all(world.engines.map((engine) => engine.stop()));
    const seen = await look(world, history);
    const findings = judge(world, seen, options);
    const report = reportOf(history, world, seen, options.times);
    const seconds = (performance.now() - started) / 1000;
    const all = { ...report, seconds, restingPercent, quiet, findings };
    await keepEvidence(folder, all, seen);
    return all;
  } finally {
    await world.stop();
    await cleanUp(options, folder, seed);
  }
}

/** Whether nothing changed for as long as the longest wait of the engine. */
async function becomesQuiet(world: World, { times, quietLimitMs, stopping }: SeedOptions): Promise<boolean> {
  const wanted = Math.max(times.unfinishedMs, times.distanceMs) + times.settleMs + times.graceMs;
  const end = performance.now() + wanted + quietLimitMs;
  let before = '';
  let since = performance.now();
  while (performance.now() < end && !stopping.aborted) {
    for (const engine of world.engines) if (!engine.isRunning) engine.start();
    const versions = await world.view.versions(false).catch(() => []);
    const prints = await Promise.all(world.engines.map(({ root }) => fingerprint(root)));
    const now = [...prints, versions.length].join('\n');
    if (now !== before) since = performance.now();
    before = now;
    if (performance.now() - since >= wanted) return true;
    await delay(1000);
  }
  return false;
}

async function measureRest(world: World, ms: number): Promise<number[]> {
  const before = world.engines.map((engine) => engine.processor);
  await delay(ms);
  return world.engines.map(
    (engine, index) => ((engine.processor - (before[index] ?? 0)) / (ms / 1000)) * 100,
  );
}

async function look(world: World, history: History): Promise<Seen> {
  const { entries, outages, exempt, acknowledged, removed, removedFolders, parted } = world.ledger;
  const versions = await world.view.versions(true);
  const roots = await Promise.all(
    world.engines.map(async (engine, index) => ({
      listed: engine.listed,
      files: await readRoot(engine.root),
      group: history.people[index] === 2 ? 'readers' : 'editors',
    })),
  );
  const gone = { removed, removedFolders };
  return { entries: [...entries.values()], outages, exempt, acknowledged, ...gone, parted, versions, roots };
}

function judge(world: World, seen: Seen, { times, unsaidFails }: SeedOptions): Finding[] {
  const found = check(seen, times).filter(({ rule }) => unsaidFails || rule !== 'unsaid');
  const ends = world.engines.flatMap((engine, index) =>
    engine.ends.map((text) => ({ rule: 'engine' as const, text: `root ${index} ended by itself: ${text}` })),
  );
  return [...found, ...ends];
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

/** A seed that failed keeps its folder; of the small disk nothing stays, it is wanted again. */
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
