import { ActionIcon, Checkbox, Menu, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { COLUMNS, useColumns } from './columns.ts';
import styles from './columns-menu.module.css';

/** Chooses the columns of lists of documents; below 769 px there are none to choose. */
export function ColumnsMenu() {
  const { t } = useTranslation('library');
  const { shown, toggle, reset, isUsual } = useColumns();
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Tooltip label={t('columns.label')}>
          <ActionIcon className={styles.button ?? ''} aria-label={t('columns.label')}>
            <IconColumns3 size={17} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {COLUMNS.map((column) => (
          <Menu.Item
            key={column}
            role="menuitemcheckbox"
            aria-checked={shown.includes(column)}
            leftSection={<Checkbox.Indicator size="xs" checked={shown.includes(column)} aria-hidden="true" />}
            onClick={() => toggle(column)}
          >
            {t(`table.${column}`)}
          </Menu.Item>
        ))}
        {!isUsual && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={reset}>{t('columns.reset')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
