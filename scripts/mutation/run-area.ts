import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];
type Options = ConstructorParameters<typeof Stryker>[0];

/** Below `out/`, which git ignores: the copies in which mutants are tested, and the reports. */
export const FOLDER = 'out/mutation';

export interface AreaRun {
  readonly name: string;
  /** Files, each with `:from-to` if only these lines are mutated. */
  readonly mutate: readonly string[];
  /** Globs of test files; empty for all unit tests that import the mutated files. */
  readonly tests: readonly string[];
  /** Slow tests, which run only for mutants that the others did not notice. */
  readonly later?: readonly string[];
  readonly timeoutSeconds?: number;
}

export interface RunOptions {
  readonly concurrency: number;
  /** Reuses the last run's results of mutants whose file and tests have not changed. */
  readonly incremental: boolean;
}

/** A tested mutant, or one that no test reaches. */
export interface Tried {
  readonly file: string;
  /** The line in which it begins, from 1. */
  readonly at: number;
  /** The text of that line, trimmed. */
  readonly line: string;
  /** The original and the mutated code, each on one line. */
  readonly from: string;
  readonly to: string;
  readonly mutator: string;
  readonly status: 'killed' | 'survived' | 'unreached';
}

/** Mutates one area, tests each mutant, and writes reports to `out/mutation`. */
export async function runArea(run: AreaRun, options: RunOptions): Promise<Tried[]> {
  const later = globSync([...(run.later ?? [])]);
  const tests = globSync([...run.tests]).filter((file) => !later.includes(file));
  const { name, timeoutSeconds } = run;
  const first = await runPass({ name, mutate: run.mutate, tests, timeoutSeconds }, options);
  const left = first.filter((each) => statusOf(each) !== 'killed');
  if (left.length === 0 || later.length === 0) return first.flatMap(triedOf);
  const places = left.map(({ fileName, location: { start, end } }) =>
    [relative('', fileName), `${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`].join(':'),
  );
  const pass = { name: `${name}-later`, mutate: [...new Set(places)], tests: later, timeoutSeconds };
  const second = await runPass(pass, options);
  return mergePasses(first, second).flatMap(triedOf);
}

/**
 * Merges the results of two passes, for the mutants of the first. The second pass tests more than the survivors,
 * because nested code is mutated too; what the first one detected stays detected.
 */
export function mergePasses<M extends PassedMutant>(first: readonly M[], second: readonly M[]): M[] {
  const later = new Map(second.map((each) => [keyOf(each), each]));
  return first.map((each) => {
    if (statusOf(each) === 'killed') return each;
    const again = later.get(keyOf(each));
    const status = again && statusOf(again);
    return again && (status === 'killed' || status === 'survived') ? { ...each, status: again.status } : each;
  });
}

type PassedMutant = Pick<MutantResult, 'fileName' | 'location' | 'replacement' | 'status'>;

const keyOf = ({ fileName, location, replacement }: PassedMutant): string =>
  JSON.stringify([fileName, location, replacement]);

async function runPass(
  { name, mutate, tests, timeoutSeconds = 20 }: Omit<AreaRun, 'later'>,
  { concurrency, incremental }: RunOptions,
): Promise<MutantResult[]> {
  process.env.MUTATION_TESTS = JSON.stringify(tests);
  const stryker = new Stryker({
    mutate: [...mutate],
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: tests.length === 0, pool: 'threads' },
    plugins: ['@stryker-mutator/vitest-runner'],
    coverageAnalysis: 'perTest',
    concurrency,
    incremental,
    incrementalFile: `${FOLDER}/${name}.incremental.json`,
    tempDirName: `${FOLDER}/copies`,
    ignorePatterns: ['/out', '/dist', '/data', '/docs', '/build', '/.ci', '/bench', '/test-results'],
    // None, because Stryker would rewrite its paths with an API that TypeScript 7 no longer has.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    reporters: ['html', 'json', 'progress-append-only'],
    htmlReporter: { fileName: `${FOLDER}/${name}.html` },
    jsonReporter: { fileName: `${FOLDER}/${name}.json` },
    // A busy machine must not count as an endless loop.
    timeoutMS: timeoutSeconds * 1000,
    dryRunTimeoutMinutes: 20,
    logLevel: 'warn' as Options['logLevel'],
    allowEmpty: true,
  });
  return stryker.runMutationTest();
}

function triedOf(result: MutantResult): Tried[] {
  const status = statusOf(result);
  return status ? [{ ...placeOf(result), status }] : [];
}

/** Undefined for mutants that cannot be run, which say nothing. */
function statusOf({ status }: Pick<MutantResult, 'status'>): Tried['status'] | undefined {
  if (status === 'Killed' || status === 'Timeout') return 'killed';
  if (status === 'Survived') return 'survived';
  if (status === 'NoCoverage') return 'unreached';
  return undefined;
}

function placeOf({ fileName, location, mutatorName, replacement }: MutantResult): Omit<Tried, 'status'> {
  const file = relative('', fileName);
  const lines = readFileSync(file, 'utf8').split('\n');
  const { start, end } = location;
  const touched = lines.slice(start.line - 1, end.line);
  touched[touched.length - 1] = touched.at(-1)?.slice(0, end.column - 1) ?? '';
  touched[0] = touched[0]?.slice(start.column - 1) ?? '';
  return {
    file,
    at: start.line,
    line: lines[start.line - 1]?.trim() ?? '',
    from: onOneLine(touched.join('\n')),
    to: onOneLine(replacement),
    mutator: mutatorName,
  };
}

const onOneLine = (code: string): string => code.replace(/\s+/g, ' ').trim();
