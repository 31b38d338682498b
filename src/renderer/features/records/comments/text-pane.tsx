import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupBy } from '#shared/platform/group-by.ts';
import { ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { useShortcuts } from '../../../hooks/use-shortcuts.ts';
import type { Sentence } from '../compare/sentences.ts';
import styles from './comments.module.css';
import { useComments } from './comments-context.tsx';
import { makeAnchor } from './make-anchor.ts';
import { RowMarks } from './row-marks.tsx';
import { type Found, usePassage } from './use-passage.ts';

/** Sentences that are drawn at most: nobody reads more. */
const DRAWN = 6_000;

/** The words of the current version, with the comments beside their passages. */
export function TextPane() {
  const { t } = useTranslation('records');
  const { text, current } = useComments();
  if (text.error && !text.answer)
    return <ErrorState title={t('compare.failed')} error={text.error} onRetry={text.retry} />;
  if (text.answer?.status === 'waiting')
    return (
      <p className={styles.without} role="status">
        {t('compare.waiting', { number: text.answer.number ?? 0 })}
      </p>
    );
  if (!text.sentences || current === undefined)
    return (
      <div className={styles.without}>
        <LoadingRows rows={8} height={22} />
      </div>
    );
  return (
    <Sentences sentences={text.sentences} version={current} truncated={text.answer?.truncated ?? false} />
  );
}

function Sentences({
  sentences,
  version,
  truncated,
}: {
  sentences: readonly Sentence[];
  version: string;
  truncated: boolean;
}) {
  const { t } = useTranslation('records');
  const { list, places, marked, located } = useComments();
  const pane = useRef<HTMLElement>(null);
  /** The sentence that the keys J and K have marked. */
  const [here, setHere] = useState(-1);
  const drawn = useMemo(() => sentences.slice(0, DRAWN), [sentences]);
  const found = useMemo(
    () =>
      list.flatMap((comment): Found[] => {
        const place = places?.get(comment._id);
        if (!place) return [];
        const ats = Array.from({ length: place.last - place.first + 1 }, (_, n) => place.first + n);
        return [{ comment, at: place.first, ats, exact: place.exact }];
      }),
    [list, places],
  );
  usePassage(pane, found);
  const byRow = useMemo(
    () =>
      groupBy(
        found.filter(({ comment }) => !comment.resolved),
        ({ at }) => at,
      ),
    [found],
  );
  useEffect(() => {
    located.current = (id) => places?.has(id) ?? false;
    marked.current = () => {
      const sentence = sentences[here];
      if (!sentence) return undefined;
      const [head, tail] = [sentences[here - 1]?.text ?? '', sentences[here + 1]?.text ?? ''];
      const start = head.length + 1;
      const whole = `${head} ${sentence.text} ${tail}`;
      const anchor = makeAnchor(whole, start, start + sentence.text.length);
      return anchor && { version, anchor };
    };
    return () => {
      located.current = undefined;
      marked.current = undefined;
    };
  }, [sentences, places, here, version, located, marked]);
  useEffect(() => {
    if (here >= 0) pane.current?.querySelector(`[data-at="${here}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  const step = (by: 1 | -1): void =>
    setHere((now) => Math.max(0, Math.min(drawn.length - 1, now < 0 ? 0 : now + by)));
  useShortcuts({ j: () => step(1), k: () => step(-1) });

  const paragraphs = useMemo(
    () => [...groupBy([...drawn.entries()], ([, { paragraph }]) => paragraph).values()],
    [drawn],
  );
  return (
    <section
      ref={pane}
      className={styles.text}
      data-version={version}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reachable by keyboard
      tabIndex={0}
      aria-label={t('comments.text')}
    >
      {drawn.length === 0 && <p className="secondary">{t('preview.noWords')}</p>}
      {paragraphs.map((paragraph) => (
        <p key={paragraph[0]?.[0]}>
          {paragraph.map(([at, { text }]) => {
            const comments = byRow.get(at)?.map(({ comment }) => comment) ?? [];
            return (
              <span
                key={at}
                data-at={at}
                data-here={at === here || undefined}
                data-commented={comments.length > 0 || undefined}
              >
                {text}
                <RowMarks comments={comments} />{' '}
              </span>
            );
          })}
        </p>
      ))}
      {(truncated || drawn.length < sentences.length) && <p className="meta">{t('preview.cut')}</p>}
    </section>
  );
}
