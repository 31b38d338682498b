import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ImportKindName,
  type TableImportReport,
  tableImportReport,
} from '#shared/imports/imports.schemas.ts';
import { IMPORT } from '#shared/platform/limits.ts';
import { call } from '../../api/client.ts';
import { ApiError, errorMessage, fieldErrors } from '../../api/errors.ts';
import { encodeFile } from '../../api/file-data.ts';
import { newId } from '../../api/http.ts';
import { formatSize } from '../../i18n/format.ts';

interface Import {
  readonly report: TableImportReport | undefined;
  /** Why the table as a whole is refused, or was not sent. */
  readonly fault: string | undefined;
  readonly busy: 'check' | 'run' | undefined;
  /** Imports what is right. @returns what was done; undefined where it failed, which `report` or `fault` says */
  readonly run: () => Promise<TableImportReport | undefined>;
}

/** Checks a table each time that another one is given, and imports it. @param given null where there is none yet */
export function useTableImport(kind: ImportKindName, given: File | null): Import {
  const { t } = useTranslation('table-import');
  const [report, setReport] = useState<TableImportReport>();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState<'check' | 'run'>();
  const [turn, setTurn] = useState(0);
  /** Answers for a table that was given before count for nothing. */
  const latest = useRef<File | null>(null);
  // Sent again after no answer came, it is the same call, and gets the answer that was lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key for each table and answer
  const idempotencyKey = useMemo(newId, [given, report]);
  const params = { kind };

  const refused = (error: unknown): void => {
    // Somebody changed what the table refers to since it was checked.
    const found =
      error instanceof ApiError && error.code === 'import_invalid'
        ? tableImportReport.safeParse(error.details).data
        : undefined;
    if (found) setReport(found);
    setFault(found ? undefined : (fieldErrors(error).file ?? errorMessage(error)));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another table is what makes it check again
  useEffect(() => {
    latest.current = given;
    setReport(undefined);
    setFault(undefined);
    setBusy(undefined);
    if (!given) return;
    if (given.size > IMPORT.bytes) {
      setFault(t('tooLarge', { size: formatSize(IMPORT.bytes) }));
      return;
    }
    const check = async (): Promise<void> => {
      setBusy('check');
      const isLatest = () => latest.current === given;
      try {
        const answer = await call('importCheck', { params, body: { file: await encodeFile(given) } });
        if (isLatest()) setReport(answer);
      } catch (error) {
        if (isLatest()) refused(error);
      } finally {
        if (isLatest()) setBusy(undefined);
      }
    };
    void check();
  }, [given, turn]);

  const run = async (): Promise<TableImportReport | undefined> => {
    if (!given || !report) return undefined;
    setFault(undefined);
    setBusy('run');
    try {
      const body = { file: await encodeFile(given), skipFaulty: report.faultCount > 0 };
      const answer = await call('importRun', { params, body }, { idempotencyKey });
      setReport(answer);
      // Rows that were left out stay in view, beside what is there by now.
      if (answer.faultCount > 0) setTurn((before) => before + 1);
      return answer;
    } catch (error) {
      refused(error);
      return undefined;
    } finally {
      setBusy(undefined);
    }
  };
  return { report, fault, busy, run };
}
