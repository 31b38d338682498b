import { describe, expect, it } from 'vitest';
import { isCovered, isIgnored } from './ignored-names.ts';
import {
  copyBesideName,
  diskName,
  fileNameProblem,
  folderNameProblem,
  libraryNameProblem,
  splitExtension,
  titleFromFileName,
  uniqueDiskName,
} from './names.ts';

describe('names at their limits', () => {
  it('a library is called like a folder, and not like the one that desktops keep beside it', () => {
    expect(libraryNameProblem('Calidad')).toBeUndefined();
    expect(libraryNameProblem('Constructora Andes S.A.')).toBeUndefined();
    expect(['Retirados', 'RETIRADOS', 'Retirados.', ''].map(libraryNameProblem)).toEqual([
      'reserved',
      'reserved',
      'reserved',
      'empty',
    ]);
  });

  it('a file and a folder have 255 characters at most, whatever disks take', () => {
    expect([255, 256].map((count) => fileNameProblem('a'.repeat(count)))).toEqual([undefined, 'too_long']);
    expect([255, 256].map((count) => folderNameProblem('ñ'.repeat(count)))).toEqual([undefined, 'too_long']);
    expect(fileNameProblem(' .. ')).toBe('path');
  });

  it('an extension has 20 characters at most, its dot included', () => {
    expect(splitExtension(`Acta.${'x'.repeat(19)}`).stem).toBe('Acta');
    expect(splitExtension(`Acta.${'x'.repeat(20)}`).extension).toBe('');
  });

  it('are cut in the stem, between characters, to what a disk takes', () => {
    expect(diskName(`${'a'.repeat(236)}.pdf`)).toBe(`${'a'.repeat(236)}.pdf`);
    expect(diskName(`${'a'.repeat(237)}.pdf`)).toBe(`${'a'.repeat(236)}.pdf`);
    expect(diskName(`${'😀'.repeat(60)}.pdf`)).toBe(`${'😀'.repeat(59)}.pdf`);
    expect(uniqueDiskName(`${'a'.repeat(236)}.pdf`, new Set([`${'a'.repeat(236)}.pdf`]))).toBe(
      `${'a'.repeat(232)} (2).pdf`,
    );
  });

  it('a title has from 5 to 80 characters, none of them cut in two', () => {
    expect(titleFromFileName('Actas.pdf', 'Calidad')).toBe('Actas');
    expect(titleFromFileName('Acta.pdf', 'Calidad')).toBe('Calidad Acta.pdf');
    expect(titleFromFileName('a', 'b')).toBe('Documento b a');
    expect(titleFromFileName(' Acta  de\tcierre .pdf', 'Calidad')).toBe('Acta de cierre');
    expect(titleFromFileName(`${'a'.repeat(79)} b.pdf`, 'Calidad')).toBe('a'.repeat(79));
    expect(titleFromFileName(`${'a'.repeat(79)}😀.pdf`, 'Calidad')).toBe('a'.repeat(79));
    expect(titleFromFileName(`${'a'.repeat(78)}😀.pdf`, 'Calidad')).toBe(`${'a'.repeat(78)}😀`);
  });

  it('are covered by any of a person’s patterns, whatever their case', () => {
    expect(isCovered('Borrador.TXT', ['*.log', 'borrador*'])).toBe(true);
    expect(isCovered('Acta.txt', ['*.log', 'borrador*'])).toBe(false);
    expect(isCovered('x.tmp', [])).toBe(false);
  });

  it('of a file or a folder may end in dots, begin with one, and contain several', () => {
    for (const name of ['Informe..', 'Informe.', '.gitignore', '...', 'Obra 1..2.pdf', ' Acta.pdf '])
      expect(fileNameProblem(name), name).toBeUndefined();
    for (const name of ['Obra v1.2', '.gitignore', 'Falcon', 'Contratos', 'com', 'com10', 'Obra 2 norte'])
      expect(folderNameProblem(name), name).toBeUndefined();
    for (const name of ['Maipo Ltda.', 'Maipo y Cía.', ' Obra '])
      expect(folderNameProblem(name), name).toBeUndefined();
    expect(folderNameProblem('. .')).toBe('empty');
  });

  it('of half a character are refused, and on a disk have another sign in its place', () => {
    expect(['\ud800.txt', 'Acta \udc00'].map(fileNameProblem)).toEqual(['control', 'control']);
    expect(diskName('Acta \udc00 x')).toBe('Acta _ x');
    expect(fileNameProblem('Acta 😀.txt')).toBeUndefined();
  });

  it('of Windows’ devices are reserved with any extension and blanks, and not as a part of a word', () => {
    for (const name of [
      'CON',
      'con.txt',
      'Prn .txt',
      'aux  ',
      'com1',
      'LPT9.log',
      'CONIN$',
      'conout$.txt',
      'com³',
    ])
      expect(diskName(name), name).toMatch(/^_/);
    for (const name of [
      'Falcon.pdf',
      'Reconocer',
      'Auxiliar.txt',
      'com.txt',
      'COM10.txt',
      'Obra con.txt',
      'conin',
    ])
      expect(diskName(name), name).toBe(name);
  });

  it('lose all blanks before them on a disk, and dots and blanks behind them', () => {
    expect(diskName(' \t Acta final .pdf . .')).toBe('Acta final .pdf');
    expect(diskName(' . .. ')).toBe('documento');
    for (const blank of ['   ', '\u200b\u200b', '\u3164', '\u2800'])
      expect(diskName(`${blank}.txt`)).toBe('documento.txt');
    expect(diskName('.. .oculto')).toBe('.. .oculto');
  });

  it('are cut to a stem that may end as it did, or to a sign where nothing is left', () => {
    expect(diskName(`${'a'.repeat(235)} .pdf`)).toBe(`${'a'.repeat(235)} .pdf`);
    expect(diskName(`${'a'.repeat(235)} b.pdf`)).toBe(`${'a'.repeat(235)}.pdf`);
    expect(diskName(`${'.'.repeat(300)}.pdf`)).toBe('_.pdf');
  });

  it('of a copy say day and time with two digits each, and a long name of its person shortly', () => {
    const morning = new Date(2026, 10, 3, 9, 5);
    expect(copyBesideName('Acta.docx', 'Ana', morning)).toBe('Acta (copia de Ana 2026-11-03 09.05).docx');
    expect(copyBesideName('Acta.docx', 'ñ'.repeat(50), morning)).toBe(
      `Acta (copia de ${'ñ'.repeat(40)} 2026-11-03 09.05).docx`,
    );
    const long = copyBesideName(`${'a'.repeat(300)}.docx`, 'Ana', morning);
    expect(long).toMatch(/^a+ \(copia de Ana 2026-11-03 09\.05\)\.docx$/);
    expect(long).toHaveLength(240);
  });

  it.each([
    ['an empty one', '', ''],
    ['one without an extension', 'Acta', ''],
    ['one of two', 'Acta.tar', '.gz'],
    ['one that begins with a dot', '.gitignore', ''],
    ['one that ends with a dot', 'Acta', '.'],
  ])('are taken apart at the last dot: %s', (_which, stem, extension) => {
    expect(splitExtension(`${stem}${extension}`)).toEqual({ stem, extension });
  });

  it('of a title have a blank for each sign that cannot be written', () => {
    expect(titleFromFileName('Acta\u0000de\u0085cierre.pdf', 'Calidad')).toBe('Acta de cierre');
  });
});

