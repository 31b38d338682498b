import { nextStates, type RecordState, STATE } from '#shared/access/states.ts';
import type { Face } from '#shared/access/visibility.ts';
import type { Abilities } from '#shared/documents/records.schemas.ts';
import { type ActingUser, isArchived, rolesIn } from '../../platform/actor.ts';

/** What the policies need to know of a record that the actor sees. */
export interface Subject {
  readonly face: Face;
  readonly group: string;
  readonly authors: readonly string[];
  readonly state: RecordState;
  readonly ready: boolean;
  /** Whether readers are served a version of it now. */
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

/**
 * The states that the transition table and the roles allow. What is published can be made obsolete whatever draft lies
 * on top of it.
 */
function offeredStates(subject: Subject, roles: Abilities['roles']): RecordState[] {
  const next = nextStates(subject.state, roles);
  const deprecates = subject.published && roles.includes('publish') && !next.includes(STATE.obsolete);
  return deprecates ? [...next, STATE.obsolete] : next;
}
