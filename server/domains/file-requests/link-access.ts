import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/errors.ts';
import { loadPerson } from '../identity/authenticate.ts';
import type { Pool } from '../identity/identity.ts';
import { delayRefusal } from '../identity/passwords/delay-refusal.ts';
import { linkState } from './file-requests.policy.ts';
import { findLinkBySecret, type LinkRow } from './file-requests.queries.ts';
import { hashOfSecret } from './link-secrets.ts';
import { t } from './texts.ts';

/** Since when a file that is on its way must have been touched, to keep its place (versions/abandoned-uploads.job.ts). */
export const placesSince = ({ config }: Pick<Deps, 'config'>, at: Date): Date =>
  new Date(at.getTime() - config.uploadAbandonedSeconds * 1000);

const unknown = (): ApiError => new ApiError('bad_code', undefined, { message: t('link.unknown') });

/**
 * Refuses a link that is over. One that is full is not: what is on its way by it may still come.
 * @throws link_expired, link_closed
 */
export function requireTaking(link: LinkRow | undefined, at: Date): asserts link is LinkRow {
  if (!link) throw unknown();
  const state = linkState(link, at);
  if (state === 'expired') throw new ApiError('link_expired');
  if (state === 'revoked' || state === 'closed') throw new ApiError('link_closed');
}

/** Finds links by their secret, for people without an account. */
export function createLinkAccess(deps: Deps, pool: Pick<Pool, 'attempts'>) {
  const { db, now } = deps;

  /** @throws bad_code; rate_limited, unavailable where too many unknown secrets come from this address */
  async function find(secret: string, ip: string): Promise<LinkRow> {
    const at = now();
    const link = await findLinkBySecret(db, hashOfSecret(secret), placesSince(deps, at));
    if (link) return link;
    // Whoever has a link is not kept out by guesses of others at the same address.
    return pool.attempts.code.run({ address: ip }, () =>
      delayRefusal(async () => {
        throw unknown();
      }),
    );
  }

  return {
    find,
    /** A link that takes files now. @throws bad_code, link_expired, link_closed, rate_limited, unavailable */
    async enter(secret: string, ip: string): Promise<LinkRow> {
      const link = await find(secret, ip);
      requireTaking(link, now());
      return link;
    },
    /** Whoever made the link, in whose name documents come to be. @throws link_closed */
    makerOf: (link: LinkRow, ip: string): Promise<Actor> =>
      loadPerson(db, { user: link.created_by, session: null }, ip, { beforeSecondStep: true }).catch(
        (error: unknown) => {
          throw error instanceof ApiError ? new ApiError('link_closed') : error;
        },
      ),
  };
}
export type LinkAccess = ReturnType<typeof createLinkAccess>;
