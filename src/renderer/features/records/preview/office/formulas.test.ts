import { expect, it } from 'vitest';
import { columnName, formulaAt, relativeFormula } from './formulas.ts';

const C2 = { column: 2, row: 2 };
const F9 = { column: 5, row: 9 };

it('a formula that is filled down or across is the same one from its own cell', () => {
  expect(relativeFormula('A2*B2', C2)).toBe(relativeFormula('D9*E9', F9));
  expect(relativeFormula('A2*B2', C2)).not.toBe(relativeFormula('A2*B3', C2));
  expect(relativeFormula('A2*$B$1', C2)).toBe(relativeFormula('D9*$B$1', F9));
});

it('reads in another cell as it would be there', () => {
  for (const formula of ['SUM(A2:B10)', 'IF(A2>"B3",$C$1,LOG10(A2))', "'Hoja A1'!B2+Hoja2!$A1", 'AZ100-1.5'])
    expect(formulaAt(relativeFormula(formula, C2), C2)).toBe(formula);
  expect(formulaAt(relativeFormula('SUM(A2:$B$10)', C2), F9)).toBe('SUM(D9:$B$10)');
});

it('columns after Z have two letters', () => {
  expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
});
