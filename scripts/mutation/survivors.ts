import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Tried } from './run-area.ts';

/** The minimum score of a folder, in percent. */
export const THRESHOLD = 85;

/** Surviving mutants of one line that have one reason. */
export interface Listed {
  /** The line of the product in which they begin, trimmed. */
  readonly line: string;
  /** `original → mutated`, as `npm run mutate` prints it. */
  readonly mutants: readonly string[];
  readonly reason: string;
}

/** By file. */
export type List = Readonly<Record<string, readonly Listed[]>>;

export const LIST = 'scripts/mutation/survivors.json';

export const readList = (): List => JSON.parse(readFileSync(LIST, 'utf8'));

/** A mutant in one line; long code is truncated. */
export const describeMutant = ({ from, to }: Pick<Tried, 'from' | 'to'>): string =>
  `${cut(from)} → ${cut(to)}`;
const cut = (code: string): string => (code.length > 70 ? `${code.slice(0, 69)}…` : code);

const isListed = (list: List, { file, line, ...mutant }: Tried): boolean =>
  (list[file] ?? []).some((each) => each.line === line && each.mutants.includes(describeMutant(mutant)));

export interface FolderScore {
  readonly folder: string;
  readonly killed: number;
  readonly all: number;
  /** Percent. */
  readonly score: number;
  /** Survivors and unreached mutants that are listed, and those that are not. */
  readonly listed: number;
  readonly unlisted: readonly Tried[];
  readonly passes: boolean;
}

/** The score by folder. A folder passes at the threshold, or if all of its survivors are listed. */
export function scoreFolders(tried: readonly Tried[], list: List): FolderScore[] {
  const byFolder = Map.groupBy(tried, ({ file }) => dirname(file));
  return [...byFolder].sort().map(([folder, mutants]) => {
    const left = mutants.filter(({ status }) => status !== 'killed');
    const unlisted = left.filter((mutant) => !isListed(list, mutant));
    const killed = mutants.length - left.length;
    const score = (100 * killed) / mutants.length;
    const passes = score >= THRESHOLD || unlisted.length === 0;
    const listed = left.length - unlisted.length;
    return { folder, killed, all: mutants.length, score, listed, unlisted, passes };
  });
}

/** List entries of these files that did not survive: they were fixed, or the line has changed. */
export function findStale(tried: readonly Tried[], list: List): string[] {
  const survived = new Set(
    tried
      .filter(({ status }) => status !== 'killed')
      .map(({ file, line, ...mutant }) => JSON.stringify([file, line, describeMutant(mutant)])),
  );
  return [...new Set(tried.map(({ file }) => file))].flatMap((file) =>
    (list[file] ?? []).flatMap(({ line, mutants }) =>
      mutants
        .filter((mutant) => !survived.has(JSON.stringify([file, line, mutant])))
        .map((mutant) => `${file}: ${line}: ${mutant}`),
    ),
  );
}
