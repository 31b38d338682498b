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
  const mostOf = (isDrawn: boolean): number | undefined => (isDrawn ? PAGES_MAX : undefined);
  const [one, other] = [usePdf(older, mostOf(drawn[0])), usePdf(newer, mostOf(drawn[1]))];
  if (!one || !other) return <Waiting />;
  if ('fault' in one || 'fault' in other) {
    const { number } = 'fault' in one ? before : after;
    return <p className={shared.without}>{t('compare.pages.broken', { number })}</p>;
  }
  const documentOf = ({ document, pages, isCut }: typeof one, { number }: Version) => ({
    ...{ document, pages, cut: isCut },
    label: t('version', { number }),
  });
  return <PagePairs before={documentOf(one, before)} after={documentOf(other, after)} />;
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
