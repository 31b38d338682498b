import { setTimeout as delay } from 'node:timers/promises';
import { check } from './checker.ts';
import { fingerprint, readRoot } from './observe.ts';
import type { Finding, World as Seen, Times } from './seen.ts';
import type { World } from './world.ts';

interface Waits {
  readonly times: Times;
  /** How long engines are given to come to rest beyond their waits, in milliseconds. */
  readonly quietLimitMs: number;
  readonly stopping: AbortSignal;
}

/** A server that takes so long for one answer, in milliseconds, is still busy with what engines ask of it. */
const SLOW_MS = 2000;

/** Whether nothing changed for as long as the longest wait of the engine, while the server answered as it does at rest. */
export async function waitUntilQuiet(
  world: World,
  { times, quietLimitMs, stopping }: Waits,
): Promise<boolean> {
  const wanted = Math.max(times.unfinishedMs, times.distanceMs) + times.settleMs + times.graceMs;
  const end = performance.now() + wanted + quietLimitMs;
  let before = '';
  let since = performance.now();
  while (performance.now() < end && !stopping.aborted) {
    for (const engine of world.engines) if (!engine.isRunning) engine.start();
    const asked = performance.now();
    const versions = await world.view.versions(false).catch(() => undefined);
    const isBusy = versions === undefined || performance.now() - asked > SLOW_MS;
    const prints = await Promise.all(world.engines.map(({ root }) => fingerprint(root)));
    const now = [...prints, versions?.length].join('\n');
    if (now !== before || isBusy) since = performance.now();
    before = now;
    if (performance.now() - since >= wanted) return true;
    await delay(1000);
  }
  return false;
}

/** All that there is, once the engines have been stopped: they have said then what they do not keep in step. */
export async function look(world: World, people: readonly number[]): Promise<Seen> {
  const { entries, outages, exempt, acknowledged, removed, removedFolders, parted } = world.ledger;
  await world.colleague.restoreAll();
  const versions = await world.view.versions(true);
  const roots = await Promise.all(
    world.engines.map(async (engine, index) => ({
      listed: engine.listed,
      files: await readRoot(engine.root),
      group: people[index] === 2 ? 'readers' : 'editors',
    })),
  );
  const gone = { removed, removedFolders };
  return { entries: [...entries.values()], outages, exempt, acknowledged, ...gone, parted, versions, roots };
}

/** What is wrong, by the checker and by the engines' ends. */
export function judge(world: World, seen: Seen, times: Times): Finding[] {
  const found = check(seen, times);
  const ends = world.engines.flatMap((engine, index) =>
    engine.ends.map((text) => ({ rule: 'engine' as const, text: `root ${index} ended by itself: ${text}` })),
  );
  return [...found, ...ends];
}
