import { useTranslation } from 'react-i18next';
import type { Version, VersionText } from '#shared/documents/versions.schemas.ts';
import { ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { useVersionText } from '../queries.ts';
import type { Uncompared } from './closing.ts';
import type { Row } from './compare-texts.ts';
import { ComparedRows } from './compared-rows.tsx';
import styles from './comparison.module.css';
import { countChanges } from './shown-rows.ts';
import { textOf } from './text-of.ts';
import { useClosing } from './use-closing.ts';
import { useComparison } from './use-comparison.ts';
import { useTrackedChanges } from './use-tracked-changes.ts';

/** The words of two versions, sentence by sentence. */
export function ComparedText({ before, after }: { before: Version; after: Version }) {
  const { t } = useTranslation('records');
  const texts = [useVersionText(before._id), useVersionText(after._id)] as const;
  const [one, other] = texts.map((each) => (each.data?.status === 'ready' ? each.data : undefined));
  const comparison = useComparison(
    one && other && { before: textOf(before, one), after: textOf(after, other) },
  );
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
  const without = texts.flatMap((each) => (each.data && each.data.status !== 'ready' ? [each.data] : []));
  if (without.length > 0) {
    return (
      <div className={styles.without} role="status">
        {without.map((each) => (
          <p key={each.version}>
            <WithoutText text={each} />
          </p>
        ))}
      </div>
    );
  }
  if (!comparison) {
    return (
      <div className={styles.without}>
        <LoadingRows rows={8} height={22} />
      </div>
    );
  }
  if ('fault' in comparison) return <p className={styles.without}>{t('compare.tooDifferent')}</p>;
  return <Result rows={comparison.rows} uncompared={textCut(one, other)} before={before} after={after} />;
}

/** What of two texts was not compared. */
function textCut(...texts: readonly (VersionText | undefined)[]): Uncompared[] {
  const cut = texts.flatMap((each) => (each?.truncated ? [each.text.length] : []));
  return cut.length > 0 ? [{ part: 'characters', first: Math.min(...cut) }] : [];
}

function Result({
  rows,
  uncompared,
  before,
  after,
}: {
  rows: readonly Row[];
  uncompared: readonly Uncompared[];
  before: Version;
  after: Version;
}) {
  const { t } = useTranslation('records');
  const changes = countChanges(rows);
  const versions = [
    { number: before.number, tracked: useTrackedChanges(before) },
    { number: after.number, tracked: useTrackedChanges(after) },
  ];
  const closing = [
    ...useClosing('text', changes, uncompared),
    ...versions.flatMap(({ number, tracked }) => (tracked ? [t('compare.tracked', { number })] : [])),
  ].join(' ');
  if (changes === 0) {
    return (
      <p className={styles.without} role="status">
        {closing}
      </p>
    );
  }
  return (
    <>
      {closing && <p className={`meta ${styles.note}`}>{closing}</p>}
      <ComparedRows rows={rows} before={before} after={after} />
    </>
  );
}

function WithoutText({ text }: { text: VersionText }) {
  const { t } = useTranslation('records');
  const number = text.number ?? 0;
  if (text.status === 'waiting') return t('compare.waiting', { number });
  const reason = text.reason ?? 'failed';
  return `${t('compare.noText', { number })} ${t(reason === 'kind' ? 'compare.noWords' : `text.reasons.${reason}`)}`;
}
