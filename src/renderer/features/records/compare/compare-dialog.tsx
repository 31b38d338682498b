import { ActionIcon, Modal, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowRight, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Version, VersionText } from '#shared/documents/versions.schemas.ts';
import { ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { useVersionText } from '../queries.ts';
import styles from './compare.module.css';
import { countChanges, type Passage, passagesOf } from './passages.ts';
import { useComparison } from './use-comparison.ts';

/** The texts of two versions side by side, with their differences. */
export function CompareDialog({
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
  onClose: () => void;
}) {
  const { t } = useTranslation('records');
  const narrow = useMediaQuery('(max-width: 768px)');
  const options = versions
    .filter((each) => each.status === 'ready' && each.number !== null)
    .map((each) => ({
      value: each._id,
      label: t('compare.option', { number: each.number, date: formatDate(each.createdAt) }),
    }));
  return (
    <Modal opened onClose={onClose} title={t('compare.title')} size={900} fullScreen={narrow ?? false}>
      <div className={styles.chosen}>
        <Select
          label={t('compare.before')}
          allowDeselect={false}
          data={options}
          value={before}
          onChange={(id) => id && onChoose(id, after)}
        />
        <IconArrowRight size={18} aria-hidden="true" className={styles.arrow ?? ''} />
        <Select
          label={t('compare.after')}
          allowDeselect={false}
          data={options}
          value={after}
          onChange={(id) => id && onChoose(before, id)}
        />
      </div>
      <Compared before={before} after={after} />
    </Modal>
  );
}

function Compared({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('records');
  const texts = [useVersionText(before), useVersionText(after)] as const;
  const [one, other] = texts.map((each) => (each.data?.status === 'ready' ? each.data : undefined));
  const comparison = useComparison(one?.text, other?.text);
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
  if (!comparison) return <LoadingRows rows={6} height={22} />;
  if ('fault' in comparison) return <p className={styles.without}>{t('compare.tooDifferent')}</p>;
  const passages = passagesOf(comparison.changes);
  const count = countChanges(comparison.changes);
  return (
    <>
      {(one?.truncated || other?.truncated) && <p className="meta">{t('compare.truncated')}</p>}
      {count === 0 ? (
        <p className={styles.without}>{t('compare.same')}</p>
      ) : (
        <Passages key={`${before} ${after}`} passages={passages} count={count} />
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

/** Maximum number of passages shown: nobody reads more. */
const SHOWN = 4_000;

function Passages({ passages, count }: { passages: readonly Passage[]; count: number }) {
  const { t } = useTranslation('records');
  const pane = useRef<HTMLElement>(null);
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  // A change begins after a passage that both versions have.
  const starts = useMemo(() => {
    const changed = (index: number): boolean => ['added', 'removed'].includes(passages[index]?.kind ?? '');
    return passages.flatMap((each, index) => (changed(index) && !changed(index - 1) ? [each.at] : []));
  }, [passages]);
  const here = starts[at];
  useEffect(() => {
    pane.current?.querySelector(`[data-at="${here}"]`)?.scrollIntoView({ block: 'center' });
  }, [here]);
  const step = (by: 1 | -1): void => setAt((now) => (now + by + starts.length) % starts.length);
  return (
    <>
      <div className={styles.bar} role="toolbar" aria-label={t('compare.changes')}>
        <span role="status">{t('compare.count', { count })}</span>
        <span className={styles.legend}>
          <del>{t('compare.removed')}</del> <ins>{t('compare.added')}</ins>
        </span>
        <span className="grow" />
        <span className={styles.steps}>
          <ActionIcon variant="subtle" aria-label={t('compare.previous')} onClick={() => step(-1)}>
            <IconChevronUp size={18} />
          </ActionIcon>
          <span>{t('preview.match', { at: at + 1, count: starts.length })}</span>
          <ActionIcon variant="subtle" aria-label={t('compare.next')} onClick={() => step(1)}>
            <IconChevronDown size={18} />
          </ActionIcon>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reachable by keyboard */}
      <section ref={pane} className={styles.text} tabIndex={0} aria-label={t('compare.result')}>
        {passages.slice(0, SHOWN).map((passage) => {
          const { at: place, kind, text } = passage;
          if (kind === 'added' || kind === 'removed') {
            const Mark = kind === 'added' ? 'ins' : 'del';
            return (
              <Mark key={place} data-at={place} data-here={place === here || undefined}>
                {text}
              </Mark>
            );
          }
          if (kind === 'folded' && !open.has(place)) {
            return (
              <button
                key={place}
                type="button"
                className={`link ${styles.folded}`}
                onClick={() => setOpen(new Set([...open, place]))}
              >
                {t('compare.folded')}
              </button>
            );
          }
          return <span key={place}>{text}</span>;
        })}
        {passages.length > SHOWN && <p className="meta">{t('compare.cut')}</p>}
      </section>
    </>
  );
}
