import { Collapse, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '../../../components/people/person-avatar.tsx';
import { When } from '../../../components/when.tsx';
import { WriteIcon } from '../../../components/write.tsx';
import { useDismiss } from '../queries.ts';
import { groupVerb, signature } from '../wording.ts';
import type { NoticeGroup } from './notice-groups.ts';
import styles from './notification-row.module.css';
import { NoticeSign, NotificationRow } from './notification-row.tsx';

/** How many of its documents a group names. */
const NAMED = 2;

/** Many notifications of one act: what was done to how many documents, and each of them below once it is opened. */
export function NotificationGroupRow({
  group,
  compact = false,
  onOpen,
}: {
  group: NoticeGroup;
  compact?: boolean;
  onOpen?: () => void;
}) {
  const { t } = useTranslation('notifications');
  const [opened, { toggle }] = useDisclosure(false);
  const dismiss = useDismiss();
  const rows = useId();
  const [newest] = group;
  const count = group.length;
  const object = t('groups.documents', { count });
  const text = `${t(groupVerb(newest))} ${object}`;
  const titles = group.slice(0, NAMED).map(({ ref }) => ref.title);
  const more = { count: count - NAMED, titles: titles.join(', ') };
  return (
    <li
      className={`${styles.group} ${compact ? styles.compact : ''}`}
      data-type={newest.type}
      data-notice={`group ${group.at(-1)?._id}`}
    >
      <div className={`${styles.row} ${compact ? styles.compact : ''}`}>
        <UnstyledButton
          className={styles.link ?? ''}
          aria-expanded={opened}
          aria-controls={rows}
          onClick={toggle}
        >
          {newest.from && <PersonAvatar person={newest.from} />}
          <span className="grow">
            <span className={styles.text}>
              {t(groupVerb(newest))} <b>{object}</b>
            </span>
            <span className={styles.comment}>{t('groups.titles', more)}</span>
            <span className={styles.meta}>
              {signature(newest, (name) => t('by', { name }))} · {newest.ref.group.name} ·{' '}
              <When value={newest.createdAt} underDay />
            </span>
          </span>
          <span className={styles.sign}>
            <NoticeSign notification={newest} />
          </span>
          <span className={`${styles.sign} ${styles.chevron}`} data-opened={opened || undefined}>
            <IconChevronDown size={16} aria-hidden="true" />
          </span>
        </UnstyledButton>
        <WriteIcon
          size="sm"
          className={styles.action ?? ''}
          aria-label={t('groups.dismiss', { text })}
          title={t('groups.dismissShort', { count })}
          onClick={({ currentTarget }) => dismiss({ ids: group.map(({ _id }) => _id) }, currentTarget)}
        >
          <IconX size={15} />
        </WriteIcon>
      </div>
      <Collapse expanded={opened}>
        <ul id={rows} aria-label={text} className={styles.inner}>
          {opened &&
            group.map((each) => (
              <NotificationRow
                key={each._id}
                notification={each}
                compact={compact}
                {...(onOpen ? { onOpen } : {})}
              />
            ))}
        </ul>
      </Collapse>
    </li>
  );
}
