import type { Actor } from '../../../platform/actor.ts';
import type { Change } from '../../../platform/db/change.ts';
import { lockCalendar, lockObligation, updateObligation } from '../calendars.queries.ts';
import { findHeldObligations, type HeldObligation } from './hand-over.queries.ts';
import { difference } from './obligation-rules.ts';

/**
 * Gives a person's obligations to somebody else: to the backup where there is one and that is wished, else to `to`. Who was
 * the backup is replaced by `to`. Whoever takes one over is never its backup too.
 * @returns how many were given
 */
export async function handOverObligations(
  change: Change,
  actor: Actor,
  user: string,
  { to, backups }: { readonly to: string | null; readonly backups: boolean },
): Promise<number> {
  const held = await findHeldObligations(change.trx, actor.organization, user, change.at);
  // Calendars before their obligations, and those in one order: two people may hand over at once.
  for (const calendar of [...new Set(held.map((each) => each.calendar))].sort())
    await lockCalendar(change.trx, actor.organization, calendar);
  let given = 0;
  for (const each of held) {
    const before = await lockObligation(change.trx, actor.organization, each.id);
    // Somebody else has it by now.
    if (!before || (before.responsible !== user && before.backup !== user)) continue;
    const row = await updateObligation(change.trx, each.id, {
      ...peopleAfter({ ...each, responsible: before.responsible, backup: before.backup }, user, to, backups),
      version: before.version + 1,
      updated_at: change.at,
    });
    change.audit({
      action: 'obligation.update',
      targetType: 'obligation',
      targetId: each.id,
      ...difference(before, row),
    });
    given += 1;
  }
  return given;
}

function peopleAfter(
  { responsible, backup, active_backup }: HeldObligation,
  user: string,
  to: string | null,
  backups: boolean,
): Pick<HeldObligation, 'responsible' | 'backup'> {
  const other = (taken: string | null, person: string | null) => (person === taken ? null : person);
  if (responsible !== user) return { responsible, backup: other(responsible, to) };
  const heir = backups && backup !== user && active_backup === backup ? (backup ?? to) : to;
  return { responsible: heir, backup: other(heir, backup === user ? to : backup) };
}
