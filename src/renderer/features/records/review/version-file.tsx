import { FileButton } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FieldLabel } from '../../../components/inputs/field.tsx';
import { toast } from '../../../components/toast.tsx';
import { useOwnDrag } from '../../../hooks/own-drops.ts';
import { useTouch } from '../../../hooks/use-touch.ts';
import { formatSize } from '../../../i18n/format.ts';
import styles from './review.module.css';

/** The review's own file: the next version, chosen or dropped, which goes with the decision. */
export function VersionFile({
  file,
  error,
  onChange,
}: {
  file: File | null;
  error: string | undefined;
  onChange: (file: File | null) => void;
}) {
  const { t } = useTranslation('records');
  const touch = useTouch();
  return (
    <div>
      <div className={styles.newVersion}>
        <FieldLabel aside={t('common:optional')}>{t('review.newVersion')}</FieldLabel>
      </div>
      {file ? (
        <p className={styles.chosen}>
          <span className="grow ellipsis" title={file.name}>
            {file.name} · {formatSize(file.size)}
          </span>
          <button type="button" aria-label={t('review.removeFile')} onClick={() => onChange(null)}>
            <IconX size={16} aria-hidden="true" />
          </button>
        </p>
      ) : (
        <FileButton onChange={onChange}>
          {(props) => (
            <button
              type="button"
              {...props}
              className={styles.drop}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                event.stopPropagation();
                if (useOwnDrag.getState().out) return;
                const { files } = event.dataTransfer;
                if (files.length > 1) toast.error(t('newVersion.failed'), t('newVersion.one'));
                else onChange(files[0] ?? null);
              }}
            >
              <IconUpload size={18} aria-hidden="true" />
              <span>
                {t(touch ? 'review.pick' : 'review.drop')}
                <span className="meta">{t('review.startsAsDraft')}</span>
              </span>
            </button>
          )}
        </FileButton>
      )}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
