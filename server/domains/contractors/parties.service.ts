import { z } from 'zod';
import type {
  PartiesQuery,
  Party,
  PartyDetail,
  parties as partiesSchema,
} from '#shared/contractors/contractors.schemas.ts';
import { PAGE } from '#shared/platform/limits.ts';
import { type Actor, todayOf } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { createCursor } from '../../platform/lists/cursor.ts';
import { presentParties } from './parties.presenter.ts';
import {
  findPartiesBy,
  findPathOf,
  type PartyFilters,
  type PartyPosition,
  type PartyRow,
} from './parties.queries.ts';
import { partyResults } from './party-results.ts';
import { requireParty, seenLibraries, toldLibraries } from './party-sight.ts';

/** Where a page of parties ends (`PartyPosition`): by name, then by id. */
export const partyCursor = createCursor(z.tuple([z.string().max(300), z.uuid()]));

export const positionOf = ({ key, id }: PartyRow): PartyPosition => [key, id];

/** Contractors, workers and sites as lists and sheets show them. */
export function createPartiesService({ db, now }: Pick<Deps, 'db' | 'now'>) {
  async function filtersOf(actor: Actor, query: PartiesQuery): Promise<PartyFilters> {
    const place = query.at === undefined ? null : await requireParty(db, actor, query.at);
    if (query.contractor !== undefined) await requireParty(db, actor, query.contractor);
    return {
      organization: actor.organization,
      groups: seenLibraries(actor),
      told: toldLibraries(actor),
      ...{ kind: query.kind, group: query.group, text: query.q, contractor: query.contractor },
      site: place?.kind === 'site' ? place.id : undefined,
      sitesOf: place && place.kind !== 'site' ? place.id : undefined,
      ended: query.ended === 'yes',
    };
  }

  return {
    /** Those of the libraries that the actor knows of, by name. @throws not_found for a party that they do not know of */
    async list(actor: Actor, query: PartiesQuery): Promise<z.infer<typeof partiesSchema>> {
      const { limit = PAGE.default, standing } = query;
      const today = todayOf(actor, now());
      const filters = await filtersOf(actor, query);
      const shown: { row: PartyRow; party: Party }[] = [];
      // How they stand is computed: a page of those who stand in one way may take several pages of all.
      const atOnce = standing ? PAGE.max : limit + 1;
      for (let after = partyCursor.decode(query.cursor); shown.length <= limit; ) {
        const rows = await findPartiesBy(db, filters, after, atOnce);
        for (const [at, party] of (await presentParties(db, actor, rows, today)).entries()) {
          const row = rows[at];
          if (row && (!standing || party.standing.colour === standing)) shown.push({ row, party });
        }
        const end = rows.at(-1);
        if (!end || rows.length < atOnce) break;
        after = positionOf(end);
      }
      const page = shown.slice(0, limit);
      const last = shown.length > limit ? page.at(-1) : undefined;
      return {
        items: page.map(({ party }) => party),
        nextCursor: last ? partyCursor.encode(positionOf(last.row)) : null,
      };
    },

    /** @throws not_found */
    async get(actor: Actor, id: string): Promise<PartyDetail> {
      const row = await requireParty(db, actor, id);
      const today = todayOf(actor, now());
      const [party] = await presentParties(db, actor, [row], today);
      const results = await partyResults(db, actor, [id], today);
      return {
        ...(party as Party),
        path: await findPathOf(db, row.folder_id),
        results: results.get(id) ?? [],
      };
    },
  };
}
