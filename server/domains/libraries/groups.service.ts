import type { Selectable } from 'kysely';
import type { Library, LibraryCreate, LibraryRow, LibraryUpdate } from '#shared/libraries/groups.schemas.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import { sortKey } from '#shared/platform/texts/sort-key.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import type { GroupsTable } from '../../platform/db/tables/organization.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { canSeeLibrary } from '../access/libraries.policy.ts';
import { requireAdminStill } from '../access/lock-libraries.ts';
import { lockOrganization } from '../organization/organizations.queries.ts';
import { findGroups, insertGroup, updateGroup } from './groups.queries.ts';
import { libraryReopened } from './libraries.hooks.ts';
import {
  countLibraries,
  deleteLibrary,
  findLibraryMembers,
  lockLibrary,
  usesOf,
} from './libraries.queries.ts';
import { presentLibrary, revOf } from './library.presenter.ts';
import { raiseLibraryAccess } from './library-changes.queries.ts';
import {
  referenced,
  requireDepartment,
  requireFreeName,
  requireLabels,
  saveMembers,
} from './library-rules.ts';
import { endMembership } from './memberships.ts';
import { t } from './texts.ts';

type GroupRow = Selectable<GroupsTable>;

/** Libraries as they are administered. Where something is written, the routes require an admin. */
export function createGroupsService({ db, changes }: Deps) {
  /** Announces the change: screens that show the library, and desktops, fetch it again. */
  const tell = (change: Change, id: string): void =>
    change.announce({ kind: 'folder.changed', folder: id, group: id });

  const setArchived = (actor: Actor, id: string, archived: boolean): Promise<Library> =>
    changes.run(actor, async (change) => {
      const row = await lockLibrary(change.trx, actor.organization, id);
      await requireAdminStill(change, actor);
      if (!row) throw notFound();
      if ((row.archived_at !== null) === archived) return presentLibrary(change.trx, actor, row);
      const archived_at = archived ? change.at : null;
      await updateGroup(change.trx, id, { archived_at, rev: row.rev + 1 });
      // All its files become writable or read-only: desktops must compare everything.
      await raiseLibraryAccess(change.trx, id);
      if (!archived) await change.tell(libraryReopened, { group: id });
      change.audit({
        action: archived ? 'group.archive' : 'group.unarchive',
        targetType: 'group',
        targetId: id,
        before: { archivedAt: row.archived_at },
        after: { archivedAt: archived_at },
      });
      tell(change, id);
      return presentLibrary(change.trx, actor, { ...row, archived_at, rev: row.rev + 1 });
    });

  return {
    async list(actor: Actor): Promise<LibraryRow[]> {
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

    /** For members and admins. @throws not_found for everybody else */
    async get(actor: Actor, id: string): Promise<Library> {
      if (!canSeeLibrary(actor, id)) throw notFound();
      const [row] = await findGroups(db, actor.organization, [id]);
      if (!row) throw notFound();
      return presentLibrary(db, actor, row);
    },

    /** @throws library_taken, label_not_assignable, invalid */
    create: (actor: Actor, body: LibraryCreate): Promise<Library> =>
      changes.run(actor, async (change) => {
        // Two libraries of the same name at once must not both be accepted.
        await lockOrganization(change.trx, actor.organization);
        await requireAdminStill(change, actor);
        const { name, description, department, defaultLabels } = body;
        await requireFreeName(change, actor, name);
        await requireDepartment(change, actor, department);
        const id = newId();
        await requireLabels(change, actor, id, defaultLabels);
        const row = await insertGroup(change.trx, {
          ...{ id, organization: actor.organization, name, name_key: clashKey(name), description },
          ...{ department, default_labels: defaultLabels, created_at: change.at },
        });
        change.audit({
          action: 'group.create',
          targetType: 'group',
          targetId: id,
          after: { name, description, department, defaultLabels },
        });
        await saveMembers(change, actor, id, { set: body.members, remove: [] });
        return presentLibrary(change.trx, actor, row);
      }),

    /** @throws rev_changed with what is current, archived, library_taken, label_not_assignable, invalid */
    update: (actor: Actor, id: string, body: LibraryUpdate): Promise<Library> =>
      changes.run(actor, async (change) => {
        // Lock the organization first, as creating a library does: names are compared among all libraries.
        if (body.name !== undefined) await lockOrganization(change.trx, actor.organization);
        const row = await lockLibrary(change.trx, actor.organization, id);
        await requireAdminStill(change, actor);
        if (!row) throw notFound();
        if (body.rev !== undefined && body.rev !== revOf(row, await findLibraryMembers(change.trx, id))) {
          throw new ApiError(
            'rev_changed',
            { current: await presentLibrary(change.trx, actor, row) },
            { message: t('changed') },
          );
        }
        const changed = await saveFields(change, actor, row, body);
        if (body.members) await saveMembers(change, actor, id, body.members);
        return presentLibrary(change.trx, actor, changed);
      }),

    /** From here on nobody writes in it, not even who has begun to. Idempotent. */
    archive: (actor: Actor, id: string): Promise<Library> => setArchived(actor, id, true),
    unarchive: (actor: Actor, id: string): Promise<Library> => setArchived(actor, id, false),

    /** @throws referenced, with what still uses it */
    remove: (actor: Actor, id: string): Promise<void> =>
      changes.run(actor, async (change) => {
        // Labels are made under this lock: from here on no new one names the library.
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

  /** Checks, writes and audits the fields of the form that differ. */
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
    // Labels that it has already may stay, even where they are not assignable there any more.
    const added = (wanted.default_labels ?? []).filter((label) => !row.default_labels.includes(label));
    await requireLabels(change, actor, row.id, added);
    const set = { ...wanted, rev: row.rev + 1 };
    await updateGroup(change.trx, row.id, set);
    // Default labels decide whether a new file needs labels of its own. Desktops ask that for every folder.
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
