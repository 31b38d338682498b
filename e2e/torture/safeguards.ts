import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { judge, look, waitUntilQuiet } from './checking/final-check.ts';
import type { Finding, Times } from './checking/seen.ts';
import { PROJECT } from './company.ts';
import { Stage } from './stage.ts';
import { OWN_TIMES, STORIES, type StoryName } from './stories.ts';
import { copyWithout, SAFEGUARDS, type Safeguard } from './without.ts';
import { World, type WorldOptions } from './world.ts';

/** Shorter than for a history, because one thing happens at a time. */
const TIMES: Times = { settleMs: 500, distanceMs: 3000, unfinishedMs: 5000, graceMs: 1500 };
/** Two people who may write, with a root each. */
const PEOPLE = [0, 1];

export type Place = Pick<WorldOptions, 'folder' | 'template' | 'company' | 'stopping'>;

/**
 * Plays one story.
 *
 * @param sources folder of the project whose command the engines run
 * @returns what is wrong
 */
async function playStory(name: StoryName, sources: string, place: Place): Promise<readonly Finding[]> {
  const folder = join(place.folder, `story-${name.replaceAll(' ', '-')}`);
  await mkdir(folder);
  const times = { ...TIMES, ...OWN_TIMES[name] };
  const history = { seed: 0, people: PEOPLE, steps: [] };
  const world = await World.start({
    ...place,
    ...{ folder, history, times, sources, smallDisk: undefined, clock: false },
  });
  try {
    const told: Finding[] = [];
    try {
      await world.ready();
      await STORIES[name](new Stage(world, times));
    } catch (error) {
      told.push({ rule: 'story', text: error instanceof Error ? error.message : String(error) });
    }
    await waitUntilQuiet(world, { times, quietLimitMs: 10_000, stopping: place.stopping });
    await Promise.all(world.engines.map((engine) => engine.stop()));
    return [...told, ...judge(world, await look(world, PEOPLE), times)];
  } finally {
    await world.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Plays the story of each safeguard with it and without it, and prints a line for each.
 *
 * @returns how many removals were not noticed, and how many false alarms there were
 */
export async function playSafeguards(only: string | undefined, place: Place): Promise<number> {
  let wrong = 0;
  for (const safeguard of SAFEGUARDS.filter(({ name }) => only === undefined || name === only)) {
    if (place.stopping.aborted) break;
    const withIt = await playStory(safeguard.story, PROJECT, place);
    const without = await playWithout(safeguard, place);
    const isNoticed = withIt.length === 0 && without.some(({ rule }) => rule === safeguard.rule);
    if (!isNoticed) wrong += 1;
    const of = (findings: readonly Finding[]) =>
      findings.length === 0 ? 'nothing' : [...new Set(findings.map(({ rule }) => rule))].join(', ');
    console.log(
      `${isNoticed ? 'noticed' : 'NOT NOTICED'}  ${safeguard.name.padEnd(24)} with it: ${of(withIt)}; without: ${of(without)}` +
        `  (${safeguard.guards})`,
    );
    for (const { rule, text } of isNoticed ? [] : [...withIt, ...without]) console.log(`  ${rule}: ${text}`);
  }
  return wrong;
}

async function playWithout(safeguard: Safeguard, place: Place): Promise<readonly Finding[]> {
  const sources = join(place.folder, `without-${safeguard.name}`);
  await copyWithout(safeguard, sources);
  try {
    return await playStory(safeguard.story, sources, place);
  } finally {
    await rm(sources, { recursive: true, force: true });
  }
}
