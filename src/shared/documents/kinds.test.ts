import { describe, expect, it } from 'vitest';
import { DEFAULT_SCOPE, isScope, SCOPE_LABELS } from '../access/scopes.ts';
import {
  canFollow,
  creationStates,
  isRecordState,
  nextStates,
  STATE_NONE,
  STATES,
  stateRow,
  TRANSITIONS,
} from '../access/states.ts';
import { formatRut, parseRut } from '../people/rut.ts';
import { fileKind, isAllowedName, looksExecutable } from '../platform/file-kinds.ts';

describe('record states (spec §4)', () => {
  it('keeps every row at the index of its value', () => {
    for (const [index, row] of STATES.entries()) expect(row.value).toBe(index);
  });
  it('are those of the specification, each with its word, its action and the role that leads to it', () => {
    expect(STATES.map(({ name, label, action, role }) => [name, label, action, role])).toEqual([
      ['draft', 'Borrador', 'revert', 'upload'],
      ['approved', 'Aprobado', 'approve', 'review'],
      ['rejected', 'Rechazado', 'reject', 'review'],
      ['published', 'Publicado', 'publish', 'publish'],
      ['obsolete', 'Obsoleto', 'deprecate', 'publish'],
      ['pending_review', 'Revisión pendiente', 'requestReview', 'upload'],
      ['pending_publication', 'Publicación pendiente', 'requestPublication', 'review'],
    ]);
    const all = ['upload', 'review', 'publish'] as const;
    expect(STATES.map(({ value }) => nextStates(value, all))).toEqual([
      [5, 1, 2],
      [6, 3, 0],
      [0, 5],
      [4, 0],
      [0],
      [1, 2, 0],
      [3, 2, 0],
    ]);
    expect(isRecordState(STATE_NONE)).toBe(false);
  });
  it('offers only what the graph and the roles allow', () => {
    expect(nextStates(0, ['upload'])).toEqual([5]);
    expect(nextStates(0, ['review'])).toEqual([1, 2]);
    expect(nextStates(5, ['upload', 'review'])).toEqual([1, 2, 0]);
    expect(nextStates(1, ['publish'])).toEqual([3]);
    expect(nextStates(3, [])).toEqual([]);
  });
  it('knows its own numbers and no others', () => {
    expect([0, 6, -1, 7, 1.5, '1', null].map(isRecordState)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(stateRow(3).name).toBe('published');
    expect(() => stateRow(9 as never)).toThrow('no such record state: 9');
    expect([canFollow(0, 5), canFollow(0, 3)]).toEqual([true, false]);
  });
  it('lets no state lead to itself', () => {
    for (const [from, targets] of Object.entries(TRANSITIONS)) expect(targets).not.toContain(Number(from));
  });
  it('lets a creator choose any state whose role they hold', () => {
    expect(creationStates(['upload'])).toEqual([0, 5]);
    expect(creationStates(['publish'])).toEqual([3, 4]);
    expect(creationStates([])).toEqual([]);
  });
});

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

describe('RUT', () => {
  it.each([
    ['76.412.905-9', '76412905-9'],
    ['76.412.905-8', null],
    ['11.111.111-1', '11111111-1'],
    ['12345678-5', '12345678-5'],
    ['10.000.013-K', '10000013-K'],
    ['10000013k', '10000013-K'],
    ['1-9', null],
    ['12.345.670-K', '12345670-K'],
    ['x76412905-9', null],
    ['76412905-99', null],
    ['12345678-9', null],
  ])('%s → %s', (text, parsed) => expect(parseRut(text)).toBe(parsed));
  it('writes dots', () => {
    expect(formatRut('11111111-1')).toBe('11.111.111-1');
    expect(formatRut('764129-K')).toBe('764.129-K');
  });
});

it('a scope is one of four words, and internal where nobody chose', () => {
  expect(SCOPE_LABELS).toEqual({
    public: 'Público',
    internal: 'Interno',
    restricted: 'Restringido',
    confidential: 'Confidencial',
  });
  expect(DEFAULT_SCOPE).toBe('internal');
  expect(['public', 'confidential', 'secret', ''].map(isScope)).toEqual([true, true, false, false]);
});
