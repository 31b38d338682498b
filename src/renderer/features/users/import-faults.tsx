import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportReport } from '#shared/people/users.schemas.ts';
import { call } from '../../api/client.ts';
import { encodeFile, saveFile } from '../../api/file-data.ts';
import { toast } from '../../components/toast.tsx';
import styles from './users.module.css';

/** Number of rows with an error, as far as the report lists them. */
export const faultyRows = ({ faults }: ImportReport): number => new Set(faults.map(({ row }) => row)).size;

/** Gives the chosen file back with what is wrong beside each row. */
export function FaultsFile({ file, createDepartments }: { file: File; createDepartments: boolean }) {
  const { t } = useTranslation('users');
  const [busy, setBusy] = useState(false);
  const take = async (): Promise<void> => {
    setBusy(true);
    try {
      const body = { file: await encodeFile(file), createDepartments };
      saveFile(await call('userImportFaults', { body }));
    } catch (error) {
      toast.error(t('common:export.failed'), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className="link" disabled={busy} onClick={() => void take()}>
      {t('import.faultsFile')}
    </button>
  );
}

/** After an import: how many rows were left out, and the file to correct them in. */
export function ImportLeftOut({ rows, ...file }: { rows: number; file: File; createDepartments: boolean }) {
  const { t } = useTranslation('users');
  return (
    <Alert
      color="yellow"
      variant="light"
      className={styles.verdict}
      icon={<IconAlertTriangle size={18} aria-hidden="true" />}
    >
      {t('import.leftOut', { count: rows })} <FaultsFile {...file} />
    </Alert>
  );
}
