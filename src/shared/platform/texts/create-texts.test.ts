import { describe, expect, it } from 'vitest';
import { createTexts } from './create-texts.ts';

const t = createTexts({
  taken: 'Ya hay una biblioteca con ese nombre.',
  found: {
    label: 'Ya hay una etiqueta «{{name}}» en ese lugar.',
    documents_one: 'un documento',
    documents_many: '{{count}} documentos',
    documents_other: '{{count}} documentos',
  },
});

describe('createTexts', () => {
  it('finds texts by key', () => {
    expect(t('taken')).toBe('Ya hay una biblioteca con ese nombre.');
  });

  it('chooses the plural form', () => {
    const counted = [0, 1, 2, 1_000, 1_000_000].map((count) => t('found.documents', { count }));
    expect(counted).toEqual([
      '0 documentos',
      'un documento',
      '2 documentos',
      '1000 documentos',
      '1000000 documentos',
    ]);
  });

  it.each([
    '',
    ' ',
    '$&',
    '$1',
    '$t(taken)',
    '{{name}}',
    '{{count}}',
    '<b>&amp;"\'',
    '\\',
    'ñ\n«»',
    '{{',
    '$t(',
  ])('inserts %j as it is', (name) => {
    expect(t('found.label', { name })).toBe(`Ya hay una etiqueta «${name}» en ese lugar.`);
  });

  it('throws if a value is missing', () => {
    expect(() => t('found.label')).toThrow('no value for {{name}}');
    expect(() => t('found.label', { other: 'x' })).toThrow('no value for {{name}}');
  });

  it('knows its keys', () => {
    // @ts-expect-error no such key
    expect(t('found.nothing')).toBe('found.nothing');
  });
});
