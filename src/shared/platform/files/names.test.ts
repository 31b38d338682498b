import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldedKey } from '../texts/sort-key.ts';
import { isIgnored } from './ignored-names.ts';
import {
  clashKey,
  copyBesideName,
  DISK_NAME_BYTES,
  diskKey,
  diskName,
  fileNameProblem,
  folderNameProblem,
  titleFromFileName,
  uniqueDiskName,
} from './names.ts';

const bytes = (text: string) => new TextEncoder().encode(text).length;

describe('clashKey', () => {
  test.each([
    ['Acta.docx', 'acta.docx'],
    ['Año', 'An\u0303o'],
    ['ÑANDÚ', 'ñandu\u0301'],
    ['Familia 👨‍👩‍👧', 'Familia 👨👩👧'],
    ['e\u034f\u0301l', 'él'],
  ])('%s and %s are one name', (a, b) => {
    expect(clashKey(a)).toBe(clashKey(b));
  });

  // One of each range of Unicode's default ignorable code points, and those that were found in names.
  test.each([
    0xad, 0x34f, 0x61c, 0x17b4, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d, 0x200f, 0x2060, 0x206f, 0xfe00,
    0xfe0e, 0xfe0f, 0xfeff, 0xfff0, 0xfff9, 0xfffb, 0xfffc, 0x13430, 0x1343f, 0x13441, 0x13442, 0x16fe4,
    0x1d159, 0x1bca0, 0x1d173, 0xe0001, 0xe0041, 0xe007f, 0xe0100, 0xe01ef,
  ])('is the same with U+%x anywhere', (point) => {
    const invisible = String.fromCodePoint(point);
    for (const name of ['Acta.pdf', '❤.pdf', '葛城', 'می', '1️⃣'])
      for (const twin of [`${invisible}${name}`, `${name} ${invisible}`, [...name].join(invisible)])
        expect(clashKey(twin)).toBe(clashKey(name));
  });

  test.each([0x115f, 0x1160, 0x3164, 0xffa0])('has a space for the Hangul filler U+%x', (point) => {
    const filler = String.fromCodePoint(point);
    for (const twin of [
      `Acta${filler}2024`,
      `Acta ${filler}2024`,
      `${filler}Acta 2024`,
      `Acta 2024${filler}`,
    ])
      expect([clashKey(twin), foldedKey(twin)]).toEqual(['acta 2024', 'acta 2024']);
  });

  test('is never empty', () => {
    for (const name of ['\u3164', '\u034f', ' \u200d ', '\ufe0f\u{e0041}'])
      expect(clashKey(name)).not.toBe('');
  });

  test('is its own key', () => {
    const invisible = fc.constantFrom('\u034f', '\u3164', '\ufffc', '\u200d', '\ufe0f', '\u{e0041}', ' ');
    const names = fc.string({ unit: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 1 }), invisible) });
    fc.assert(fc.property(names, (s) => clashKey(clashKey(s)) === clashKey(s)));
  });
});

