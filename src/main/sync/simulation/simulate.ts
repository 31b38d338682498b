import fc from 'fast-check';
import { Director } from './director.ts';
import { histories, type Step, type SyncStep } from './histories.ts';
import { atomicPaths, check, settle } from './invariants.ts';
import { ALL_SAFEGUARDS, type Safeguards, World } from './world.ts';

export interface SimulationOptions {
  readonly runs: number;
  readonly seed?: number;
  readonly restore?: boolean;
  readonly without?: keyof Safeguards;
}

const PEOPLE = ['Ana', 'Luis'];

/** Plays one history to its end and checks the invariants on the way and when everybody was left in peace. */
export async function live(
  history: readonly (Step | SyncStep)[],
  safeguards: Safeguards = ALL_SAFEGUARDS,
): Promise<World> {
  const world = new World(PEOPLE, safeguards);
  const director = new Director(world);
  for (const step of history) {
    await director.play(step);
    atomicPaths(world);
  }
  await settle(world);
  atomicPaths(world);
  check(world);
  return world;
}

/** The property: whatever happens, the invariants hold. */
export function simulation(options: SimulationOptions) {
  const safeguards = options.without ? { ...ALL_SAFEGUARDS, [options.without]: false } : ALL_SAFEGUARDS;
  return fc.asyncProperty(histories(PEOPLE.length, options.restore ?? false), async (history) => {
    await live(history, safeguards);
  });
}

/** Runs it; the details carry seed, path and the shrunk history of a failure. */
export function simulate(options: SimulationOptions) {
  const seed = options.seed === undefined ? {} : { seed: options.seed };
  return fc.check(simulation(options), { numRuns: options.runs, ...seed });
}
