import { describe, expect, it } from 'vitest';
import { closingOf, type Standing, type Uncompared, withoutLooseEnd } from './closing.ts';

const CUT: Uncompared[] = [{ part: 'rows', first: 50_000, sheet: 'Obra' }];

describe('the sentence that closes a comparison', () => {
  it('says that both are the same only where all was compared', () => {
    expect(closingOf('tables', 0, [])).toBe('compare.tables.same');
    expect(closingOf('text', 0, [])).toBe('compare.same');
    for (const what of ['text', 'tables', 'sheet', 'pages', 'images'] as const)
      expect(closingOf(what, 0, CUT)).toBe('compare.sameSoFar');
  });

  it('is left out where there are changes', () => {
    expect(closingOf('pages', 3, [])).toBeUndefined();
    expect(closingOf('pages', 3, CUT)).toBeUndefined();
  });
});

describe('lines at the end that only one version has', () => {
  const STANDINGS: Record<string, Standing> = { '+': 'added', '-': 'removed' };
  /** `=` for a line of both, `+` and `-` for one that only the newer or the older version has. */
  const left = (lines: string, before: boolean, after: boolean): string =>
    withoutLooseEnd([...lines], (line) => STANDINGS[line] ?? 'both', { before, after }).join('');

  it('are no change where the other version was cut before them', () => {
    expect(left('=+==--', true, true)).toBe('=+==');
    expect(left('=-==+', true, false)).toBe('=-==');
  });

  it('are a change where the other version is whole', () => {
    expect(left('===--', true, false)).toBe('===--');
    expect(left('===+', false, true)).toBe('===+');
    expect(left('===-', false, false)).toBe('===-');
  });

  it('are a change where something was rewritten, or nothing is in both', () => {
    expect(left('==--++', true, true)).toBe('==--++');
    expect(left('---', true, true)).toBe('---');
    expect(left('', true, true)).toBe('');
  });
});
