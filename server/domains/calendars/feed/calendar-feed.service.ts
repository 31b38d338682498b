import { createHash, randomBytes } from 'node:crypto';
import { OCCURRENCES_SHOWN } from '#shared/calendars/calendars.schemas.ts';
import { addMonths, dayIn } from '#shared/platform/days.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Heavy } from '../../../platform/heavy/heavy.ts';
import { findOrganization } from '../../organization/organizations.queries.ts';
import { presentOccurrences } from '../occurrences/occurrences.presenter.ts';
import { findOccurrences } from '../occurrences/occurrences.queries.ts';
import { t } from '../texts.ts';
import { findFeed, findFeedOwner, putFeed, touchFeed } from './calendar-feeds.queries.ts';
import { endFeed } from './end-feed.ts';
import { writeDueDays } from './write-due-days.ts';

const MONTHS = { back: 3, ahead: 18 } as const;
const SECRET_BYTES = 32;
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** A person's due days in another calendar program, under a secret address that can be revoked. */
export function createCalendarFeedService(
  { db, changes, config, now }: Deps,
  personOf: (user: string) => Promise<Actor>,
  heavy: Heavy,
) {
  async function write(actor: Actor): Promise<string> {
    const at = now();
    await touchFeed(db, actor.user, at);
    const { name, timezone } = await findOrganization(db, actor.organization);
    const today = dayIn(timezone, at);
    const range = { from: addMonths(today, -MONTHS.back), to: addMonths(today, MONTHS.ahead) };
    const rows = await findOccurrences(db, actor.organization, range, OCCURRENCES_SHOWN);
    const items = await presentOccurrences(db, rows, at);
    return writeDueDays({ name: t('feed.name', { name }) }, items, config.publicUrl, at);
  }

  return {
    async state(actor: Actor): Promise<{ createdAt: string | null; lastReadAt: string | null }> {
      const feed = await findFeed(db, actor.user);
      return {
        createdAt: feed?.created_at.toISOString() ?? null,
        lastReadAt: feed?.last_read_at?.toISOString() ?? null,
      };
    },

    /** Makes an address, which is shown only once: only its hash is stored. An earlier one ends. */
    create: (actor: Actor): Promise<{ url: string; createdAt: string }> =>
      changes.run(actor, async (change) => {
        const secret = randomBytes(SECRET_BYTES).toString('base64url');
        await putFeed(change.trx, {
          organization: actor.organization,
          user_id: actor.user,
          secret_hash: hashOf(secret),
          created_at: change.at,
        });
        change.audit({ action: 'calendar.feed.create', targetType: 'user', targetId: actor.user });
        return {
          url: `${config.publicUrl}/api/calendars/feed/${secret}/legajo.ics`,
          createdAt: change.at.toISOString(),
        };
      }),

    revoke: (actor: Actor): Promise<void> => changes.run(actor, (change) => endFeed(change, actor.user)),

    /**
     * The feed (RFC 5545) of the person whose secret it is.
     * @param gone aborted when the client disconnects
     * @throws not_found, also where the person was disabled; busy
     */
    async read(secret: string, gone: AbortSignal): Promise<string> {
      const user = await findFeedOwner(db, hashOf(secret));
      const actor = user ? await personOf(user).catch(() => null) : null;
      if (!actor) throw notFound();
      return heavy.run(actor.user, gone, () => write(actor));
    },
  };
}
