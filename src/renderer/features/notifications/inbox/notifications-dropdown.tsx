import '../catalogue.ts';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Popover } from '../../../components/popover.tsx';
import { useWritePause } from '../../../components/write.tsx';
import { useDismissAll, usePending } from '../queries.ts';
import { NewestNotices } from './newest-notices.tsx';
import styles from './notifications-dropdown.module.css';

const COUNTED = 99;

/**
 * The bell with the number of pending notifications, and a list of the newest.
 * @param opensAtOnce whether somebody asked for the list before it was loaded
 */
export function NotificationsDropdown({ opensAtOnce }: { opensAtOnce: boolean }) {
  const { t } = useTranslation('notifications');
  const [opened, { close, toggle }] = useDisclosure(opensAtOnce);
  const pending = usePending();
  const list = pending.data ?? [];
  const dismissAll = useDismissAll(list);
  const pause = useWritePause();
  const label = list.length > 0 ? t('bellCount', { count: list.length }) : t('bell');
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && close()}
      position="bottom-end"
      width={384}
      trapFocus
      returnFocus
      classNames={{ dropdown: styles.dropdown ?? '' }}
    >
      <Popover.Target>
        <Tooltip label={t('bell')} disabled={opened}>
          <ActionIcon
            aria-label={label}
            onClick={toggle}
            className={styles.bell ?? ''}
            data-tour="notifications"
          >
            <IconBell size={19} />
            {list.length > 0 && (
              <span className={styles.count} aria-hidden="true">
                {list.length > COUNTED ? `${COUNTED}+` : list.length}
              </span>
            )}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('title')}>
        <div className={styles.head}>
          <b>{t('title')}</b>
          {list.length > 0 && (
            <button
              type="button"
              className="link"
              onClick={({ currentTarget }) => dismissAll(currentTarget)}
              {...pause}
            >
              {t('dismissAll')}
            </button>
          )}
        </div>
        <NewestNotices onOpen={close} />
        <div className={styles.foot}>
          <Link to="/notifications" className="link" onClick={close}>
            {t('all')}
          </Link>
          <Link to="/notifications?tab=pending" className="link" onClick={close}>
            {t('toPending')}
          </Link>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
