import { type CSSProperties, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../preview.module.css';
import { OfficeFile, type ReadPreview } from './office-file.tsx';
import type { Paragraph } from './slide-text.ts';
import look from './slides.module.css';
import type { Box, Item, Presentation, Slide } from './slides.ts';

/**
 * A presentation, its slides one below the other. Everything is rendered from parsed data: none of its markup is used.
 */
export function SlidesPreview({ content, name, broken }: ReadPreview) {
  const { t } = useTranslation('records');
  return (
    <OfficeFile kind="slides" content={content} broken={broken}>
      {(model) => (
        <>
          <p className={styles.notice}>{t(model.cut ? 'preview.cut' : 'preview.slidesSimplified')}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reachable by keyboard */}
          <section className={styles.scroll} tabIndex={0} aria-label={name}>
            {model.slides.map((slide, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: slides are their numbers
              <SlideView key={at} number={at + 1} slide={slide} show={model} />
            ))}
          </section>
        </>
      )}
    </OfficeFile>
  );
}

const placed = (box: Box | undefined): CSSProperties =>
  box
    ? { left: `${box.x}%`, top: `${box.y}%`, width: `${box.w}%`, height: `${box.h}%` }
    : { left: '6%', top: '24%', width: '88%', height: '66%' };

function SlideView({ number, slide, show }: { number: number; slide: Slide; show: Presentation }) {
  const { t } = useTranslation('records');
  return (
    <section className={look.slide} data-page={number} aria-label={t('preview.slide', { number })}>
      <div
        className={look.canvas}
        style={{ aspectRatio: `${show.width} / ${show.height}`, background: slide.background ?? '#fff' }}
      >
        {slide.items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slide does not change
          <ItemView key={at} item={item} width={show.width} />
        ))}
      </div>
      <p className={look.number}>{t('preview.slide', { number })}</p>
      {slide.notes && (
        <p className={look.notes}>
          <b>{t('preview.notes')}</b> {slide.notes}
        </p>
      )}
    </section>
  );
}

function ItemView({ item, width }: { item: Item; width: number }) {
  const style = placed(item.box);
  if (item.kind === 'picture') return <Picture content={item.content} name={item.name} style={style} />;
  if (item.kind === 'table') {
    return (
      <div className={look.item} style={style}>
        <table className={look.table}>
          <tbody>
            {item.rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <tr key={at}>
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  }
  return (
    <div
      className={`${look.item} ${look.words}`}
      style={{ ...style, background: item.fill, justifyContent: item.anchor }}
    >
      {item.paragraphs.map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <ParagraphView key={at} paragraph={paragraph} width={width} />
      ))}
    </div>
  );
}

/** Font sizes are relative to the slide's width, so that a small slide has small letters. */
const share = (points: number, width: number): string => `${((points / width) * 100).toFixed(3)}cqw`;

function ParagraphView({ paragraph, width }: { paragraph: Paragraph; width: number }) {
  const empty = paragraph.runs.every((run) => run.text === '');
  const indent = share(paragraph.level * 20 + (paragraph.bullet && !empty ? 18 : 0), width);
  return (
    <p
      className={look.paragraph}
      style={{
        textAlign: paragraph.align,
        paddingLeft: indent,
        fontSize: share(paragraph.runs[0]?.size ?? 18, width),
      }}
    >
      {paragraph.bullet && !empty && (
        <span aria-hidden="true" className={look.bullet}>
          •
        </span>
      )}
      {empty && <br />}
      {paragraph.runs.map((run, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          key={at}
          style={{
            fontSize: share(run.size, width),
            color: run.color,
            fontWeight: run.bold ? 700 : undefined,
            fontStyle: run.italic ? 'italic' : undefined,
          }}
        >
          {run.text}
        </span>
      ))}
    </p>
  );
}

function Picture({ content, name, style }: { content: Blob; name: string; style: CSSProperties }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return url ? <img className={look.picture} style={style} src={url} alt={name} loading="lazy" /> : null;
}
