import { describe, expect, it } from 'vitest';
import { documentOf } from '../steps/steps.ts';
import { withContent } from './look-inside.ts';

describe('what a file says', () => {
  const document = (name: string) => documentOf('d1', { name, type: '', size: 1, lastModified: 0 });
  const said = { text: '', title: 'Contrato de arriendo' };

  it('is the title where the name says nothing', () => {
    expect(withContent(document('scan0001.pdf'), said).title).toBe('Contrato de arriendo');
  });
  it('is only offered where the name says something, or somebody wrote a title', () => {
    expect(withContent(document('Arriendo bodega.pdf'), said)).toMatchObject({
      title: 'Arriendo bodega',
      said,
    });
    const written = { ...document('scan0001.pdf'), title: 'Mi título' };
    expect(withContent(written, said).title).toBe('Mi título');
  });
});
