import { CloseButton, Select, type SelectProps } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Version, VersionText } from '#shared/documents/versions.schemas.ts';
import { StateGlyph } from '../../../components/documents/state-pill.tsx';
import { ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { formatDate, fullName } from '../../../i18n/format.ts';
import { useVersionText } from '../queries.ts';
import { ComparedRows } from './compared-rows.tsx';
import styles from './comparison.module.css';
import { countChanges } from './shown-rows.ts';
import { textOf } from './text-of.ts';
import { useComparison } from './use-comparison.ts';

/**
 * What changed between two versions: their sentences side by side or in one column. Any two can be chosen.
 * @param onClose undefined where the comparison belongs to the screen
 */
export function ComparisonPane({
  versions,
  before,
  after,
  onChoose,
  onClose,
}: {
  versions: readonly Version[];
  before: string;
  after: string;
  onChoose: (before: string, after: string) => void;
  onClose: (() => void) | undefined;
}) {
  const { t } = useTranslation('records');
  const numbered = versions.filter((each) => each.status === 'ready' && each.number !== null);
  const byId = new Map(numbered.map((each) => [each._id, each]));
  const stateOf = (id: string) => {
    const version = byId.get(id);
    return version && <StateGlyph state={version.state} titled />;
  };
  const select: SelectProps = {
    allowDeselect: false,
    size: 'sm',
    data: numbered.map(({ _id, number }) => ({ value: _id, label: t('version', { number }) })),
    renderOption: ({ option }) => <VersionOption version={byId.get(option.value)} />,
    comboboxProps: { width: 320, position: 'bottom-start' },
  };
  const [older, newer] = [byId.get(before), byId.get(after)];
  return (
    <div className={styles.pane}>
      <div className={styles.bar}>
        {onClose && <CloseButton aria-label={t('compare.close')} onClick={onClose} />}
        <div className={styles.chosen}>
          <Select
            {...select}
            aria-label={t('compare.before')}
            value={before}
            leftSection={stateOf(before)}
            onChange={(id) => id && onChoose(id, after)}
          />
          <IconArrowRight size={16} aria-hidden="true" className={styles.arrow ?? ''} />
          <Select
            {...select}
            aria-label={t('compare.after')}
            value={after}
            leftSection={stateOf(after)}
            onChange={(id) => id && onChoose(before, id)}
          />
        </div>
      </div>
      {older && newer ? (
        <Compared key={`${before} ${after}`} before={older} after={newer} />
      ) : (
        <p className={styles.without}>{t('compare.missing')}</p>
      )}
    </div>
  );
}

function VersionOption({ version }: { version: Version | undefined }) {
  const { t } = useTranslation('records');
  if (!version) return null;
  return (
    <span className={styles.option}>
      <StateGlyph state={version.state} titled />
      <span className="grow">
        {t('version', { number: version.number })}
        <span className="meta">
          {fullName(version.createdBy)}, {formatDate(version.createdAt)}
        </span>
      </span>
    </span>
  );
}

function Compared({ before, after }: { before: Version; after: Version }) {
  const { t } = useTranslation('records');
  const texts = [useVersionText(before._id), useVersionText(after._id)] as const;
  const [one, other] = texts.map((each) => (each.data?.status === 'ready' ? each.data : undefined));
  const comparison = useComparison(
    one && other && { before: textOf(before, one.text), after: textOf(after, other.text) },
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
  return (
    <>
      {(one?.truncated || other?.truncated) && (
        <p className={`meta ${styles.note}`}>{t('compare.truncated')}</p>
      )}
      {countChanges(comparison.rows) === 0 ? (
        <p className={styles.without} role="status">
          {t('compare.same')}
        </p>
      ) : (
        <ComparedRows rows={comparison.rows} before={before} after={after} />
      )}
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
