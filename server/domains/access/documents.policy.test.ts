import { describe, expect, it } from 'vitest';
import type { LibraryRole } from '#shared/access/roles.ts';
import { STATE } from '#shared/access/states.ts';
import type { ActingUser } from '../../platform/actor.ts';
import {
  abilities,
  canAddVersion,
  canDiscardVersion,
  canEdit,
  canMove,
  canResolveComment,
  canSetState,
  type Subject,
} from './documents.policy.ts';

const LIBRARY = 'library';
const ANA = 'ana';

const doer = (roles: readonly LibraryRole[], more: Partial<ActingUser> = {}): ActingUser => ({
  user: ANA,
  organization: 'andes',
  isAdmin: false,
  readsBeyond: 'own',
  memberships: [{ group: LIBRARY, roles }],
  archived: [],
  timezone: 'America/Santiago',
  ...more,
});

/** The working copy of a draft of somebody else, never published. */
const draft: Subject = {
  face: 'working',
  group: LIBRARY,
  authors: ['eva'],
  state: STATE.draft,
  ready: true,
  published: false,
};
const own: Subject = { ...draft, authors: ['eva', ANA] };
const out = { ...draft, state: STATE.published, published: true } as const;

const NOTHING = {
  roles: [],
  states: [],
  edit: false,
  addVersion: false,
  changeScope: false,
  changeAuthors: false,
  move: false,
  remove: false,
  comment: false,
};

describe('what a person may do to a record', () => {
  it('is nothing for a reader, and for whoever has their roles elsewhere', () => {
    expect(abilities(doer([]), draft)).toEqual(NOTHING);
    // An author reads the working copy, and says what they think of it.
    expect(abilities(doer([]), own)).toEqual({ ...NOTHING, comment: true });
    expect(abilities(doer(['upload', 'review', 'publish']), { ...own, group: 'elsewhere' })).toEqual(NOTHING);
  });

  it('is to edit and move for whoever uploads, and their own drafts they place and remove too', () => {
    const uploads = {
      ...NOTHING,
      roles: ['upload'],
      states: [STATE.pendingReview],
      edit: true,
      addVersion: true,
      move: true,
      comment: true,
    };
    expect(abilities(doer(['upload']), draft)).toEqual(uploads);
    expect(abilities(doer(['upload']), own)).toEqual({
      ...uploads,
      changeScope: true,
      changeAuthors: true,
      remove: true,
    });
  });

  it('is not to place what is served to readers, for its author, who still removes it', () => {
    const may = abilities(doer(['upload']), { ...own, state: STATE.published, published: true });
    expect(may).toMatchObject({ changeScope: false, changeAuthors: false, remove: true, edit: true });
    expect(may.states).toEqual([STATE.draft]);
  });

  it('is to judge and no more, for whoever reviews, an author too', () => {
    const judges = { ...NOTHING, roles: ['review'], states: [STATE.approved, STATE.rejected], comment: true };
    expect(abilities(doer(['review']), draft)).toEqual(judges);
    expect(abilities(doer(['review']), own)).toEqual(judges);
  });

  it('is to place, remove and publish for whoever publishes, what is published too', () => {
    const publishes = {
      ...NOTHING,
      roles: ['publish'],
      changeScope: true,
      changeAuthors: true,
      remove: true,
      comment: true,
    };
    expect(abilities(doer(['publish']), draft)).toEqual(publishes);
    expect(abilities(doer(['publish']), { ...draft, state: STATE.approved }).states).toEqual([
      STATE.published,
    ]);
    expect(abilities(doer(['publish']), out)).toEqual({ ...publishes, states: [STATE.obsolete] });
  });

  it('is to deprecate what is published whatever draft is being worked on, once, for who publishes alone', () => {
    const worked = { ...draft, published: true };
    expect(abilities(doer(['publish']), worked).states).toEqual([STATE.obsolete]);
    expect(abilities(doer(['upload', 'publish']), worked).states).toEqual([
      STATE.pendingReview,
      STATE.obsolete,
    ]);
    expect(abilities(doer(['review']), worked).states).toEqual([STATE.approved, STATE.rejected]);
  });

  it('adds no version to what is obsolete, nor before the first one has arrived, when it has no state either', () => {
    const all = doer(['upload', 'review', 'publish']);
    expect(abilities(all, { ...draft, state: STATE.obsolete })).toMatchObject({
      edit: true,
      addVersion: false,
    });
    expect(abilities(all, { ...draft, ready: false })).toMatchObject({
      states: [],
      edit: true,
      addVersion: false,
      remove: true,
      comment: false,
    });
  });

  it('is nothing on the copy that readers are served, whatever roles', () => {
    const served = { ...out, face: 'published', authors: [ANA] } as const;
    const roles: LibraryRole[] = ['upload', 'review', 'publish'];
    expect(abilities(doer(roles), served)).toEqual({ ...NOTHING, roles });
  });

  it('is to remove, for an admin, also what is not theirs to read more of', () => {
    expect(abilities(doer([], { isAdmin: true }), out)).toEqual({ ...NOTHING, remove: true });
    expect(abilities(doer([], { isAdmin: true }), { ...out, face: 'published' }).remove).toBe(true);
    expect(abilities(doer([], { isAdmin: true, memberships: [] }), draft).remove).toBe(true);
  });

  it('is nothing in an archived library, for an admin neither; in the others all stays', () => {
    const everything = doer(['upload', 'review', 'publish'], { isAdmin: true, archived: [LIBRARY] });
    expect(abilities(everything, own)).toEqual(NOTHING);
    expect(abilities(doer(['upload'], { archived: ['another'] }), own).edit).toBe(true);
  });
});

