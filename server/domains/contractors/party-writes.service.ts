import type { z } from 'zod';
import type {
  Assignments,
  PartiesCreate,
  Party,
  PartyAdopt,
  PartyUpdate,
  partiesCreated,
} from '#shared/contractors/contractors.schemas.ts';
import { isAssigned } from '#shared/contractors/party.ts';
import { type Actor, ownAmong, requireOpen, todayOf } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { canSeeLibrary } from '../access/libraries.policy.ts';
import { lockLibraries } from '../access/lock-libraries.ts';
import { changeFolder } from '../documents/folders/change-folder.ts';
import { findFolder, findFolderLibrary } from '../documents/folders/folders.queries.ts';
import { partyDeleted, partyEnded, partyMade } from './contractors.hooks.ts';
import { makeParties } from './make-parties.ts';
import { presentParties } from './parties.presenter.ts';
import {
  deleteAssignments,
  deleteParty,
  findAssigned,
  findPartyOfFolder,
  hasRut,
  hasWorkers,
  insertAssignments,
  insertParty,
  type PartyRow,
  updateParty,
} from './parties.queries.ts';
import { auditedFacts, difference } from './party-audit.ts';
import { checkContractor, taken } from './party-rules.ts';
import { canEditParties, findSeenParties, requireParty } from './party-sight.ts';
import { t } from './texts.ts';

