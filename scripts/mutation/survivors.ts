import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Tried } from './run-area.ts';

/** What the score of a folder must reach, in percent. */
export const THRESHOLD = 85;

/** Survivors of one line that are there for one reason. */
export interface Listed {
  /** The line of the product that they begin in, without the space around it. */
  readonly line: string;
  /** `what stands there → what stood there instead`, as `npm run mutate` prints it. */
  readonly mutants: readonly string[];
  readonly reason: string;
}

/** By file. */
export type List = Readonly<Record<string, readonly Listed[]>>;

export const LIST = 'scripts/mutation/survivors.json';

export const readList = (): List => JSON.parse(readFileSync(LIST, 'utf8'));

/** A mutant on one line; long code is cut. */
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
  /** Survivors, and mutants that no test reaches, that are listed, and that are not. */
  readonly listed: number;
  readonly unlisted: readonly Tried[];
  readonly passes: boolean;
}

/** The score by folder. One passes that reaches the threshold, or of which all survivors are listed. */
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

/** What is listed of these files and did not survive: it was fixed, or the line has changed. */
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