describe('diskName', () => {
  test.each([
    ['Informe final.docx', 'Informe final.docx'],
    ['An\u0303o.pdf', 'Año.pdf'],
    ['CON.docx', '_CON.docx'],
    ['con', '_con'],
    ['Lpt1.txt', '_Lpt1.txt'],
    ['COM¹.txt', '_COM¹.txt'],
    ['CONTRATO.docx', 'CONTRATO.docx'],
    ['Informe. ', 'Informe'],
    ['Informe...', 'Informe'],
    ['..', 'documento'],
    ['.', 'documento'],
    ['', 'documento'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['..\\secreto.txt', '.._secreto.txt'],
    ['a<b>:"|?*.pdf', 'a_b______.pdf'],
    ['a\u0000b\u001f\n.pdf', 'ab.pdf'],
    ['factura\u202efdp.exe', 'facturafdp.exe'],
    ['~$forme.docx', '_~$forme.docx'],
    ['borrador.tmp', '_borrador.tmp_'],
    ['.legajo', '_.legajo'],
    ['Thumbs.db', '_Thumbs.db'],
    ['\ud800.txt', '_.txt'],
  ])('%j lies on the disk as %j', (wanted, expected) => {
    expect(diskName(wanted)).toBe(expected);
  });

  test('a long name is cut before its extension, within a whole character', () => {
    const name = diskName(`${'ñ'.repeat(300)}.docx`);
    expect(name.endsWith('ñ.docx')).toBe(true);
    expect(bytes(name)).toBeLessThanOrEqual(DISK_NAME_BYTES);
  });

  const anyName = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({
      unit: fc.constantFrom('.', ' ', '/', '\\', '~', '$', '*', 'CON', 'ñ', '.tmp', '😀'),
      maxLength: 80,
    }),
  );

  test('of anything is a name for every disk, and stays as it is', () => {
    fc.assert(
      fc.property(anyName, (wanted) => {
        const name = diskName(wanted);
        expect(diskName(name)).toBe(name);
        expect(folderNameProblem(name)).toBeUndefined();
        expect(bytes(name)).toBeLessThanOrEqual(DISK_NAME_BYTES);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('uniqueDiskName', () => {
  test.each([
    ['Acta.docx', [], 'Acta.docx'],
    ['Acta.docx', ['acta.docx'], 'Acta (2).docx'],
    ['acta.docx', ['Acta.docx', 'ACTA (2).docx'], 'acta (3).docx'],
    ['An\u0303o', ['Año'], 'Año (2)'],
    ['.gitignore', ['.gitignore'], '.gitignore (2)'],
  ])('%s beside %j is %s', (wanted, taken, expected) => {
    expect(uniqueDiskName(wanted, new Set(taken.map(clashKey)))).toBe(expected);
  });

  test('never clashes, however many there are and however long they are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'A', 'á', 'a\u0301', 'ñ'.repeat(200)), { maxLength: 30 }),
        (all) => {
          const taken = new Set<string>();
          for (const wanted of all) {
            const name = uniqueDiskName(wanted, taken);
            expect(taken.has(clashKey(name))).toBe(false);
            expect(bytes(name)).toBeLessThanOrEqual(DISK_NAME_BYTES);
            taken.add(clashKey(name));
          }
        },
      ),
    );
  });
});

test.each([
  ['Informe.docx', undefined],
  ['CON.docx', undefined],
  ['a:b.pdf', undefined],
  ['', 'empty'],
  ['   ', 'empty'],
  ['../x.pdf', 'path'],
  ['..', 'path'],
  ['c\\x.pdf', 'path'],
  ['a\u0000.pdf', 'control'],
  ['a\r\nb.pdf', 'control'],
  ['a\u202eb.pdf', 'control'],
  ['x'.repeat(256), 'too_long'],
  [`${'ñ'.repeat(125)}.pdf`, undefined],
  [`${'ñ'.repeat(126)}.pdf`, 'too_long'],
  [`${'n\u0303'.repeat(125)}.pdf`, undefined],
])('fileNameProblem(%j) is %s', (name, expected) => {
  expect(fileNameProblem(name)).toBe(expected);
});

test.each([
  ['Obra norte', undefined],
  ['Obra: norte', undefined],
  ['nul', undefined],
  ['.legajo', undefined],
  ['Excavaciones Maipo Ltda.', undefined],
  ['Constructora Andes S.A.', undefined],
  ['¿Y esto?', undefined],
  ['...', 'empty'],
  ['a/b', 'path'],
  ['Obra\u202e', 'control'],
  ['ñ'.repeat(130), undefined],
  ['ñ'.repeat(256), 'too_long'],
])('folderNameProblem(%j) is %s', (name, expected) => {
  expect(folderNameProblem(name)).toBe(expected);
});

test.each([
  '.git',
  '.GIT',
  'git~1',
  '.hg',
  '.vscode',
  '.ssh',
  '.envrc',
  '.npmrc',
  '.bashrc',
  'authorized_keys',
])(
  '%s, which programs obey where they find it, has another name on disks, and is not sent from there',
  (name) => {
    expect(isIgnored(name)).toBe(true);
    expect(diskName(name)).toBe(`_${name}`);
    expect(isIgnored(diskName(name))).toBe(false);
  },
);

test('names that are one on a disk have one key', () => {
  expect(new Set(['Maipo Ltda.', 'maipo ltda', 'MAIPO LTDA..', ' Maipo Ltda '].map(diskKey)).size).toBe(1);
  expect(diskKey('Maipo S.A.')).not.toBe(diskKey('Maipo SA'));
});

test('copyBesideName is as the design writes it', () => {
  const at = new Date(2026, 2, 7, 11, 30);
  expect(copyBesideName('Informe.docx', 'Ana Pérez', at)).toBe(
    'Informe (copia de Ana Pérez 2026-03-07 11.30).docx',
  );
  expect(copyBesideName('Informe', 'Ana/Pérez', at)).toBe('Informe (copia de Ana_Pérez 2026-03-07 11.30)');
});

test.each([
  ['~$forme.docx', true],
  ['.~lock.Informe.odt#', true],
  ['~WRL0003.tmp', true],
  ['x.TMP', true],
  ['respaldo~', true],
  ['.ds_store', true],
  ['._Informe.docx', true],
  ['THUMBS.DB', true],
  ['a.crdownload', true],
  ['desktop.ini', true],
  ['.directory', true],
  ['Icon\r', true],
  ['Icon', false],
  ['Icon.png', false],
  ['directory', false],
  ['.legajo-root', true],
  ['Informe.docx', false],
  ['temporal.docx', false],
  ['plano.bak', false],
  // Programs' own files.
  ['.acta.txt.swp', true],
  ['.acta.txt.swo', true],
  ['.acta.txt.swx', true],
  ['.acta.txt.swpx', true],
  ['.swp', true],
  ['#acta.txt#', true],
  ['.#acta.txt', true],
  ['.goutputstream-X1B2C3', true],
  ['.fuse_hidden0000001a00000002', true],
  ['.nfs00000000012a45b600000001', true],
  ['acta.pdf.filepart', true],
  ['acta.pdf.partial', true],
  ['acta.pdf.opdownload', true],
  ['.acta.txt.aB3dE9', true],
  ['.acta.txt.QwErTy', true],
  ['Informe.docx.sb-1a2b3c4d-Xy12Zk', true],
  ['lu1234abcd.tmp', true],
  ['torre.sv$', true],
  ['torre.dwl2', true],
  ['base.laccdb', true],
  // What people name their documents.
  ['animación.swf', false],
  ['manual.swp', false],
  ['.plano.svg', false],
  ['.nfs', false],
  ['Acta #3', false],
  ['#3 Acta.docx', false],
  ['Informe parcial.docx', false],
  ['.notas.backup', false],
  ['.notas.sqlite', false],
  ['.Notas.Backup', false],
  ['.acta.202611', false],
  ['acta.txt.aB3dE9', false],
  ['torre.asd', false],
])('isIgnored(%s) is %s', (name, expected) => {
  expect(isIgnored(name)).toBe(expected);
});

test('what only looks like a temporary file is no temporary file', () => {
  expect(isIgnored('informe.t\u034fmp')).toBe(false);
  expect(folderNameProblem('Temporal.t\u034fmp')).toBeUndefined();
});

test('own patterns are added to the built-in ones', () => {
  expect(isIgnored('plano.BAK', ['*.bak'])).toBe(true);
  expect(isIgnored('plano(1).bak', ['plano(?).bak'])).toBe(false);
});

test.each([
  ['Informe de avance.docx', 'Obra', 'Informe de avance'],
  ['a.txt', 'Calidad', 'Calidad a.txt'],
  ['a', 'X', 'Documento X a'],
  [`${'x'.repeat(100)}.pdf`, 'Obra', 'x'.repeat(80)],
])('titleFromFileName(%s, %s) is %s', (file, folder, expected) => {
  expect(titleFromFileName(file, folder)).toBe(expected);
});
