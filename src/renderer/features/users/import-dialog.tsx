import { Alert, Button, FileInput } from '@mantine/core';
import { IconAlertTriangle, IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ImportReport, importReport } from '#shared/people/users.schemas.ts';
import { IMPORT } from '#shared/platform/limits.ts';
import { TABLE_FORMATS } from '#shared/platform/table-file.ts';
import { call } from '../../api/client.ts';
import { ApiError, errorMessage, fieldErrors } from '../../api/errors.ts';
import { encodeFile, saveFile } from '../../api/file-data.ts';
import dialog from '../../components/dialog.module.css';
import { fieldProps } from '../../components/inputs/field.tsx';
import { Modal } from '../../components/modal.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';
import { formatNumber, formatSize } from '../../i18n/format.ts';
import { ImportReview } from './import-review.tsx';
import styles from './users.module.css';

/**
 * Imports people from a table: the file is chosen, checked without saving, then saved as a whole. If a row has an error
 * nothing can be saved: the person corrects the file and chooses it again.
 */
export function ImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('users');
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<ImportReport>();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState<'check' | 'run'>();

  const leave = (): void => {
    setFile(null);
    setReport(undefined);
    setFault(undefined);
    onClose();
  };

  const send = async (name: 'userImportCheck' | 'userImport', given: File): Promise<void> => {
    setFault(undefined);
    setBusy(name === 'userImport' ? 'run' : 'check');
    try {
      const answer = await call(name, { body: { file: await encodeFile(given) } });
      if (name === 'userImportCheck') return setReport(answer);
      const count = (what: string): string =>
        formatNumber(answer.rows.filter((row) => row.what === what).length);
      toast.success(t('import.done', { created: count('create'), updated: count('update') }));
      leave();
    } catch (error) {
      // Somebody changed data that the file refers to since it was checked.
      const found =
        error instanceof ApiError && error.code === 'import_invalid'
          ? importReport.safeParse(error.details).data
          : undefined;
      if (found) setReport(found);
      setFault(found ? undefined : (fieldErrors(error).file ?? errorMessage(error)));
    } finally {
      setBusy(undefined);
    }
  };

  const choose = (chosen: File | null): void => {
    setFile(chosen);
    setReport(undefined);
    setFault(undefined);
    if (!chosen) return;
    if (chosen.size > IMPORT.bytes) setFault(t('import.tooLarge', { size: formatSize(IMPORT.bytes) }));
    else void send('userImportCheck', chosen);
  };

  const changes = report?.rows.filter(({ what }) => what !== 'same').length ?? 0;
  const ready = report !== undefined && report.faultCount === 0 && changes > 0;
  return (
    <Modal opened={opened} onClose={leave} title={t('import.title')} size={760}>
      <p className="secondary">{t('import.intro', { rows: formatNumber(IMPORT.rows) })}</p>
      <p className={styles.templates}>
        {t('import.template')}{' '}
        {TABLE_FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            className="link"
            onClick={() =>
              call('userImportTemplate', { query: { format } }).then(saveFile, (error: unknown) =>
                toast.error(t('export.failed'), error),
              )
            }
          >
            {t(`import.as.${format}`)}
          </button>
        ))}
      </p>
      <FileInput
        label={t('import.file')}
        placeholder={t('import.choose')}
        accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        leftSection={<IconPaperclip size={16} aria-hidden="true" />}
        clearable
        clearButtonProps={{ 'aria-label': t('import.clear') }}
        value={file}
        onChange={choose}
        {...fieldProps({ error: fault, hint: t('import.hint') })}
      />
      <div aria-live="polite">
        {busy === 'check' && <p className={`secondary ${styles.checking}`}>{t('import.checking')}</p>}
        {report && <ImportReview report={report} />}
      </div>
      {report && report.faultCount > 0 && (
        <Alert
          color="red"
          variant="light"
          className={styles.verdict}
          icon={<IconAlertTriangle size={18} aria-hidden="true" />}
        >
          {t('import.nothing')}
        </Alert>
      )}
      <div className={dialog.buttons}>
        <Button onClick={leave}>{t('common:cancel')}</Button>
        {ready && file && (
          <WriteButton
            variant="filled"
            loading={busy === 'run'}
            onClick={() => void send('userImport', file)}
          >
            {t('import.run', { count: changes, shown: formatNumber(changes) })}
          </WriteButton>
        )}
      </div>
    </Modal>
  );
}
