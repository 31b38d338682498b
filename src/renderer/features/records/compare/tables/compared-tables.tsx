import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../i18n/format.ts';
import { ChangeSteps, useChangeSteps } from '../change-steps.tsx';
import type { Uncompared } from '../closing.ts';
import shared from '../comparison.module.css';
import { useClosing } from '../use-closing.ts';
import type { ComparedSheet } from './compare-workbooks.ts';
import { ComparedSheetTable } from './compared-sheet-table.tsx';
import styles from './tables.module.css';

/** Compared workbooks: one sheet at a time, with steps from change to change through all of them. */
export function ComparedTables({
  sheets,
  uncompared,
}: {
  sheets: readonly ComparedSheet[];
  uncompared: readonly Uncompared[];
}) {
  const { t } = useTranslation('records');
  const places = useMemo(
    () => sheets.flatMap(({ changes }, sheet) => changes.map((change) => ({ ...change, sheet }))),
    [sheets],
  );
  const steps = useChangeSteps(places.length);
  const here = places[steps.at];
  const left = useClosing('tables', places.length, uncompared).join(' ');
  const [open, setOpen] = useState(() =>
    Math.max(
      0,
      sheets.findIndex(({ changes }) => changes.length > 0),
    ),
  );
  useEffect(() => {
    if (here) setOpen(here.sheet);
  }, [here]);
  const pane = useRef<HTMLElement>(null);
  const sheet = sheets[open];
  useEffect(() => {
    if (here?.sheet === open)
      pane.current?.querySelector('[data-here]')?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [here, open]);
  if (!sheet) return null;
  return (
    <>
      <ChangeSteps steps={steps} />
      <div className={shared.result}>
        {left && <p className={styles.note}>{left}</p>}
        {sheets.length > 1 && (
          <div className={styles.tabs} role="tablist" aria-label={t('preview.sheets')}>
            {sheets.map((each, at) => (
              <button
                key={each.name}
                type="button"
                role="tab"
                aria-selected={at === open}
                data-kind={each.kind}
                onClick={() => setOpen(at)}
              >
                {each.name || t('preview.sheet', { number: at + 1 })}
                {each.changes.length > 0 && (
                  <span className={styles.count}>
                    <span aria-hidden="true">{formatNumber(each.changes.length)}</span>
                    <span className="visually-hidden">
                      {t('compare.count', { count: each.changes.length })}
                    </span>
                  </span>
                )}
              </button>
            ))}
          </div>
        )}
        <SheetNotes sheet={sheet} />
        <section
          ref={pane}
          key={open}
          className={`${shared.scroll} ${shared.marked}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reachable by keyboard
          tabIndex={0}
          aria-label={t('compare.tables.result', { name: sheet.name || t('preview.sheet', { number: 1 }) })}
        >
          {sheet.table ? (
            <ComparedSheetTable
              table={sheet.table}
              kind={sheet.kind}
              here={here?.sheet === open ? here : undefined}
            />
          ) : (
            <p className={styles.note}>{t('compare.tables.tooDifferent')}</p>
          )}
        </section>
      </div>
    </>
  );
}

/** What a table alone does not say about its sheet. */
function SheetNotes({ sheet }: { sheet: ComparedSheet }) {
  const { t } = useTranslation('records');
  const closing = useClosing('sheet', sheet.changes.length, sheet.uncompared);
  const notes: ReactNode[] = [
    sheet.kind === 'added' && t('compare.tables.addedSheet'),
    sheet.kind === 'removed' && t('compare.tables.removedSheet'),
    sheet.formerName !== undefined && t('compare.tables.renamed', { name: sheet.formerName }),
    ...closing,
  ].filter(Boolean);
  if (notes.length === 0) return null;
  return <p className={styles.note}>{notes.join(' ')}</p>;
}
