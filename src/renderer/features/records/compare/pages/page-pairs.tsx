import type { TFunction } from 'i18next';
import { type CSSProperties, memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGES_MAX } from '#shared/documents/pages.ts';
import { Zoom } from '../../preview/zoom/zoom.tsx';
import { ChangeSteps, useChangeSteps } from '../change-steps.tsx';
import type { Uncompared } from '../closing.ts';
import shared from '../comparison.module.css';
import { Mark } from '../images/mark.tsx';
import { placeWord } from '../images/place-word.ts';
import { useClosing } from '../use-closing.ts';
import { type ComparedPair, comparePages, type PagedDocument } from './compare-pages.ts';
import { NearPage } from './near-page.tsx';
import styles from './pages.module.css';

/** A version's pages, and the words that stand for it. */
export interface ComparedDocument extends PagedDocument {
  readonly label: string;
}

/** Shares of the pane that a pair takes: 1 shows both pages whole. */
const ZOOMS = [1, 1.5, 2, 3] as const;

type Side = 'before' | 'after';

/** Where a step leads: a pair, and which of its regions. */
interface Place {
  readonly pair: number;
  readonly region: number | 'whole';
}

/** Every page of both, the older on the left. What differs is framed; J and K lead from one place to the next. */
export function PagePairs({ before, after }: { before: ComparedDocument; after: ComparedDocument }) {
  const { t } = useTranslation('records');
  const pairs = useComparedPairs(before, after);
  const places = useMemo(() => pairs?.flatMap(placesIn) ?? [], [pairs]);
  const steps = useChangeSteps(places.length);
  const here = places[steps.at];
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    if (steps.at >= 0)
      pane.current?.querySelector('[data-here]')?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [steps.at]);
  const [zoom, setZoom] = useState(1);
  const done = pairs?.filter(({ change }) => change).length ?? 0;
  const isDone = pairs !== undefined && done === pairs.length;
  const closing = useClosing('pages', places.length, isDone ? leftOut(pairs, before.cut || after.cut) : []);
  const note = isDone ? closing.join(' ') : working(t, done, pairs?.length);
  return (
    <>
      <ChangeSteps
        steps={steps}
        counted={isDone}
        where={pairs && here && whereIs(t, { before, after }, pairs[here.pair], here.region)}
      >
        {/* Every page is as wide as the others, whatever its size on paper. */}
        <Zoom
          steps={ZOOMS}
          zoom={zoom}
          fitted={zoom === 1}
          unit="fitted"
          onZoom={(next) => setZoom(next ?? 1)}
        />
      </ChangeSteps>
      <div className={shared.result}>
        {note && (
          <p className={styles.note} role="status">
            {note}
          </p>
        )}
        <section
          ref={pane}
          className={`${shared.scroll} ${styles.scroll}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reachable by keyboard
          tabIndex={0}
          aria-label={t('compare.pages.result')}
          style={{ '--zoom': zoom } as CSSProperties}
        >
          {pairs?.map((compared, at) => (
            <Pair
              key={keyOf(compared)}
              before={before}
              after={after}
              compared={compared}
              here={here?.pair === at ? here.region : undefined}
              zoom={zoom}
            />
          ))}
        </section>
      </div>
    </>
  );
}

/** Before the pages are paired their words are read, which takes a while with hundreds. */
const working = (t: TFunction<'records'>, done: number, count: number | undefined): string =>
  count === undefined ? t('preview.pages.drawing') : t('compare.pages.working', { done, count });

/** The page of a place and where on it, in words. */
function whereIs(
  t: TFunction<'records'>,
  of: Readonly<{ [side in Side]: ComparedDocument }>,
  compared: ComparedPair | undefined,
  region: Place['region'],
): string | undefined {
  if (!compared?.change) return undefined;
  const { pair, change } = compared;
  const side = pair.after === undefined ? 'before' : 'after';
  const page = t('compare.pages.page', { label: of[side].label, page: pair[side] ?? 0 });
  const marked = change.kind === 'regions' && region !== 'whole' ? change.regions[region] : undefined;
  const words = marked
    ? t(`compare.where.${placeWord(marked)}`)
    : t(`compare.pages.kinds.${wordOf(change, side)}`);
  return `${page}, ${words}`;
}

/** What of the pages was not compared. */
function leftOut(pairs: readonly ComparedPair[], cut: boolean): Uncompared[] {
  const count = pairs.filter(({ change }) => change?.kind === 'unknown').length;
  return [
    ...(cut ? [{ part: 'pages', first: PAGES_MAX } as const] : []),
    ...(count > 0 ? [{ part: 'brokenPages', count } as const] : []),
  ];
}

interface PairProps {
  readonly compared: ComparedPair;
  /** The region to which a step led, where it is in this pair. */
  readonly here: Place['region'] | undefined;
  readonly zoom: number;
}

/** Drawn again only when something of this pair changed: each of a thousand pages is compared on its own. */
const Pair = memo(function Pair({
  before,
  after,
  ...props
}: PairProps & { before: ComparedDocument; after: ComparedDocument }) {
  return (
    <div className={styles.pair}>
      <Half side="before" of={before} {...props} />
      <Half side="after" of={after} {...props} />
    </div>
  );
});

/** One page of a pair, or the place where the other version has none. */
function Half({
  side,
  of: { document, label },
  compared: { pair, change },
  here,
  zoom,
}: PairProps & { side: Side; of: ComparedDocument }) {
  const { t } = useTranslation('records');
  const number = pair[side];
  if (number === undefined) return <div className={styles.none} aria-hidden="true" />;
  const words = t('compare.pages.page', { label, page: number });
  const isWhole = change?.kind === 'alone' || change?.kind === 'resized';
  return (
    <figure className={styles.half}>
      <figcaption className="meta">
        {words}
        {change && <span> · {t(`compare.pages.kinds.${wordOf(change, side)}`)}</span>}
      </figcaption>
      <div
        className={styles.sheet}
        data-whole={isWhole ? side : undefined}
        data-here={here === 'whole' || undefined}
      >
        <NearPage document={document} number={number} label={words} zoom={Math.max(1, zoom / 2)} />
        {change?.kind === 'regions' &&
          change.regions.map((region, at) => (
            <Mark key={`${region.left} ${region.top}`} region={region} here={here === at} />
          ))}
      </div>
    </figure>
  );
}

type Change = NonNullable<ComparedPair['change']>;

function wordOf(change: Change, side: Side) {
  if (change.kind === 'alone') return side === 'before' ? 'removed' : 'added';
  if (change.kind !== 'regions') return change.kind;
  return change.regions.length === 0 ? 'equal' : 'changed';
}

function placesIn({ change }: ComparedPair, pair: number): Place[] {
  if (change?.kind === 'regions') return change.regions.map((_, region) => ({ pair, region }));
  return change && change.kind !== 'unknown' ? [{ pair, region: 'whole' }] : [];
}

const keyOf = ({ pair: { before, after } }: ComparedPair): string => `${before ?? '-'} ${after ?? '-'}`;

/** All pairs, with what is known of each so far. */
function useComparedPairs(
  { document: before, pages: beforePages, cut: beforeCut }: ComparedDocument,
  { document: after, pages: afterPages, cut: afterCut }: ComparedDocument,
) {
  const [pairs, setPairs] = useState<readonly ComparedPair[]>();
  useEffect(() => {
    const leaving = new AbortController();
    setPairs(undefined);
    const [older, newer] = [
      { document: before, pages: beforePages, cut: beforeCut },
      { document: after, pages: afterPages, cut: afterCut },
    ];
    comparePages(older, newer, leaving.signal, setPairs).catch((error: unknown) => {
      if (!leaving.signal.aborted) throw error;
    });
    return () => leaving.abort();
  }, [before, after, beforePages, afterPages, beforeCut, afterCut]);
  return pairs;
}
