import { SegmentedControl, Tooltip } from '@mantine/core';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ColumnsMenu } from './columns-menu.tsx';
import { type ListView, useListView, VIEWS } from './grid/list-view.ts';
import styles from './list-tools.module.css';

const ICONS = { list: IconList, grid: IconLayoutGrid } as const;

/** How a list of documents is shown: as rows or cards, and with which columns. */
export function ListTools() {
  const { t } = useTranslation('library');
  const [view, setView] = useListView();
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('views.label')}
        value={view}
        onChange={(next) => setView(next as ListView)}
        data={VIEWS.map((value) => {
          const Icon = ICONS[value];
          return {
            value,
            label: (
              <Tooltip label={t(`views.${value}`)}>
                <span className={styles.choice}>
                  <Icon size={16} aria-hidden="true" />
                  <span className="visually-hidden">{t(`views.${value}`)}</span>
                </span>
              </Tooltip>
            ),
          };
        })}
      />
      {view === 'list' && <ColumnsMenu />}
    </>
  );
}
