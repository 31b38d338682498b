import { Button } from '@mantine/core';
import { IconHistory, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { auditText } from '#shared/audit/audit-sentences.ts';
import { fieldWords } from '#shared/audit/audit-values.ts';
import { useEndpoint } from '../../api/client.ts';
import { Drawer } from '../../components/modal.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import styles from './audit.module.css';
import { actorWords, exactMoment, targetPath, targetWords } from './words.ts';

/** All details of one audit event, with the changed fields before and after. */
export function EventDrawer({
  id,
  onClose,
  onOnlyThis,
}: {
  id: string | undefined;
  onClose: () => void;
  /** Filters the trail to the other events of the same target. */
  onOnlyThis: (target: string) => void;
}) {
  const { t } = useTranslation('audit');
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size={460}
      title={t('event.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {id && <Event id={id} onOnlyThis={onOnlyThis} />}
    </Drawer>
  );
}

function Event({ id, onOnlyThis }: { id: string; onOnlyThis: (target: string) => void }) {
  const { t } = useTranslation('audit');
  const { data: event, error, refetch, isPending } = useEndpoint('auditEvent', { params: { id } });
  if (isPending) return <LoadingRows rows={6} />;
  if (!event) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const path = targetPath(event);
  const target = targetWords(event);
  return (
    <>
      <p className={styles.what}>{auditText(event)}</p>
      <dl className={styles.facts}>
        <dt>{t('event.on')}</dt>
        <dd>{path ? <Link to={path}>{target}</Link> : target}</dd>
        <dt>{t('event.by')}</dt>
        <dd>
          {actorWords(event)}
          {event.actor?.email && <span className="meta"> {event.actor.email}</span>}
        </dd>
        <dt>{t('event.at')}</dt>
        <dd>{exactMoment(event.at)}</dd>
        <dt>{t('event.from')}</dt>
        <dd>{event.ip ?? '—'}</dd>
      </dl>
      {event.target.closed && (
        <p className={styles.closed}>
          <IconLock size={16} aria-hidden="true" />
          {t('event.closed')}
        </p>
      )}
      {event.changes.length > 0 && (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">{t('event.field')}</th>
              <th scope="col">{t('event.before')}</th>
              <th scope="col">{t('event.after')}</th>
            </tr>
          </thead>
          <tbody>
            {event.changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{fieldWords(field)}</th>
                <td>{before ?? '—'}</td>
                <td>{after ?? '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Button
        leftSection={<IconHistory size={16} aria-hidden="true" />}
        onClick={() => onOnlyThis(event.target._id)}
      >
        {t('event.onlyThis')}
      </Button>
    </>
  );
}
