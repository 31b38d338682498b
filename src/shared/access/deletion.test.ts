import { expect, it } from 'vitest';
import { canDelete, type DeletionSubject } from './deletion.ts';

const nobody: DeletionSubject = {
  face: 'working',
  roles: [],
  isAuthor: false,
  isAdmin: false,
  isArchived: false,
};

it.each<[string, Partial<DeletionSubject>, boolean]>([
  ['a reader', {}, false],
  ['an author without a role', { isAuthor: true }, false],
  ['whoever uploads, with what others wrote', { roles: ['upload'] }, false],
  ['an author who uploads', { roles: ['upload'], isAuthor: true }, true],
  [
    'an author who uploads, with the published copy',
    { roles: ['upload'], isAuthor: true, face: 'published' },
    false,
  ],
  ['a reviewer', { roles: ['review'], isAuthor: true }, false],
  ['a publisher', { roles: ['publish'] }, true],
  ['a publisher, with the published copy', { roles: ['publish'], face: 'published' }, false],
  ['an admin', { isAdmin: true, face: 'published' }, true],
  ['an admin, in an archived library', { isAdmin: true, isArchived: true }, false],
])('%s', (_who, given, expected) => {
  expect(canDelete({ ...nobody, ...given })).toBe(expected);
});
