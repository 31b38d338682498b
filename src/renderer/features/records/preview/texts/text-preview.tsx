import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { extensionOf } from '#shared/platform/files/file-kinds.ts';
import { decodeText } from '#shared/platform/texts/decode-text.ts';
import { CodeText } from '../code/code-text.tsx';
import styles from '../preview.module.css';
import { PreviewSkeleton } from '../preview-skeleton.tsx';
import { CommaTable } from './comma-table.tsx';
import { SHOWN_BYTES, SHOWN_CHARACTERS } from './text.ts';

/**
 * Text as plain text, whatever its type: it is never run. A CSV is shown as a table.
 * @param size of the whole file in bytes; `content` may be only its beginning
 */
export function TextPreview({ content, name, size }: { content: Blob; name: string; size: number }) {
  const { t } = useTranslation('records');
  const [text, setText] = useState<string>();
  useEffect(() => {
    let alive = true;
    void content.arrayBuffer().then((bytes) => alive && setText(decodeText(new Uint8Array(bytes))));
    return () => {
      alive = false;
    };
  }, [content]);

  if (text === undefined) return <PreviewSkeleton />;
  const extension = extensionOf(name);
  if (extension === 'csv' || extension === 'tsv')
    return <CommaTable text={text.slice(0, SHOWN_BYTES)} name={name} more={content.size < size} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={name}>
      <div className={styles.paper}>
        <CodeText text={text.slice(0, SHOWN_CHARACTERS)} extension={extension} />
        {(text.length > SHOWN_CHARACTERS || content.size < size) && (
          <p className={styles.cut}>{t('preview.cut')}</p>
        )}
      </div>
    </section>
  );
}
