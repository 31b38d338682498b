import type { Deps } from '../../platform/deps.ts';
import { type Claimed, markDone } from '../../platform/outbox/outbox.queries.ts';
import { loadViewers } from '../documents/faces/audience.queries.ts';
import { deliver } from './deliver.ts';
import { findOwn } from './notifications.queries.ts';
import { loadChoices } from './preferences.queries.ts';
import { claimReminder, dropReminder } from './reminders.queries.ts';

/**
 * Reminds one person, as they chose, if they may still see the document. One transaction claims the reminder, queues
 * what follows and takes the message off the outbox. So a process that dies has done nothing, and a second process
 * finds the reminder claimed.
 */
export async function remind(
  { changes, now }: Deps,
  row: Pick<Claimed<unknown>, 'id' | 'organization'>,
  notification: string,
): Promise<void> {
  await changes.run({ organization: row.organization ?? '', user: null, ip: null }, async (change) => {
    const user = await claimReminder(change.trx, notification, now());
    if (user) {
      const type = 'RECORD.REMINDER';
      const viewer = (await loadViewers(change.trx, [user])).get(user);
      const seen = viewer && (await findOwn(change.trx, viewer, notification));
      const choice = (await loadChoices(change.trx, [user]))(user, type);
      if (!viewer || !seen || choice === 'none') await dropReminder(change.trx, notification, now());
      else await deliver(change, [{ notification, type, to: viewer, choice }]);
    }
    await markDone(change.trx, [row.id], now());
  });
}
