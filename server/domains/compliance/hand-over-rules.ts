import { type Actor, isArchived } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import { lockLibraries } from '../access/lock-libraries.ts';
import { loadLibrary } from '../documents/records/library.queries.ts';
import { findHeldRules, type HeldRule, writeRule } from './compliance-rules.queries.ts';
import { difference } from './rule-audit.ts';

/**
 * Gives the rules that a person answers for to somebody else. Those of archived libraries stay, and those of libraries of
 * which the other one is no member: rules name members only.
 */
export async function handOverRules(
  change: Change,
  caller: Actor,
  user: string,
  to: string | null,
): Promise<{ readonly given: number; readonly stay: readonly HeldRule[] }> {
  const held = await findHeldRules(change.trx, caller.organization, user);
  const groups = [...new Set(held.map(({ group_id }) => group_id))];
  if (groups.length === 0) return { given: 0, stay: [] };
  const { actor } = await lockLibraries(change, caller, groups);
  const stay: HeldRule[] = [];
  let given = 0;
  for (const group of groups) {
    const library = await loadLibrary(change.trx, actor, group, []);
    const mayTake = !isArchived(actor, group) && (to === null || library.members.has(to));
    for (const { folder_name, group_name, ...row } of held.filter((each) => each.group_id === group)) {
      if (!mayTake) {
        stay.push({ ...row, folder_name, group_name });
        continue;
      }
      const after = { ...row, responsible: to, version: row.version + 1, updated_at: change.at };
      await writeRule(change.trx, after);
      change.audit({
        action: 'rule.update',
        targetType: 'rule',
        targetId: row.id,
        ...difference(row, after),
      });
      change.announce({ kind: 'folder.changed', folder: row.folder_id, group });
      given += 1;
    }
  }
  return { given, stay };
}
