import { expect, it } from 'vitest';
import { languageOf } from './code/languages.ts';
import { previewKind } from './kinds.ts';
import { fold, placesOf } from './pdf/fold.ts';
import { zoomSteps } from './pdf/zoom-steps.ts';
import { parseTable, SHOWN_COLUMNS } from './texts/text.ts';
import { stepFrom } from './zoom/zoom.tsx';

it('shows a file that ends like what every object has as one of no known kind', () => {
  for (const word of ['constructor', 'toString', '__proto__']) {
    expect(previewKind(`plano.${word}`, 'application/octet-stream')).toBeUndefined();
    expect(languageOf(word, 'x')).toBeUndefined();
  }
});

it('shows each kind of file its own way', () => {
  const kinds = [
    'a.pdf',
    'a.DOCX',
    'a.xlsm',
    'a.pptx',
    'a.odt',
    'a.rtf',
    'a.eml',
    'a.mp3',
    'a.webm',
    'a.svg',
    'a.csv',
    'a.html',
    'a.md',
    'a.TIF',
  ];
  expect(kinds.map((name) => previewKind(name, ''))).toEqual([
    ...[
      'pdf',
      'word',
      'sheet',
      'slides',
      'odf',
      'rtf',
      'mail',
      'audio',
      'video',
      'image',
      'text',
      'text',
      'text',
      'scan',
    ],
  ]);
  for (const name of ['a.doc', 'a.xls', 'a.dwg', 'a.zip', 'sin extensión'])
    expect(previewKind(name, '')).toBeUndefined();
});

it('finds words in a PDF whatever their accents, letter by letter', () => {
  expect(fold('Aprobación ÑANDÚ\nİ')).toHaveLength('Aprobación ÑANDÚ\nİ'.length);
  expect(placesOf(fold('La Aprobación y la aprobacion'), fold('APROBACIÓN'), 10)).toEqual([3, 19]);
  expect(placesOf('aaaa', 'aa', 10)).toEqual([0, 2]);
  expect(placesOf('aaaa', 'a', 2)).toEqual([0, 1]);
});

it('cuts a table that is too wide', () => {
  const table = parseTable(`${'a;'.repeat(SHOWN_COLUMNS + 5)}\n1;2`);
  expect(table.head).toHaveLength(SHOWN_COLUMNS);
  expect(table.cutColumns).toBe(true);
});

it('zooms by steps, also from between two', () => {
  expect(stepFrom([0.5, 1, 2], 0.7, 1)).toBe(1);
  expect(stepFrom([0.5, 1, 2], 0.7, -1)).toBe(0.5);
  expect(stepFrom([0.5, 1, 2], 2, 1)).toBe(2);
  // A picture that is fitted to a narrow pane is smaller than the first step.
  expect(stepFrom([0.5, 1, 2], 0.1, -1)).toBe(0.1);
});

it.each([
  ['A4 in a wide pane', 794, 760, [0.25, 4]],
  ['A0 in a wide pane', 3179, 760, [0.1, 4]],
  ['A0 on a phone', 3179, 340, [0.05, 4]],
  ['a ticket, which is large already', 219, 760, [1, 16]],
  ['a page that claims to be enormous', 1e9, 760, [undefined, undefined]],
])('zooms %s around its size on paper', (_, paper, shown, [first, last]) => {
  const steps = zoomSteps(paper, shown / paper);
  expect([steps[0], steps.at(-1)]).toEqual([first, last]);
});
