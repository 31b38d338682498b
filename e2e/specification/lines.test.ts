import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { STATES } from '#shared/access/states.ts';
import {
  BREAKPOINTS,
  CACHE_MS,
  CALENDAR_MINUTE_STEP,
  CHUNK_LOAD_TIMEOUT_MS,
  CONCURRENT_FETCH_POLL_MS,
  DAY,
  LABEL_SEARCH,
  LABELS_MAX,
  LOCALE,
  MONTH,
  NOTES_MAX,
  REMINDER_TEXT_SHOWN,
  SIGNED_LINK_SECONDS,
  TITLE,
  TOAST_MS,
} from '#shared/platform/limits.ts';
import { judgeLines, type RanTest, readCitations, readReport } from './held.ts';
import { LINES, SUITES } from './lines.ts';

const SECURITY = readFileSync('SECURITY.md', 'utf8');

/** What the product has, beside what the specification says. */
const CONSTANTS: Record<string, readonly [held: unknown, specified: unknown]> = {
  'spec-5.1-title-length': [TITLE, { min: 5, max: 80 }],
  'spec-5.2-notes': [NOTES_MAX, 1000],
  'spec-5.6-label-text': [
    [LABEL_SEARCH.min, LABEL_SEARCH.max],
    [3, 50],
  ],
  'spec-5.6-labels-max': [LABELS_MAX, 50],
  'spec-5.8-date': [
    [DAY, MONTH],
    [
      { min: 1, max: 31 },
      { min: 1, max: 12 },
    ],
  ],
  'spec-8.6-chunk': [CHUNK_LOAD_TIMEOUT_MS, 120_000],
  'spec-9.1-cache': [CACHE_MS, 900_000],
  'spec-9.1-concurrent': [CONCURRENT_FETCH_POLL_MS, 100],
  'spec-9.2-signed-link': [SIGNED_LINK_SECONDS, 3600],
  'spec-9.3-state': [STATES.length - 1, 6],
  'spec-9.3-reminder': [REMINDER_TEXT_SHOWN, 50],
  'spec-9.4-throttle': [LABEL_SEARCH.throttleMs, 600],
  'spec-9.5-toast': [TOAST_MS, 3000],
  'spec-9.5-minutes': [CALENDAR_MINUTE_STEP, 5],
  'spec-9.6-breakpoints': [BREAKPOINTS, { mobile: 321, tablet: 769, computer: 993, large: 1201 }],
  'spec-9.7-locale': [LOCALE, 'es-cl'],
};

describe('the lines that tests hold', () => {
  const tags = LINES.map(([tag]) => tag);

  it('are complete: bullet by bullet of the specification, every fault of sync, all of the desktop', () => {
    expect(new Set(tags).size).toBe(tags.length);
    const said = LINES.map(([tag, , text]) => `§${tag.replace('spec-', '')} ${text}`).join('\n');
    const bullets = [...new Set(said.match(/§[589]\.\d/g))].toSorted();
    const upTo = (section: number, last: number): string[] =>
      Array.from({ length: last }, (_, at) => `§${section}.${at + 1}`);
    expect(bullets).toEqual([...upTo(5, 9), ...upTo(8, 8), ...upTo(9, 7)]);
    const count = (prefix: string): number => tags.filter((tag) => tag.startsWith(prefix)).length;
    // Of the 53 statements five are said twice, as a rule or an error and again as a limit.
    expect([count('spec-'), count('sync-'), count('desktop-')]).toEqual([48, 25, 21]);
  });

  it('name suites that there are', () => {
    const named = LINES.flatMap(([, suites]) => suites.split(' '));
    expect(named.filter((suite) => !SUITES.includes(suite as never))).toEqual([]);
  });

  it.each(Object.entries(CONSTANTS))('have the specification’s constant: %s', (tag, [held, specified]) => {
    expect(tags).toContain(tag);
    expect(held).toEqual(specified);
  });

  it('are beside threats of every kind in SECURITY.md, each with its test', () => {
    const threats = SECURITY.match(/^\| [STRIDE] \|/gm) ?? [];
    expect(new Set(threats.map((row) => row[2]))).toEqual(new Set('STRIDE'));
    expect(readCitations(SECURITY)).toHaveLength(threats.length);
  });
});

describe('a run of a suite', () => {
  const desktop = LINES.filter(([, suites]) => suites.includes('desktop'));
  const run: RanTest[] = desktop.map(([tag]) => ({
    suite: 'desktop',
    file: 'e2e/desktop/window.spec.ts',
    title: tag,
    tags: [tag],
    outcome: 'passed',
  }));
  const cites = (title: string): string => `| E | x | y | \`e2e/desktop/window.spec.ts\`: “${title}” |`;
  const [first = { title: '' } as RanTest, ...others] = run;

  it('that shows all of its lines is in order, and says nothing of other suites', () => {
    expect(judgeLines(run, ['desktop'], '')).toEqual([]);
    expect(judgeLines([], [], SECURITY)).toEqual([]);
  });

  it('is told of a line that no test holds, or one that failed', () => {
    const told = [expect.stringContaining(`No desktop test that passed has the tag ${first.title}`)];
    expect(judgeLines(others, ['desktop'], '')).toEqual(told);
    expect(judgeLines([...others, { ...first, outcome: 'failed' }], ['desktop'], '')).toEqual(told);
  });

  it('is told of a tag that names no line', () => {
    const stray = { ...first, tags: [...first.tags, 'desktop-nothing'] };
    expect(judgeLines([...others, stray], ['desktop'], '')).toEqual([
      expect.stringContaining('desktop-nothing'),
    ]);
  });

  it('is told of a test that SECURITY.md names and that is not there, by its title in the source', () => {
    const rows = [{ ...first, title: 'the archive has 3 files (all)' }, ...others];
    expect(judgeLines(rows, ['desktop'], cites('the archive has %i files ($which)'))).toEqual([]);
    expect(judgeLines(rows, ['desktop'], cites('the archive has %i file ($which)'))).toEqual([
      expect.stringContaining('SECURITY.md names a test'),
    ]);
  });

  it('is read from what vitest and Playwright write', () => {
    const vitest = {
      testResults: [
        {
          name: '/top/src/a.test.ts',
          assertionResults: [
            { title: 'one', status: 'passed', tags: ['t'] },
            { title: 'two', status: 'pending', tags: [] },
          ],
        },
      ],
    };
    expect(readReport('unit', vitest, '/top/').map(({ file, outcome }) => [file, outcome])).toEqual([
      ['src/a.test.ts', 'passed'],
      ['src/a.test.ts', 'skipped'],
    ]);
    const spec = { title: 'x', file: 'a.spec.ts', tags: ['@t'], tests: [{ status: 'unexpected' }] };
    expect(readReport('web', { suites: [{ suites: [{ specs: [spec] }] }] }, '/top/')).toEqual([
      { suite: 'web', file: 'e2e/web/a.spec.ts', title: 'x', tags: ['t'], outcome: 'failed' },
    ]);
  });
});
