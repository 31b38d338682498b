import { nextStates, type RecordState, STATE } from '#shared/access/states.ts';
import type { Face } from '#shared/access/visibility.ts';
import type { Abilities } from '#shared/documents/records.schemas.ts';
import { type ActingUser, isArchived, rolesIn } from '../../platform/actor.ts';

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

/** What a person may do to a record that they see (docs/domain/roles-and-visibility.md, the table "to do this"). */
export function abilities(actor: ActingUser, subject: Subject): Abilities {
  const roles = [...rolesIn(actor, subject.group)];
  const upload = roles.includes('upload');
  const publish = roles.includes('publish');
  const author = subject.authors.includes(actor.user);
  const working = subject.face === 'working';
  const placing = publish || (upload && author && !subject.published);
  return {
    roles,
    states: working && subject.ready ? offeredStates(subject, roles) : [],
    edit: working && upload,
    addVersion: working && upload && subject.ready && subject.state !== STATE.obsolete,
    changeScope: working && placing,
    changeAuthors: working && placing,
    move: working && upload,
    remove:
      (working && ((upload && author) || publish)) || (actor.isAdmin && !isArchived(actor, subject.group)),
  };
}

/** The graph's targets, and to deprecate what is published whatever draft is being worked on. */
function offeredStates(subject: Subject, roles: Abilities['roles']): RecordState[] {
  const next = nextStates(subject.state, roles);
  const deprecates = subject.published && roles.includes('publish') && !next.includes(STATE.obsolete);
  return deprecates ? [...next, STATE.obsolete] : next;
}
