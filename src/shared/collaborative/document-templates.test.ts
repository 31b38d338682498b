import { describe, expect, it } from 'vitest';
import { listOfNames, longDate, variableOf } from './document-templates.ts';

describe('variables of templates', () => {
  it('are known however somebody writes them', () => {
    for (const written of ['título', 'titulo', ' Título ', 'TÍTULO', 'titulo'.normalize('NFD')]) {
      expect(variableOf(written)).toBe('titulo');
    }
    expect(variableOf('organización'.normalize('NFD'))).toBe('organizacion');
    expect(variableOf('cliente')).toBeUndefined();
    expect(variableOf('')).toBeUndefined();
    expect(variableOf('constructor')).toBeUndefined();
  });

  it('say days and people as they are said in Spanish', () => {
    // Late in the evening in Chile it is the next day in UTC.
    expect(longDate(new Date('2026-11-22T01:00:00Z'), 'America/Santiago')).toBe('21 de noviembre de 2026');
    expect(listOfNames(['Ana Rojas'])).toBe('Ana Rojas');
    expect(listOfNames(['Ana Rojas', 'Luis Soto', 'Inés Díaz'])).toBe('Ana Rojas, Luis Soto e Inés Díaz');
  });
});
