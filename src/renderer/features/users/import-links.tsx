import { IconFileDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ImportedRow } from '#shared/people/users.schemas.ts';
import { ACCESS_LINK_HOURS as hours } from '#shared/platform/limits.ts';
import { useCall } from '../../api/client.ts';
import { saveFile } from '../../api/file-data.ts';
import { useMailLeaves } from '../../components/no-mail/no-mail.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { AccessLinkIcon } from './access-link.tsx';
import styles from './users.module.css';

/** How many are listed; the file has all. */
const SHOWN = 100;

type Created = ImportedRow & { readonly user: string };

export const createdIn = (rows: readonly ImportedRow[]): Created[] =>
  rows.filter((row): row is Created => row.user !== undefined);

/** Whom an import created, each with their access link, and all links as a table. */
export function ImportLinks({ created }: { created: readonly Created[] }) {
  const { t } = useTranslation('users');
  const mailed = useMailLeaves();
  const all = useCall('userAccessLinks', {
    onSuccess: saveFile,
    onError: (error) => toast.error(t('link.failed'), error),
  });
  return (
    <div className={styles.review}>
      <p>{t(mailed ? 'import.links.mailed' : 'import.links.notMailed')}</p>
      <ul className={`${styles.rows} ${styles.linked}`} aria-label={t('import.links.list')}>
        {created.slice(0, SHOWN).map(({ user, firstname, lastname, email }) => (
          <li key={user}>
            <span className={styles.who}>
              {firstname} {lastname} <span className="meta">{email}</span>
            </span>
            <AccessLinkIcon person={{ id: user, name: `${firstname} ${lastname}` }} />
          </li>
        ))}
        {created.length > SHOWN && (
          <li className="meta">{t('import.more', { shown: formatNumber(created.length - SHOWN) })}</li>
        )}
      </ul>
      <div className="buttons">
        <WriteButton
          loading={all.isPending}
          leftSection={<IconFileDownload size={16} aria-hidden="true" />}
          onClick={() => all.mutate({ body: { users: created.map(({ user }) => user) } })}
        >
          {t('import.links.csv')}
        </WriteButton>
      </div>
      <p className="meta">{t('import.links.rule', { hours })}</p>
    </div>
  );
}
