import { Button } from '@mantine/core';
import {
  IconCalendarDown,
  IconChevronDown,
  IconFileExport,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconPrinter,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableFile } from '#shared/platform/files/table-file.ts';
import type { ReportFormat, ReportPart } from '#shared/report/report.schemas.ts';
import { saveFile } from '../../api/file-data.ts';
import { Menu } from '../../components/menu.tsx';
import { MoreButton } from '../../components/page/head-actions.tsx';
import { toast } from '../../components/toast.tsx';
import type { View } from './filters/filters.ts';

/** The CSV table of a view, where it has one. */
const PARTS: Readonly<Record<View, ReportPart>> = {
  matrix: 'matrix',
  month: 'occurrences',
  table: 'occurrences',
  evolution: 'occurrences',
  master: 'master',
};

const ICONS: Readonly<Record<ReportFormat, TablerIcon>> = {
  pdf: IconFileTypePdf,
  xlsx: IconFileSpreadsheet,
  csv: IconFileText,
  ics: IconCalendarDown,
};

/** Exports the report: as a document to be signed, as a workbook, the current view as CSV, the due days for a calendar program, or on paper. */
export function ExportActions<Format extends ReportFormat>({
  formats,
  view,
  fetch,
  before,
  children,
}: {
  formats: readonly Format[];
  view: View;
  fetch: (format: Format, part: ReportPart) => Promise<TableFile>;
  /** Entries of a narrow head, which has this one menu only. */
  before?: ReactNode;
  /** Further entries of the menu. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('report');
  const [busy, setBusy] = useState(false);
  const take = (format: Format): void => {
    setBusy(true);
    fetch(format, PARTS[view])
      .then(saveFile, (error: unknown) => toast.error(t('common:export.failed'), error))
      .finally(() => setBusy(false));
  };
  return (
    <Menu withinPortal={false} position="bottom-end">
      <Menu.Target>
        {before ? (
          <MoreButton loading={busy} data-tour="report-export" />
        ) : (
          <Button
            loading={busy}
            leftSection={<IconFileExport size={16} aria-hidden="true" />}
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}
            data-tour="report-export"
          >
            {t('common:export.open')}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {before}
        {before && <Menu.Label>{t('common:export.open')}</Menu.Label>}
        {formats.map((format) => {
          const Icon: TablerIcon = ICONS[format];
          return (
            <Menu.Item
              key={format}
              leftSection={<Icon size={16} aria-hidden="true" />}
              onClick={() => take(format)}
            >
              {t(`export.${format}`, { part: t(`export.parts.${PARTS[view]}`) })}
            </Menu.Item>
          );
        })}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconPrinter size={16} aria-hidden="true" />}
          // Prints after the menu has closed, so that it is not on the paper.
          onClick={() => setTimeout(() => window.print(), 250)}
        >
          {t('common:export.print')}
        </Menu.Item>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
