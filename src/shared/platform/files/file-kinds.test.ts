import { describe, expect, it } from 'vitest';
import { extensionOf, FILE_KINDS, fileKind } from './file-kinds.ts';

describe('file kinds (docs/domain/README.md)', () => {
  it.each([
    ['Contrato.PDF', 'pdf'],
    ['Matriz de riesgos.xlsx', 'spreadsheet'],
    ['nomina.csv', 'spreadsheet'],
    ['foto', 'other'],
    ['.gitignore', 'other'],
    ['a.b.docx', 'word'],
  ])('%s is %s', (name, kind) => expect(fileKind(name)).toBe(kind));
  /** The groups of the specification, in its order. */
  const KINDS = {
    image: 'png jpg jpeg gif webp avif bmp tif tiff svg heic dwg dxf',
    video: 'mp4 webm mov mkv avi m4v',
    audio: 'mp3 wav ogg m4a flac aac opus',
    pdf: 'pdf',
    presentation: 'pptx ppt ppsx odp',
    spreadsheet: 'xlsx xls xlsm ods csv tsv',
    word: 'docx doc odt rtf',
    text: 'txt md log eml msg',
    code: 'json xml html htm css js ts py sql yml yaml ini toml',
    archive: 'zip 7z rar tar gz tgz bz2 xz',
    other: 'bak rvt x',
  };
  it('are known by the extension, for each program that people use', () => {
    expect(FILE_KINDS).toEqual(Object.keys(KINDS));
    for (const [kind, extensions] of Object.entries(KINDS))
      for (const extension of extensions.split(' '))
        expect(fileKind(`Acta.${extension}`), extension).toBe(kind);
  });
  it.each([
    ['Acta.PDF', 'pdf'],
    ['acta.tar.gz', 'gz'],
    ['acta', ''],
    ['.pdf', ''],
    ['a.pdf', 'pdf'],
    ['acta.', ''],
    ['', ''],
  ])('the extension of %j is %j', (name, extension) => expect(extensionOf(name)).toBe(extension));
  it('falls back to the media type', () => expect(fileKind('foto', 'image/x-raw')).toBe('image'));
  it.each([
    ['video/x-raw', 'video'],
    ['audio/x-raw', 'audio'],
    ['text/x-raw', 'text'],
    ['application/x-raw', 'other'],
  ])('falls back to %s', (type, kind) => expect(fileKind('sin nombre', type)).toBe(kind));
});
