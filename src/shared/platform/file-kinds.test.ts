import { describe, expect, it } from 'vitest';
import { fileKind, isAllowedName, looksExecutable } from './file-kinds.ts';

describe('file kinds (spec §3)', () => {
  it.each([
    ['Contrato.PDF', 'pdf'],
    ['Matriz de riesgos.xlsx', 'spreadsheet'],
    ['nomina.csv', 'spreadsheet'],
    ['foto', 'other'],
    ['.gitignore', 'other'],
    ['a.b.docx', 'word'],
  ])('%s is %s', (name, kind) => expect(fileKind(name)).toBe(kind));
  it('falls back to the media type', () => expect(fileKind('foto', 'image/x-raw')).toBe('image'));
  it.each([
    ['video/x-raw', 'video'],
    ['audio/x-raw', 'audio'],
    ['text/x-raw', 'text'],
    ['application/x-raw', 'other'],
  ])('falls back to %s', (type, kind) => expect(fileKind('sin nombre', type)).toBe(kind));
  it('refuses programs by name and by first bytes', () => {
    expect(isAllowedName('informe.pdf.exe')).toBe(false);
    expect(isAllowedName('informe.pdf')).toBe(true);
    expect(looksExecutable(new Uint8Array([0x4d, 0x5a, 0x90]))).toBe(true);
    for (const head of ['7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', '2321'])
      expect(looksExecutable(Buffer.from(`${head}00`, 'hex')), head).toBe(true);
    expect(looksExecutable(Buffer.from('feedfa00', 'hex'))).toBe(false);
    expect(looksExecutable(new TextEncoder().encode('%PDF-1.7'))).toBe(false);
    expect(looksExecutable(new Uint8Array())).toBe(false);
  });
});
