import type { Party, PartyExport } from '#shared/contractors/contractors.schemas.ts';
import type { TableFile } from '#shared/platform/files/table-file.ts';
import { LOCALE, PAGE } from '#shared/platform/limits.ts';
import { type Actor, todayOf } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import { canSeeLibrary } from '../access/libraries.policy.ts';
import { lookup } from '../access/names.queries.ts';
import { hasGroup } from '../libraries/groups.queries.ts';
import { writeParties } from './files/write-parties.ts';
import { presentParties } from './parties.presenter.ts';
import { findPartiesBy, type PartyPosition, type PartyRow } from './parties.queries.ts';
import { positionOf } from './parties.service.ts';
import { partyResults } from './party-results.ts';
import { requireParty, seenLibraries, toldLibraries } from './party-sight.ts';
import { t } from './texts.ts';

/** Contractors, workers and sites in one file. Beyond it the rest is left out, and the file says so. */
export const PARTIES_EXPORT_MAX = 5_000;

/** What each owes as a table: for the client of a site, who asks for it each month. */
export function createPartyExportService({ db, changes, now }: Pick<Deps, 'db' | 'changes' | 'now'>) {
  async function scopeOf(actor: Actor, { site, group }: PartyExport): Promise<string> {
    if (site !== undefined) {
      const row = await requireParty(db, actor, site);
      if (row.kind !== 'site') throw notFound();
      return t('file.scope.site', { name: row.name });
    }
    if (group === undefined) return t('file.scope.all');
    if (!canSeeLibrary(actor, group) || !(await hasGroup(db, actor.organization, group))) throw notFound();
    const { groups } = await lookup(db, { groups: [group] });
    return t('file.scope.library', { name: groups.get(group)?.name ?? '' });
  }

  const filtersOf = (actor: Actor) => ({
    organization: actor.organization,
    groups: seenLibraries(actor),
    told: toldLibraries(actor),
    ended: false,
  });

  async function rowsOf(actor: Actor, { site, group }: PartyExport): Promise<PartyRow[]> {
    const rows: PartyRow[] = [];
    for (let after: PartyPosition | null = null; rows.length <= PARTIES_EXPORT_MAX; ) {
      const page: PartyRow[] = await findPartiesBy(db, { ...filtersOf(actor), site, group }, after, PAGE.max);
      rows.push(...page);
      const last = page.at(-1);
      if (!last || page.length < PAGE.max) break;
      after = positionOf(last);
    }
    return rows;
  }

  return {
    /** @throws not_found. The export is written into the audit trail. */
    async table(actor: Actor, query: PartyExport): Promise<TableFile> {
      const made = now();
      const today = todayOf(actor, made);
      const scope = await scopeOf(actor, query);
      const all = await rowsOf(actor, query);
      const rows = all.slice(0, PARTIES_EXPORT_MAX);
      const parties: Party[] = [];
      const results: Awaited<ReturnType<typeof partyResults>> = new Map();
      for (let at = 0; at < rows.length; at += PAGE.max) {
        const some = rows.slice(at, at + PAGE.max);
        parties.push(...(await presentParties(db, actor, some, today)));
        const ids = some.map(({ id }) => id);
        for (const [id, owed] of await partyResults(db, actor, ids, today)) results.set(id, owed);
      }
      const zone = { timeZone: actor.timezone };
      const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', ...zone }).format(made);
      const time = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short', ...zone }).format(made);
      const file = await writeParties(query.format, {
        head: [
          t('file.head', { day, time, scope }),
          ...(all.length > rows.length ? [t('file.more', { count: PARTIES_EXPORT_MAX })] : []),
        ],
        day: today,
        parties: parties.map((party) => ({ party, owed: results.get(party._id) ?? [] })),
      });
      await changes.run(actor, async (change) => {
        change.audit({
          action: 'party.exported',
          targetType: query.site === undefined ? 'organization' : 'party',
          targetId: query.site ?? actor.organization,
          after: { format: query.format, parties: parties.length },
        });
      });
      return file;
    },
  };
}
