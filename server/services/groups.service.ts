import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { LOCALE } from '#shared/domain/limits.ts';
import { clashKey } from '#shared/domain/names.ts';
import { foldedKey, sortKey } from '#shared/domain/sort-key.ts';
import type { Library, LibraryCreate, LibraryRow, LibraryUpdate } from '#shared/schemas/group.ts';
import { type Actor, isMember } from '../actor.ts';
import type { Change, Executor } from '../db/change.ts';
import type { GroupsTable } from '../db/tables/organization.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { rejudgeLibrary } from '../repositories/compliance-timelines.ts';
import { findDepartments } from '../repositories/departments.ts';
import { raiseLibraryAccess } from '../repositories/feed.ts';
import { findGroups } from '../repositories/groups.ts';
import {
  countLibraries,
  deleteLibrary,
  findLibraryMembers,
  type LibraryMemberRow,
  type LibraryUse,
  lockLibrary,
  usesOf,
} from '../repositories/libraries.ts';
import { lookup } from '../repositories/lookups.ts';
import { lockOrganization } from '../repositories/organizations.ts';
import { requireAdminStill } from './lock-libraries.ts';
import { endMembership, putMembership } from './memberships.ts';

type GroupRow = Selectable<GroupsTable>;

/** Libraries as they are administered; the edge asks for admins where somebody writes. */
export interface GroupsService {
  list(actor: Actor): Promise<LibraryRow[]>;
  /** For members and admins; to others it is not there. */
  get(actor: Actor, id: string): Promise<Library>;
  /** @throws library_taken, label_not_assignable, invalid */
  create(actor: Actor, body: LibraryCreate): Promise<Library>;
  /** @throws rev_changed with what is current, archived, library_taken, label_not_assignable, invalid */
  update(actor: Actor, id: string, body: LibraryUpdate): Promise<Library>;
  /** From here on nobody writes in it, whatever they had begun. Idempotent. */
  archive(actor: Actor, id: string): Promise<Library>;
  unarchive(actor: Actor, id: string): Promise<Library>;
  /** @throws referenced naming by what */
  remove(actor: Actor, id: string): Promise<void>;
}

const USE_NAMES: Readonly<Record<LibraryUse, string>> = {
  records: 'documentos',
  bin: 'documentos en la papelera',
  folders: 'carpetas',
  labels: 'etiquetas que solo se usan en ella',
  holds: 'una retención',
};

