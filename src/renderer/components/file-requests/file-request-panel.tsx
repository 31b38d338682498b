import './catalogue.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileRequestMade } from '#shared/file-requests/file-requests.schemas.ts';
import { useEndpoint } from '../../api/client.ts';
import { ErrorState, LoadingRows } from '../page/screen-states.tsx';
import styles from './file-requests.module.css';
import { MadeLink } from './made-link.tsx';
import { type FileRequestPanelProps, RequestForm } from './request-form.tsx';
import { RequestRow } from './request-row.tsx';

/**
 * Asks people without an account for files: a form that makes a link, the link itself, which is shown once, and the links
 * of this folder with what has come by them. Stands in a dialog or in a page.
 */
export function FileRequestPanel({ folder, suggestion }: FileRequestPanelProps) {
  const { t } = useTranslation('file-requests');
  const [made, setMade] = useState<FileRequestMade>();
  const list = useEndpoint('fileRequestsByFolder', { params: { folder: folder._id } });
  return (
    <div className={styles.panel}>
      {made ? (
        <MadeLink key={made.request._id} made={made} onAnother={() => setMade(undefined)} />
      ) : (
        <RequestForm
          folder={folder}
          suggestion={suggestion}
          mailLeaves={list.data?.mailLeaves ?? true}
          onMade={setMade}
        />
      )}
      <section aria-label={t('list')}>
        <h3 className={styles.heading}>{t('list')}</h3>
        {list.isPending && <LoadingRows rows={2} height={56} />}
        {list.isError && (
          <ErrorState title={t('failed')} error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.data?.requests.length === 0 && <p className="secondary">{t('none')}</p>}
        {list.data && list.data.requests.length > 0 && (
          <ul className={styles.list}>
            {list.data.requests.map((request) => (
              <RequestRow
                key={request._id}
                request={request}
                mailLeaves={list.data.mailLeaves}
                onRenewed={setMade}
              />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
