import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { WriteButton } from '../../../components/write.tsx';
import styles from './information.module.css';
import type { useSheet } from './use-sheet.ts';

/** Below the sheet: open conflicts, the error of the last save, and Guardar. */
export function SheetFooter({ form, tooLong }: { form: ReturnType<typeof useSheet>; tooLong: boolean }) {
  const { t } = useTranslation('records');
  return (
    <>
      {(form.disputed.length > 0 || form.overtaken) && (
        <Alert
          color="yellow"
          variant="light"
          role="alert"
          className={styles.race}
          icon={<IconAlertTriangle size={18} aria-hidden="true" />}
        >
          {form.disputed.length > 0
            ? t('info.disputed', { count: form.disputed.length })
            : t('info.overtaken')}
        </Alert>
      )}
      {form.failure && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          icon={<IconAlertTriangle size={18} aria-hidden="true" />}
        >
          {form.failure}
        </Alert>
      )}
      {form.changes > 0 && (
        <div className={styles.save} data-bottom-bar>
          <span className="meta grow">{t('info.unsaved', { count: form.changes })}</span>
          <Button variant="subtle" onClick={form.reset}>
            {t('info.discard')}
          </Button>
          <WriteButton
            type="submit"
            variant="filled"
            loading={form.saving}
            disabled={form.invalid || form.disputed.length > 0 || tooLong}
          >
            {t('common:save')}
          </WriteButton>
        </div>
      )}
    </>
  );
}