describe('one thing that a person may do', () => {
  const both = (roles: readonly LibraryRole[], there: readonly LibraryRole[]) =>
    doer(roles, {
      memberships: [
        { group: LIBRARY, roles },
        { group: 'elsewhere', roles: there },
      ],
    });

  it('is to edit a working copy where they upload, and never what readers are served', () => {
    expect(canEdit(doer(['upload']), draft)).toBe(true);
    expect(canEdit(doer(['upload']), { ...draft, face: 'published' })).toBe(false);
    expect(canEdit(doer(['review', 'publish']), draft)).toBe(false);
    expect(canEdit(doer(['upload'], { archived: [LIBRARY] }), draft)).toBe(false);
  });

  it('is to add a version to what has one, and is not obsolete', () => {
    expect(canAddVersion(doer(['upload']), draft)).toBe(true);
    expect(canAddVersion(doer(['upload']), { ...draft, ready: false })).toBe(false);
    expect(canAddVersion(doer(['upload']), { ...draft, state: STATE.obsolete })).toBe(false);
  });

  it('is to move within the library by upload, and out of it by upload in both', () => {
    expect(canMove(doer(['upload']), draft, LIBRARY)).toBe(true);
    expect(canMove(doer(['publish']), draft, LIBRARY)).toBe(false);
    expect(canMove(both(['upload'], ['upload']), draft, 'elsewhere')).toBe(true);
    expect(canMove(both(['upload'], ['publish']), draft, 'elsewhere')).toBe(false);
    expect(canMove(both([], ['upload']), draft, 'elsewhere')).toBe(false);
  });

  it('is to take something published to another library by upload and publish in both', () => {
    expect(canMove(doer(['upload']), out, LIBRARY)).toBe(true);
    expect(canMove(both(['upload', 'publish'], ['upload', 'publish']), out, 'elsewhere')).toBe(true);
    expect(canMove(both(['upload', 'publish'], ['upload']), out, 'elsewhere')).toBe(false);
    expect(canMove(both(['upload'], ['upload', 'publish']), out, 'elsewhere')).toBe(false);
  });

  it('is to discard the version that they made, or any where they publish', () => {
    expect(canDiscardVersion(doer(['upload']), LIBRARY, ANA)).toBe(true);
    expect(canDiscardVersion(doer(['upload']), LIBRARY, 'eva')).toBe(false);
    expect(canDiscardVersion(doer(['review']), LIBRARY, ANA)).toBe(false);
    expect(canDiscardVersion(doer(['publish']), LIBRARY, 'eva')).toBe(true);
  });

  it('is to lead to a state whose role they have', () => {
    expect(canSetState(doer(['review']), LIBRARY, STATE.approved)).toBe(true);
    expect(canSetState(doer(['upload', 'publish']), LIBRARY, STATE.approved)).toBe(false);
    expect(canSetState(doer(['publish']), LIBRARY, STATE.published)).toBe(true);
    expect(canSetState(doer(['publish']), 'elsewhere', STATE.published)).toBe(false);
  });
});

describe('a comment', () => {
  const may = (who: ActingUser, subject: Subject, writtenBy = 'eva') =>
    canResolveComment(who, subject, writtenBy);

  it('is resolved by its writer, the authors, and who reviews or publishes', () => {
    expect(may(doer(['upload']), draft)).toBe(false);
    expect(may(doer(['upload']), draft, ANA)).toBe(true);
    expect(may(doer([]), own)).toBe(true);
    expect(may(doer(['review']), draft)).toBe(true);
    expect(may(doer(['publish']), draft)).toBe(true);
  });

  it('is nobody’s affair on what readers are served, in an archived library, or for whoever left', () => {
    const all = ['upload', 'review', 'publish'] as const;
    expect(may(doer(all), { ...own, face: 'published' }, ANA)).toBe(false);
    expect(may(doer(all, { archived: [LIBRARY] }), own, ANA)).toBe(false);
    expect(may(doer(all, { memberships: [] }), own, ANA)).toBe(false);
    // An admin who is no member reads, and says nothing.
    expect(may(doer([], { isAdmin: true, memberships: [] }), draft)).toBe(false);
  });
});
