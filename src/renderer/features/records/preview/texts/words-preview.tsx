import { useTranslation } from 'react-i18next';
import { OfficeFile, type ReadPreview } from '../office/office-file.tsx';
import styles from '../preview.module.css';

/** The words of a document of another office program, without formatting. */
export function WordsPreview({ kind, content, name, broken }: ReadPreview & { kind: 'odf' | 'rtf' }) {
  const { t } = useTranslation('records');
  return (
    <OfficeFile kind={kind} content={content} broken={broken}>
      {({ text, cut }) => (
        <>
          <p className={styles.notice}>{t(cut ? 'preview.cut' : 'preview.onlyText')}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reachable by keyboard */}
          <section className={styles.scroll} tabIndex={0} aria-label={name}>
            <div className={styles.paper}>
              {text === '' ? (
                <p className="secondary">{t('preview.noWords')}</p>
              ) : (
                <p className={styles.words}>{text}</p>
              )}
            </div>
          </section>
        </>
      )}
    </OfficeFile>
  );
}
