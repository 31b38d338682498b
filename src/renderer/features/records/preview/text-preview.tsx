import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { extensionOf } from '#shared/domain/file-kinds.ts';
import styles from './preview.module.css';
import { PreviewSkeleton } from './preview-skeleton.tsx';
import { decodeText, parseTable, SHOWN_BYTES, SHOWN_CHARACTERS, SHOWN_ROWS } from './text.ts';

/** What fits in a narrow column is not broken: a code or a RUT would part at its hyphen. */
const SHORT = 24;

const classOf = (cell: string, numeric: boolean): string | undefined =>
  numeric ? styles.number : cell.length <= SHORT ? styles.short : undefined;

/**
 * Text as text, whatever it claims to be: nothing of it is ever run. CSV stands as a table.
 * @param size of the whole file, of which `content` may be the beginning
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
  const table =
    extension === 'csv' || extension === 'tsv' ? parseTable(text.slice(0, SHOWN_BYTES)) : undefined;
  const cut = (table ? table.cut : text.length > SHOWN_CHARACTERS) || content.size < size;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={name}>
      <div className={`${styles.paper} ${table ? styles.wide : ''}`}>
        {table ? (
          <table className={styles.table}>
            <thead>
              <tr>
                {table.head.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name that is unique
                  <th key={at} scope="col" className={table.numeric.has(at) ? styles.number : undefined}>
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
                <tr key={at}>
                  {row.map((cell, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above
                    <td key={column} className={classOf(cell, table.numeric.has(column))}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <pre className={styles.text}>{text.slice(0, SHOWN_CHARACTERS)}</pre>
        )}
        {cut && (
          <p className={styles.cut}>
            {table ? t('preview.cutRows', { count: SHOWN_ROWS }) : t('preview.cut')}
          </p>
        )}
      </div>
    </section>
  );
}
