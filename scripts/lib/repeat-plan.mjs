/**
 * Which suite runs next: the one with the fewest runs, so that an early end has tried each of them about as often.
 *
 * @param runs what has run: `{ suite, failed, seconds }` each
 * @returns a name of `suites`; undefined once each ran `times`
 */
export function nextRun(runs, suites, times) {
  const counted = suites.map((suite) => ({ suite, count: runs.filter((run) => run.suite === suite).length }));
  const open = counted.filter(({ count }) => count < times).sort((a, b) => a.count - b.count);
  return open[0]?.suite;
}

/** @returns a line for each suite: how often it ran, how often it failed, and how long it took */
export function summarize(runs, suites, times) {
  return suites.map((suite) => {
    const own = runs.filter((run) => run.suite === suite);
    const failed = own.filter((run) => run.failed).length;
    const seconds = own.map((run) => run.seconds).sort((a, b) => a - b);
    const took = own.length > 0 ? `, ${seconds[0]} to ${seconds.at(-1)} s` : '';
    return `${suite}: ${own.length} of ${times} runs, ${failed} failed${took}`;
  });
}
