import { z } from 'zod';
import type { DirectoryGroup } from '#shared/access/roles.ts';
import type { Department, User } from '#shared/people/people.schemas.ts';
import type { Account, UserCreate, UserUpdate, userPage, userQuery } from '#shared/people/users.schemas.ts';
import { LOCALE, PAGE } from '#shared/platform/limits.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change, Executor } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { createCursor, invalidCursor } from '../../platform/lists/cursor.ts';
import { canSeeOrganization } from '../access/libraries.policy.ts';
import type { DirectoryUser } from '../identity/directory.ts';
import { secretsEnded } from '../identity/identity.hooks.ts';
import type { Identity } from '../identity/identity.ts';
import { findDepartments } from '../organization/departments.queries.ts';
import { type Trace, tracesOf } from './people.queries.ts';
import { countPeople, findPeople, findPerson, type PeoplePosition } from './people-list.queries.ts';
import {
  announceInvitation,
  createPerson,
  differing,
  emailConflict,
  lockGroups,
  lockPeople,
  requireDepartment,
  requireDispensable,
  requirePerson,
  updatePerson,
} from './people-writes.ts';
import { t } from './texts.ts';

/**
 * People as the organization sees them, and the calls of the user directory (docs/protocols/rest.md, specification §7).
 * The routes require an admin, apart from `list`.
 */
export function createUsersService({ db, changes }: Deps, { directory }: Identity) {
  const show = async (executor: Executor, actor: Actor, id: string): Promise<Account> => {
    const person = await findPerson(executor, actor.organization, id);
    if (!person) throw notFound();
    return person;
  };

  /** Loads a person behind the locks, runs the change, and announces it. */
  const change = <T>(
    actor: Actor,
    id: string,
    action: string,
    work: (change: Change, user: DirectoryUser) => Promise<T>,
  ): Promise<T> =>
    emailConflict(
      changes.run(actor, async (current) => {
        await lockPeople(current, actor);
        const before = await requirePerson(directory, current.trx, actor.organization, id);
        const value = await work(current, before);
        const after = await directory.get(current.trx, actor.organization, id);
        const differences = differing(before, after);
        if (after && !differences) return value;
        current.audit({ action, targetType: 'user', targetId: id, ...differences });
        current.announce({ kind: 'access.changed', user: id });
        return value;
      }),
    );

  const setGroup = (
    actor: Actor,
    id: string,
    group: DirectoryGroup,
    member: boolean,
  ): Promise<DirectoryGroup[]> =>
    change(actor, id, 'user.groups_changed', async (current, user) => {
      if (user.groups.includes(group) === member) return [...user.groups];
      const roles = member ? [...user.groups, group] : user.groups.filter((each) => each !== group);
      await updatePerson(current, directory, actor, user, { roles });
      return directory.groupsOf(current.trx, id);
    });

  return {
    /** For members of any library and for admins; empty for everybody else (docs/domain/roles-and-visibility.md). */
    async list(actor: Actor): Promise<User[]> {
      if (!canSeeOrganization(actor)) return [];
      const [users, departments] = await Promise.all([
        directory.list(db, actor.organization),
        findDepartments(db, actor.organization),
      ]);
      const byId = new Map(departments.map((each) => [each._id, each]));
      const keyed = users.map((user) => ({ user, key: sortKey(`${user.lastname} ${user.firstname}`) }));
      keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
      return keyed.map(({ user }) => asSeenBy(actor, user, byId));
    },

    /** A page of the administration's list. @throws invalid if the cursor is malformed */
    async page(
      actor: Actor,
      { cursor, limit = PAGE.default, ...filters }: z.output<typeof userQuery>,
    ): Promise<z.input<typeof userPage>> {
      const after = readCursor(cursor, filters.sort);
      const [{ items, next }, total] = await Promise.all([
        findPeople(db, actor.organization, filters, { after, limit }),
        countPeople(db, actor.organization, filters),
      ]);
      return { items: [...items], nextCursor: next && writeCursor(next, filters.sort), total };
    },

    get: (actor: Actor, id: string): Promise<Account> => show(db, actor, id),

    /** Mails the first-time password. @throws email_taken */
    async create(actor: Actor, input: UserCreate): Promise<Account> {
      const first = await directory.prepareFirstSignIn();
      const id = newId();
      return emailConflict(
        changes.run(actor, async (current) => {
          await lockPeople(current, actor);
          await lockGroups(
            current,
            actor,
            input.libraries.map(({ group }) => group),
          );
          await requireDepartment(current.trx, actor, input.department);
          await createPerson(current, directory, actor, id, input, first);
          return show(current.trx, actor, id);
        }),
      );
    },

    /** Writes attributes, roles and libraries, all or none. @throws email_taken, last_admin, own_account */
    update: (actor: Actor, id: string, input: UserUpdate): Promise<Account> =>
      change(actor, id, 'user.updated', async (current, user) => {
        await lockGroups(
          current,
          actor,
          (input.libraries ?? []).map(({ group }) => group),
        );
        await updatePerson(current, directory, actor, user, input);
        return show(current.trx, actor, id);
      }),

    /** @throws referenced with what still references them, last_admin, own_account */
    remove: (actor: Actor, id: string): Promise<void> =>
      change(actor, id, 'user.deleted', async (current, user) => {
        await requireDispensable(current, actor, user, '_');
        const traces = await tracesOf(current.trx, id);
        if (traces.length > 0) throw referenced(traces);
        await directory.delete(current, id);
      }),

    enable: (actor: Actor, id: string): Promise<Account> =>
      change(actor, id, 'user.enabled', async (current) => {
        await directory.enable(current, id);
        return show(current.trx, actor, id);
      }),

    /** Also ends all of their sessions. @throws last_admin, own_account */
    disable: (actor: Actor, id: string): Promise<Account> =>
      change(actor, id, 'user.disabled', async (current, user) => {
        await requireDispensable(current, actor, user, '_');
        await directory.disable(current, id);
        await current.tell(secretsEnded, { user: id });
        return show(current.trx, actor, id);
      }),

    /** Mails a new first-time password. The old password and all sessions end. @throws user_disabled */
    async resetPassword(actor: Actor, id: string): Promise<void> {
      const first = await directory.prepareFirstSignIn();
      await changes.run(actor, async (current) => {
        await lockPeople(current, actor);
        const user = await requirePerson(directory, current.trx, actor.organization, id);
        if (!user.enabled) throw new ApiError('user_disabled');
        await directory.resetPassword(current, id, first);
        await current.tell(secretsEnded, { user: id });
        current.audit({ action: 'user.password_reset', targetType: 'user', targetId: id });
        current.announce({ kind: 'access.changed', user: id });
        if (!first) return;
        if (!user.lastSignInAt) return announceInvitation(current, actor, user, first);
        const { email: to, firstname } = user;
        const { temporaryPassword } = first;
        const mail = { template: 'new_password', to, firstname, temporaryPassword } as const;
        current.announce({ kind: 'mail', mail });
      });
    },

    groups: async (): Promise<DirectoryGroup[]> => [...(await directory.groups())],
    groupsOf: async (actor: Actor, id: string): Promise<DirectoryGroup[]> => [
      ...(await requirePerson(directory, db, actor.organization, id)).groups,
    ],
    addToGroup: (actor: Actor, id: string, group: DirectoryGroup): Promise<DirectoryGroup[]> =>
      setGroup(actor, id, group, true),
    /** @throws last_admin, own_account */
    removeFromGroup: (actor: Actor, id: string, group: DirectoryGroup): Promise<DirectoryGroup[]> =>
      setGroup(actor, id, group, false),
  };
}

