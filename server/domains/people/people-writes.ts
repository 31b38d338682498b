import type { DirectoryGroup } from '#shared/access/roles.ts';
import type { UserCreate, UserUpdate } from '#shared/people/users.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change, Executor } from '../../platform/db/change.ts';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { requireAdminStill } from '../access/lock-libraries.ts';
import type { Directory, DirectoryUser, FirstSignIn } from '../identity/directory.ts';
import { isInvitationWaiting } from '../identity/passwords/waiting-invitations.queries.ts';
import { lockGroup } from '../libraries/groups.queries.ts';
import { addMemberships, endMembership, putMembership } from '../libraries/memberships.ts';
import { findDepartments } from '../organization/departments.queries.ts';
import { lockOrganization } from '../organization/organizations.queries.ts';
import { personRenamed } from './people.hooks.ts';
import { hasOtherAdmin } from './people.queries.ts';
import { t } from './texts.ts';

/**
 * Makes changes of people wait for each other, and checks that the actor may still make them. Of two admins who take
 * each other's role away at once, the second is refused.
 * @throws disabled, forbidden
 */
export async function lockPeople(change: Change, actor: Actor): Promise<void> {
  await lockOrganization(change.trx, actor.organization);
  await requireAdminStill(change, actor);
}

/** Locks libraries in their order. @throws invalid where one is not of the organization */
export async function lockGroups(change: Change, actor: Actor, groups: readonly string[]): Promise<void> {
  for (const group of [...new Set(groups)].sort())
    if (!(await lockGroup(change.trx, actor.organization, group))) throw invalid('libraries', t('library'));
}

/**
 * Writes a new person with their roles and libraries, and queues the mail with their first-time password. Call
 * lockPeople, lockGroups and requireDepartment before.
 */
export async function createPerson(
  change: Change,
  directory: Directory,
  actor: Actor,
  id: string,
  { roles, libraries, rut = null, department = null, ...names }: UserCreate,
  first: FirstSignIn | null,
  waits?: Waits,
): Promise<void> {
  const user = { ...names, rut, department };
  await directory.create(change, { ...user, id, organization: actor.organization, groups: roles }, first);
  change.audit({ action: 'user.created', targetType: 'user', targetId: id, after: { ...user, roles } });
  await addMemberships(change, actor.organization, id, libraries);
  if (!first) return;
  announceInvitation(change, actor, names, first, waits);
}

/** Until when an invitation waits in the outbox, and by which key it is found there. */
export interface Waits {
  readonly key: string;
  readonly availableAt: Date;
}

/** Queues the mail with somebody's first-time password, which says who invites them where. */
export function announceInvitation(
  change: Change,
  actor: Actor,
  { email: to, firstname }: { readonly email: string; readonly firstname: string },
  { temporaryPassword }: FirstSignIn,
  waits?: Waits,
): void {
  const { organization } = actor;
  const by = `${actor.firstname} ${actor.lastname}`;
  const mail = { template: 'invitation', to, firstname, temporaryPassword, organization, by } as const;
  change.announce({ kind: 'mail', mail }, waits);
}

/**
 * Writes what is given of a person; the rest stays. Call lockPeople and lockGroups before.
 * @throws last_admin, own_account
 */
export async function updatePerson(
  change: Change,
  directory: Directory,
  actor: Actor,
  user: DirectoryUser,
  { roles, libraries = [], ...given }: UserUpdate,
): Promise<void> {
  const attributes = defined(given);
  await requireDepartment(change.trx, actor, attributes.department);
  if (roles) await setRoles(change, directory, actor, user, roles);
  // Somebody whose invitation has not left knows of no account: it goes to the right address, and the wrong one gets nothing.
  const waits = await isInvitationWaiting(change.trx, user.id);
  await directory.updateAttributes(change, user.id, attributes);
  if (attributes.email !== undefined && attributes.email !== user.email && !waits)
    tellOfAddress(change, actor, user, attributes.email);
  const renamed = (['firstname', 'lastname'] as const).some(
    (name) => attributes[name] !== undefined && attributes[name] !== user[name],
  );
  if (renamed) await change.tell(personRenamed, { user: user.id });
  for (const { group, roles: wanted } of libraries) {
    if (wanted) await putMembership(change, actor.organization, group, user.id, wanted);
    else await endMembership(change, group, user.id);
  }
}

/** Tells both addresses: the owner of the old one may not know of the change. */
function tellOfAddress(change: Change, actor: Actor, user: DirectoryUser, email: string): void {
  const what = { kind: 'email.changed', email, by: `${actor.firstname} ${actor.lastname}` } as const;
  for (const to of [user.email, email])
    change.announce({ kind: 'mail', mail: { template: 'security', to, firstname: user.firstname, what } });
}

async function setRoles(
  change: Change,
  directory: Directory,
  actor: Actor,
  user: DirectoryUser,
  roles: readonly DirectoryGroup[],
): Promise<void> {
  if (user.groups.includes('admin') && !roles.includes('admin'))
    await requireDispensable(change, actor, user, 'roles');
  for (const group of await directory.groups()) {
    if (roles.includes(group) === user.groups.includes(group)) continue;
    if (roles.includes(group)) await directory.addToGroup(change, user.id, group);
    else await directory.removeFromGroup(change, user.id, group);
  }
}

/**
 * Refuses to take the admin role from the organization's last admin, or from the actor themself.
 * @param field of the form that shows the error
 * @throws last_admin, own_account
 */
export async function requireDispensable(
  change: Change,
  actor: Actor,
  user: DirectoryUser,
  field: string,
): Promise<void> {
  if (user.groups.includes('admin') && user.enabled) {
    if (!(await hasOtherAdmin(change.trx, actor.organization, user.id))) throw refusal('last_admin', field);
  }
  if (user.id === actor.user) throw refusal('own_account', field);
}

function refusal(code: 'last_admin' | 'own_account', field: string): ApiError {
  const { message } = new ApiError(code);
  return new ApiError(code, { [field]: message });
}

/** @throws invalid where it is not of the organization */
export async function requireDepartment(
  executor: Executor,
  actor: Actor,
  id: string | null | undefined,
): Promise<void> {
  if (!id) return;
  const known = await findDepartments(executor, actor.organization);
  if (!known.some((each) => each._id === id)) throw invalid('department', t('locale'));
}

/** @throws not_found */
export async function requirePerson(
  directory: Directory,
  executor: Executor,
  organization: string,
  id: string,
): Promise<DirectoryUser> {
  const user = await directory.get(executor, organization, id);
  if (!user) throw notFound();
  return user;
}

/** Leaves absent attributes out, so that they are not overwritten. */
const defined = <T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

const AUDITED = ['email', 'firstname', 'lastname', 'rut', 'department', 'enabled', 'groups'] as const;

/** The audited fields that changed, before and after; undefined where none did. */
export function differing(before: DirectoryUser, after: DirectoryUser | null) {
  const fields = AUDITED.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after?.[field]));
  if (fields.length === 0) return undefined;
  const pick = (user: DirectoryUser) => Object.fromEntries(fields.map((field) => [field, user[field]]));
  return { before: pick(before), ...(after ? { after: pick(after) } : {}) };
}

/** Turns the database's refusal of a taken e-mail into `email_taken`. An e-mail is unique in an installation. */
export async function emailConflict<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'users_email_key')
      throw new ApiError('email_taken', { email: t('taken') });
    throw error;
  }
}
