import { describe, expect, it } from 'vitest';
import type { LibraryRole } from './roles.ts';
import { SCOPES } from './scopes.ts';
import { readsBeyondOf, type Viewer, type Visible, visibleFace } from './visibility.ts';

const member = (roles: readonly LibraryRole[], isAdmin = false): Viewer => ({
  user: 'ana',
  organization: 'andes',
  isAdmin,
  readsBeyond: isAdmin ? 'working' : 'own',
  memberships: [{ group: 'quality', roles }],
});
/** A member of another library alone. */
const outsider = (isAdmin = false): Viewer => ({
  ...member([], isAdmin),
  memberships: [{ group: 'people', roles: ['upload', 'review', 'publish'] }],
});

const published: Visible = {
  organization: 'andes',
  group: 'quality',
  scope: 'internal',
  authors: ['eva'],
  createdBy: 'eva',
  ready: true,
  published: true,
  deleted: false,
};
const draft = { ...published, published: false };

/** What each person sees of a published record of each scope: w(orking), p(ublished) or nothing. */
const TABLE = [
  //                               public internal restricted confidential
  ['a reader', member([]), 'pp--'],
  ['who uploads', member(['upload']), 'www-'],
  ['who reviews', member(['review']), 'wwww'],
  ['who publishes', member(['publish']), 'wwww'],
  ['who is of another library', outsider(), 'p---'],
  ['an admin who is no member', outsider(true), 'ww--'],
  ['an admin who is a reader', member([], true), 'pp--'],
  ['a manager of another library, by a setting', { ...outsider(), readsBeyond: 'published' }, 'pp--'],
  ['a manager of another library, by the widest', { ...outsider(), readsBeyond: 'working' }, 'ww--'],
  ['a manager who is a reader', { ...member([]), readsBeyond: 'working' }, 'pp--'],
  ['a manager of no library', { ...member([]), memberships: [], readsBeyond: 'working' }, '----'],
  ['an author of another library', { ...outsider(), user: 'eva' }, 'wwww'],
  ['who is of no library', { ...member([]), memberships: [] }, '----'],
  ['an admin of no library', { ...member([], true), memberships: [] }, '----'],
  ['an author of no library', { ...member([]), user: 'eva', memberships: [] }, '----'],
  ['who is of another organization', { ...member(['publish']), organization: 'otra' }, '----'],
] as const;

const letter = (viewer: Viewer, record: Visible): string => visibleFace(viewer, record)?.charAt(0) ?? '-';

it('lets managers read what the settings say, admins every state, and nobody else anything more', () => {
  const read = (isAdmin: boolean, isManager: boolean) =>
    (['own', 'published', 'working'] as const).map((each) => readsBeyondOf({ isAdmin, isManager }, each));
  expect(read(false, false)).toEqual(['own', 'own', 'own']);
  expect(read(false, true)).toEqual(['own', 'published', 'working']);
  expect(read(true, false)).toEqual(['working', 'working', 'working']);
  expect(read(true, true)).toEqual(['working', 'working', 'working']);
});

describe('the visibility rule', () => {
  it.each(TABLE)('shows %s their face of each scope', (_name, viewer, faces) => {
    expect(SCOPES).toEqual(['public', 'internal', 'restricted', 'confidential']);
    expect(SCOPES.map((scope) => letter(viewer, { ...published, scope })).join('')).toBe(faces);
  });

  it.each(TABLE)('shows %s no draft but to who sees working copies', (_name, viewer, faces) => {
    const drafts = SCOPES.map((scope) => letter(viewer, { ...draft, scope })).join('');
    expect(drafts).toBe(faces.replaceAll('p', '-'));
  });

  it('shows what has not arrived to who sends it alone, and not to other authors or roles', () => {
    const arriving = { ...draft, ready: false, createdBy: 'ana', authors: ['eva'] };
    expect(visibleFace(member([]), arriving)).toBe('working');
    expect(visibleFace({ ...member(['publish']), user: 'eva' }, arriving)).toBeNull();
  });

  it('shows nobody what is in the bin', () => {
    const deleted = { ...published, deleted: true, authors: ['ana'], createdBy: 'ana' };
    expect(visibleFace(member(['upload', 'review', 'publish'], true), deleted)).toBeNull();
  });
});
