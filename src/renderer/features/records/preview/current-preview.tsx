import { useTranslation } from 'react-i18next';
import styles from './preview.module.css';
import { Preview } from './preview.tsx';
import type { ShownVersion } from './use-shown-version.ts';

/** The version that the person is reading, and what to press for a newer one of somebody else. */
export function CurrentPreview({
  version: { newest, shown, showNewest },
  own,
}: {
  version: ShownVersion;
  /** Whether the newest version is the person's own; undefined until that is known. */
  own: boolean | undefined;
}) {
  const { t } = useTranslation('records');
  return (
    <>
      {newest.file.version !== shown.file.version && own === false && (
        <p className={styles.notice} role="status">
          {t('preview.replaced', { number: newest.number, shown: shown.number })}{' '}
          <button type="button" className="link" onClick={showNewest}>
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
