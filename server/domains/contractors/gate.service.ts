import type { RuleResult } from '#shared/compliance/compliance.schemas.ts';
import type { EntrantRow, Gate, GateQuery } from '#shared/contractors/contractors.schemas.ts';
import { type EntryReason, judgeEntry } from '#shared/contractors/entry.ts';
import { PAGE } from '#shared/platform/limits.ts';
import { type Actor, todayOf } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import { canSeeLibrary } from '../access/libraries.policy.ts';
import { presentStanding } from './parties.presenter.ts';
import { findAssigned, findParties, findPartiesBy, type PartyRow } from './parties.queries.ts';
import { partyCursor, positionOf } from './parties.service.ts';
import { partyResults } from './party-results.ts';
import { canReadFacts, requireParty, seenLibraries, toldLibraries } from './party-sight.ts';
import { findPartyStandings } from './party-standings.queries.ts';

const FAILING: readonly EntryReason[] = ['missing', 'contractor_missing'];

/** "¿Puede entrar?": who may enter a site now (docs/domain/contractors.md). */
export function createGateService({ db, now }: Pick<Deps, 'db' | 'now'>) {
  return {
    /**
     * Who is assigned to a site, by name; with words, everybody with them, so that whoever stands at the gate and is
     * not assigned is found and told apart.
     * @throws not_found
     */
    async site(actor: Actor, id: string, { q, cursor, limit = PAGE.default }: GateQuery): Promise<Gate> {
      const site = await requireParty(db, actor, id);
      if (site.kind !== 'site') throw notFound();
      const at = now();
      const day = todayOf(actor, at);
      const filters = {
        organization: actor.organization,
        groups: seenLibraries(actor),
        told: toldLibraries(actor),
        kind: 'worker' as const,
        text: q,
        site: q === undefined ? id : undefined,
        // Who was sent away is told so, and not just missing.
        ended: true,
      };
      const found = await findPartiesBy(db, filters, partyCursor.decode(cursor), limit + 1);
      const workers = found.slice(0, limit);
      const last = found.length > limit ? workers.at(-1) : undefined;
      const contractors = new Map(
        (
          await findParties(db, actor.organization, [
            ...new Set(workers.flatMap(({ contractor }) => contractor ?? [])),
          ])
        ).map((row) => [row.id, row]),
      );
      const judged = [...workers, ...contractors.values()].map((row) => row.id);
      const standings = await findPartyStandings(db, judged, day);
      const assigned = await findAssigned(
        db,
        id,
        workers.map((row) => row.id),
      );
      const entrants = workers.map((worker) => {
        const contractor = contractors.get(worker.contractor ?? '') ?? null;
        const of = (row: PartyRow) => ({
          ended: row.ended_at !== null,
          standing: presentStanding(standings.get(row.id)),
        });
        const entry = judgeEntry(
          { ...of(worker), assigned: assigned.has(worker.id) },
          contractor && of(contractor),
          { ended: site.ended_at !== null },
        );
        return {
          worker,
          contractor,
          ...entry,
          dueSoon: [worker, contractor].some((row) => row && of(row).standing.dueSoon),
        };
      });
      const failing = entrants.flatMap(({ worker, contractor, reasons }) =>
        reasons.some((reason) => FAILING.includes(reason))
          ? [worker.id, ...(contractor ? [contractor.id] : [])]
          : [],
      );
      const results = await partyResults(db, actor, [...new Set(failing)], day);
      return {
        site: { _id: site.id, name: site.name },
        at: at.toISOString(),
        day,
        items: entrants.map((each) => presentEntrant(actor, each, results)),
        nextCursor: last ? partyCursor.encode(positionOf(last)) : null,
      };
    },
  };
}

function presentEntrant(
  actor: Actor,
  {
    worker,
    contractor,
    light,
    reasons,
    dueSoon,
  }: Pick<EntrantRow, 'light' | 'reasons' | 'dueSoon'> & {
    readonly worker: PartyRow;
    readonly contractor: PartyRow | null;
  },
  results: ReadonlyMap<string, readonly RuleResult[]>,
): EntrantRow {
  // Of a contractor in a library that they do not know of, they learn that something is missing and not what.
  const known = contractor && canSeeLibrary(actor, contractor.group_id) ? contractor : null;
  return {
    worker: {
      _id: worker.id,
      name: worker.name,
      rut: canReadFacts(actor, worker.group_id) ? worker.rut : null,
      folder: worker.folder_id,
    },
    contractor: known && { _id: known.id, name: known.name, folder: known.folder_id },
    light,
    reasons: [...reasons],
    missing: reasons.includes('missing') ? failingNames(results.get(worker.id)) : [],
    contractorMissing:
      known && reasons.includes('contractor_missing') ? failingNames(results.get(known.id)) : [],
    dueSoon,
  };
}

/** The names of blocking rules that fail, each once. */
const failingNames = (results: readonly RuleResult[] = []): string[] => [
  ...new Set(
    results.flatMap(({ status, rule }) =>
      status === 'fails' && rule.severity === 'blocking' ? [rule.name] : [],
    ),
  ),
];
