import { setTimeout as delay } from 'node:timers/promises';
import type { World } from '../world.ts';
import { check } from './checker.ts';
import { fingerprint, readRoot } from './observe.ts';
import type { Finding, World as Seen, Times } from './seen.ts';

interface Waits {
  readonly times: Times;
  /** Milliseconds for engines to come to rest, beyond their own waits. */
  readonly quietLimitMs: number;
  readonly stopping: AbortSignal;
}

/** A server that takes longer than this for one answer, in milliseconds, is still busy with the engines' calls. */
const SLOW_MS = 2000;

/**
 * Waits until nothing has changed for as long as the engine's longest wait, while the server answers as at rest.
 * Returns false on timeout.
 */
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

/** Reads everything after the engines were stopped, because they print at their end what they do not sync. */
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

/** All faults found by the checker, and the engines' unexpected ends. */
export function judge(world: World, seen: Seen, times: Times): Finding[] {
  const found = check(seen, times);
  const ends = world.engines.flatMap((engine, index) =>
    engine.ends.map((text) => ({ rule: 'engine' as const, text: `root ${index} ended by itself: ${text}` })),
  );
  return [...found, ...ends];
}
