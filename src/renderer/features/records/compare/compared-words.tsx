import { useTranslation } from 'react-i18next';
import type { Version } from '#shared/documents/versions.schemas.ts';
import { LoadingRows } from '../../../components/page/screen-states.tsx';
import type { Uncompared } from './closing.ts';
import type { Row, Text } from './compare-texts.ts';
import { ComparedRows } from './compared-rows.tsx';
import styles from './comparison.module.css';
import { countChanges } from './shown-rows.ts';
import { useClosing } from './use-closing.ts';
import { useComparison } from './use-comparison.ts';
import { useTrackedChanges } from './use-tracked-changes.ts';

interface Words {
  readonly before: Version;
  readonly after: Version;
  readonly uncompared: readonly Uncompared[];
  /** Said before the comparison. */
  readonly note?: string | undefined;
}

/**
 * Two texts, sentence by sentence.
 * @param texts undefined while they are loading
 */
export function ComparedWords({
  texts: [one, other],
  ...words
}: Words & { texts: readonly [Text | undefined, Text | undefined] }) {
  const { t } = useTranslation('records');
  const comparison = useComparison(one && other && { before: one, after: other });
  if (!comparison) {
    return (
      <div className={styles.without}>
        <LoadingRows rows={8} height={22} />
      </div>
    );
  }
  if ('fault' in comparison) return <p className={styles.without}>{t('compare.tooDifferent')}</p>;
  return <Result rows={comparison.rows} {...words} />;
}

function Result({ rows, uncompared, before, after, note }: Words & { rows: readonly Row[] }) {
  const { t } = useTranslation('records');
  const changes = countChanges(rows);
  const versions = [
    { number: before.number, tracked: useTrackedChanges(before) },
    { number: after.number, tracked: useTrackedChanges(after) },
  ];
  const closing = [
    ...(note ? [note] : []),
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
