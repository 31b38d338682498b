import { describe, expect, it } from 'vitest';
import type { LibraryRole } from '#shared/access/roles.ts';
import {
  changesOf,
  type DraftMember,
  inverse,
  isReversible,
  type LibraryValues,
  NEW_LIBRARY,
  rebase,
  stateOf,
} from './form.ts';

const member = (name: string, roles: LibraryRole[] = [], more: Partial<DraftMember> = {}): DraftMember => ({
  ...{ user: { _id: name, firstname: name, lastname: 'Soto' }, enabled: true, author: false },
  ...{ roles, gone: false },
  ...more,
});
const library = (members: DraftMember[], more: Partial<LibraryValues> = {}): LibraryValues => ({
  ...NEW_LIBRARY,
  ...{ name: 'Calidad', members },
  ...more,
});

describe('the form of a library', () => {
  const base = library([member('ana', ['upload']), member('eva'), member('luis', ['publish'])]);

  it('says what is different, and nothing else', () => {
    expect(changesOf(base, base, 'r')).toEqual({ rev: 'r' });
    const values = library(
      [
        member('ana', ['upload', 'review']),
        member('eva', [], { gone: true }),
        member('luis', ['publish']),
        member('pía'),
      ],
      { description: 'Nueva' },
    );
    expect(values.members.map((each) => stateOf(each, base.members))).toEqual([
      'changed',
      'gone',
      'kept',
      'added',
    ]);
    expect(changesOf(values, base, 'r')).toEqual({
      ...{ rev: 'r', description: 'Nueva' },
      members: {
        set: [
          { user: 'ana', roles: ['upload', 'review'] },
          { user: 'pía', roles: [] },
        ],
        remove: ['eva'],
      },
    });
  });

  it('carries one’s changes over to what somebody else saved meanwhile', () => {
    const mine = library(
      [member('ana', ['review']), member('eva', [], { gone: true }), member('luis', ['publish'])],
      {
        description: 'Mía',
      },
    );
    const theirs = library([member('luis', ['upload']), member('eva', ['upload']), member('pía')], {
      name: 'Calidad y obras',
    });
    const merged = rebase(mine, base, theirs);
    expect(merged).toMatchObject({ name: 'Calidad y obras', description: 'Mía' });
    expect(changesOf(merged, theirs, 'r2')).toEqual({
      ...{ rev: 'r2', description: 'Mía' },
      members: { set: [{ user: 'ana', roles: ['review'] }], remove: ['eva'] },
    });
    // Fields that only the other person changed keep their values.
    expect(merged.members.find(({ user }) => user._id === 'luis')?.roles).toEqual(['upload']);
    expect(merged.members.some(({ user }) => user._id === 'pía')).toBe(true);
  });

  it('takes a save back, but not where an author left by it', () => {
    const saved = library([member('ana', []), member('luis', ['publish']), member('pía', ['review'])]);
    expect(isReversible(base, saved)).toBe(true);
    expect(inverse(base, saved, 'r')).toEqual({
      rev: 'r',
      members: {
        set: [
          { user: 'ana', roles: ['upload'] },
          { user: 'eva', roles: [] },
        ],
        remove: ['pía'],
      },
    });
    const authors = library(base.members.map((each) => ({ ...each, author: true })));
    expect(isReversible(authors, saved)).toBe(false);
  });
});
