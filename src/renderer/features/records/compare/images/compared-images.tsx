import { SegmentedControl, Slider } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useStoredValue } from '../../../../hooks/stored-value.ts';
import { ChangeSteps, useChangeSteps } from '../change-steps.tsx';
import type { Uncompared } from '../closing.ts';
import shared from '../comparison.module.css';
import { useClosing } from '../use-closing.ts';
import { changedRegions, type Region } from './changed-regions.ts';
import styles from './images.module.css';
import { Mark } from './mark.tsx';
import { placeWord } from './place-word.ts';
import { readPixels, reducedTo } from './read-pixels.ts';

const LAYOUTS = ['beside', 'over', 'difference'] as const;
type Layout = (typeof LAYOUTS)[number];
const layoutSchema = z.enum(LAYOUTS);

/** An image of a version: its address, and the words that stand for it. */
export interface ComparedImage {
  readonly url: string;
  readonly label: string;
}

interface Loaded {
  readonly before?: HTMLImageElement;
  readonly after?: HTMLImageElement;
}

/** Two images side by side, over each other with a divider, or only what differs; each place that differs is marked. */
export function ComparedImages({
  before,
  after,
  onBroken,
}: {
  before: ComparedImage;
  after: ComparedImage;
  /** Called where the browser cannot draw one of them. */
  onBroken: () => void;
}) {
  const { t } = useTranslation('records');
  const [layout, setLayout] = useStoredValue<Layout>('compare-images', layoutSchema, 'beside');
  const [divider, setDivider] = useState(50);
  const [loaded, setLoaded] = useState<Loaded>({});
  const regions = useRegions(loaded);
  const found = regions === 'failed' ? [] : (regions ?? []);
  const steps = useChangeSteps(found.length);
  const here = found[steps.at];
  const isResized = !sameSize(loaded);
  const closing = useClosing('images', found.length + (isResized ? 1 : 0), leftOut(loaded));
  const notes =
    regions === 'failed'
      ? [t('compare.images.unknown')]
      : [...(isResized ? [t('compare.images.resized')] : []), ...closing];
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (steps.at >= 0)
      pane.current?.querySelector('[data-here]')?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [steps.at]);
  const imageOf = (side: 'before' | 'after') => {
    const { url, label } = side === 'before' ? before : after;
    return (
      <img
        src={url}
        alt={label}
        draggable={false}
        onLoad={({ currentTarget }) => setLoaded((now) => ({ ...now, [side]: currentTarget }))}
        onError={onBroken}
      />
    );
  };
  const marks = found.map((region, at) => (
    <Mark key={`${region.left} ${region.top}`} region={region} here={at === steps.at} />
  ));
  return (
    <>
      <ChangeSteps
        steps={steps}
        counted={regions !== undefined && regions !== 'failed' && !isResized}
        where={here && t(`compare.where.${placeWord(here)}`)}
      >
        <SegmentedControl
          size="xs"
          aria-label={t('compare.layout')}
          value={layout}
          onChange={(next) => setLayout(layoutSchema.parse(next))}
          data={LAYOUTS.map((value) => ({ value, label: t(`compare.images.layouts.${value}`) }))}
        />
      </ChangeSteps>
      <div className={shared.result}>
        {regions && notes.length > 0 && (
          <p className={styles.note} role="status">
            {notes.join(' ')}
          </p>
        )}
        {layout === 'over' && (
          <div className={styles.divider}>
            <Slider
              thumbLabel={t('compare.images.divider')}
              value={divider}
              onChange={setDivider}
              label={(value) => t('compare.images.shown', { value })}
            />
          </div>
        )}
        <section
          ref={pane}
          className={`${shared.scroll} ${styles.scroll}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reachable by keyboard
          tabIndex={0}
          aria-label={t('compare.images.result')}
        >
          {layout === 'beside' ? (
            <div className={styles.beside}>
              {(['before', 'after'] as const).map((side) => (
                <figure key={side}>
                  <figcaption className="meta">{side === 'before' ? before.label : after.label}</figcaption>
                  <div className={styles.image}>
                    {imageOf(side)}
                    {sameSize(loaded) && marks}
                  </div>
                </figure>
              ))}
            </div>
          ) : (
            <div className={styles.over} data-layout={layout}>
              {imageOf('before')}
              <div
                className={styles.upper}
                style={layout === 'over' ? { clipPath: `inset(0 0 0 ${100 - divider}%)` } : undefined}
              >
                {imageOf('after')}
              </div>
              {sameSize(loaded) && marks}
            </div>
          )}
        </section>
      </div>
    </>
  );
}

/** Marks are shares of the image, which are the same places in both only where the sizes are. */
const sameSize = ({ before, after }: Loaded): boolean =>
  before?.naturalWidth === after?.naturalWidth && before?.naturalHeight === after?.naturalHeight;

/** What of the images was not compared. */
function leftOut({ before, after }: Loaded): Uncompared[] {
  const first = before && after && reducedTo(before, after);
  return first ? [{ part: 'pixels', first }] : [];
}

/** Where the images differ, once both are drawn. */
function useRegions({ before, after }: Loaded): readonly Region[] | 'failed' | undefined {
  const [regions, setRegions] = useState<readonly Region[] | 'failed'>();
  useEffect(() => {
    if (!before || !after) return;
    try {
      setRegions(changedRegions(...readPixels(before, after)));
    } catch {
      // Too large for a canvas: the images are shown without marks.
      setRegions('failed');
    }
  }, [before, after]);
  return regions;
}
