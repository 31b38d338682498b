import { Button } from '@mantine/core';
import { IconChevronDown, IconFileExport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TABLE_FORMATS, type TableFile, type TableFormat } from '#shared/platform/files/table-file.ts';
import { saveFile } from '../../api/file-data.ts';
import { Menu } from '../menu.tsx';
import { toast } from '../toast.tsx';

/** Exports the list with its current filters. */
export function ExportMenu({
  fetch,
  onPrint,
  disabled = false,
}: {
  /** Requests the file from the server. */
  fetch: (format: TableFormat) => Promise<TableFile>;
  /** Undefined where the list is not printed. */
  onPrint?: () => Promise<void>;
  disabled?: boolean;
}) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const take = (format: TableFormat): void => {
    setBusy(true);
    fetch(format)
      .then(saveFile, (error: unknown) => toast.error(t('export.failed'), error))
      .finally(() => setBusy(false));
  };
  const print = (): void => {
    setBusy(true);
    void onPrint?.().finally(() => setBusy(false));
  };
  return (
    <Menu withinPortal={false} position="bottom-end">
      <Menu.Target>
        <Button
          loading={busy}
          disabled={disabled}
          leftSection={<IconFileExport size={16} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        >
          {t('export.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {TABLE_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => take(format)}>
            {t(`export.${format}`)}
          </Menu.Item>
        ))}
        {onPrint && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={print}>{t('export.print')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
