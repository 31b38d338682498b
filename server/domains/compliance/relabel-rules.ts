import { replacedIds } from '#shared/platform/replaced-ids.ts';
import type { Change } from '../../platform/db/change.ts';
import { findRulesWith } from '../labels/labels.queries.ts';
import { findRule, writeRule } from './compliance-rules.queries.ts';
import { writeStandings } from './compliance-standings.ts';
import { findFolders, findPlacesBelow } from './compliance-timelines.queries.ts';

/** Replaces a merged label in rules by the one that stays. Each change of a rule is a version of it. */
export async function relabelRules(
  change: Change,
  { organization, from, to }: { readonly organization: string; readonly from: string; readonly to: string },
): Promise<void> {
  const { trx, at } = change;
  const folders = new Set<string>();
  for (const id of await findRulesWith(trx, organization, from)) {
    const before = await findRule(trx, organization, id);
    if (!before) continue;
    const lists = {
      labels_all: replacedIds(before.labels_all, from, to),
      labels_any: replacedIds(before.labels_any, from, to),
    };
    await writeRule(trx, { ...before, ...lists, version: before.version + 1, updated_at: at });
    folders.add(before.folder_id);
    change.audit({
      action: 'rule.update',
      targetType: 'rule',
      targetId: id,
      before: { labels_all: before.labels_all, labels_any: before.labels_any },
      after: lists,
    });
  }
  if (folders.size === 0) return;
  await writeStandings(change, await findFolders(trx, await findPlacesBelow(trx, [...folders])));
}
