export interface SuiteRun {
  readonly suite: string;
  readonly failed: boolean;
  readonly seconds: number;
}

export function nextRun(
  runs: readonly SuiteRun[],
  suites: readonly string[],
  times: number,
): string | undefined;
export function summarize(runs: readonly SuiteRun[], suites: readonly string[], times: number): string[];
