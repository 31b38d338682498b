import type { z } from 'zod';
import { LOCALE } from '#shared/domain/limits.ts';
import type { DirectoryGroup } from '#shared/domain/roles.ts';
import { sortKey } from '#shared/domain/sort-key.ts';
import type { Department, User, userCreate, userUpdate } from '#shared/schemas/people.ts';
import type { Actor } from '../actor.ts';
import type { Change, Executor } from '../db/change.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import type { DirectoryUser } from '../identity/directory.ts';
import type { Identity } from '../identity/identity.ts';
import { newId } from '../ids.ts';
import { findDepartments } from '../repositories/departments.ts';
import { refreshPlacement } from '../repositories/face-writer.ts';
import { lockOrganization } from '../repositories/organizations.ts';
import { hasOtherAdmin, recordsAuthoredBy, type Trace, tracesOf } from '../repositories/people.ts';
import { requireAdminStill } from './lock-libraries.ts';

/** People as the organization sees them, and the calls of the user directory (spec §7). The edge asks for admins. */
export interface UsersService {
  /** For members of any library and for admins; empty for everybody else (domain: roles). */
  list(actor: Actor): Promise<User[]>;
  departments(actor: Actor): Promise<Department[]>;
  get(actor: Actor, id: string): Promise<User>;
  /** Mails the first-time password. @throws email_taken */
  create(actor: Actor, input: z.output<typeof userCreate>): Promise<User>;
  /** @throws email_taken */
  update(actor: Actor, id: string, input: z.output<typeof userUpdate>): Promise<User>;
  /** @throws referenced naming by what, last_admin */
  remove(actor: Actor, id: string): Promise<void>;
  enable(actor: Actor, id: string): Promise<User>;
  /** Ends every session of theirs. @throws last_admin */
  disable(actor: Actor, id: string): Promise<User>;
  groups(): Promise<DirectoryGroup[]>;
  groupsOf(actor: Actor, id: string): Promise<DirectoryGroup[]>;
  addToGroup(actor: Actor, id: string, group: DirectoryGroup): Promise<DirectoryGroup[]>;
  /** @throws last_admin */
  removeFromGroup(actor: Actor, id: string, group: DirectoryGroup): Promise<DirectoryGroup[]>;
}

const TRACE_NAMES: Readonly<Record<Trace, string>> = {
  records: 'documentos creados',
  authorship: 'documentos de los que es autor',
  versions: 'versiones',
  reviews: 'revisiones',
  notifications: 'notificaciones enviadas',
  departments: 'departamentos a su cargo',
  bin: 'documentos eliminados',
  audit: 'acciones en el historial',
};

