import type { z } from 'zod';
import type { Follow, Followable, followParams } from '#shared/notifications/follows.schemas.ts';
import { FOLLOWS_MAX } from '#shared/platform/limits.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Executor } from '../../../platform/db/change.ts';
import type { Deps } from '../../../platform/deps.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { canSeeLibrary } from '../../access/libraries.policy.ts';
import { lookup } from '../../access/names.queries.ts';
import { findSeen, findSeenTitles } from '../../documents/faces/faces.queries.ts';
import { findFolderLibraries, findFolderLibrary } from '../../documents/folders/folders.queries.ts';
import { hasGroup } from '../../libraries/groups.queries.ts';
import { t } from '../texts.ts';
import {
  deleteFollow,
  FOLLOWED_BY,
  type FollowRow,
  insertFollow,
  listFollows,
  lockFollows,
} from './follows.queries.ts';

type Target = z.output<typeof followParams>;

/** What people follow (docs/domain/notifications.md, decision 0086). Following gives nobody a right. */
export function createFollowsService({ db, changes }: Pick<Deps, 'db' | 'changes'>) {
  return {
    /** What somebody follows and still sees. */
    async list(actor: Actor): Promise<Follow[]> {
      const rows = await listFollows(db, actor.user);
      return present(db, actor, rows);
    },

    /** @throws not_found where they do not see it, invalid where they follow too many */
    follow: (actor: Actor, { what, id }: Target): Promise<void> =>
      changes.run(actor, async (change) => {
        if (!(await sees(change.trx, actor, what, id))) throw notFound();
        const kept = await lockFollows(change.trx, actor.user);
        const column = FOLLOWED_BY[what];
        if (kept.some((row) => row[column] === id)) return;
        if (kept.length >= FOLLOWS_MAX) throw invalid('id', t('follows.full', { max: FOLLOWS_MAX }));
        await insertFollow(change.trx, {
          ...{ id: newId(), organization: actor.organization, user_id: actor.user, created_at: change.at },
          ...{ record_id: null, folder_id: null, group_id: null, [column]: id },
        });
      }),

    /** Also of what they do not see any more. What they did not follow stays so. */
    unfollow: (actor: Actor, { what, id }: Target): Promise<void> =>
      changes.run(actor, async (change) => {
        await deleteFollow(change.trx, actor.user, what, id);
      }),
  };
}

async function sees(executor: Executor, actor: Actor, what: Followable, id: string): Promise<boolean> {
  if (what === 'record') return (await findSeen(executor, actor, id)) !== null;
  if (what === 'group') return canSeeLibrary(actor, id) && hasGroup(executor, actor.organization, id);
  const folder = await findFolderLibrary(executor, actor.organization, id);
  return folder !== undefined && canSeeLibrary(actor, folder.group_id);
}

async function present(executor: Executor, actor: Actor, rows: readonly FollowRow[]): Promise<Follow[]> {
  const records = await findSeenTitles(
    executor,
    actor,
    rows.flatMap(({ record_id }) => record_id ?? []),
  );
  const folders = await findFolderLibraries(
    executor,
    rows.flatMap(({ folder_id }) => folder_id ?? []),
  );
  const names = await lookup(executor, {
    folders: folders.keys(),
    groups: [
      ...[...records.values()].map(({ group_id }) => group_id),
      ...folders.values(),
      ...rows.flatMap(({ group_id }) => group_id ?? []),
    ],
  });
  return rows.flatMap((row): Follow[] => {
    const entry = (what: Followable, _id: string, group: string, name: string | undefined): Follow[] => {
      const library = names.groups.get(group);
      return library ? [{ what, _id, name: name ?? library.name, group: library }] : [];
    };
    if (row.record_id) {
      const seen = records.get(row.record_id);
      return seen ? entry('record', row.record_id, seen.group_id, seen.title) : [];
    }
    const group = row.group_id ?? folders.get(row.folder_id ?? '');
    if (!group || !canSeeLibrary(actor, group)) return [];
    return row.folder_id
      ? entry('folder', row.folder_id, group, names.folders.get(row.folder_id)?.path)
      : entry('group', group, group, undefined);
  });
}
