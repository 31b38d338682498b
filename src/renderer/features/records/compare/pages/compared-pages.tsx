import { useTranslation } from 'react-i18next';
import type { Version } from '#shared/documents/versions.schemas.ts';
import type { OtherView } from '../without.tsx';
import { OpenedPages } from './opened-pages.tsx';
import { PagePairs } from './page-pairs.tsx';

/** The pages of two versions beside each other, as they look, with what differs marked. */
export function ComparedPages({
  before,
  after,
  content,
}: {
  before: Version;
  after: Version;
  content: OtherView;
}) {
  const { t } = useTranslation('records');
  const labelOf = ({ number }: Version): string => t('version', { number });
  return (
    <OpenedPages before={before} after={after} content={content}>
      {(older, newer) => (
        <PagePairs
          before={{ ...older, label: labelOf(before) }}
          after={{ ...newer, label: labelOf(after) }}
        />
      )}
    </OpenedPages>
  );
}
