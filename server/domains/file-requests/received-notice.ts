import { STATE_NONE } from '#shared/access/states.ts';
import type { Change } from '../../platform/db/change.ts';
import { newId } from '../../platform/ids.ts';
import { loadViewers } from '../documents/faces/audience.queries.ts';
import { deliver } from '../notifications/deliver.ts';
import { insertNotifications, updateFolderNotice } from '../notifications/notifications.queries.ts';
import { loadChoices } from '../notifications/preferences.queries.ts';
import { type LinkRow, setNotice } from './file-requests.queries.ts';
import { countReceivedSince } from './request-files.queries.ts';
import { t } from './texts.ts';

/** One notification tells of all that comes by a link within this time, unless its reader has dismissed it. */
const TOGETHER_MS = 3_600_000;

/** Tells whoever made a link that files came by it. */
export async function tellMaker(change: Change, link: LinkRow, sender: string): Promise<void> {
  const { trx, at } = change;
  const maker = (await loadViewers(trx, [link.created_by])).get(link.created_by);
  if (!maker) return;
  const since = link.told_at;
  if (link.notice_id && since && at.getTime() - since.getTime() < TOGETHER_MS) {
    const count = await countReceivedSince(trx, link.id, since);
    const text = t('notice.many', { count, link: link.title, sender });
    if (await updateFolderNotice(trx, link.notice_id, text)) {
      change.announce({ kind: 'notification.changed', user: maker.user, notification: link.notice_id });
      return;
    }
  }
  const type = 'FOLDER.RECEIVED';
  const choice = (await loadChoices(trx, [maker.user]))(maker.user, type);
  const notification = newId();
  await insertNotifications(trx, [
    {
      ...{ id: notification, organization: link.organization, user_id: maker.user, type, state: STATE_NONE },
      ...{ record_id: null, version_id: null, from_user: null },
      ...{ folder_id: link.folder_id, group_id: link.group_id },
      comment: t('notice.one', { sender, link: link.title }),
      ...{ notify_at: at, created_at: at },
      ...{ dismissed_at: choice === 'none' ? at : null, mailed_at: null },
    },
  ]);
  await setNotice(trx, link.id, notification, at);
  // Its mail waits a moment: several files are sent one after the other.
  await deliver(change, [{ notification, type, to: maker, choice, held: true }]);
}
