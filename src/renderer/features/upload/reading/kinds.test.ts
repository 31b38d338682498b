import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readKind } from './kinds.ts';

describe('how a file is read', () => {
  it('is told by its name and its bytes together', () => {
    const zip = strToU8('PK\u0003\u0004…');
    expect(readKind('Acta.DOCX', zip)).toBe('office');
    expect(readKind('acta.pdf', zip)).toBe('office');
    expect(readKind('acta.docx', strToU8('%PDF-1.7'))).toBe('pdf');
    expect(readKind('acta.pdf', strToU8('\nHP LaserJet\n%PDF-1.4'))).toBe('pdf');
    expect(readKind('acta.pdf', strToU8('no es un PDF'))).toBeUndefined();
    // An office document with a password, or of the nineties.
    expect(readKind('acta.docx', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]))).toBeUndefined();
    expect(readKind('correo.eml', strToU8('From: ana@obra.test'))).toBe('mail');
    expect(readKind('notas.md', strToU8('# Notas'))).toBe('markdown');
    expect(readKind('notas.txt', strToU8('Se lee un %PDF- aquí'))).toBe('text');
    expect(readKind('tabla.csv', new Uint8Array())).toBe('table');
  });
  it('is unknown for other kinds, whatever is in them', () => {
    for (const name of ['a.zip', 'a.doc', 'a.png', 'a.html', 'pdf', 'a'])
      expect(readKind(name, strToU8('%PDF-1.7'))).toBeUndefined();
  });
});
