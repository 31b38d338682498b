import { expect, test } from 'vitest';
import { isNoise } from './system-noise.ts';

const letters = (text: string) => new TextEncoder().encode(text);
const wide = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));

test.each<[string, Uint8Array, boolean]>([
  ['.DS_Store', new Uint8Array([0, 0, 0, 1, 0x42, 0x75, 0x64, 0x31, 9]), true],
  ['.DS_Store', letters('lo que alguien escribió'), false],
  ['Thumbs.db', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), true],
  ['THUMBS.DB', new Uint8Array(), true],
  ['Thumbs.db', letters('PK'), false],
  ['desktop.ini', letters('[.ShellClassInfo]\r\nIconResource=x'), true],
  ['Desktop.ini', wide('[.ShellClassInfo]'), true],
  ['desktop.ini', letters('contraseña: hola'), false],
  ['.directory', letters('[Desktop Entry]\nIcon=x'), true],
  ['.directory', letters('notas'), false],
  ['Icon\r', new Uint8Array(), true],
  ['Icon\r', letters('x'), false],
  ['._Plano.pdf', new Uint8Array([0, 5, 0x16, 7]), true],
  ['._Plano.pdf', letters('%PDF'), false],
  ['Minuta.tmp', new Uint8Array(), false],
  ['Presupuesto.xlsx~', new Uint8Array(), false],
])('%j with %j is a system’s own: %s', (name, start, is) => {
  expect(isNoise(name, start.length, start)).toBe(is);
});

test('one that is larger than a system makes it is none', () => {
  expect(isNoise('desktop.ini', 1 << 20, letters('[.ShellClassInfo]'))).toBe(false);
});
