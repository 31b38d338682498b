import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SyncHold } from '#shared/ipc/sync-state.ts';
import { ask } from './commands.ts';
import styles from './sync.module.css';

/** Files that are not in step: why, and what can be done about it. */
export function HoldList({ holds }: { holds: readonly SyncHold[] }) {
  const { t } = useTranslation('sync');
  if (holds.length === 0) return null;
  return (
    <section aria-label={t('decide')}>
      <h2>
        {t('decide')} <span className="meta">{holds.length}</span>
      </h2>
      <ul className={styles.holds}>
        {holds.map((hold) => (
          <li key={hold._id} className={hold.reason === 'conflict' ? styles.conflict : undefined}>
            <IconLock size={18} aria-hidden="true" />
            <div className="grow">
              <p className={styles.path}>
                {hold.recordId ? (
                  <Link to={`/records/view/${hold.recordId}?panel=versions`}>{hold.path}</Link>
                ) : (
                  hold.path
                )}
              </p>
              <p className="secondary">{t(`reasons.${hold.reason}`)}</p>
              <div className={styles.buttons}>
                {hold.actions.map((action) => (
                  <Button
                    key={action}
                    size="xs"
                    onClick={() => ask((sync) => sync.resolveHold({ hold: hold._id, action }))}
                  >
                    {t(`actions.${action}`)}
                  </Button>
                ))}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
