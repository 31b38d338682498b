import { IconInfoCircle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { LabelUse, ManagedLabel } from '#shared/labels/labels.schemas.ts';
import { useEndpoint } from '../../api/client.ts';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { formatList, formatNumber } from '../../i18n/format.ts';
import styles from './labels.module.css';

/** Called with whether anything uses the label, so that another label must replace it. */
const isUsed = (use: LabelUse): boolean =>
  use.records + use.defaults.length + use.rules + use.obligations > 0;

/** Shows what a merge or a deletion would change. Neither can be undone. */
export function Effect({
  action,
  label,
  into,
  onUse,
}: {
  action: 'merge' | 'delete';
  label: ManagedLabel;
  into: string | null;
  onUse: (used: boolean) => void;
}) {
  const { t } = useTranslation('labels');
  const detail = useEndpoint('labelById', { params: { id: label._id } }, { staleTime: 0 });
  const preview = useEndpoint(
    'labelMergePreview',
    { params: { id: label._id }, query: { into: into ?? label._id } },
    { enabled: into !== null },
  );
  const use = detail.data?.use;
  const used = use && isUsed(use);
  useEffect(() => {
    if (used !== undefined) onUse(used);
  }, [used, onUse]);
  if (detail.isPending) return <LoadingRows rows={3} height={26} />;
  if (detail.isError || !use) {
    return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />;
  }
  const { both, widened, groups } = preview.data ?? { both: 0, widened: false, groups: [] };
  const children = label.children.length;
  const lines = [
    ...(use.records > 0
      ? [t('effect.records', { count: use.records, shown: formatNumber(use.records) })]
      : []),
    ...(use.published > 0
      ? [t('effect.published', { count: use.published, shown: formatNumber(use.published) })]
      : []),
    ...(both > 0 ? [t('effect.both', { count: both, shown: formatNumber(both) })] : []),
    ...(use.defaults.length > 0
      ? [t('effect.defaults', { names: formatList(use.defaults.map(({ name }) => name)) })]
      : []),
    ...(use.rules > 0 ? [t('effect.rules', { count: use.rules })] : []),
    ...(use.obligations > 0 ? [t('effect.obligations', { count: use.obligations })] : []),
    ...(use.searches > 0 && into !== null ? [t('effect.searches', { count: use.searches })] : []),
    ...(children > 0 ? [t(`effect.${action}Children`, { count: children })] : []),
    ...(widened
      ? [
          groups.length === 0
            ? t('effect.everywhere')
            : t('effect.widened', { names: formatList(groups.map(({ name }) => name)) }),
        ]
      : []),
  ];
  return (
    <div className={styles.effect} aria-live="polite">
      <p>
        <b>{t(lines.length > 0 ? 'effect.title' : 'effect.none')}</b>
      </p>
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p className={styles.final}>
        <IconInfoCircle size={16} aria-hidden="true" />
        {t('effect.final')}
      </p>
    </div>
  );
}
