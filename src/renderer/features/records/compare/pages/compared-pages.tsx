import { useTranslation } from 'react-i18next';
import type { Version } from '#shared/documents/versions.schemas.ts';
import { ErrorState, LoadingRows } from '../../../../components/page/screen-states.tsx';
import { usePdf } from '../../preview/pdf/use-pdf.ts';
import shared from '../comparison.module.css';
import { PagePairs } from './page-pairs.tsx';
import { usePageFile } from './use-page-files.ts';

/** The pages of two versions beside each other, as they look, with what differs marked. */
export function ComparedPages({ before, after }: { before: Version; after: Version }) {
  const { t } = useTranslation('records');
  const files = [usePageFile(before), usePageFile(after)] as const;
  const failed = files.find((each) => each.isError);
  if (failed) {
    return (
      <ErrorState
        title={t('compare.pages.failed')}
        error={failed.error}
        onRetry={() => {
          for (const each of files) void each.refetch();
        }}
      />
    );
  }
  const [older, newer] = files.map(({ data }) => data);
  if (!older || !newer) return <Waiting />;
  return <OpenedPages versions={[before, after]} contents={[older, newer]} />;
}

function OpenedPages({
  versions: [before, after],
  contents: [older, newer],
}: {
  versions: readonly [Version, Version];
  contents: readonly [Blob, Blob];
}) {
  const { t } = useTranslation('records');
  const [one, other] = [usePdf(older), usePdf(newer)];
  if (!one || !other) return <Waiting />;
  if ('fault' in one || 'fault' in other) {
    const { number } = 'fault' in one ? before : after;
    return <p className={shared.without}>{t('compare.pages.broken', { number })}</p>;
  }
  return (
    <PagePairs
      before={{ document: one.document, label: t('version', { number: before.number }) }}
      after={{ document: other.document, label: t('version', { number: after.number }) }}
    />
  );
}

const Waiting = () => (
  <div className={shared.without}>
    <LoadingRows rows={8} height={22} />
  </div>
);
