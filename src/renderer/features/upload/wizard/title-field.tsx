import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { TITLE } from '#shared/platform/limits.ts';
import { useEndpoint } from '../../../api/client.ts';
import { FileIcon } from '../../../components/documents/file-icon.tsx';
import { fieldProps } from '../../../components/inputs/field.tsx';
import styles from './details-step.module.css';
import { FileFacts } from './file-step.tsx';
import { type Document, isTitle, uploadableDocuments } from './steps.ts';
import { removeDocument, setTitle, useWizard } from './wizard-store.ts';

const SETTLED_MS = 400;

/** Warnings about a title that do not stop the upload: it exists in the library already, or twice in the wizard. */
function useTitleWarning({ id, title }: Document): string | undefined {
  const { t } = useTranslation('upload');
  const draft = useWizard();
  const { group } = draft.details;
  const [settled] = useDebouncedValue(title.trim(), SETTLED_MS);
  const { data } = useEndpoint(
    'recordByTitle',
    { params: { group: group ?? '', title: settled } },
    { enabled: group !== null && isTitle(settled) },
  );
  const same = title.trim().toLowerCase();
  const twice = uploadableDocuments(draft).some(
    (each) => each.id !== id && each.title.trim().toLowerCase() === same,
  );
  if (twice) return t('details.twice');
  return data?.taken && settled === title.trim() ? t('details.taken') : undefined;
}

export function TitleField({ document, removable }: { document: Document; removable: boolean }) {
  const { t } = useTranslation('upload');
  const { id, file, title, refused } = document;
  const warning = useTitleWarning(document);
  const error = isTitle(title) ? refused?.title : t('details.titleRule', TITLE);
  return (
    <div className={styles.title}>
      <FileIcon name={file.name} type={file.type} size={22} />
      <div className={`grow ${styles.field}`}>
        <TextInput
          aria-label={t('details.titleOf', { name: file.name })}
          value={title}
          required
          onChange={(event) => setTitle(id, event.currentTarget.value)}
          {...fieldProps({
            error,
            hint: warning ? (
              <span className={styles.warning}>
                <IconAlertTriangle size={14} aria-hidden="true" />
                {warning}
              </span>
            ) : (
              <FileFacts file={file} named />
            ),
            used: title.trim().length,
            max: TITLE.max,
          })}
        />
        {(error || warning) && (
          <div className={styles.facts}>
            <FileFacts file={file} named />
          </div>
        )}
      </div>
      {removable && (
        <ActionIcon
          size="sm"
          aria-label={t('file.remove', { name: file.name })}
          onClick={() => removeDocument(id)}
        >
          <IconX size={15} />
        </ActionIcon>
      )}
    </div>
  );
}
