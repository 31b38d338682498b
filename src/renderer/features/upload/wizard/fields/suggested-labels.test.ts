import { describe, expect, it } from 'vitest';
import type { Label } from '#shared/labels/labels.schemas.ts';
import { documentOf } from '../steps/steps.ts';
import { labelsInText, labelsInTexts } from './suggested-labels.ts';

const label = (name: string): Label => ({
  ...{ _id: name, name, icon: 'tag', parent: null, rootParent: null, children: [], groups: [] },
});
const document = (name: string, text = '') => ({
  ...documentOf(name, { name, type: '', size: 1, lastModified: 0 }),
  said: { text },
});
const names = (labels: Label[]) => labels.map(({ name }) => name);

describe('labels in a document’s text', () => {
  const labels = ['Contratos', 'Plan de emergencia', 'Pólizas', 'Mar', 'Planes', 'Ley'].map(label);

  it('are found in singular and plural, in the name or in the text, without accents', () => {
    expect(names(labelsInText(labels, document('CONTRATO baños.pdf')))).toEqual(['Contratos']);
    expect(names(labelsInText(labels, document('x.pdf', 'Se adjunta la poliza vigente.')))).toEqual([
      'Pólizas',
    ]);
    expect(names(labelsInText(labels, document('x.pdf', 'El plan comprende')))).toEqual(['Planes']);
  });

  it('need every word of their name, and whole words', () => {
    expect(names(labelsInText(labels, document('Plan de emergencias.pdf')))).toEqual([
      'Plan de emergencia',
      'Planes',
    ]);
    expect(labelsInText(labels, document('marzo leyenda emergencia.pdf'))).toEqual([]);
  });

  it('of several documents come by the number of documents', () => {
    const documents = [document('Póliza 1.pdf'), document('Póliza 2.pdf'), document('Contrato.pdf')];
    expect(names(labelsInTexts(labels, documents))).toEqual(['Pólizas', 'Contratos']);
  });
});
