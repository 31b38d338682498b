import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#shared/notifications/notifications.schemas.ts';
import { useUser } from '../../api/session-store.ts';
import { desktop } from '../../platform/platform.ts';
import { usePending } from './queries.ts';
import { findNewNotices, readShown, writeShown } from './shown-notices.ts';
import { signature, targetOf, wording } from './wording.ts';

/** From here on the system gets one notice for all. */
const ONE_BY_ONE = 3;

const bodyOf = (notice: Notification, by: (name: string) => string): string => {
  if (notice.type === 'RECORD.REMINDER') return notice.ref.title;
  return notice.refModel === 'Folder' ? notice.comment : signature(notice, by);
};

/**
 * The system's notices of what came, on the desktop: once on each computer, whatever was restarted in between, since
 * it goes by what the server lists and not by the hint that something is new. Whether the window is being looked at,
 * and a notice would only repeat what stands in it, is the main process's to know.
 */
export function NativeNotices() {
  const { t } = useTranslation('notifications');
  const user = useUser();
  const { data } = usePending();
  useEffect(() => {
    if (!desktop || !data) return;
    const { news, told } = findNewNotices(readShown(user._id), data);
    writeShown(user._id, told);
    if (news.length > ONE_BY_ONE) {
      void desktop.app.notify({ title: t('native.many', { count: news.length }), route: '/notifications' });
      return;
    }
    for (const each of news) {
      const { verb, object } = wording(each);
      void desktop.app.notify({
        title: `${t(verb)} ${object}`,
        body: bodyOf(each, (name) => t('by', { name })),
        route: targetOf(each),
      });
    }
  }, [data, user._id, t]);
  return null;
}
