import type { Finding, Rule } from './checking/seen.ts';

export interface SeedReport {
  readonly seed: number;
  readonly seconds: number;
  readonly operations: number;
  /** Steps that failed: a full disk, a path that had gone. */
  readonly failed: number;
  readonly kills: number;
  readonly serverKills: number;
  readonly freezes: number;
  /** Contents that had to exist at the end. */
  readonly protected: number;
  readonly versions: number;
  /** Versions of incomplete files that waited and are marked: allowed. */
  readonly marked: number;
  /** Percent of one core of each engine at rest. */
  readonly restingPercent: readonly number[];
  /** Whether all became quiet within the time limit. */
  readonly quiet: boolean;
  readonly findings: readonly Finding[];
}

const RULES: readonly Rule[] = [
  'acknowledged',
  'lost',
  'partial',
  'mixed',
  'disagreeing',
  'unsaid',
  'engine',
];

const countOf = (findings: readonly Finding[], rule: Rule): number =>
  findings.filter((finding) => finding.rule === rule).length;

/** `3 lost, 1 partial`, or `ok`. */
export function wrongIn(findings: readonly Finding[]): string {
  const parts = RULES.filter((rule) => countOf(findings, rule) > 0).map(
    (rule) => `${countOf(findings, rule)} ${rule}`,
  );
  return parts.length > 0 ? parts.join(', ') : 'ok';
}

/** A line for a seed, and a line for each fault. */
export function linesOf(report: SeedReport): string {
  const { seed, seconds, operations, kills, serverKills, freezes } = report;
  const rest = report.restingPercent.map((percent) => percent.toFixed(2)).join('/');
  const head =
    `seed ${seed}: ${wrongIn(report.findings)} · ${seconds.toFixed(0)} s, ${operations} operations (${report.failed} refused), ` +
    `${kills}+${serverKills} kills, ${freezes} freezes, ${report.protected} protected, ${report.versions} versions ` +
    `(${report.marked} marked), at rest ${rest} %${report.quiet ? '' : ', never quiet'}`;
  return [head, ...report.findings.map(({ rule, text }) => `  ${rule}: ${text}`)].join('\n');
}

export function summaryOf(reports: readonly SeedReport[]): Record<string, number> {
  const sum = (of: (report: SeedReport) => number): number =>
    reports.reduce((all, each) => all + of(each), 0);
  const findings = reports.flatMap((report) => report.findings);
  return {
    seeds: reports.length,
    operations: sum((each) => each.operations),
    'kills of engines': sum((each) => each.kills),
    'kills of the server': sum((each) => each.serverKills),
    freezes: sum((each) => each.freezes),
    'contents protected': sum((each) => each.protected),
    'marked parts': sum((each) => each.marked),
    'never quiet': sum((each) => (each.quiet ? 0 : 1)),
    ...Object.fromEntries(RULES.map((rule) => [rule, countOf(findings, rule)])),
    'failed seeds': reports.filter((each) => each.findings.length > 0).length,
  };
}
