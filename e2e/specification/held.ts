import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LINES, SUITES, type Suite } from './lines.ts';

/** A test of the last run, as its suite's report tells of it. */
export interface RanTest {
  readonly suite: Suite;
  /** From the repository's top. */
  readonly file: string;
  /** With the values of its row, where it is one of a table. */
  readonly title: string;
  readonly tags: readonly string[];
  readonly outcome: 'passed' | 'failed' | 'skipped';
}

interface VitestReport {
  testResults: { name: string; assertionResults: { title: string; status: string; tags: string[] }[] }[];
}
interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { title: string; file: string; tags: string[]; tests: { status: string }[] }[];
}

/** The tests of a suite's JSON report. @param root the repository's folder, ending in a slash */
export function readReport(suite: Suite, report: unknown, root: string): RanTest[] {
  if (suite === 'web' || suite === 'desktop') return readPlaywright(suite, report as PlaywrightSuite);
  return (report as VitestReport).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status, tags }) => {
      const outcome = status === 'passed' || status === 'failed' ? status : 'skipped';
      return { suite, file: name.replace(root, ''), title, tags, outcome };
    }),
  );
}

/** What the reports below `out/reports` say, of the suites that have one. @param root the repository's folder */
export function readReports(
  root: string,
  among: readonly string[] = SUITES,
): { suites: Suite[]; ran: RanTest[] } {
  const path = (suite: Suite): string => join(root, 'out/reports', `${suite}.json`);
  const suites = SUITES.filter((suite) => among.includes(suite) && existsSync(path(suite)));
  const read = (suite: Suite): RanTest[] =>
    readReport(suite, JSON.parse(readFileSync(path(suite), 'utf8')), `${root}/`);
  return { suites, ran: suites.flatMap(read) };
}

function readPlaywright(suite: 'web' | 'desktop', { suites = [], specs = [] }: PlaywrightSuite): RanTest[] {
  const own = specs.map(({ title, file, tags, tests }) => {
    const is = (...those: string[]): boolean => tests.every(({ status }) => those.includes(status));
    const outcome = is('skipped') ? 'skipped' : is('expected', 'flaky') ? 'passed' : 'failed';
    return {
      suite,
      file: `e2e/${suite}/${file}`,
      title,
      tags: tags.map((tag) => tag.replace('@', '')),
      outcome,
    };
  }) satisfies RanTest[];
  return [...own, ...suites.flatMap((inner) => readPlaywright(suite, inner))];
}

/** The tests that SECURITY.md names beside a threat: `file`: “title” at the end of a row. */
export const readCitations = (text: string): { file: string; title: string }[] =>
  [...text.matchAll(/^\| [STRIDE] \|.*`([^`]+)`: “(.+)” \|$/gm)].map(([, file = '', title = '']) => ({
    file,
    title,
  }));

const suiteOf = (file: string): Suite => {
  if (file.startsWith('e2e/web/')) return 'web';
  if (file.startsWith('e2e/desktop/')) return 'desktop';
  return file.endsWith('.int.test.ts') ? 'integration' : 'unit';
};

/** A title as it stands in the source, where a row's values have their places (`%s`, `$what`). */
const asPattern = (title: string): RegExp =>
  new RegExp(`^${title.replace(/[.*+?^{}()|[\]\\]/g, '\\$&').replace(/%[a-z]|\$\w+/g, '.+')}$`);

/**
 * What is amiss, a sentence each: lines and cited tests that nothing showed in the suites that ran as a whole, and tags
 * that name no line. A test that was skipped is not judged here: the run tells of it by itself.
 */
export function judgeLines(ran: readonly RanTest[], suites: readonly Suite[], security: string): string[] {
  const shown = ran.filter(({ outcome }) => outcome !== 'failed');
  const wanted = LINES.flatMap(([tag, where, text]) =>
    where.split(' ').map((suite) => ({ tag, text, suite: suite as Suite })),
  );
  const bare = wanted.filter(
    ({ tag, suite }) =>
      suites.includes(suite) && !shown.some((test) => test.suite === suite && test.tags.includes(tag)),
  );
  const known = new Set(LINES.map(([tag]) => tag));
  const unknown = ran.flatMap(({ file, title, tags }) =>
    tags.filter((tag) => !known.has(tag)).map((tag) => `${tag} at “${title}” in ${file}`),
  );
  const cited = readCitations(security).filter(({ file }) => suites.includes(suiteOf(file)));
  const missing = cited.filter(
    ({ file, title }) => !shown.some((test) => test.file === file && asPattern(title).test(test.title)),
  );
  return [
    ...bare.map(({ tag, suite, text }) => `No ${suite} test that passed has the tag ${tag}: ${text}`),
    ...unknown.map((where) => `A tag names no line of e2e/specification/lines.ts: ${where}`),
    ...missing.map(({ file, title }) => `SECURITY.md names a test that did not pass: ${file}: “${title}”`),
  ];
}

/** Each line with the tests that hold it, for people. */
export const listLines = (ran: readonly RanTest[]): string =>
  LINES.map(([tag, , text]) => {
    const tests = ran.filter(({ tags }) => tags.includes(tag));
    return [
      `${tag}: ${text}`,
      ...tests.map(({ file, title, outcome }) => `  ${outcome}  ${file}: ${title}`),
    ].join('\n');
  }).join('\n');
