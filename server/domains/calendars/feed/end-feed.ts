import type { Change } from '../../../platform/db/change.ts';
import { deleteFeed } from './calendar-feeds.queries.ts';

/** Ends somebody's secret calendar address, if they have one. */
export async function endFeed(change: Change, user: string): Promise<void> {
  if (!(await deleteFeed(change.trx, user))) return;
  change.audit({ action: 'calendar.feed.revoke', targetType: 'user', targetId: user });
}
