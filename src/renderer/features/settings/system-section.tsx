import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../api/client.ts';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { formatNumber, formatSize } from '../../i18n/format.ts';
import styles from './settings.module.css';

/** Storage figures of the server, and the running versions. */
export function SystemSection() {
  const { t } = useTranslation('settings');
  const query = useEndpoint('system', {});
  const { storage, versions } = query.data ?? {};
  const uploaderFact = ({ name, bytes }: { name: string; bytes: number }) =>
    [t('storage.uploader'), t('storage.uploaderBytes', { name, size: formatSize(bytes) })] as const;
  return (
    <div>
      <FormSection title={t('storage.title')} intro={t('storage.intro')}>
        {query.isPending && <LoadingRows rows={5} height={30} />}
        {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {storage && storage.damaged > 0 && (
          <Alert
            color="red"
            variant="light"
            role="alert"
            icon={<IconAlertTriangle size={18} aria-hidden="true" />}
          >
            {t('storage.damaged', { count: storage.damaged, shown: formatNumber(storage.damaged) })}
          </Alert>
        )}
        {storage && (
          <Facts
            facts={[
              [t('storage.documents'), formatNumber(storage.documents)],
              [t('storage.versions'), formatNumber(storage.versions)],
              [t('storage.bytes'), formatSize(storage.bytes)],
              [t('storage.shared'), formatSize(storage.sharedBytes)],
              [
                t('storage.bin'),
                t('storage.binned', {
                  count: storage.bin.documents,
                  shown: formatNumber(storage.bin.documents),
                  size: formatSize(storage.bin.bytes),
                }),
              ],
              [
                t('storage.uploading'),
                t('storage.uploads', {
                  count: storage.uploading.files,
                  shown: formatNumber(storage.uploading.files),
                  size: formatSize(storage.uploading.bytes),
                }),
              ],
              ...(storage.uploading.most ? [uploaderFact(storage.uploading.most)] : []),
            ]}
          />
        )}
      </FormSection>
      {versions && (
        <FormSection title={t('versions.title')} intro={t('versions.intro')}>
          <Facts
            facts={[
              [t('versions.app'), versions.app],
              [t('versions.server'), versions.server],
              [t('versions.database'), versions.database],
              [t('versions.schema'), versions.schema],
            ]}
          />
        </FormSection>
      )}
    </div>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="secondary">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
