import { describe, expect, it } from 'vitest';
import { changed } from './changes.ts';

const now = {
  ...{ title: 'F30-1', recurrence: 'FREQ=MONTHLY;BYMONTHDAY=10', startsOn: '2026-01-10' },
  ...{ responsible: 'ana', backup: 'luis', group: 'obras', folder: 'f30', documentType: 'type' },
};

describe('what several obligations are changed to', () => {
  it('is what was chosen, and all else as it is in each', () => {
    expect(changed(now, {})).toEqual(now);
    expect(changed(now, { documentType: 'other' })).toEqual({ ...now, documentType: 'other' });
    expect(changed(now, { backup: 'eva' })).toEqual({ ...now, backup: 'eva' });
  });

  it('makes nobody their own backup', () => {
    expect(changed(now, { responsible: 'luis' })).toEqual({ ...now, responsible: 'luis', backup: null });
    expect(changed(now, { responsible: 'luis', backup: 'ana' })).toEqual({
      ...now,
      ...{ responsible: 'luis', backup: 'ana' },
    });
  });

  it('leaves the folder of a library that it had already', () => {
    expect(changed(now, { group: 'obras' })).toEqual(now);
    expect(changed(now, { group: 'calidad' })).toEqual({ ...now, group: 'calidad', folder: null });
  });
});
