import fc from 'fast-check';
import { describe } from './describe.ts';
import { Director } from './director.ts';
import { histories } from './histories.ts';
import { always, check } from './invariants.ts';
import { ALL_SAFEGUARDS, type Safeguards } from './safeguards.ts';
import { settle } from './settle.ts';
import type { History } from './steps.ts';
import { type Person, World } from './world.ts';

export interface SimulationOptions {
  readonly runs: number;
  readonly seed?: number;
  readonly restore?: boolean;
  readonly without?: keyof Safeguards;
}

const PEOPLE: readonly Person[] = [
  { name: 'Ana', role: 'upload' },
  { name: 'Luis', role: 'upload' },
];

/** Plays one history to its end and checks the invariants on the way and whenever everybody was left in peace. */
export async function live(
  { order, third, steps }: History,
  safeguards: Safeguards = ALL_SAFEGUARDS,
): Promise<World> {
  const people = third ? [...PEOPLE, { name: 'Eva', role: third }] : PEOPLE;
  const world = new World(people, safeguards, order);
  const director = new Director(world);
  try {
    for (const step of steps) {
      await director.play(step);
      always(world);
    }
    await settle(world);
    check(world);
  } catch (error) {
    if (error instanceof Error) error.message += `\n${describe(world)}`;
    throw error;
  }
  return world;
}

/** The property: whatever happens, the invariants hold. */
export function simulation(options: SimulationOptions) {
  const safeguards = options.without ? { ...ALL_SAFEGUARDS, [options.without]: false } : ALL_SAFEGUARDS;
  return fc.asyncProperty(histories(options.restore ?? false), async (history) => {
    await live(history, safeguards);
  });
}

/** Runs it; the details carry seed, path and the shrunk history of a failure. */
export function simulate(options: SimulationOptions) {
  const seed = options.seed === undefined ? {} : { seed: options.seed };
  return fc.check(simulation(options), { numRuns: options.runs, ...seed });
}
