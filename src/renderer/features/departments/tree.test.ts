import { describe, expect, it } from 'vitest';
import type { DepartmentRow } from '#shared/organization/departments.schemas.ts';
import { type Branch, matching, placesFor, treeOf } from './tree.ts';

const row = (name: string, parent: string | null = null, head?: string): DepartmentRow => ({
  ...{ _id: name, name, parent, people: 0, libraries: 0, rev: 0 },
  head: head ? { _id: head, firstname: head, lastname: 'Soto' } : null,
});
const ROWS = [
  row('Operaciones', 'Gerencia'),
  row('Ñuble', 'Operaciones'),
  row('Norte', 'Operaciones', 'Eva'),
  row('Oriente', 'Operaciones'),
  row('Gerencia'),
  row('Administración', 'Gerencia'),
  row('Suelto', 'ya no está'),
];
const names = (branches: readonly Branch[]): unknown[] =>
  branches.map(({ department, children }) =>
    children.length > 0 ? [department.name, names(children)] : department.name,
  );

describe('departments', () => {
  const tree = treeOf(ROWS);

  it('stand below each other in Spanish order, and none is lost', () => {
    expect(names(tree)).toEqual([
      ['Gerencia', ['Administración', ['Operaciones', ['Norte', 'Ñuble', 'Oriente']]]],
      'Suelto',
    ]);
  });

  it('are found by their names and their heads, with what is above them', () => {
    expect(names(matching(tree, 'ÑUBLE'))).toEqual([['Gerencia', [['Operaciones', ['Ñuble']]]]]);
    expect(names(matching(tree, 'eva'))).toEqual([['Gerencia', [['Operaciones', ['Norte']]]]]);
    expect(matching(tree, 'nada')).toEqual([]);
  });

  it('may move anywhere but below themselves', () => {
    expect(placesFor(tree, 'Operaciones').map(({ label }) => label)).toEqual([
      'Gerencia',
      'Gerencia / Administración',
      'Suelto',
    ]);
    expect(placesFor(tree, undefined)).toHaveLength(ROWS.length);
  });
});
