import { availableParallelism, cpus, loadavg } from 'node:os';

const WARM_UP = 5;

/** @param sorted ascending @param share from 0 to 1: 0.5 is the median */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Runs something, and returns its time in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export interface Times {
  /** Milliseconds of each run, ascending. */
  readonly each: readonly number[];
  /** CPU milliseconds of one run in this process, all threads. Other load on the machine changes it little. */
  readonly cpu: number;
}

/** Runs something `count` times, after a few warm-up runs. */
export async function timedRuns(count: number, work: () => Promise<unknown>): Promise<Times> {
  await timedEach(WARM_UP, work);
  const before = process.cpuUsage();
  const each = await timedEach(count, work);
  const { user, system } = process.cpuUsage(before);
  return { each, cpu: (user + system) / 1000 / count };
}

/** Milliseconds of each of `count` runs, ascending. */
export async function timedEach(count: number, work: (at: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) times.push(await timed(() => work(at)));
  return times.sort((a, b) => a - b);
}

export const median = (times: readonly number[]): number =>
  percentile(
    [...times].sort((a, b) => a - b),
    0.5,
  );

/** `p50 / p95` in milliseconds. */
export const spread = (sorted: readonly number[]): string =>
  `${percentile(sorted, 0.5).toFixed(1)} / ${percentile(sorted, 0.95).toFixed(1)}`;

/** Machine and date: a figure without them says nothing. */
export function heading(title: string): void {
  const [load = 0] = loadavg();
  console.log(
    `\n${title}\n${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, ` +
      `load ${load.toFixed(1)} at the start, Node ${process.version}, ${new Date().toISOString()}`,
  );
}

/** As Markdown, ready for docs/benchmarks.md. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const row of [columns, columns.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
}

const LONGEST_BAR = 40;

/**
 * A text chart: bars in proportion to their values, from zero. If a cost per item has bars of equal length, growth is
 * linear.
 */
export function bars(title: string, points: readonly (readonly [string, number])[]): void {
  const most = Math.max(...points.map(([, value]) => value));
  const width = Math.max(...points.map(([name]) => name.length));
  console.log(`\n\`\`\`text\n${title}`);
  for (const [name, value] of points) {
    const bar = '█'.repeat(Math.max(0, Math.round((value / most) * LONGEST_BAR)));
    console.log(`${name.padStart(width)} ${bar} ${value.toPrecision(3)}`);
  }
  console.log('```');
}
