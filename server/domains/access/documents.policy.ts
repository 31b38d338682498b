import { canDelete as mayDelete } from '#shared/access/deletion.ts';
import type { LibraryRole } from '#shared/access/roles.ts';
import { nextStates, type RecordState, STATE, stateRow } from '#shared/access/states.ts';
import type { Face } from '#shared/access/visibility.ts';
import type { Abilities } from '#shared/documents/records.schemas.ts';
import { type ActingUser, hasRole, isArchived, isMember, rolesIn } from '../../platform/actor.ts';

/** What the policies need to know of a record that its person sees. */
export interface Subject {
  readonly face: Face;
  readonly group: string;
  readonly authors: readonly string[];
  readonly state: RecordState;
  readonly ready: boolean;
  /** Something of it is served to readers now. */
  readonly published: boolean;
}

/** The copy that somebody looks at, and its library. */
type Copy = Pick<Subject, 'face' | 'group'>;
type Placed = Pick<Subject, 'face' | 'group' | 'authors' | 'published'>;

/** Working copies are edited by whoever uploads in the library. */
export const canEdit = (actor: ActingUser, { face, group }: Copy): boolean =>
  face === 'working' && hasRole(actor, group, 'upload');

/** To what is obsolete no version is added; a first one that has not arrived comes before any other. */
export const canAddVersion = (actor: ActingUser, subject: Copy & Pick<Subject, 'ready' | 'state'>): boolean =>
  canEdit(actor, subject) && subject.ready && subject.state !== STATE.obsolete;

/** Scope and authors act at once: after the publication they are the publishers' affair. */
export const canChangeReaders = (actor: ActingUser, { face, group, authors, published }: Placed): boolean =>
  face === 'working' &&
  (hasRole(actor, group, 'publish') ||
    (hasRole(actor, group, 'upload') && authors.includes(actor.user) && !published));

/** Within the library: upload. To another: upload in both; where something is published, publish in both. */
export const canMove = (
  actor: ActingUser,
  { group, published }: Pick<Subject, 'group' | 'published'>,
  target: string,
): boolean => {
  const roles: LibraryRole[] = target !== group && published ? ['upload', 'publish'] : ['upload'];
  return [group, target].every((each) => roles.every((role) => hasRole(actor, each, role)));
};

/** Whether the person may move it to the bin: the rule that screens go by too. */
export const canDelete = (
  actor: ActingUser,
  { face, group, authors }: Pick<Subject, 'face' | 'group' | 'authors'>,
): boolean =>
  mayDelete({
    face,
    roles: rolesIn(actor, group),
    isAuthor: authors.includes(actor.user),
    isAdmin: actor.isAdmin,
    isArchived: isArchived(actor, group),
  });

/** A draft's newest version is discarded by whoever made it, and by publishers. */
export const canDiscardVersion = (actor: ActingUser, group: string, madeBy: string): boolean =>
  (madeBy === actor.user && hasRole(actor, group, 'upload')) || hasRole(actor, group, 'publish');

/** Each state has the role that leads to it (docs/domain/states-and-versions.md). */
export const canSetState = (actor: ActingUser, group: string, state: RecordState): boolean =>
  hasRole(actor, group, stateRow(state).role);

/** Whoever has a role in the library, and the document's authors, comment on what they see of the working copy. */
export const canComment = (
  actor: ActingUser,
  { face, group, authors }: Pick<Subject, 'face' | 'group' | 'authors'>,
): boolean =>
  face === 'working' &&
  isMember(actor, group) &&
  !isArchived(actor, group) &&
  (rolesIn(actor, group).length > 0 || authors.includes(actor.user));

/**
 * A comment is resolved and opened again by whoever wrote it, by the document's authors, and by whoever decides about
 * its versions.
 */
export const canResolveComment = (
  actor: ActingUser,
  subject: Pick<Subject, 'face' | 'group' | 'authors'>,
  writtenBy: string,
): boolean =>
  canComment(actor, subject) &&
  (writtenBy === actor.user ||
    subject.authors.includes(actor.user) ||
    hasRole(actor, subject.group, 'review') ||
    hasRole(actor, subject.group, 'publish'));

/** Everything that a person may do to a record that they see (docs/domain/roles-and-visibility.md). */
export function abilities(actor: ActingUser, subject: Subject): Abilities {
  const roles = [...rolesIn(actor, subject.group)];
  const edits = canEdit(actor, subject);
  const changesReaders = canChangeReaders(actor, subject);
  return {
    roles,
    states: subject.face === 'working' && subject.ready ? offeredStates(subject, roles) : [],
    edit: edits,
    addVersion: canAddVersion(actor, subject),
    changeScope: changesReaders,
    changeAuthors: changesReaders,
    move: edits,
    remove: canDelete(actor, subject),
    comment: subject.ready && canComment(actor, subject),
  };
}

/** The graph's targets, and to deprecate what is published whatever draft is being worked on. */
function offeredStates(subject: Subject, roles: Abilities['roles']): RecordState[] {
  const next = nextStates(subject.state, roles);
  const deprecates = subject.published && roles.includes('publish') && !next.includes(STATE.obsolete);
  return deprecates ? [...next, STATE.obsolete] : next;
}
