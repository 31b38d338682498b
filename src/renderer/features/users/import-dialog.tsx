import { Alert, Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ImportReport, importReport } from '#shared/people/users.schemas.ts';
import { TABLE_FORMATS } from '#shared/platform/files/table-file.ts';
import { IMPORT } from '#shared/platform/limits.ts';
import { call } from '../../api/client.ts';
import { ApiError, errorMessage, fieldErrors } from '../../api/errors.ts';
import { encodeFile, saveFile } from '../../api/file-data.ts';
import { newId } from '../../api/http.ts';
import dialog from '../../components/dialog.module.css';
import { Modal } from '../../components/modal.tsx';
import { NoMailNotice, useMailLeaves } from '../../components/no-mail/no-mail.tsx';
import { ImportSourceFields, useImportSource } from '../../components/table-import/import-source.tsx';
import { LastImport } from '../../components/table-import/last-import.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';
import { formatList, formatNumber, formatSize } from '../../i18n/format.ts';
import { FaultsFile, faultyRows, ImportLeftOut } from './import-faults.tsx';
import { createdIn, ImportLinks } from './import-links.tsx';
import { ImportReview } from './import-review.tsx';
import styles from './users.module.css';

/**
 * Imports people from a table: the file is chosen, checked without saving, then saved. If rows have errors, the person
 * corrects the file and chooses it again, or imports the others and gets the file back with what is wrong beside each row.
 */
export function ImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('users');
  const mailed = useMailLeaves();
  const source = useImportSource();
  const file = source.given;
  const [report, setReport] = useState<ImportReport>();
  /** Once it is done: who is new. */
  const [created, setCreated] = useState<ReturnType<typeof createdIn>>();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState<'check' | 'run'>();
  /** Answers for a table that was given before count for nothing. */
  const latest = useRef<File | null>(null);
  const [createDepartments, setCreateDepartments] = useState(false);

  // Sent again after no answer came, it is the same call, and gets the answer that was lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key for each file, choice and answer
  const idempotencyKey = useMemo(newId, [file, createDepartments, report]);
  const changes = report?.rows.filter(({ what }) => what !== 'same').length ?? 0;
  const faulty = report?.faultCount ?? 0;

  const leave = (): void => {
    source.set({ file: null, text: '' });
    setReport(undefined);
    setCreated(undefined);
    setFault(undefined);
    setCreateDepartments(false);
    onClose();
  };

  const check = async (given: File, options: { createDepartments: boolean }): Promise<void> => {
    setFault(undefined);
    setBusy('check');
    latest.current = given;
    const isLatest = () => latest.current === given;
    try {
      const answer = await call('userImportCheck', { body: { file: await encodeFile(given), ...options } });
      if (isLatest()) setReport(answer);
    } catch (error) {
      if (isLatest()) setFault(fieldErrors(error).file ?? errorMessage(error));
    } finally {
      if (isLatest()) setBusy(undefined);
    }
  };

  const run = async (given: File): Promise<void> => {
    setFault(undefined);
    setBusy('run');
    try {
      const body = { file: await encodeFile(given), createDepartments, skipFaulty: faulty > 0 };
      const answer = await call('userImport', { body }, { idempotencyKey });
      const count = (what: string): string =>
        formatNumber(answer.rows.filter((row) => row.what === what).length);
      toast.success(t('import.done', { created: count('create'), updated: count('update') }));
      const made = createdIn(answer.rows);
      // The rows that were left out stay in view, with the file to correct them in.
      if (answer.faultCount > 0) setReport(answer);
      if (made.length > 0) setCreated(made);
      else if (answer.faultCount === 0) leave();
      else await check(given, { createDepartments });
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: another table is what makes it check again
  useEffect(() => {
    setReport(undefined);
    setFault(undefined);
    setCreateDepartments(false);
    latest.current = file;
    setBusy(undefined);
    if (!file) return;
    if (file.size > IMPORT.bytes) setFault(t('import.tooLarge', { size: formatSize(IMPORT.bytes) }));
    else void check(file, { createDepartments: false });
  }, [file]);

  if (created)
    return (
      <Modal opened={opened} onClose={leave} title={t('import.links.title')} size={760}>
        <NoMailNotice />
        <LastImport kind="people" onUndone={leave} />
        <ImportLinks created={created} />
        {file && report && report.faultCount > 0 && (
          <ImportLeftOut file={file} createDepartments={createDepartments} rows={faultyRows(report)} />
        )}
        <div className={dialog.buttons}>
          <Button onClick={leave}>{t('link.close')}</Button>
        </div>
      </Modal>
    );
  return (
    <Modal opened={opened} onClose={leave} title={t('import.title')} size={760}>
      <NoMailNotice />
      <LastImport kind="people" />
      <p className="secondary">
        {t('import.intro', {
          rows: formatNumber(IMPORT.rows),
          mail: t(mailed ? 'import.byMail' : 'import.byLink'),
        })}
      </p>
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
      <ImportSourceFields source={source} fault={fault} hint={t('import.hint')} disabled={busy === 'run'} />
      <div aria-live="polite">
        {busy === 'check' && <p className={`secondary ${styles.checking}`}>{t('import.checking')}</p>}
        {report && <ImportReview report={report} />}
      </div>
      {file && report && report.departments.length > 0 && (
        <Checkbox
          className={styles.verdict}
          label={t('import.departments', {
            count: report.departments.length,
            names: formatList(report.departments.map((name) => `«${name}»`)),
          })}
          checked={createDepartments}
          disabled={busy !== undefined}
          onChange={(event) => {
            const wanted = event.currentTarget.checked;
            setCreateDepartments(wanted);
            void check(file, { createDepartments: wanted });
          }}
        />
      )}
      {file && report && faulty > 0 && (
        <Alert
          color="red"
          variant="light"
          className={styles.verdict}
          icon={<IconAlertTriangle size={18} aria-hidden="true" />}
        >
          {t(changes > 0 ? 'import.some' : 'import.nothing')}{' '}
          <FaultsFile file={file} createDepartments={createDepartments} />
        </Alert>
      )}
      <div className={dialog.buttons}>
        <Button onClick={leave}>{t('common:cancel')}</Button>
        {changes > 0 && file && (
          <WriteButton
            // Beside errors it is not what one is led to.
            variant={faulty > 0 ? 'default' : 'filled'}
            loading={busy === 'run'}
            disabled={busy === 'check'}
            onClick={() => void run(file)}
          >
            {t(faulty > 0 ? 'import.runSome' : 'import.run', {
              count: changes,
              shown: formatNumber(changes),
            })}
          </WriteButton>
        )}
      </div>
    </Modal>
  );
}
