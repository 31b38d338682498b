import { expect, it } from 'vitest';
import { labelPath } from './label-path.ts';

const place = (name: string) => ({ _id: name, name });

it('shows a label as root / parent / name', () => {
  const label = place('Grúas');
  expect(labelPath({ ...label, parent: null, rootParent: null })).toBe('Grúas');
  const root = place('Equipos');
  expect(labelPath({ ...label, parent: root, rootParent: root })).toBe('Equipos / Grúas');
  expect(labelPath({ ...label, parent: place('Izaje'), rootParent: root })).toBe('Equipos / Izaje / Grúas');
  expect(labelPath({ ...label, parent: root, rootParent: null })).toBe('Equipos / Grúas');
  expect(labelPath({ ...label, parent: null, rootParent: label })).toBe('Grúas');
});
