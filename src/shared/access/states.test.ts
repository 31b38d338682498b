import { describe, expect, it } from 'vitest';
import {
  canFollow,
  creationStates,
  isRecordState,
  nextStates,
  STATE_NONE,
  STATES,
  stateRow,
  TRANSITIONS,
} from './states.ts';

describe('record states (docs/domain/states-and-versions.md)', () => {
  it('keeps every row at the index of its value', { tags: 'spec-9.3-state' }, () => {
    for (const [index, row] of STATES.entries()) expect(row.value).toBe(index);
  });
  it('are those of the specification, each with its word, its action and the role that leads to it', () => {
    expect(STATES.map(({ name, label, action, role }) => [name, label, action, role])).toEqual([
      ['draft', 'Borrador', 'revert', 'upload'],
      ['approved', 'Aprobado', 'approve', 'review'],
      ['rejected', 'Rechazado', 'reject', 'review'],
      ['published', 'Publicado', 'publish', 'publish'],
      ['obsolete', 'Obsoleto', 'deprecate', 'publish'],
      ['pending_review', 'Revisión pendiente', 'requestReview', 'upload'],
      ['pending_publication', 'Publicación pendiente', 'requestPublication', 'review'],
    ]);
    const all = ['upload', 'review', 'publish'] as const;
    expect(STATES.map(({ value }) => nextStates(value, all))).toEqual([
      [5, 1, 2],
      [6, 3, 0],
      [0, 5],
      [4, 0],
      [0],
      [1, 2, 0],
      [3, 2, 0],
    ]);
    expect(isRecordState(STATE_NONE)).toBe(false);
  });
  it('offers only what the graph and the roles allow', () => {
    expect(nextStates(0, ['upload'])).toEqual([5]);
    expect(nextStates(0, ['review'])).toEqual([1, 2]);
    expect(nextStates(5, ['upload', 'review'])).toEqual([1, 2, 0]);
    expect(nextStates(1, ['publish'])).toEqual([3]);
    expect(nextStates(3, [])).toEqual([]);
  });
  it('knows its own numbers and no others', () => {
    expect([0, 6, -1, 7, 1.5, '1', null].map(isRecordState)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(stateRow(3).name).toBe('published');
    expect(() => stateRow(9 as never)).toThrow('no such record state: 9');
    expect([canFollow(0, 5), canFollow(0, 3)]).toEqual([true, false]);
  });
  it('lets no state lead to itself', () => {
    for (const [from, targets] of Object.entries(TRANSITIONS)) expect(targets).not.toContain(Number(from));
  });
  it('lets a creator choose any state whose role they hold', () => {
    expect(creationStates(['upload'])).toEqual([0, 5]);
    expect(creationStates(['publish'])).toEqual([3, 4]);
    expect(creationStates([])).toEqual([]);
  });
});
