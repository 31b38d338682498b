import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PreviewSkeleton } from '../preview-skeleton.tsx';
import type { ReadPreview } from './office-file.tsx';
import sheet from './sheet.module.css';
import { SheetTable } from './sheet-table.tsx';
import { SHEET_ROWS } from './sheets.ts';
import { useOffice } from './use-office.ts';

/** A workbook, one sheet at a time. A sheet is read when it is opened. */
export function SheetPreview({ content, name, broken }: ReadPreview) {
  const { t } = useTranslation('records');
  const [index, setIndex] = useState(0);
  const [names, setNames] = useState<readonly string[]>([]);
  const reading = useOffice('sheet', content, index);
  const model = reading && 'model' in reading ? reading.model : undefined;
  if (model && names.length === 0) setNames(model.names);
  if (reading && 'fault' in reading && names.length === 0) return broken(reading.fault);

  return (
    <>
      {reading && 'fault' in reading ? (
        broken(reading.fault)
      ) : !model ? (
        <PreviewSkeleton />
      ) : (
        <SheetTable key={index} model={model} label={names[index] || name} most={SHEET_ROWS} />
      )}
      {names.length > 1 && (
        <div className={sheet.tabs} role="tablist" aria-label={t('preview.sheets')}>
          {names.map((each, at) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: sheets are their places
              key={at}
              type="button"
              role="tab"
              aria-selected={at === index}
              onClick={() => setIndex(at)}
            >
              {each || t('preview.sheet', { number: at + 1 })}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
