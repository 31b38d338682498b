import { describe, expect, it } from 'vitest';
import { sureWords } from './words.ts';

const head =
  'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n';
const row = (block: number, line: number, conf: number, text: string) =>
  `5\t1\t${block}\t1\t${line}\t1\t0\t0\t10\t10\t${conf}\t${text}\n`;

describe('what is kept of a recognizer’s table', () => {
  it('is the words that it is sure of, in their lines', () => {
    const table = `${head}4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t\n${row(1, 1, 96, 'Acta')}${row(1, 1, 91.5, 'de')}${row(1, 1, 20, '%&x')}${row(1, 2, 88, 'inspección')}`;
    expect(sureWords(table)).toBe('Acta de\ninspección');
  });

  it('is nothing where there are only signs', () => {
    expect(sureWords(head + row(1, 1, 90, '|') + row(1, 2, 90, '— 1'))).toBe('');
    expect(sureWords('')).toBe('');
    expect(sureWords('no es una tabla')).toBe('');
  });
});
