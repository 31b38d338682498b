import type { HandBack } from '#shared/overview/duties.schemas.ts';
import { type Actor, isArchived } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import { lockLibraries } from '../access/lock-libraries.ts';
import { loadLibrary } from '../documents/records/library.queries.ts';
import { findHeldRules, findRulesById, type RuleRow, writeRule } from './compliance-rules.queries.ts';
import { difference } from './rule-audit.ts';

interface NamedRule {
  readonly id: string;
  readonly name: string;
}

/**
 * Gives the rules that a person answers for to somebody else. Those of archived libraries stay, and those of libraries of
 * which the other one is no member: rules name members only.
 * @returns what was given, with its version since then, and what stays
 */
export async function handOverRules(
  change: Change,
  caller: Actor,
  user: string,
  to: string | null,
): Promise<{ readonly given: (NamedRule & { version: number })[]; readonly stay: NamedRule[] }> {
  const given: (NamedRule & { version: number })[] = [];
  const stay: NamedRule[] = [];
  const held = () => findHeldRules(change.trx, caller.organization, user);
  const libraries = await lockedLibraries(change, caller, await held());
  // Read again behind the locks: somebody may have changed one while this waited.
  for (const { folder_name, group_name, ...row } of await held()) {
    const library = libraries.get(row.group_id);
    if (!library) continue;
    if (library.archived || (to !== null && !library.members.has(to))) stay.push(row);
    else given.push(await give(change, row, to));
  }
  return { given, stay };
}

/** Why a rule stays with whoever has it: changed since it was given, deleted, or nobody may give it to that person. */
export type WhyRuleStays = 'changed' | 'gone' | 'archived' | 'member';

/** Gives rules back to a person. What has another version by now stays: somebody has changed it since. */
export async function handBackRules(
  change: Change,
  caller: Actor,
  user: string,
  asked: HandBack['rules'],
): Promise<{
  readonly back: { readonly id: string; readonly version: number }[];
  readonly stay: { readonly id: string; readonly name: string | null; readonly why: WhyRuleStays }[];
}> {
  const versions = new Map(asked.map(({ _id, version }) => [_id, version]));
  const found = () => findRulesById(change.trx, caller.organization, [...versions.keys()]);
  const libraries = await lockedLibraries(change, caller, await found());
  const back: { id: string; version: number }[] = [];
  const stay: { id: string; name: string | null; why: WhyRuleStays }[] = [];
  const rows = await found();
  for (const row of rows) {
    // Back already: an answer may have been lost, or somebody else gave it back.
    if (row.responsible === user) {
      back.push({ id: row.id, version: row.version });
      continue;
    }
    const library = libraries.get(row.group_id);
    const why =
      !library || row.version !== versions.get(row.id)
        ? 'changed'
        : library.archived
          ? 'archived'
          : library.members.has(user)
            ? null
            : 'member';
    if (why) stay.push({ id: row.id, name: row.name, why });
    else back.push(await give(change, row, user));
  }
  const there = new Set(rows.map(({ id }) => id));
  for (const id of versions.keys()) if (!there.has(id)) stay.push({ id, name: null, why: 'gone' });
  return { back, stay };
}

/** The libraries of rules, locked: until the commit neither their rules nor their members change. */
async function lockedLibraries(change: Change, caller: Actor, rules: readonly RuleRow[]) {
  const groups = [...new Set(rules.map(({ group_id }) => group_id))];
  const libraries = new Map<string, { archived: boolean; members: ReadonlyMap<string, unknown> }>();
  if (groups.length === 0) return libraries;
  const { actor } = await lockLibraries(change, caller, groups);
  for (const group of groups) {
    const { members } = await loadLibrary(change.trx, actor, group, []);
    libraries.set(group, { archived: isArchived(actor, group), members });
  }
  return libraries;
}

async function give(
  change: Change,
  row: RuleRow,
  to: string | null,
): Promise<NamedRule & { version: number }> {
  const after = { ...row, responsible: to, version: row.version + 1, updated_at: change.at };
  await writeRule(change.trx, after);
  change.audit({ action: 'rule.update', targetType: 'rule', targetId: row.id, ...difference(row, after) });
  change.announce({ kind: 'folder.changed', folder: row.folder_id, group: row.group_id });
  return { id: row.id, name: row.name, version: after.version };
}