/** Removes what only an admin, or the person themself, may see (docs/domain/roles-and-visibility.md). */
function asSeenBy(actor: Actor, user: DirectoryUser, departments: ReadonlyMap<string, Department>): User {
  return {
    _id: user.id,
    firstname: user.firstname,
    lastname: user.lastname,
    enabled: user.enabled,
    ...(actor.isAdmin || actor.user === user.id
      ? {
          email: user.email,
          rut: user.rut,
          department: (user.department && departments.get(user.department)) || null,
          roles: [...user.groups],
          lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
        }
      : {}),
  };
}

const peopleCursor = createCursor(z.object({ s: z.string(), k: z.string().max(700), i: z.uuid() }));

const writeCursor = ({ key, id }: PeoplePosition, sort: string): string =>
  peopleCursor.encode({ s: sort, k: key, i: id });

/** A cursor belongs to the order that it was given with. */
function readCursor(cursor: string | undefined, sort: string): PeoplePosition | null {
  const at = peopleCursor.decode(cursor);
  if (at === null) return null;
  if (at.s !== sort || at.k.includes('\u0000')) throw invalidCursor();
  return { key: at.k, id: at.i };
}

function referenced(traces: readonly Trace[]): ApiError {
  const names = new Intl.ListFormat(LOCALE).format(traces.map((trace) => t(`used.${trace}`)));
  return new ApiError('referenced', { by: traces }, { message: t('inUse', { names }) });
}
