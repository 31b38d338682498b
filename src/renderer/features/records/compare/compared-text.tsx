import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { pagedKind } from '#shared/documents/pages.ts';
import type { Version, VersionText } from '#shared/documents/versions.schemas.ts';
import { ErrorState } from '../../../components/page/screen-states.tsx';
import { PreviewSkeleton } from '../preview/preview-skeleton.tsx';
import { useVersionText } from '../queries.ts';
import type { Uncompared } from './closing.ts';
import { ComparedWords } from './compared-words.tsx';
import styles from './comparison.module.css';
import { textOf } from './text-of.ts';
import { whyNoText } from './why-not.ts';
import { type OtherView, Without } from './without.tsx';

const DrawnText = lazy(async () => ({ default: (await import('./pages/drawn-text.tsx')).DrawnText }));

/**
 * The words of two versions, sentence by sentence. Those of office files of the nineties, which nothing reads, are taken
 * from the pages that the server draws.
 */
export function ComparedText({
  before,
  after,
  pages,
  note,
}: {
  before: Version;
  after: Version;
  /** Undefined where not both versions have pages. */
  pages: OtherView | undefined;
  /** Said before the words of both. */
  note?: string;
}) {
  const { t } = useTranslation('records');
  const texts = [useVersionText(before._id), useVersionText(after._id)] as const;
  const failed = texts.find((each) => each.isError);
  if (failed) {
    return (
      <ErrorState
        title={t('compare.failed')}
        error={failed.error}
        onRetry={() => {
          for (const each of texts) void each.refetch();
        }}
      />
    );
  }
  const [one, other] = [texts[0].data, texts[1].data];
  const waiting = [one, other].filter((each) => each?.status === 'waiting');
  if (waiting.length > 0) {
    return (
      <div className={styles.without} role="status">
        {waiting.map((each) => (
          <p key={each?.version}>{t('compare.waiting', { number: each?.number ?? 0 })}</p>
        ))}
      </div>
    );
  }
  const without = [
    { version: before, why: one && whyNoText(one) },
    { version: after, why: other && whyNoText(other) },
  ].flatMap(({ version, why }) => (why ? [{ version, number: version.number, why }] : []));
  if (pages && without.length > 0 && without.every(({ version, why }) => isOnPages(version, why))) {
    return (
      <Suspense fallback={<PreviewSkeleton />}>
        <DrawnText before={before} after={after} pages={pages} />
      </Suspense>
    );
  }
  if (without.length > 0) return <Without versions={without} other={pages} />;
  return (
    <ComparedWords
      texts={[one && textOf(before, one), other && textOf(after, other)]}
      uncompared={textCut(one, other)}
      before={before}
      after={after}
      note={note}
    />
  );
}

/** Whether the words that nothing reads in a file stand on its pages: those of photos have none. */
const isOnPages = ({ name }: Version, why: ReturnType<typeof whyNoText>): boolean =>
  typeof why === 'object' && 'text' in why && why.text === 'kind' && pagedKind(name) !== 'photo';

/** What of two texts was not compared. */
function textCut(...texts: readonly (VersionText | undefined)[]): Uncompared[] {
  const cut = texts.flatMap((each) => (each?.truncated ? [each.text.length] : []));
  return cut.length > 0 ? [{ part: 'characters', first: Math.min(...cut) }] : [];
}
