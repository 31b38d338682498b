import type { Engine } from '../engine/engine.ts';
import type { Activity } from '../engine/work/work.ts';
import type { BlockedItem, BlockedReason } from '../ports/journal.ts';

/** Reasons that come from a missing role. In an archived library nobody has one, so another reason is shown. */
const BY_ROLE: ReadonlySet<BlockedReason> = new Set(['no-role', 'refused', 'copy']);

type Libraries = Pick<Engine, 'libraries' | 'memory'>;

/** Whether an item is blocked because its library is archived. Once that is opened again, the reason differs. */
export const waitsForArchive = (engine: Libraries, { reason, path }: BlockedItem): boolean =>
  BY_ROLE.has(reason) && liesInArchived(engine, path);

/** What happened, with the reason that a person can do something about. */
export function explained(engine: Libraries, activity: Activity): Activity {
  const isRole = activity.code === 'forbidden' && liesInArchived(engine, activity.path);
  return isRole ? { ...activity, code: 'archived' } : activity;
}

function liesInArchived({ libraries, memory }: Libraries, path: string): boolean {
  return libraries.some(({ id, archived }) => {
    const folder = memory.content.libraries.get(id)?.path;
    return archived && folder !== undefined && path.startsWith(`${folder}/`);
  });
}
