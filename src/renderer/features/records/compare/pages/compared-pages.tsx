import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useTranslation } from 'react-i18next';
import type { Version } from '#shared/documents/versions.schemas.ts';
import { ErrorState, LoadingRows } from '../../../../components/page/screen-states.tsx';
import shared from '../comparison.module.css';
import { PagePairs } from './page-pairs.tsx';
import { usePageFile } from './use-page-files.ts';
import { usePdf } from './use-pdf.ts';

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
  const documents: readonly (PDFDocumentProxy | 'broken' | undefined)[] = [usePdf(older), usePdf(newer)];
  const broken = [before, after].find((_, at) => documents[at] === 'broken');
  if (broken) return <p className={shared.without}>{t('compare.pages.broken', { number: broken.number })}</p>;
  const [one, other] = documents;
  if (!one || !other || one === 'broken' || other === 'broken') return <Waiting />;
  return (
    <PagePairs
      before={{ document: one, label: t('version', { number: before.number }) }}
      after={{ document: other, label: t('version', { number: after.number }) }}
    />
  );
}

const Waiting = () => (
  <div className={shared.without}>
    <LoadingRows rows={8} height={22} />
  </div>
);
