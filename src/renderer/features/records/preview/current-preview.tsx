import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreviewFile } from './no-preview.tsx';
import styles from './preview.module.css';
import { Preview } from './preview.tsx';

export interface Shown {
  readonly file: PreviewFile;
  /** Bytes, of its version. */
  readonly number: number | undefined;
}

/**
 * The version that the person came to read stays until they ask for another: a version that somebody else adds
 * meanwhile is announced, not shown.
 * @param own whether the newest version is the person's own; undefined until that is known
 */
export function CurrentPreview({ newest, own }: { newest: Shown; own: boolean | undefined }) {
  const { t } = useTranslation('records');
  const [shown, setShown] = useState(newest);
  const replaced = newest.file.version !== shown.file.version;
  if (replaced && (own || !shown.file.version)) setShown(newest);
  return (
    <>
      {replaced && own === false && (
        <p className={styles.notice} role="status">
          {t('preview.replaced', { number: newest.number, shown: shown.number })}{' '}
          <button type="button" className="link" onClick={() => setShown(newest)}>
            {t('preview.showNewest', { number: newest.number })}
          </button>
        </p>
      )}
      {/* Says which version is commented on. */}
      <div className={styles.version} data-version={shown.file.version}>
        <Preview key={shown.file.version} file={shown.file} />
      </div>
    </>
  );
}
