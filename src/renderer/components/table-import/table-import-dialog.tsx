import './catalogue.ts';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportKindName } from '#shared/imports/imports.schemas.ts';
import { TABLE_FORMATS } from '#shared/platform/files/table-file.ts';
import { IMPORT } from '#shared/platform/limits.ts';
import { call } from '../../api/client.ts';
import { encodeFile, saveFile } from '../../api/file-data.ts';
import { formatNumber } from '../../i18n/format.ts';
import dialog from '../dialog.module.css';
import { Modal } from '../modal.tsx';
import { toast } from '../toast.tsx';
import { WriteButton } from '../write.tsx';
import { ImportRows } from './import-rows.tsx';
import { type ImportSource, ImportSourceFields, useImportSource } from './import-source.tsx';
import { LastImport } from './last-import.tsx';
import styles from './table-import.module.css';
import { undoImport } from './undo-import.tsx';
import { useTableImport } from './use-table-import.ts';

/**
 * Imports a table: a file is chosen or cells are pasted, they are checked without saving, then saved. Where rows are
 * wrong, they are corrected here or in the file, or the others are imported. Closed before that, it keeps what was given.
 */
export function TableImportDialog({
  kind,
  opened,
  onClose,
}: {
  kind: ImportKindName;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('table-import');
  const source = useImportSource();
  const { given } = source;
  const { report, fault, busy, run } = useTableImport(kind, given);
  const changes = report?.rows.filter(({ what }) => what !== 'same').length ?? 0;
  const faulty = report?.faultCount ?? 0;
  /** The table of which the right rows were imported, and which still has wrong ones. */
  const [leftOf, setLeftOf] = useState<File | null>(null);
  const isLeft = given !== null && leftOf === given;
  const closing = useRef<HTMLButtonElement>(null);

  const save = async (): Promise<void> => {
    const done = await run();
    if (!done) return;
    const { import: id } = done;
    const count = (what: string): string => formatNumber(done.rows.filter((row) => row.what === what).length);
    const said = t('done', { created: count('create'), updated: count('update') });
    if (id) toast.undo(said, () => void undoImport(id));
    else toast.success(said);
    // Rows that were left out stay in view: what was given is still there to be corrected.
    if (done.faultCount > 0) {
      setLeftOf(given);
      // The button that was pressed is gone.
      closing.current?.focus();
      return;
    }
    source.set({ file: null, text: '' });
    onClose();
  };

  return (
    <Modal opened={opened} onClose={onClose} title={t(`title.${kind}`)} size={760}>
      <LastImport kind={kind} />
      <p className="secondary">{t(`intro.${kind}`, { rows: formatNumber(IMPORT.rows) })}</p>
      <p className={styles.templates}>
        {t('template')}{' '}
        {TABLE_FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            className="link"
            onClick={() =>
              call('importTemplate', { params: { kind }, query: { format } }).then(
                saveFile,
                (error: unknown) => toast.error(t('templateFailed'), error),
              )
            }
          >
            {t(`as.${format}`)}
          </button>
        ))}
      </p>
      <ImportSourceFields source={source} fault={fault} disabled={busy === 'run'} />
      <div aria-live="polite">
        {busy === 'check' && <p className={`secondary ${styles.checking}`}>{t('checking')}</p>}
        {report && <ImportRows report={report} />}
      </div>
      {given && report && faulty > 0 && (
        <Alert
          color="red"
          variant="light"
          className={styles.verdict}
          icon={<IconAlertTriangle size={18} aria-hidden="true" />}
        >
          {t(isLeft ? 'left' : changes > 0 ? 'some' : 'nothing')}{' '}
          <FaultsFile kind={kind} given={given} way={source.way} />
        </Alert>
      )}
      <div className={dialog.buttons}>
        <Button ref={closing} onClick={onClose}>
          {t(isLeft ? 'common:close' : 'common:cancel')}
        </Button>
        {changes > 0 && (
          <WriteButton
            // Beside errors it is not what one is led to.
            variant={faulty > 0 ? 'default' : 'filled'}
            loading={busy === 'run'}
            disabled={busy === 'check'}
            onClick={() => void save()}
          >
            {t(faulty > 0 ? 'runSome' : 'run', { count: changes, shown: formatNumber(changes) })}
          </WriteButton>
        )}
      </div>
    </Modal>
  );
}

/** Gives the table back with what is wrong beside each row. What was pasted comes back as a workbook. */
function FaultsFile({ kind, given, way }: { kind: ImportKindName; given: File; way: ImportSource['way'] }) {
  const { t } = useTranslation('table-import');
  const [busy, setBusy] = useState(false);
  const take = async (): Promise<void> => {
    setBusy(true);
    try {
      const format = way === 'paste' || /\.xlsx$/i.test(given.name) ? 'xlsx' : 'csv';
      const body = { file: await encodeFile(given), format } as const;
      saveFile(await call('importFaults', { params: { kind }, body }));
    } catch (error) {
      toast.error(t('common:export.failed'), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className="link" disabled={busy} onClick={() => void take()}>
      {t('faultsFile')}
    </button>
  );
}
