import type { Party } from '#shared/contractors/contractors.schemas.ts';
import type { Day } from '#shared/platform/days.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { countAround, type PartyRow } from './parties.queries.ts';
import { canEditParties, canReadFacts, findSeenParties, seenLibraries } from './party-sight.ts';
import { findPartyStandings, type StandingRow } from './party-standings.queries.ts';

/** How a party stands: `none` where no rule judges its folder or one below. */
export const presentStanding = (row: StandingRow | undefined): Party['standing'] => {
  const { rules = 0, blocking = 0, warnings = 0, due_soon = false, unsure = false } = row ?? {};
  const colour = blocking > 0 ? 'fail' : rules > 0 ? 'ok' : 'none';
  return { colour, dueSoon: due_soon && colour === 'ok', blocking, warnings, unsure };
};

/** These parties in their order, as the actor may know them. Does not check visibility: callers must have done so. */
export async function presentParties(
  executor: Executor,
  actor: Actor,
  rows: readonly PartyRow[],
  today: Day,
): Promise<Party[]> {
  const ids = rows.map(({ id }) => id);
  const standings = await findPartyStandings(executor, ids, today);
  const counts = await countAround(executor, ids, seenLibraries(actor));
  const named = [...new Set(rows.flatMap(({ contractor }) => contractor ?? []))];
  const contractors = new Map((await findSeenParties(executor, actor, named)).map((row) => [row.id, row]));
  return rows.map((row) => {
    const facts = canReadFacts(actor, row.group_id);
    const contractor = contractors.get(row.contractor ?? '');
    const { workers = 0, sites = 0 } = counts.get(row.id) ?? {};
    return {
      _id: row.id,
      kind: row.kind,
      name: row.name,
      folder: { _id: row.folder_id, name: row.name },
      group: { _id: row.group_id, name: row.group_name },
      rut: facts ? row.rut : null,
      contact: facts ? row.contact : null,
      email: facts ? row.email : null,
      phone: facts ? row.phone : null,
      notes: row.notes,
      contractor: contractor ? { _id: contractor.id, name: contractor.name } : null,
      ended: row.ended_at?.toISOString() ?? null,
      standing: presentStanding(standings.get(row.id)),
      workers: row.kind === 'worker' ? 0 : workers,
      sites: row.kind === 'site' ? 0 : sites,
      rev: row.rev,
      may: { edit: canEditParties(actor, row.group_id), facts },
    };
  });
}