export function createGroupsService({ db, changes }: Deps): GroupsService {
  /** Whoever has the library on screen looks again, and so do desktops. */
  const tell = (change: Change, id: string): void =>
    change.announce({ kind: 'folder.changed', folder: id, group: id });

  const setArchived = (actor: Actor, id: string, archived: boolean): Promise<Library> =>
    changes.run(actor, async (change) => {
      const row = await lockLibrary(change.trx, actor.organization, id);
      await requireAdminStill(change, actor);
      if (!row) throw notFound();
      if ((row.archived_at !== null) === archived) return present(change.trx, actor, row);
      const archived_at = archived ? change.at : null;
      await change.trx
        .updateTable('groups')
        .set({ archived_at, rev: row.rev + 1 })
        .where('id', '=', id)
        .execute();
      // Every file of it is written to, or is not any more: desktops compare it all.
      await raiseLibraryAccess(change.trx, id);
      if (!archived) await rejudgeLibrary(change.trx, id, change.at);
      change.audit({
        action: archived ? 'group.archive' : 'group.unarchive',
        targetType: 'group',
        targetId: id,
        before: { archivedAt: row.archived_at },
        after: { archivedAt: archived_at },
      });
      tell(change, id);
      return present(change.trx, actor, { ...row, archived_at, rev: row.rev + 1 });
    });

  return {
    async list(actor) {
      const rows = await countLibraries(db, actor);
      return rows
        .map((row) => ({
          _id: row.id,
          name: row.name,
          description: row.description,
          department: row.department ? { _id: row.department, name: row.department_name ?? '' } : null,
          createdAt: row.created_at.toISOString(),
          archivedAt: row.archived_at?.toISOString() ?? null,
          members: row.members,
          folders: row.folders,
          records: row.records,
          size: row.size,
        }))
        .sort((a, b) => (sortKey(a.name) < sortKey(b.name) ? -1 : 1));
    },

    async get(actor, id) {
      if (!actor.isAdmin && !isMember(actor, id)) throw notFound();
      const [row] = await findGroups(db, actor.organization, [id]);
      if (!row) throw notFound();
      return present(db, actor, row);
    },

    create: (actor, body) =>
      changes.run(actor, async (change) => {
        // Names are compared: two libraries of one name at once must not both be the first.
        await lockOrganization(change.trx, actor.organization);
        await requireAdminStill(change, actor);
        const { name, description, department, defaultLabels } = body;
        await requireFreeName(change, actor, name);
        await requireDepartment(change, actor, department);
        const id = newId();
        await requireLabels(change, actor, id, defaultLabels);
        const row = await change.trx
          .insertInto('groups')
          .values({
            ...{ id, organization: actor.organization, name, name_key: clashKey(name), description },
            ...{ department, default_labels: defaultLabels, created_at: change.at },
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        change.audit({
          action: 'group.create',
          targetType: 'group',
          targetId: id,
          after: { name, description, department, defaultLabels },
        });
        await saveMembers(change, actor, id, { set: body.members, remove: [] });
        return present(change.trx, actor, row);
      }),

    update: (actor, id, body) =>
      changes.run(actor, async (change) => {
        // The organization first, as whoever makes a library does: names are compared among all of them.
        if (body.name !== undefined) await lockOrganization(change.trx, actor.organization);
        const row = await lockLibrary(change.trx, actor.organization, id);
        await requireAdminStill(change, actor);
        if (!row) throw notFound();
        if (body.rev !== undefined && body.rev !== revOf(row, await findLibraryMembers(change.trx, id))) {
          throw new ApiError(
            'rev_changed',
            { current: await present(change.trx, actor, row) },
            { message: 'Alguien cambió esta biblioteca mientras tanto.' },
          );
        }
        const changed = await saveFields(change, actor, row, body);
        if (body.members) await saveMembers(change, actor, id, body.members);
        return present(change.trx, actor, changed);
      }),

    archive: (actor, id) => setArchived(actor, id, true),
    unarchive: (actor, id) => setArchived(actor, id, false),

    remove: (actor, id) =>
      changes.run(actor, async (change) => {
        // Labels are made under this lock: none names it any more from here on.
        await lockOrganization(change.trx, actor.organization);
        const row = await lockLibrary(change.trx, actor.organization, id, true);
        await requireAdminStill(change, actor);
        if (!row) throw notFound();
        const uses = await usesOf(change.trx, id);
        if (uses.length > 0) throw referenced(uses);
        const members = await findLibraryMembers(change.trx, id);
        for (const member of members) await endMembership(change, id, member.id);
        await deleteLibrary(change.trx, id);
        change.audit({
          action: 'group.delete',
          targetType: 'group',
          targetId: id,
          before: { name: row.name, description: row.description, department: row.department },
        });
      }),
  };

  /** What of the form is different: checked, written, audited. */
  async function saveFields(
    change: Change,
    actor: Actor,
    row: GroupRow,
    body: LibraryUpdate,
  ): Promise<GroupRow> {
    const wanted = {
      ...(body.name === undefined ? {} : { name: body.name, name_key: clashKey(body.name) }),
      ...(body.description === undefined ? {} : { description: body.description }),
      ...(body.department === undefined ? {} : { department: body.department }),
      ...(body.defaultLabels === undefined ? {} : { default_labels: body.defaultLabels }),
    };
    const fields = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
      (field) => JSON.stringify(wanted[field]) !== JSON.stringify(row[field]),
    );
    if (fields.length === 0) return row;
    if (row.archived_at) throw new ApiError('archived');
    if (wanted.name !== undefined && wanted.name !== row.name)
      await requireFreeName(change, actor, wanted.name, row.id);
    if (wanted.department !== row.department) await requireDepartment(change, actor, wanted.department);
    // What it has already stays, even where the label was withdrawn from the library since.
    const added = (wanted.default_labels ?? []).filter((label) => !row.default_labels.includes(label));
    await requireLabels(change, actor, row.id, added);
    const set = { ...wanted, rev: row.rev + 1 };
    await change.trx.updateTable('groups').set(set).where('id', '=', row.id).execute();
    // Whether a new file there needs no labels of its own: desktops ask that of every folder.
    if (fields.includes('default_labels')) await raiseLibraryAccess(change.trx, row.id);
    const pick = (from: Partial<GroupRow>) =>
      Object.fromEntries(fields.filter((field) => field !== 'name_key').map((field) => [field, from[field]]));
    change.audit({
      action: 'group.update',
      targetType: 'group',
      targetId: row.id,
      before: pick(row),
      after: pick(wanted),
    });
    tell(change, row.id);
    return { ...row, ...set };
  }
}

/** Who becomes a member, gets other roles, or leaves: in one order, so that two saves wait instead of crossing. */
async function saveMembers(
  change: Change,
  actor: Actor,
  id: string,
  { set, remove }: NonNullable<LibraryUpdate['members']>,
): Promise<void> {
  const inOrder = <T>(all: readonly T[], key: (one: T) => string): T[] =>
    [...all].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const leaving = new Set(remove);
  for (const { user, roles } of inOrder(set, (each) => each.user)) {
    if (leaving.has(user)) continue;
    await putMembership(change, actor.organization, id, user, roles).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'not_found')
        throw invalid('members', 'Una de esas personas ya no está en la organización.');
      throw error;
    });
  }
  for (const user of inOrder([...leaving], (each) => each)) await endMembership(change, id, user);
}

