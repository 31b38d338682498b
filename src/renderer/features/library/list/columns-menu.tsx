import { ActionIcon, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '../../../components/menu.tsx';
import { COLUMNS, useColumns } from './columns.ts';
import styles from './columns-menu.module.css';

/** Chooses the columns of lists of documents. Hidden below 769 px, where there are no columns. */
export function ColumnsMenu() {
  const { t } = useTranslation('library');
  const { shown, toggle, reset, isUsual } = useColumns();
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Tooltip label={t('columns.label')}>
          <ActionIcon className={styles.button ?? ''} aria-label={t('columns.label')}>
            <IconColumns3 size={17} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {COLUMNS.map((column) => (
          <Menu.CheckboxItem key={column} checked={shown.includes(column)} onChange={() => toggle(column)}>
            {t(`table.${column}`)}
          </Menu.CheckboxItem>
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
