import { describe, expect, it } from 'vitest';
import { isNamedByMachine, withContent } from './look-inside.ts';
import { documentOf } from './steps.ts';

describe('names of files that say nothing', () => {
  it.each([
    'scan0001.pdf',
    'Scan_20261112_093012.pdf',
    'IMG_2034.jpg',
    'Documento1.docx',
    'Nuevo documento (3).docx',
    '20261112.pdf',
    'WhatsApp Image 2026-11-12 at 09.30.12.jpeg'.replace(' at', ''),
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301.pdf',
  ])('%s', (name) => expect(isNamedByMachine(name)).toBe(true));

  it.each([
    'Acta 12.docx',
    'Contrato F30-1.pdf',
    'doc legal.pdf',
    'Scanner de obra.pdf',
    'N° 45 permiso.pdf',
  ])('but not %s', (name) => expect(isNamedByMachine(name)).toBe(false));
});

describe('what a file says', () => {
  const document = (name: string) => documentOf('d1', { name, type: '', size: 1, lastModified: 0 });
  const said = { text: '', title: 'Contrato de arriendo' };

  it('is the title where the name says nothing', () => {
    expect(withContent(document('scan0001.pdf'), said).title).toBe('Contrato de arriendo');
  });
  it('is only offered where the name says something, or somebody wrote a title', () => {
    expect(withContent(document('Arriendo bodega.pdf'), said)).toMatchObject({
      title: 'Arriendo bodega',
      said,
    });
    const written = { ...document('scan0001.pdf'), title: 'Mi título' };
    expect(withContent(written, said).title).toBe('Mi título');
  });
});
