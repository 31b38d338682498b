import { Tooltip } from '@mantine/core';
import { IconCalendar, IconFilePencil, IconFolders, IconUpload, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Dashboard } from '#shared/overview/overview.schemas.ts';
import { calendarsHref } from '#shared/platform/hrefs.ts';
import { LIBRARY_COUNT_MAX } from '#shared/platform/limits.ts';
import { useEndpoint } from '../../api/client.ts';
import { useUser } from '../../api/session-store.ts';
import { useShell } from '../../hooks/shell-actions.ts';
import { formatCount, formatNumber } from '../../i18n/format.ts';
import styles from './cards.module.css';

function Face({
  icon: Icon,
  title,
  body,
  keys,
}: {
  icon: TablerIcon;
  title: string;
  body: ReactNode;
  keys?: string;
}) {
  return (
    <>
      <Icon size={20} className={styles.icon} aria-hidden="true" />
      {keys && <kbd>{keys}</kbd>}
      <b>{title}</b>
      <span className={styles.body}>{body}</span>
    </>
  );
}

/** A card that opens a dialog. Where the person may upload nowhere it is disabled and says why. */
function Opener({
  open,
  blocked,
  primary = false,
  icon,
  title,
  body,
  keys,
}: {
  open: (() => void) | undefined;
  blocked: string | undefined;
  primary?: boolean;
  icon: TablerIcon;
  title: string;
  body: string;
  keys: string;
}) {
  return (
    <Tooltip label={blocked} disabled={!blocked} multiline w={260}>
      <button
        type="button"
        className={`${styles.card} ${primary ? styles.primary : ''}`}
        aria-disabled={open ? undefined : true}
        onClick={() => open?.()}
      >
        <Face icon={icon} title={title} body={blocked ?? body} {...(open ? { keys } : {})} />
      </button>
    </Tooltip>
  );
}

/** How many obligations of the organization are overdue, and how many are due soon; undefined where none is. */
function useDue(): string | undefined {
  const { t } = useTranslation('dashboard');
  const calendars = useEndpoint('calendars', {});
  const sum = (of: 'overdue' | 'dueSoon'): number =>
    (calendars.data?.items ?? [])
      .filter(({ active }) => active)
      .reduce((all, calendar) => all + calendar[of], 0);
  const [overdue, soon] = [sum('overdue'), sum('dueSoon')];
  if (overdue + soon === 0) return undefined;
  return [
    t('cards.complianceOverdue', { count: overdue, number: formatNumber(overdue) }),
    t('cards.complianceSoon', { count: soon, number: formatNumber(soon) }),
  ].join(', ');
}

/** What a person can start. Only the first card is filled. */
export function Cards({ figures, canUpload }: { figures: Dashboard | undefined; canUpload: boolean }) {
  const { t } = useTranslation('dashboard');
  const { openUpload, openCollaborative, uploadBlocked } = useShell();
  const user = useUser();
  const due = useDue();
  const counts = figures && (
    <>
      {t('cards.browseDocuments', {
        count: figures.records,
        number: formatCount(figures.records, LIBRARY_COUNT_MAX),
      })}{' '}
      {t('cards.browseLibraries', { count: figures.libraries, number: formatNumber(figures.libraries) })}
    </>
  );
  return (
    <div className={styles.cards} data-tour="cards">
      {canUpload && (
        <>
          <Opener
            open={openUpload && (() => openUpload())}
            blocked={uploadBlocked}
            primary
            icon={IconUpload}
            title={t('cards.upload')}
            body={t('cards.uploadBody')}
            keys="C"
          />
          <Opener
            open={openCollaborative && (() => openCollaborative())}
            blocked={uploadBlocked}
            icon={IconFilePencil}
            title={t('cards.collaborative')}
            body={t('cards.collaborativeBody')}
            keys="N"
          />
        </>
      )}
      <Link to="/records/search" className={styles.card}>
        <Face
          icon={IconFolders}
          title={t('cards.browse')}
          body={figures?.libraries === 0 ? t('cards.browseNone') : (counts ?? ' ')}
          keys="G N"
        />
      </Link>
      <Link to={calendarsHref(user)} className={styles.card}>
        <Face
          icon={IconCalendar}
          title={t('cards.compliance')}
          body={due ?? t('cards.complianceBody')}
          keys="G R"
        />
      </Link>
    </div>
  );
}
