import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { areas } from '../../scripts/mutation/areas.ts';
import { mergePasses, type Tried } from '../../scripts/mutation/run-area.ts';
import { changedLines, planRuns } from '../../scripts/mutation/select.ts';
import { SQL_FILE, SQL_TESTS, sqlMutants } from '../../scripts/mutation/sql-mutants.ts';
import { findStale, type List, readList, scoreFolders } from '../../scripts/mutation/survivors.ts';

describe('the lists of mutation testing', () => {
  it('name areas whose files and tests are there, each file in one of them', () => {
    const files = areas.flatMap(({ mutate }) => globSync([...mutate]));
    expect(files.filter((file, at) => files.indexOf(file) !== at)).toEqual([]);
    for (const { name, mutate, tests, later = [] } of areas)
      for (const glob of [...mutate, ...tests, ...later])
        expect(globSync(glob), `${name}: ${glob}`).not.toEqual([]);
  });

  it('name mutants of the SQL that can be applied: each stands in the file once', () => {
    const source = readFileSync(SQL_FILE, 'utf8');
    for (const { name, from, to } of sqlMutants) {
      expect(source.split(from), name).toHaveLength(2);
      expect(to, name).not.toBe(from);
    }
    expect(new Set(sqlMutants.map(({ name }) => name)).size).toBe(sqlMutants.length);
    expect(sqlMutants.length).toBeGreaterThanOrEqual(30);
    for (const glob of SQL_TESTS) expect(globSync(glob)).not.toEqual([]);
  });

  it('name survivors of lines that stand as they stood, each with a reason', () => {
    const listed = Object.entries(readList()).flatMap(([file, all]) =>
      all.map((each) => ({ file, ...each })),
    );
    for (const { file, line, mutants, reason } of listed) {
      const lines = readFileSync(file, 'utf8').split('\n');
      expect(
        lines.map((each) => each.trim()),
        `${file}: this line has changed: look at it again`,
      ).toContain(line);
      expect(mutants, line).not.toEqual([]);
      expect(reason.length, line).toBeGreaterThan(20);
    }
  });
});

const tried = (status: Tried['status'], at: number, to = 'false'): Tried => ({
  file: 'server/a/b.ts',
  at,
  line: `line ${at}`,
  from: 'true',
  to,
  mutator: 'BooleanLiteral',
  status,
});
const listOf = (at: number): List => ({
  'server/a/b.ts': [{ line: `line ${at}`, mutants: ['true → false'], reason: 'The same.' }],
});

describe('two passes of mutation testing', () => {
  type Mutant = Parameters<typeof mergePasses>[0][number];
  const mutant = (line: number, status: Mutant['status']): Mutant => ({
    ...{ fileName: 'server/a/b.ts', replacement: 'false', status },
    location: { start: { line, column: 1 }, end: { line, column: 5 } },
  });
  const merged = (first: Mutant['status'], second?: Mutant['status']) =>
    mergePasses([mutant(1, first)], second ? [mutant(1, second), mutant(2, 'Killed')] : [])[0]?.status;

  it('say what the second one noticed of what was left', () => {
    expect(merged('Survived', 'Killed')).toBe('Killed');
    expect(merged('NoCoverage', 'Timeout')).toBe('Timeout');
    expect(merged('NoCoverage', 'Survived')).toBe('Survived');
    expect(merged('Survived', 'NoCoverage')).toBe('Survived');
    expect(merged('Survived')).toBe('Survived');
  });

  it('take nothing back that the first one noticed', () => {
    expect(merged('Killed', 'Survived')).toBe('Killed');
    expect(merged('Timeout', 'NoCoverage')).toBe('Timeout');
  });
});

describe('the judgement of mutation testing', () => {
  const killed = (count: number) => Array.from({ length: count }, (_none, at) => tried('killed', at + 10));

  it('passes a folder from 85 % on', () => {
    const passes = (mutants: Tried[]) =>
      scoreFolders(mutants, {}).map(({ score, passes }) => [score, passes]);
    expect(passes([...killed(85), ...Array.from({ length: 15 }, () => tried('survived', 1))])).toEqual([
      [85, true],
    ]);
    expect(passes([...killed(5), tried('unreached', 1)])).toEqual([[(100 * 5) / 6, false]]);
  });

  it('passes one below that only where every survivor is listed, by its line and by what it changes', () => {
    const judge = (mutants: Tried[], list: List) => scoreFolders(mutants, list)[0];
    expect(judge([tried('survived', 1)], listOf(1))).toMatchObject({ score: 0, listed: 1, passes: true });
    expect(judge([tried('survived', 1)], listOf(2))).toMatchObject({ listed: 0, passes: false });
    expect(judge([tried('survived', 1, 'null')], listOf(1))).toMatchObject({ listed: 0, passes: false });
  });

  it('tells what is listed and did not survive, of the files that were mutated alone', () => {
    expect(findStale([tried('survived', 1)], listOf(1))).toEqual([]);
    expect(findStale([tried('killed', 1)], listOf(1))).toEqual(['server/a/b.ts: line 1: true → false']);
    expect(findStale([tried('survived', 1)], { 'server/c.ts': listOf(1)['server/a/b.ts'] ?? [] })).toEqual(
      [],
    );
  });
});

describe('what a landing changed', () => {
  const diff = `diff --git a/server/platform/actor.ts b/server/platform/actor.ts
--- a/server/platform/actor.ts
+++ b/server/platform/actor.ts
@@ -1,2 +3 @@ import
-a
-b
+c
@@ -9,0 +10,4 @@
+d
diff --git a/server/platform/ids.ts b/server/platform/ids.ts
--- a/server/platform/ids.ts
+++ b/server/platform/ids.ts
@@ -5,2 +4,0 @@
-e
diff --git a/server/platform/actor.test.ts b/server/platform/actor.test.ts
+++ b/server/platform/actor.test.ts
@@ -1 +1 @@
diff --git a/src/shared/old.ts b/src/shared/old.ts
+++ /dev/null
@@ -1,3 +0,0 @@
diff --git a/docs/x.md b/docs/x.md
+++ b/docs/x.md
@@ -1 +1 @@
diff --git a/server/platform/version.ts b/server/platform/version.ts
+++ b/server/platform/version.ts
@@ -7 +7 @@
`;

  it('is read as lines of the product’s own files', () => {
    expect([...changedLines(diff)]).toEqual([
      [
        'server/platform/actor.ts',
        [
          [3, 3],
          [10, 13],
        ],
      ],
      ['server/platform/version.ts', [[7, 7]]],
    ]);
  });

  it('is mutated by area; what belongs to none, with the unit tests that import it', () => {
    expect(planRuns(changedLines(diff))).toMatchObject([
      { name: 'policies', mutate: ['server/platform/actor.ts:3-3', 'server/platform/actor.ts:10-13'] },
      { name: 'others', mutate: ['server/platform/version.ts:7-7'], tests: [] },
    ]);
  });
});
