import { describe, expect, it } from 'vitest';
import { readBytes } from './testing/read-bytes.ts';
import { TEXT_BYTES } from './text-file.ts';

const read = (name: string, text: string | Uint8Array) =>
  readBytes(name, typeof text === 'string' ? new TextEncoder().encode(text) : text);

describe('a plain text', () => {
  it('has its heading as its title, and its day', async () => {
    expect(await read('acta.txt', 'Acta de entrega\r\n\r\nFecha: 12/03/2026\r\n')).toEqual({
      text: 'Acta de entrega\n\nFecha: 12/03/2026',
      title: 'Acta de entrega',
      date: '2026-03-12',
    });
    expect(await read('acta.txt', 'Nos reunimos\nen la obra')).toEqual({ text: 'Nos reunimos\nen la obra' });
  });
  it('is read in Windows-1252 where it is no UTF-8', async () => {
    const bytes = new Uint8Array([...'ACTA DE OBRA \u00d1U\u00d1OA\nx'].map((each) => each.charCodeAt(0)));
    expect((await read('acta.txt', bytes))?.title).toBe('Acta de obra ñuñoa');
  });
  it('is read from its beginning only', async () => {
    // What makes it no text is behind the beginning.
    expect(await read('largo.txt', `uno${' '.repeat(TEXT_BYTES)}\0`)).toEqual({ text: 'uno' });
    expect(await read('corto.txt', `uno${' '.repeat(TEXT_BYTES - 4)}\0`)).toEqual({ text: '' });
  });
  it('says nothing where it is none, or is empty', async () => {
    expect(await read('a.txt', new Uint8Array([1, 2, 0, 3]))).toEqual({ text: '' });
    expect(await read('a.txt', '')).toEqual({ text: '' });
  });
});

describe('a text in Markdown', () => {
  it.each([
    ['Párrafo.\n\n## Plan de **obra** [norte](https://a.test) ##\n', 'Plan de obra norte'],
    ['Plan de obra\n============\n\n# Otra', 'Plan de obra'],
    ['```\n# no es título\n```\n# Plan de `obra_norte`', 'Plan de obra_norte'],
    ['---\nautor: Ana\n---\n\n# Plan de obra', 'Plan de obra'],
    ['| a | b |\n|---|---|\n\n# Plan de obra', 'Plan de obra'],
  ])('has its first heading as its title: %j', async (text, title) => {
    expect((await read('plan.md', text))?.title).toBe(title);
  });
  it('has none without a heading', async () => {
    expect(await read('plan.md', 'Plan de obra\n\nTexto')).toEqual({ text: 'Plan de obra\n\nTexto' });
  });
});

it('a table says its day and no title', async () => {
  expect(await read('horas.csv', 'Horas de marzo\nFecha;12/03/2026\nRUT;Horas')).toEqual({
    text: 'Horas de marzo\nFecha;12/03/2026\nRUT;Horas',
    date: '2026-03-12',
  });
});
