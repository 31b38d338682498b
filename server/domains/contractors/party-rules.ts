import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { findSeenParties } from './party-sight.ts';
import { t } from './texts.ts';

/** Somebody else of the library has the RUT. */
export const taken = (): ApiError => new ApiError('conflict', { rut: t('rut') }, { message: t('rut') });

/** Refuses whoever is no contractor that the actor knows of. @throws invalid */
export async function checkContractor(
  executor: Executor,
  actor: Actor,
  contractor: string | null,
): Promise<void> {
  if (contractor === null) return;
  const [found] = await findSeenParties(executor, actor, [contractor]);
  if (found?.kind !== 'contractor') throw invalid('contractor', t('contractor'));
}
