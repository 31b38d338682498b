import { SegmentedControl } from '@mantine/core';
import { IconAlignLeft, IconColumns2 } from '@tabler/icons-react';
import { Fragment, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Comment } from '#shared/comments/comments.schemas.ts';
import type { Version } from '#shared/documents/versions.schemas.ts';
import { useStoredValue } from '../../../hooks/stored-value.ts';
import { useNarrow } from '../../../hooks/use-narrow.ts';
import { formatDate, fullName } from '../../../i18n/format.ts';
import { RowMarks } from '../comments/row-marks.tsx';
import { useComparedComments } from '../comments/use-compared-comments.ts';
import { ChangeSteps, useChangeSteps } from './change-steps.tsx';
import type { Piece, Row } from './compare-texts.ts';
import styles from './comparison.module.css';
import { shownRows } from './shown-rows.ts';

const LAYOUTS = ['beside', 'merged'] as const;
type Layout = (typeof LAYOUTS)[number];
const layoutSchema = z.enum(LAYOUTS);

/** Rows that are drawn at most: nobody reads more. */
const DRAWN = 4_000;

/** The compared sentences, with their count, and steps from one change to the next (also by the keys J and K). */
export function ComparedRows({
  rows,
  before,
  after,
}: {
  rows: readonly Row[];
  before: Version;
  after: Version;
}) {
  const { t } = useTranslation('records');
  const narrow = useNarrow();
  const [wanted, setLayout] = useStoredValue<Layout>('compare', layoutSchema, 'beside');
  const layout = narrow ? 'merged' : wanted;
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const shown = useMemo(() => shownRows(rows), [rows]);
  const changes = useMemo(
    () => shown.flatMap((each) => (each.kind === 'same' || each.kind === 'folded' ? [] : [each.at])),
    [shown],
  );
  const pane = useRef<HTMLElement>(null);
  const steps = useChangeSteps(changes.length);
  const here = changes[steps.at];
  useEffect(() => {
    if (here === undefined) return;
    pane.current?.querySelector(`[data-at="${here}"]`)?.scrollIntoView({ block: 'center' });
  }, [here]);
  const { commentsAt } = useComparedComments(pane, {
    ...{ rows, shown, here, before: before._id, after: after._id },
    unfold: (from) => setOpen((now) => new Set([...now, from])),
  });
  const rowOf = (row: Row & { at: number }) => (
    <RowOf key={row.at} row={row} here={row.at === here} layout={layout} comments={commentsAt(row.at)} />
  );

  return (
    <>
      <ChangeSteps steps={steps}>
        {!narrow && (
          <SegmentedControl
            size="xs"
            aria-label={t('compare.layout')}
            value={layout}
            onChange={(next) => setLayout(layoutSchema.parse(next))}
            data={LAYOUTS.map((value) => ({ value, label: <LayoutLabel layout={value} /> }))}
          />
        )}
      </ChangeSteps>
      <section
        ref={pane}
        className={`${styles.text} ${styles.marked}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reachable by keyboard
        tabIndex={0}
        aria-label={t('compare.result')}
        data-layout={layout}
        data-before={before._id}
        data-after={after._id}
      >
        {layout === 'beside' && (
          <div className={styles.heads} data-heads>
            <HeadOf version={before} />
            <HeadOf version={after} />
          </div>
        )}
        {shown.slice(0, DRAWN).map((each) => {
          if (each.kind !== 'folded') return rowOf(each);
          if (open.has(each.at)) return <Fragment key={each.at}>{each.rows.map(rowOf)}</Fragment>;
          return (
            <button
              key={each.at}
              type="button"
              className={styles.folded}
              title={t('compare.unfold')}
              onClick={() => setOpen(new Set([...open, each.at]))}
            >
              {t('compare.folded', { count: each.rows.length })}
            </button>
          );
        })}
        {shown.length > DRAWN && <p className="meta">{t('compare.cut')}</p>}
      </section>
    </>
  );
}

function LayoutLabel({ layout }: { layout: Layout }) {
  const { t } = useTranslation('records');
  const Icon = layout === 'beside' ? IconColumns2 : IconAlignLeft;
  return (
    <span className={styles.layout} title={t(`compare.layouts.${layout}`)}>
      <Icon size={16} aria-hidden="true" />
      <span className="visually-hidden">{t(`compare.layouts.${layout}`)}</span>
    </span>
  );
}

function HeadOf({ version }: { version: Version }) {
  return (
    <div className="meta">
      {version.number} · {fullName(version.createdBy)}, {formatDate(version.createdAt)}
    </div>
  );
}

function RowOf({
  row,
  here,
  layout,
  comments,
}: {
  row: Row & { at: number };
  here: boolean;
  layout: Layout;
  comments: readonly Comment[];
}) {
  const { kind, pieces, at } = row;
  const given = { 'data-at': at, 'data-kind': kind, 'data-here': here || undefined, className: styles.row };
  if (layout === 'merged') {
    return (
      <div {...given}>
        <div dir="auto" data-side={kind === 'removed' ? 'before' : 'after'}>
          <Pieces pieces={pieces} whole={kind !== 'changed'} />
          <RowMarks comments={comments} />
        </div>
      </div>
    );
  }
  return (
    <div {...given}>
      <div className={styles.before} dir="auto" data-side="before">
        <Pieces pieces={pieces.filter((each) => each.kind !== 'added')} whole={kind !== 'changed'} />
        {kind === 'removed' && <RowMarks comments={comments} />}
      </div>
      <div className={styles.after} dir="auto" data-side="after">
        <Pieces pieces={pieces.filter((each) => each.kind !== 'removed')} whole={kind !== 'changed'} />
        {kind !== 'removed' && <RowMarks comments={comments} />}
      </div>
    </div>
  );
}

/** @param whole whether the pieces are a whole sentence, which one of the versions does not have */
function Pieces({ pieces, whole }: { pieces: readonly Piece[]; whole: boolean }) {
  let from = 0;
  return pieces.map(({ kind, text }) => {
    const key = from;
    from += text.length;
    if (kind === 'same') return <Fragment key={key}>{text}</Fragment>;
    const Mark = kind === 'added' ? 'ins' : 'del';
    return (
      <Mark key={key} data-whole={whole || undefined}>
        {text}
      </Mark>
    );
  });
}
