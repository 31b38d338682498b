import { describe, expect, it } from 'vitest';
import type { LibraryRole } from '#shared/access/roles.ts';
import { STATE } from '#shared/access/states.ts';
import type { ActingUser } from '../../platform/actor.ts';
import { abilities, type Subject } from './abilities.policy.ts';

const LIBRARY = 'library';
const ANA = 'ana';

const doer = (roles: readonly LibraryRole[], more: Partial<ActingUser> = {}): ActingUser => ({
  user: ANA,
  organization: 'andes',
  isAdmin: false,
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
};

describe('what a person may do to a record', () => {
  it('is nothing for a reader, and for whoever has their roles elsewhere', () => {
    expect(abilities(doer([]), own)).toEqual(NOTHING);
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
    const judges = { ...NOTHING, roles: ['review'], states: [STATE.approved, STATE.rejected] };
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
