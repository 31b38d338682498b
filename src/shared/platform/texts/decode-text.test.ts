import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

describe('the text of bytes', () => {
  it('is UTF-8, and Latin-1 where it is none', () => {
    expect(decodeText(new TextEncoder().encode('Ñuñoa'))).toBe('Ñuñoa');
    expect(decodeText(new Uint8Array([0xd1, 0x75, 0xf1, 0x6f, 0x61]))).toBe('Ñuñoa');
    expect(decodeText(new Uint8Array([0xff, 0xfe, 0xd1, 0x00]))).toBe('Ñ');
  });
  it('may be cut within a character', () => {
    expect(decodeText(new TextEncoder().encode('Ñuñ').subarray(0, 4))).toBe('Ñu');
  });
});