/** Writes of contractors, workers and sites: by whoever has the role upload in their library. */
export function createPartyWritesService({ changes }: Pick<Deps, 'changes'>) {
  /** Locks the party's library, and judges the actor by the rights that they have behind the lock. */
  async function lock(change: Change, caller: Actor, id: string) {
    const { group_id } = await requireParty(change.trx, caller, id);
    const { seqs, actor } = await lockLibraries(change, caller, [group_id]);
    const row = await requireParty(change.trx, actor, id);
    requireOpen(actor, group_id);
    if (!canEditParties(actor, group_id)) throw new ApiError('forbidden');
    return { row, actor, seq: seqs.get(group_id) ?? 0 };
  }

  async function presented(change: Change, actor: Actor, id: string): Promise<Party> {
    const row = await requireParty(change.trx, actor, id);
    const [party] = await presentParties(change.trx, actor, [row], todayOf(actor, change.at));
    if (!party) throw notFound();
    return party;
  }

  return {
    /** @throws not_found, archived, forbidden for all of them */
    create: (caller: Actor, body: PartiesCreate): Promise<z.infer<typeof partiesCreated>> =>
      changes.run(caller, (change) => makeParties(change, caller, body)),

    /** @throws not_found, archived, forbidden, conflict for a folder that is one already, invalid */
    adopt: (caller: Actor, { kind, folder, ...facts }: PartyAdopt): Promise<Party> =>
      changes.run(caller, async (change) => {
        const found = await findFolderLibrary(change.trx, caller.organization, folder);
        if (!found || !canSeeLibrary(caller, found.group_id)) throw notFound();
        const { actor } = await lockLibraries(change, caller, ownAmong(caller, [found.group_id]));
        const row = await findFolder(change.trx, folder);
        if (!row || !canSeeLibrary(actor, row.group_id)) throw notFound();
        requireOpen(actor, row.group_id);
        if (!canEditParties(actor, row.group_id)) throw new ApiError('forbidden');
        if (await findPartyOfFolder(change.trx, folder)) throw conflict(t('adopted'));
        await checkContractor(change.trx, actor, facts.contractor);
        await requireFreeRut(change, { group_id: row.group_id, kind }, facts.rut);
        const id = newId();
        await insertParty(change.trx, {
          ...{ id, organization: actor.organization, group_id: row.group_id, folder_id: folder, kind },
          ...facts,
          ...{ created_by: actor.user, created_at: change.at },
        });
        change.audit({
          action: 'party.create',
          targetType: 'party',
          targetId: id,
          after: { party: kind, name: row.name, ...auditedFacts(facts) },
        });
        await change.tell(partyMade, { organization: actor.organization, party: id });
        return presented(change, actor, id);
      }),

    /** @throws not_found, archived, forbidden, rev_changed with what is current, name_taken, conflict, invalid */
    update: (caller: Actor, id: string, { name, rev, ...given }: PartyUpdate): Promise<Party> =>
      changes.run(caller, async (change) => {
        const { row, actor, seq } = await lock(change, caller, id);
        if (rev !== row.rev) {
          const current = await presented(change, actor, id);
          throw new ApiError('rev_changed', { current }, { message: t('changed') });
        }
        const facts = await factsAfter(change, actor, row, given);
        if (facts.contractor !== null && row.kind !== 'worker') throw invalid('contractor', t('contractor'));
        if (facts.contractor !== row.contractor) await checkContractor(change.trx, actor, facts.contractor);
        if (facts.rut !== row.rut && row.ended_at === null) await requireFreeRut(change, row, facts.rut);
        if (name !== undefined && name !== row.name) {
          const folder = await findFolder(change.trx, row.folder_id);
          if (!folder) throw notFound();
          await changeFolder(change, actor, { row: folder, seq }, { name });
        }
        await updateParty(change.trx, id, { ...facts, rev: row.rev + 1 });
        change.audit({
          action: 'party.update',
          targetType: 'party',
          targetId: id,
          ...difference({ ...row, name: row.name }, { ...facts, name: name ?? row.name }),
        });
        return presented(change, actor, id);
      }),

    /** @throws not_found, archived, forbidden, conflict where somebody has the RUT meanwhile */
    end: (caller: Actor, id: string, ended: boolean): Promise<Party> =>
      changes.run(caller, async (change) => {
        const { row, actor } = await lock(change, caller, id);
        if (ended === (row.ended_at !== null)) return presented(change, actor, id);
        if (!ended) await requireFreeRut(change, row, row.rut);
        await updateParty(change.trx, id, { ended_at: ended ? change.at : null, rev: row.rev + 1 });
        change.audit({ action: ended ? 'party.end' : 'party.resume', targetType: 'party', targetId: id });
        await change.tell(partyEnded, { organization: actor.organization, party: id, ended });
        return presented(change, actor, id);
      }),

    /** Takes it off the list. @throws not_found, archived, forbidden, conflict while somebody works for it */
    remove: (caller: Actor, id: string): Promise<void> =>
      changes.run(caller, async (change) => {
        const { row } = await lock(change, caller, id);
        if (await hasWorkers(change.trx, id)) throw conflict(t('workers'));
        await change.tell(partyDeleted, { party: id });
        await deleteParty(change.trx, id);
        change.audit({
          action: 'party.delete',
          targetType: 'party',
          targetId: id,
          before: { party: row.kind, name: row.name, folder: row.folder_id },
        });
      }),

    /** Assigns to a site and takes off it. @throws not_found, archived, forbidden, invalid */
    assign: (caller: Actor, site: string, { add, remove }: Assignments): Promise<Party> =>
      changes.run(caller, async (change) => {
        const { row, actor } = await lock(change, caller, site);
        if (row.kind !== 'site') throw notFound();
        const wanted = [...new Set(add)];
        const found = await findSeenParties(change.trx, actor, wanted);
        if (found.length < wanted.length) throw invalid('add', t('gone'));
        if (!found.every(({ kind }) => isAssigned(kind))) throw invalid('add', t('assigned'));
        const there = await findAssigned(change.trx, site, [...wanted, ...remove]);
        const come = wanted.filter((id) => !there.has(id));
        const left = [...new Set(remove)].filter((id) => there.has(id) && !wanted.includes(id));
        await insertAssignments(change.trx, row, come, { by: actor.user, at: change.at });
        await deleteAssignments(change.trx, site, left);
        if (come.length + left.length > 0)
          change.audit({
            action: 'party.assign',
            targetType: 'party',
            targetId: site,
            after: {
              ...(come.length > 0 ? { added: come } : {}),
              ...(left.length > 0 ? { removed: left } : {}),
            },
          });
        return presented(change, actor, site);
      }),
  };

  async function requireFreeRut(
    change: Change,
    row: Pick<PartyRow, 'group_id' | 'kind'> & { readonly id?: string },
    rut: string | null,
  ): Promise<void> {
    if (rut === null) return;
    const asked = { group: row.group_id, kind: row.kind, rut, ...(row.id ? { except: row.id } : {}) };
    if (await hasRut(change.trx, asked)) throw taken();
  }
}

const conflict = (message: string): ApiError => new ApiError('conflict', undefined, { message });

/**
 * What is written about a party after a change. A contractor whom the actor does not know of was not on their screen, and
 * stays.
 */
async function factsAfter(
  change: Change,
  actor: Actor,
  { rut, contact, email, phone, notes, contractor }: PartyRow,
  given: Omit<PartyUpdate, 'name' | 'rev'>,
) {
  const known = contractor === null ? [] : await findSeenParties(change.trx, actor, [contractor]);
  const kept = contractor !== null && known.length === 0 && given.contractor === null;
  const asked = { rut, contact, email, phone, notes, contractor, ...given };
  return kept ? { ...asked, contractor } : asked;
}
