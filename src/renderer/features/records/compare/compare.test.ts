import { describe, expect, it } from 'vitest';
import { compareTexts, type Row } from './compare-texts.ts';
import { sentencesOf } from './sentences.ts';
import { countChanges, shownRows } from './shown-rows.ts';

const rowsOf = (
  before: string,
  after: string,
  breaks: 'paragraphs' | 'lines' = 'paragraphs',
): readonly Row[] => {
  const result = compareTexts({ text: before, breaks }, { text: after, breaks });
  return 'rows' in result ? result.rows : [];
};
const side = (row: Row | undefined, left: 'added' | 'removed'): string =>
  row?.pieces
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('') ?? '';

describe('two texts', () => {
  it('differ by sentences, and those by words', () => {
    const rows = rowsOf(
      'Tercero. El plazo será de 180 días. La multa será de UF 12.',
      'Tercero. El plazo será de 210 días corridos. La multa será de UF 12. Podrá ampliarse.',
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['same', 'changed', 'same', 'added']);
    expect(side(rows[1], 'added')).toBe('El plazo será de 180 días.');
    expect(side(rows[1], 'removed')).toBe('El plazo será de 210 días corridos.');
    expect(rows[1]?.pieces.some(({ kind, text }) => kind === 'removed' && text.includes('180'))).toBe(true);
    expect(countChanges(rows)).toBe(2);
  });

  it('do not differ by how programs write spaces, quotation marks and dashes', () => {
    expect(countChanges(rowsOf('La  «obra» – etapa 1', 'La "obra" - etapa 1'))).toBe(0);
  });

  it('pair a sentence with the one that it became, not with its neighbour', () => {
    const rows = rowsOf(
      'Se pagará a 30 días. El retiro de escombros es del Contratista.',
      'Se agrega un anexo nuevo. El retiro de escombros es del Subcontratista. Se pagará a 45 días.',
    );
    expect(rows.map((row) => [side(row, 'added'), side(row, 'removed')])).toEqual([
      ['Se pagará a 30 días.', ''],
      ['', 'Se agrega un anexo nuevo.'],
      ['El retiro de escombros es del Contratista.', 'El retiro de escombros es del Subcontratista.'],
      ['', 'Se pagará a 45 días.'],
    ]);
  });

  it('keep every sentence of both, whatever changed', () => {
    const before = Array.from({ length: 60 }, (_, n) => `Cláusula ${n} con ${n * 7} metros.`);
    const after = before.flatMap((each, n) =>
      n % 7 === 0 ? [] : n % 5 === 0 ? [each.replace('metros', 'metros cúbicos'), `Nueva ${n}.`] : [each],
    );
    const rows = rowsOf(before.join('\n'), after.join('\n'));
    const all = (left: 'added' | 'removed') => rows.map((row) => side(row, left)).filter(Boolean);
    expect(all('added')).toEqual(before);
    expect(all('removed')).toEqual(after);
  });

  it('that are too different are said to be', () => {
    const words = (seed: number) =>
      Array.from({ length: 30_000 }, (_, at) => `palabra${(at * seed) % 99_991}`).join('\n');
    const text = (seed: number) => ({ text: words(seed), breaks: 'paragraphs' }) as const;
    expect(compareTexts(text(7), text(13), 1)).toEqual({ fault: 'different' });
  });
});

describe('two texts of which only the beginning is known', () => {
  const cutText = (text: string) => ({ text, breaks: 'paragraphs', cut: true }) as const;
  const words = Array.from({ length: 40 }, (_, n) => `Cláusula ${n} con ${n * 7} metros.`);
  const changesOf = (before: string, after: string): number => {
    const result = compareTexts(cutText(before), cutText(after));
    return 'rows' in result ? countChanges(result.rows) : Number.NaN;
  };

  it('do not differ by where they were cut', () => {
    const text = words.join('\n');
    expect(changesOf(text, text.slice(0, -9))).toBe(0);
    // One sentence put in before moves the last ones beyond the cut.
    const longer = ['Cláusula nueva sobre el retiro de escombros.', ...words].join('\n');
    expect(changesOf(text, longer.slice(0, text.length))).toBe(1);
  });

  it('differ by what changed before that', () => {
    const text = words.join('\n');
    expect(changesOf(text, text.replace('140 metros', '150 metros'))).toBe(1);
  });
});

describe('sentences', () => {
  const texts = (text: string, breaks: 'paragraphs' | 'lines' = 'paragraphs') =>
    sentencesOf(text, breaks).map((each) => each.text);

  it('do not end with abbreviations, initials, amounts or numbers of clauses', () => {
    expect(
      texts('1. El Sr. Pérez paga UF 1.500,50 según el art. 5 del D.S. 594. Firma J. Soto. Fin.'),
    ).toEqual(['1. El Sr. Pérez paga UF 1.500,50 según el art. 5 del D.S. 594.', 'Firma J. Soto.', 'Fin.']);
  });

  it('go on over the ends of a page’s lines', () => {
    const page = [
      'SEGUNDO. El contratista deberá presentar, junto con cada estado de pago, el',
      'certificado de la Inspección del Trabajo que acredite el pago de las',
      'cotizaciones.',
      'a) Copia del contrato',
      'b) Copia del anexo',
      'El plazo será de 210 días corridos desde la entrega de terreno, que firmará',
      'Ana Soto.',
    ].join('\n');
    expect(texts(page, 'lines')).toEqual([
      'SEGUNDO.',
      'El contratista deberá presentar, junto con cada estado de pago, el certificado de la Inspección del Trabajo que acredite el pago de las cotizaciones.',
      'a) Copia del contrato',
      'b) Copia del anexo',
      'El plazo será de 210 días corridos desde la entrega de terreno, que firmará Ana Soto.',
    ]);
  });

  it('are the same after a word moved the ends of all lines that follow', () => {
    const words =
      'El contratista entrega la obra en el plazo que fija este contrato y sus anexos técnicos'.split(' ');
    const page = (list: string[], width: number) => {
      const lines = [''];
      for (const word of list) {
        const last = lines.at(-1) ?? '';
        if (last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`.trim();
        else lines.push(word);
      }
      return lines;
    };
    const long = Array.from({ length: 6 }, () => words).flat();
    expect(
      rowsOf(page(long, 60).join('\n'), page(long, 50).join('\n'), 'lines').map(({ kind }) => kind),
    ).toEqual(['same']);
  });
});

describe('the rows that are shown', () => {
  const row = (kind: Row['kind'], text: string, paragraph: number): Row => ({
    kind,
    pieces: [{ kind: kind === 'changed' ? 'same' : kind, text }],
    paragraph,
  });
  const same = (count: number, from: number) =>
    Array.from({ length: count }, (_, n) => row('same', `Igual ${from + n}.`, from + n));

  it('fold what is equal, but for what stands beside a change', () => {
    const rows = [...same(10, 0), row('added', 'Nuevo.', 10), ...same(4, 11), row('removed', 'Viejo.', 15)];
    const shown = shownRows(rows);
    expect(shown.map((each) => (each.kind === 'folded' ? each.rows.length : each.kind))).toEqual([
      8,
      'same',
      'same',
      'added',
      'same',
      'same',
      'same',
      'same',
      'removed',
    ]);
  });

  it('join the equal sentences of a paragraph', () => {
    const [first, second] = shownRows([
      row('same', 'Uno.', 0),
      row('same', 'Dos.', 0),
      row('added', 'Tres.', 0),
    ]);
    expect(first).toMatchObject({ kind: 'same', pieces: [{ text: 'Uno. Dos.' }] });
    expect(second).toMatchObject({ kind: 'added' });
  });
});