describe('names of other programs’ files', () => {
  it.each([
    ['Office and LibreOffice', '~$a.docx .~a.odt .~lock.a.odt# ~WRD0001.tmp lu1.tmp'],
    ['systems', '.DS_Store ._a.docx Thumbs.db desktop.ini .directory ehthumbs.db'],
    [
      'browsers',
      'a.pdf.part a.crdownload .com.google.Chrome.x1 .org.chromium.Chromium.x1 a.download a.opdownload',
    ],
    ['other downloads', 'a.partial a.filepart a.fdmdownload a.aria2'],
    ['editors', 'a.txt~ #a.txt# .#a.txt .a.txt.kate-swp .goutputstream-X1 .fuse_hidden01'],
    ['AutoCAD, Access and InDesign', 'a.sv$ a.ac$ a.dwl a.dwl2 a.laccdb a.ldb a~b.idlk'],
    ['Nextcloud', '.a.docx.~1a2b .sync_1a2b.db .sync_1a.db-wal .owncloudsync.log .nextcloudsync.log.1'],
    ['Dropbox and Google Drive', '.dropbox .dropbox.attr .dropbox.cache .tmp.drivedownload .tmp.driveupload'],
    ['Legajo', '.legajo .legajo-1'],
  ])('never become documents: %s', (_whose, names) => {
    for (const name of names.split(' ')) expect(isIgnored(name), name).toBe(true);
  });

  it('are known by the whole of the name', () => {
    for (const name of [
      '',
      'a.dwl.pdf',
      'x.DS_Store',
      'desktop.ini.txt',
      'Acta.dropbox',
      'a.sv$x',
      'a.aria',
      'aria2',
    ])
      expect(isIgnored(name), name).toBe(false);
    for (const name of ['Acta.swp.pdf', 'x.nfs0123456789', '.nfs0123456789.pdf', 'a.sb-1a2b3c4d-Xy12Zk.pdf'])
      expect(isIgnored(name), name).toBe(false);
  });

  it('may have any sign where the pattern has none, a line break too', () => {
    expect(isIgnored('~$a\nb.docx')).toBe(true);
    expect(isIgnored('a\nb.log', ['*.log'])).toBe(true);
    expect(isCovered('a\nb.log', ['*.log'])).toBe(true);
    expect(isIgnored('a\nb.log', ['*.lo'])).toBe(false);
    expect(['x.log', 'log', 'a.log.pdf'].map((name) => isCovered(name, ['log']))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('of rsync end with six characters of chance: a digit or a capital within tells them from a word', () => {
    for (const chance of ['ab3de9', '1a2b3c', '12345a', 'qweRty', 'qwertY', 'a12345'])
      expect(isIgnored(`.acta.txt.${chance}`), chance).toBe(true);
    for (const word of [
      'backup',
      'Backup',
      '202611',
      'aB3dE',
      'aB3dE9x',
      'aB3dE9.txt',
      'aB-dE9',
      'sqlite.bak123x',
    ])
      expect(isIgnored(`.acta.txt.${word}`), word).toBe(false);
    expect(isIgnored('..aB3dE9')).toBe(false);
    expect(isIgnored('.aB3dE9')).toBe(false);
  });
});
