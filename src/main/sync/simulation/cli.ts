import { parseArgs } from 'node:util';
import { ALL_SAFEGUARDS, type Safeguards } from './safeguards.ts';
import { simulate } from './simulate.ts';
import { storyOf } from './story.ts';

/**
 * npm run simulate -- [--seeds N] [--from SEED] [--restore] [--without recheck|fsync|cas|idempotency|removal|kept]
 *
 * Plays N histories against the real engine, over a fake disk, network and clock. Ends with 1 and prints the shrunk
 * steps where an invariant (docs/simulation.md) broke; the same seed plays the same histories again.
 */

const USAGE = `npm run simulate -- [--seeds N] [--from SEED] [--restore] [--without ${Object.keys(ALL_SAFEGUARDS).join('|')}]`;
const DEFAULT_SEEDS = 10_000;
/** Histories between two lines of progress. */
const PORTION = 2000;

function options() {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: String(DEFAULT_SEEDS) },
      from: { type: 'string', default: '1' },
      without: { type: 'string' },
      restore: { type: 'boolean', default: false },
    },
  });
  const seeds = Number(values.seeds);
  const from = Number(values.from);
  const { without, restore } = values;
  if (!Number.isSafeInteger(seeds) || seeds < 1 || !Number.isSafeInteger(from))
    throw new Error('a number is none');
  if (without !== undefined && !(without in ALL_SAFEGUARDS)) throw new Error(`no safeguard ${without}`);
  return { seeds, from, restore, without: without as keyof Safeguards | undefined };
}

async function main(): Promise<number> {
  const { seeds, from, restore, without } = options();
  const started = performance.now();
  let played = 0;
  for (let seed = from; played < seeds; seed += 1) {
    const runs = Math.min(PORTION, seeds - played);
    const result = await simulate({ runs, seed, restore, ...(without ? { without } : {}) });
    played += result.numRuns;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (result.failed) {
      const [history] = result.counterexample ?? [];
      if (history) console.log(`${storyOf(history)}\n`);
      console.log(
        `seed ${result.seed}, path ${result.counterexamplePath}, shrunk ${result.numShrinks} times`,
      );
      console.log(String(result.errorInstance));
      console.log(`Failed after ${played} histories, ${seconds} s. Again: --from ${seed} --seeds ${runs}`);
      return 1;
    }
    console.log(`seed ${seed}: ${played} of ${seeds} histories, ${seconds} s`);
  }
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 2;
}
