import { describe, expect, it } from 'vitest';
import { formatRut, parseRut } from './rut.ts';

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
    ['12345613-0', '12345613-0'],
    ['0764129-K', '764129-K'],
    ['x76412905-9', null],
    ['76412905-9x', null],
    ['76412905-K1', null],
    ['76412905-99', null],
    ['12345678-9', null],
  ])('%s → %s', (text, parsed) => expect(parseRut(text)).toBe(parsed));
  it('writes dots', () => {
    expect(formatRut('11111111-1')).toBe('11.111.111-1');
    expect(formatRut('764129-K')).toBe('764.129-K');
  });
});