export function createUsersService({ db, changes }: Deps, { directory }: Identity): UsersService {
  /** What is the admin's to see, and one's own (domain: people). */
  const present = async (executor: Executor, actor: Actor, users: DirectoryUser[]): Promise<User[]> => {
    const departments = new Map(
      (await findDepartments(executor, actor.organization)).map((each) => [each._id, each]),
    );
    return users.map((user) => ({
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
    }));
  };

  const find = async (executor: Executor, actor: Actor, id: string): Promise<DirectoryUser> => {
    const user = await directory.get(executor, actor.organization, id);
    if (!user) throw notFound();
    return user;
  };

  const show = async (executor: Executor, actor: Actor, id: string): Promise<User> => {
    const [user] = await present(executor, actor, [await find(executor, actor, id)]);
    if (!user) throw notFound();
    return user;
  };

  const requireDepartment = async (executor: Executor, actor: Actor, id: string | null | undefined) => {
    if (!id) return;
    const known = await findDepartments(executor, actor.organization);
    if (!known.some((each) => each._id === id)) throw invalid('department', 'Elige una de las opciones.');
  };

  /** Two who take each other's role away wait for each other here; the second finds nobody else. */
  const requireOtherAdmin = async (change: Change, actor: Actor, user: DirectoryUser): Promise<void> => {
    if (!user.groups.includes('admin') || !user.enabled) return;
    if (!(await hasOtherAdmin(change.trx, actor.organization, user.id))) throw new ApiError('last_admin');
  };

  /** Loads a person under the organization's lock, does something to them, tells who must know. */
  const change = <T>(
    actor: Actor,
    id: string,
    action: string,
    work: (change: Change, user: DirectoryUser) => Promise<T>,
  ): Promise<T> =>
    emailConflict(
      changes.run(actor, async (current) => {
        await lockOrganization(current.trx, actor.organization);
        await requireAdminStill(current, actor);
        const before = await find(current.trx, actor, id);
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
      if (member) await directory.addToGroup(current, id, group);
      else {
        if (group === 'admin') await requireOtherAdmin(current, actor, user);
        await directory.removeFromGroup(current, id, group);
      }
      return directory.groupsOf(current.trx, id);
    });

  return {
    async list(actor) {
      if (actor.memberships.length === 0 && !actor.isAdmin) return [];
      const users = await directory.list(db, actor.organization);
      const keyed = users.map((user) => ({ user, key: sortKey(`${user.lastname} ${user.firstname}`) }));
      keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
      return present(
        db,
        actor,
        keyed.map(({ user }) => user),
      );
    },

    departments: async (actor) =>
      actor.memberships.length === 0 && !actor.isAdmin ? [] : findDepartments(db, actor.organization),

    get: (actor, id) => show(db, actor, id),

    async create(actor, { roles, rut = null, department = null, ...names }) {
      const first = await directory.prepareFirstSignIn();
      const id = newId();
      return emailConflict(
        changes.run(actor, async (current) => {
          await lockOrganization(current.trx, actor.organization);
          await requireAdminStill(current, actor);
          await requireDepartment(current.trx, actor, department);
          const user = { ...names, rut, department };
          await directory.create(
            current,
            { ...user, id, organization: actor.organization, groups: roles },
            first,
          );
          current.audit({
            action: 'user.created',
            targetType: 'user',
            targetId: id,
            after: { ...user, roles },
          });
          if (first) {
            const { temporaryPassword } = first;
            const mail = {
              template: 'invitation',
              to: names.email,
              firstname: names.firstname,
              temporaryPassword,
            } as const;
            current.announce({ kind: 'mail', mail });
          }
          return show(current.trx, actor, id);
        }),
      );
    },

    update: (actor, id, input) =>
      change(actor, id, 'user.updated', async (current) => {
        await requireDepartment(current.trx, actor, input.department);
        await directory.updateAttributes(current, id, defined(input));
        // Documents are found by the names of their authors.
        if (input.firstname !== undefined || input.lastname !== undefined)
          for (const record of await recordsAuthoredBy(current.trx, id))
            await refreshPlacement(current.trx, record);
        return show(current.trx, actor, id);
      }),

    remove: (actor, id) =>
      change(actor, id, 'user.deleted', async (current, user) => {
        const traces = await tracesOf(current.trx, id);
        if (traces.length > 0) throw referenced(traces);
        await requireOtherAdmin(current, actor, user);
        await directory.delete(current, id);
      }),

    enable: (actor, id) =>
      change(actor, id, 'user.enabled', async (current) => {
        await directory.enable(current, id);
        return show(current.trx, actor, id);
      }),

    disable: (actor, id) =>
      change(actor, id, 'user.disabled', async (current, user) => {
        await requireOtherAdmin(current, actor, user);
        await directory.disable(current, id);
        return show(current.trx, actor, id);
      }),

    groups: async () => [...(await directory.groups())],
    groupsOf: async (actor, id) => [...(await find(db, actor, id)).groups],
    addToGroup: (actor, id, group) => setGroup(actor, id, group, true),
    removeFromGroup: (actor, id, group) => setGroup(actor, id, group, false),
  };
}

function referenced(traces: readonly Trace[]): ApiError {
  const names = new Intl.ListFormat(LOCALE).format(traces.map((trace) => TRACE_NAMES[trace]));
  return new ApiError(
    'referenced',
    { by: traces },
    { message: `No se puede eliminar: tiene ${names}. Puedes deshabilitar a esta persona.` },
  );
}

/** Only what was given: an absent attribute stays as it is. */
const defined = <T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

const AUDITED = ['email', 'firstname', 'lastname', 'rut', 'department', 'enabled', 'groups'] as const;

/** The audited fields that changed, before and after; undefined where none did. */
function differing(before: DirectoryUser, after: DirectoryUser | null) {
  const fields = AUDITED.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after?.[field]));
  if (fields.length === 0) return undefined;
  const pick = (user: DirectoryUser) => Object.fromEntries(fields.map((field) => [field, user[field]]));
  return { before: pick(before), ...(after ? { after: pick(after) } : {}) };
}

/** An e-mail belongs to one person per installation; the database is the judge of two at once. */
async function emailConflict<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'users_email_key')
      throw new ApiError('email_taken', { email: 'Ya hay una persona con ese correo.' });
    throw error;
  }
}
