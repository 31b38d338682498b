import type { z } from 'zod';
import { clashKey } from '#shared/platform/files/names.ts';
import { SAVED_SEARCHES_MAX } from '#shared/platform/limits.ts';
import type { SavedSearch, savedSearchCreate, savedSearchUpdate } from '#shared/search/search.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import {
  deleteSavedSearch,
  insertSavedSearch,
  listSavedSearches,
  lockSavedSearches,
  type SavedSearchRow,
  updateSavedSearch,
} from './saved-searches.queries.ts';

/** Saved searches. Each person has their own and nobody else sees them, so they are not in the audit trail. */
export function createSavedSearchesService({ db, changes }: Deps) {
  return {
    list: async (actor: Actor): Promise<SavedSearch[]> =>
      (await listSavedSearches(db, actor.user)).map(present),

    /** @throws search_taken, searches_full */
    create: (actor: Actor, { name, query }: z.output<typeof savedSearchCreate>): Promise<SavedSearch> =>
      changes.run(actor, async (change) => {
        const kept = await lockSavedSearches(change.trx, actor.user);
        const name_key = freeKey(kept, name);
        if (kept.length >= SAVED_SEARCHES_MAX) throw new ApiError('searches_full');
        const row = await insertSavedSearch(change.trx, {
          id: newId(),
          organization: actor.organization,
          user_id: actor.user,
          name,
          name_key,
          query,
          created_at: change.at,
        });
        return present(row);
      }),

    /** @throws not_found, search_taken */
    update: (
      actor: Actor,
      id: string,
      { name, query }: z.output<typeof savedSearchUpdate>,
    ): Promise<SavedSearch> =>
      changes.run(actor, async (change) => {
        const kept = await lockSavedSearches(change.trx, actor.user);
        const mine = kept.find((row) => row.id === id);
        if (!mine) throw notFound();
        const others = kept.filter((row) => row.id !== id);
        const renamed = name === undefined ? {} : { name, name_key: freeKey(others, name) };
        const row = await updateSavedSearch(change.trx, id, { ...renamed, query: query ?? mine.query });
        return present(row);
      }),

    /** @throws not_found */
    remove: (actor: Actor, id: string): Promise<void> =>
      changes.run(actor, async (change) => {
        if (!(await deleteSavedSearch(change.trx, actor.user, id))) throw notFound();
      }),
  };
}

/** @throws search_taken */
function freeKey(kept: readonly SavedSearchRow[], name: string): string {
  const key = clashKey(name);
  if (kept.some((row) => row.name_key === key)) throw new ApiError('search_taken');
  return key;
}

const present = (row: SavedSearchRow): SavedSearch => ({
  _id: row.id,
  name: row.name,
  query: row.query,
  createdAt: row.created_at.toISOString(),
});