/** A name is taken by another one that looks like it, too: case, accents and Unicode forms aside. */
async function requireFreeName(change: Change, actor: Actor, name: string, self?: string): Promise<void> {
  const rows = await findGroups(change.trx, actor.organization, null);
  const taken = rows.some((row) => row.id !== self && foldedKey(row.name) === foldedKey(name));
  if (taken) throw new ApiError('library_taken', { name: 'Ya hay una biblioteca con ese nombre.' });
}

async function requireDepartment(
  change: Change,
  actor: Actor,
  department: string | null | undefined,
): Promise<void> {
  if (!department) return;
  const known = await findDepartments(change.trx, actor.organization);
  if (!known.some((each) => each._id === department))
    throw invalid('department', 'Ese departamento ya no existe.');
}

async function requireLabels(
  change: Change,
  actor: Actor,
  library: string,
  labels: readonly string[],
): Promise<void> {
  if (labels.length === 0) return;
  const rows = await change.trx
    .selectFrom('labels')
    .select(['id', 'groups'])
    .where('organization', '=', actor.organization)
    .where('id', 'in', [...labels])
    .execute();
  const usable = rows.filter(({ groups }) => groups.length === 0 || groups.includes(library));
  if (usable.length < labels.length)
    throw new ApiError('label_not_assignable', {
      defaultLabels: 'Una de esas etiquetas no se puede usar en esta biblioteca.',
    });
}

/** Two who save on what they read of one library are told apart by this, whoever wrote its members. */
function revOf(row: GroupRow, members: readonly LibraryMemberRow[]): string {
  const told = members.map(({ id, roles }) => `${id}:${roles.join()}`).join(' ');
  return `${row.rev}.${createHash('sha256').update(told).digest('hex').slice(0, 16)}`;
}

async function present(executor: Executor, actor: Actor, row: GroupRow): Promise<Library> {
  const members = await findLibraryMembers(executor, row.id);
  const names = await lookup(executor, { labels: row.default_labels });
  const department = row.department
    ? (await findDepartments(executor, actor.organization)).find((each) => each._id === row.department)
    : undefined;
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    department: department ? { _id: department._id, name: department.name } : null,
    defaultLabels: row.default_labels.flatMap((id) => names.labels.get(id) ?? []),
    createdAt: row.created_at.toISOString(),
    archivedAt: row.archived_at?.toISOString() ?? null,
    rev: revOf(row, members),
    members: members
      .map(({ id, firstname, lastname, enabled, roles, author }) => ({
        user: { _id: id, firstname, lastname },
        roles,
        enabled,
        ...(actor.isAdmin ? { author } : {}),
      }))
      .sort((a, b) => (nameKey(a.user) < nameKey(b.user) ? -1 : 1)),
  };
}

const nameKey = ({ firstname, lastname }: { firstname: string; lastname: string }): string =>
  sortKey(`${lastname} ${firstname}`);

function referenced(uses: readonly LibraryUse[]): ApiError {
  const names = new Intl.ListFormat(LOCALE).format(uses.map((use) => USE_NAMES[use]));
  return new ApiError(
    'referenced',
    { by: uses },
    { message: `No se puede eliminar: tiene ${names}. Puedes archivarla.` },
  );
}
