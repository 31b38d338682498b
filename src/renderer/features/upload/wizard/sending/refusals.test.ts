import '../../catalogue.ts';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../api/errors.ts';
import { catalogues } from '../../../../i18n/i18n.ts';
import { EmptyAnswer, findRefusedStep, refusalTitle, refusedFields } from './refusals.ts';

const text = (error: unknown): unknown => {
  const name = refusalTitle(error).replace('submit.', '');
  return (catalogues.upload as { submit: Record<string, string> }).submit[name];
};

describe('a submission that fails', () => {
  it('says the texts of the specification', {
    tags: ['spec-8.1-empty-answer', 'spec-8.1-status-400', 'spec-8.1-other-failure'],
  }, () => {
    expect(text(new EmptyAnswer())).toBe('Por favor revisa el Documento.');
    expect(text(new ApiError(400, 'invalid', 'x'))).toBe('Por favor revisa los datos.');
    for (const status of [0, 403, 404, 413, 415, 422, 500, 503]) {
      expect(text(new ApiError(status, 'other', 'x'))).toBe('No se pudo crear el Documento.');
    }
    expect(text(new TypeError('x'))).toBe('No se pudo crear el Documento.');
  });

  it('puts the server’s sentences at their fields', () => {
    const error = new ApiError(400, 'invalid', 'Revisa los datos marcados.', {
      title: 'Debe tener al menos 5 caracteres.',
      'file.name': 'El nombre no es válido.',
      'labels.0': 'No existe.',
    });
    expect(refusedFields(error)).toEqual({
      title: 'Debe tener al menos 5 caracteres.',
      file: 'El nombre no es válido.',
      labels: 'No existe.',
    });
    expect(refusedFields(new ApiError(413, 'too_large', 'El archivo supera el tamaño permitido.'))).toEqual({
      file: 'El archivo supera el tamaño permitido.',
    });
  });

  it('leads to the first step that has something to mend', () => {
    expect(findRefusedStep(['labels', 'title'])).toBe('details');
    expect(findRefusedStep(['file', 'labels'])).toBe('file');
    expect(findRefusedStep(['_'])).toBeUndefined();
  });
});
