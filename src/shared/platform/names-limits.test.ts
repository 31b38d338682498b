import { describe, expect, it } from 'vitest';
import {
  diskName,
  fileNameProblem,
  folderNameProblem,
  isCovered,
  libraryNameProblem,
  splitExtension,
  titleFromFileName,
  uniqueDiskName,
} from './names.ts';

describe('names at their limits', () => {
  it('a library is called like a folder, and not like the one that desktops keep beside it', () => {
    expect(libraryNameProblem('Calidad')).toBeUndefined();
    expect(['Retirados', 'RETIRADOS', 'CON', ''].map(libraryNameProblem)).toEqual([
      'reserved',
      'reserved',
      'reserved',
      'empty',
    ]);
  });

  it('a file has 255 characters at most, a folder 240 bytes', () => {
    expect([255, 256].map((count) => fileNameProblem('a'.repeat(count)))).toEqual([undefined, 'too_long']);
    expect([240, 241].map((count) => folderNameProblem('a'.repeat(count)))).toEqual([undefined, 'too_long']);
    expect([120, 121].map((count) => folderNameProblem('ñ'.repeat(count)))).toEqual([undefined, 'too_long']);
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
});
