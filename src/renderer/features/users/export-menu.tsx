import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconFileExport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TABLE_FORMATS, type UserFilters } from '#shared/schemas/users.ts';
import { call } from '../../api/client.ts';
import { saveFile } from '../../api/file-data.ts';
import { toast } from '../../components/toast.tsx';

/** Takes the list along as it is filtered now. */
export function ExportMenu({ filters, disabled }: { filters: UserFilters; disabled: boolean }) {
  const { t } = useTranslation('users');
  const [busy, setBusy] = useState(false);
  const take = (format: (typeof TABLE_FORMATS)[number]): void => {
    setBusy(true);
    call('userExport', { query: { ...filters, format } })
      .then(saveFile, (error: unknown) => toast.error(t('export.failed'), error))
      .finally(() => setBusy(false));
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
      </Menu.Dropdown>
    </Menu>
  );
}
