import { describe, expect, it } from 'vitest';
import { decide, rebase, startEditing } from './rebase.ts';
import type { Sheet } from './sheet.ts';

const sheet: Sheet = {
  title: 'Acta',
  documentType: '',
  scope: 'internal',
  code: '',
  date: '2026-03-02',
  issuedOn: '',
  validFrom: '',
  expiresOn: '',
  nextReviewOn: '',
  labels: ['a'],
  notes: '',
  authors: ['ana'],
};

describe('a sheet that somebody else keeps while it is edited', () => {
  const editing = { ...startEditing(sheet), mine: { ...sheet, title: 'Acta mía', notes: 'Mías' } };

  it('takes over what one has not touched, and keeps what one typed', () => {
    const next = rebase(editing, { ...sheet, code: 'C-1', labels: ['a', 'b'] });
    expect(next.mine).toMatchObject({ title: 'Acta mía', notes: 'Mías', code: 'C-1', labels: ['a', 'b'] });
    expect(next.disputed).toEqual([]);
  });

  it('asks where both changed a field, and only there', () => {
    const next = rebase(editing, { ...sheet, title: 'Acta suya', code: 'C-1' });
    expect(next.disputed).toEqual(['title']);
    expect(next.mine.title).toBe('Acta mía');
    expect(next.base.title).toBe('Acta suya');
    expect(decide(next, 'title', 'theirs')).toMatchObject({
      mine: { title: 'Acta suya', notes: 'Mías' },
      disputed: [],
    });
    expect(decide(next, 'title', 'mine')).toMatchObject({ mine: { title: 'Acta mía' }, disputed: [] });
  });

  it('has nothing to ask where both wrote the same', () => {
    const next = rebase(editing, { ...sheet, title: 'Acta mía' });
    expect(next).toMatchObject({ disputed: [], mine: { title: 'Acta mía' }, base: { title: 'Acta mía' } });
  });

  it('goes on asking until it is decided, also after a third change; a decision is asked again only for a new value', () => {
    const once = rebase(editing, { ...sheet, title: 'Acta suya' });
    expect(rebase(once, { ...sheet, title: 'Acta suya', code: 'X' }).disputed).toEqual(['title']);
    const decided = decide(once, 'title', 'mine');
    expect(rebase(decided, { ...sheet, title: 'Acta suya', code: 'X' }).disputed).toEqual([]);
    expect(rebase(decided, { ...sheet, title: 'Acta de otro' }).disputed).toEqual(['title']);
    // The other person undid their change: there is nothing left to decide.
    expect(rebase(once, { ...sheet, title: 'Acta mía' }).disputed).toEqual([]);
  });
});
