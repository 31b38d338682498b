import './catalogue.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#shared/notifications/notifications.schemas.ts';
import { useUser } from '../../api/session-store.ts';
import { desktop } from '../../platform/platform.ts';
import { usePending } from './queries.ts';
import { findNewNotices, readShown, writeShown } from './shown-notices.ts';
import { signature, targetOf, wording } from './wording.ts';

/** From this many new notifications on, the system shows one notice for all. */
const ONE_BY_ONE = 3;

const bodyOf = (notice: Notification, by: (name: string) => string): string => {
  if (notice.type === 'RECORD.REMINDER') return notice.ref.title;
  return notice.refModel === 'Folder' ? notice.comment : signature(notice, by);
};

/**
 * Shows system notices of new notifications, on the desktop. It compares what the server lists with what was shown
 * before, so that each is shown once per computer, even after a restart. The main process suppresses a notice while the
 * person looks at the window.
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
