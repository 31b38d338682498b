import { useTranslation } from 'react-i18next';
import { PAGES_MAX } from '#shared/documents/pages.ts';
import type { Version } from '#shared/documents/versions.schemas.ts';
import { ErrorState, LoadingRows } from '../../../../components/page/screen-states.tsx';
import { usePdf } from '../../preview/pdf/use-pdf.ts';
import shared from '../comparison.module.css';
import { PagePairs } from './page-pairs.tsx';
import { usePageFile } from './use-page-files.ts';

/** The pages of two versions beside each other, as they look, with what differs marked. */
export function ComparedPages({ before, after }: { before: Version; after: Version }) {
  const { t } = useTranslation('records');
  const pages = [usePageFile(before), usePageFile(after)] as const;
  const files = pages.map(({ file }) => file);
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
  return (
    <OpenedPages
      versions={[before, after]}
      contents={[older, newer]}
      drawn={[pages[0].isDrawn, pages[1].isDrawn]}
    />
  );
}

function OpenedPages({
  versions: [before, after],
  contents: [older, newer],
  drawn,
}: {
  versions: readonly [Version, Version];
  contents: readonly [Blob, Blob];
  drawn: readonly [boolean, boolean];
}) {
  const { t } = useTranslation('records');
  const [one, other] = [usePdf(older), usePdf(newer)];
  if (!one || !other) return <Waiting />;
  if ('fault' in one || 'fault' in other) {
    const { number } = 'fault' in one ? before : after;
    return <p className={shared.without}>{t('compare.pages.broken', { number })}</p>;
  }
  const documentOf = ({ document }: typeof one, { number }: Version, isDrawn: boolean) => ({
    document,
    label: t('version', { number }),
    cut: isDrawn && document.numPages >= PAGES_MAX,
  });
  return <PagePairs before={documentOf(one, before, drawn[0])} after={documentOf(other, after, drawn[1])} />;
}

/** The server takes seconds to draw pages that nobody has seen yet. */
function Waiting() {
  const { t } = useTranslation('records');
  return (
    <div className={shared.without}>
      <p role="status">{t('preview.pages.drawing')}</p>
      <LoadingRows rows={8} height={22} />
    </div>
  );
}
