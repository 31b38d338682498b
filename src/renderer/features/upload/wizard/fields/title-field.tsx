import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { TITLE } from '#shared/platform/limits.ts';
import { useEndpoint } from '../../../../api/client.ts';
import { fieldProps } from '../../../../components/inputs/field.tsx';
import { offeredBy, setTitle } from '../document-actions.ts';
import styles from '../steps/details-step.module.css';
import { FileFacts } from '../steps/file-step.tsx';
import { type Document, isTitle } from '../steps/steps.ts';
import { useWizard } from '../wizard-store.ts';
import { OfferedValue } from './offered-value.tsx';

const SETTLED_MS = 400;

/** Warnings about a title that do not stop the upload: it exists in the library already, or twice in the wizard. */
function useTitleWarning({ title }: Document, twice: boolean): string | undefined {
  const { t } = useTranslation('upload');
  const group = useWizard(({ details }) => details.group);
  const [settled] = useDebouncedValue(title.trim(), SETTLED_MS);
  const { data } = useEndpoint(
    'recordByTitle',
    { params: { group: group ?? '', title: settled } },
    { enabled: group !== null && isTitle(settled) },
  );
  if (twice) return t('details.twice');
  return data?.taken && settled === title.trim() ? t('details.taken') : undefined;
}

/**
 * A document's title, with what its file is, and the title that the file has itself.
 * @param twice another document of the wizard has the same title
 */
export function TitleField({ document, twice = false }: { document: Document; twice?: boolean }) {
  const { t } = useTranslation('upload');
  const { id, file, title, refused } = document;
  const warning = useTitleWarning(document, twice);
  const error = isTitle(title) ? refused?.title : t('details.titleRule', TITLE);
  const offered = offeredBy(document).title;
  return (
    <>
      <TextInput
        aria-label={t('details.titleOf', { name: file.name })}
        value={title}
        required
        data-column="title"
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
      {offered && (
        <OfferedValue
          label={t('said.titleOf', { name: file.name })}
          value={`«${offered}»`}
          onTake={() => setTitle(id, offered)}
        />
      )}
    </>
  );
}
