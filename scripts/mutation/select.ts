import { globSync, statSync } from 'node:fs';
import { type Area, areas } from './areas.ts';
import type { AreaRun } from './run-area.ts';

/** Line ranges of a file, from 1; empty for all of it. */
export type Wanted = ReadonlyMap<string, readonly (readonly [number, number])[]>;

const isProduct = (file: string): boolean =>
  /^(server|src)\/.*\.tsx?$/.test(file) &&
  !/\.test\.tsx?$|\.d\.ts$|\/(testing|simulation|migrations)\//.test(file);

/**
 * The product's files below these paths.
 *
 * @throws for a path that does not exist
 */
export function filesBelow(paths: readonly string[]): Wanted {
  const files = paths.flatMap((path) => {
    const clean = path.replace(/\/+$/, '');
    return statSync(clean).isDirectory() ? globSync(`${clean}/**/*.{ts,tsx}`) : [clean];
  });
  return new Map(files.filter(isProduct).map((file) => [file, []]));
}

/** Every file of every area. */
export const filesOfAreas = (): Wanted =>
  new Map(
    areas.flatMap(({ mutate }) =>
      globSync([...mutate])
        .filter(isProduct)
        .map((file) => [file, []]),
    ),
  );

/** The lines that were added or changed, parsed from `git diff -U0`. */
export function changedLines(diff: string): Wanted {
  const found = new Map<string, [number, number][]>();
  let ranges: [number, number][] = [];
  for (const line of diff.split('\n')) {
    const file = /^\+\+\+ (?:b\/(.*)|\/dev\/null)$/.exec(line);
    if (file) {
      ranges = [];
      if (file[1] && isProduct(file[1])) found.set(file[1], ranges);
      continue;
    }
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    const [from, count] = [Number(hunk?.[1]), Number(hunk?.[2] ?? 1)];
    if (hunk && count > 0) ranges.push([from, from + count - 1]);
  }
  // A file with only removed lines has nothing to mutate.
  for (const [file, { length }] of found) if (length === 0) found.delete(file);
  return found;
}

/** Files by area. Those of no area come last, each with the unit tests that import it. */
export function planRuns(wanted: Wanted, all: readonly Area[] = areas): AreaRun[] {
  const left = new Set(wanted.keys());
  const runs: AreaRun[] = [];
  for (const area of all) {
    const files = globSync([...area.mutate]).filter((file) => isProduct(file) && left.delete(file));
    if (files.length > 0) runs.push({ ...area, mutate: rangesOf(files, wanted) });
  }
  const others = [...left];
  if (others.length > 0) runs.push({ name: 'others', mutate: rangesOf(others, wanted), tests: [] });
  return runs;
}

const rangesOf = (files: readonly string[], wanted: Wanted): string[] =>
  files.flatMap((file) => {
    const ranges = wanted.get(file) ?? [];
    return ranges.length === 0 ? [file] : ranges.map(([from, to]) => `${file}:${from}-${to}`);
  });
