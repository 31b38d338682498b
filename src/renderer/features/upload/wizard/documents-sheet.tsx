import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupBy } from '#shared/platform/group-by.ts';
import { useEndpoint } from '../../../api/client.ts';
import {
  type Column,
  fillFromAbove,
  isManyCells,
  type ManyChanged,
  offeredBy,
  pasteCells,
  takeOffered,
} from './document-actions.ts';
import { DocumentRow } from './document-row.tsx';
import styles from './documents-sheet.module.css';
import type { Document } from './steps/steps.ts';

const sameTitle = ({ title }: Document): string => title.trim().toLowerCase();

/** What can be taken back, by the sentence that says it. */
type Deed = 'said.taken' | 'details.pasted' | 'details.copied';

/** What was done to several rows, to be taken back; else, what the files say, to be taken at once. */
function ManyAtOnce({
  documents,
  changed,
  onChanged,
}: {
  documents: readonly Document[];
  changed: (ManyChanged & { readonly text: string }) | undefined;
  onChanged: (changed: ManyChanged | undefined, key: Deed) => void;
}) {
  const { t } = useTranslation('upload');
  const undo = useRef<HTMLButtonElement>(null);
  const count = documents.filter((each) => Object.keys(offeredBy(each)).length > 0).length;
  const takes = useRef(false);
  useEffect(() => {
    // The button that had the focus is gone.
    if (changed && takes.current) undo.current?.focus();
    takes.current = false;
  }, [changed]);
  return (
    <>
      <span className="meta" role="status">
        {changed?.text}
      </span>
      {changed && (
        <button
          type="button"
          className="link"
          ref={undo}
          onClick={() => {
            changed.undo();
            onChanged(undefined, 'said.taken');
          }}
        >
          {t('said.undo')}
        </button>
      )}
      {!changed && count > 0 && (
        <Button
          size="xs"
          leftSection={<IconFileText size={15} aria-hidden="true" />}
          onClick={() => {
            takes.current = true;
            onChanged(takeOffered(documents), 'said.taken');
          }}
        >
          {t('said.takeAll', { count })}
        </Button>
      )}
    </>
  );
}

/** The field of a column in the row above or below. */
function fieldBeside(field: HTMLElement, column: Column, by: 1 | -1): HTMLElement | null {
  const row = field.closest('tr');
  const beside = by === 1 ? row?.nextElementSibling : row?.previousElementSibling;
  return beside?.querySelector<HTMLElement>(`[data-column="${column}"]`) ?? null;
}

const columnOf = (target: EventTarget): Column | undefined =>
  target instanceof HTMLElement ? (target.dataset.column as Column | undefined) : undefined;

/**
 * Several documents as a sheet: a row each. Arrows and Enter go down a column, Ctrl+D takes what is above, and what was
 * copied from a spreadsheet fills the rows from the field on in which it is pasted.
 */
export function DocumentsSheet({ documents }: { documents: readonly Document[] }) {
  const { t } = useTranslation('upload');
  const types = useEndpoint('documentTypes', {});
  const titles = groupBy(documents, sameTitle);
  const [changed, setChanged] = useState<ManyChanged & { text: string }>();
  /** Whether something was typed since, which the browser undoes itself. */
  const typed = useRef(false);
  const tell = (many: ManyChanged | undefined, key: Deed): void => {
    typed.current = false;
    const left = many?.beyond ? ` ${t('details.pastedBeyond', { count: many.beyond })}` : '';
    setChanged(many && { ...many, text: `${t(key, { count: many.rows })}${left}` });
  };

  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const column = columnOf(event.target);
    const field = event.target as HTMLElement;
    if (!column || event.nativeEvent.isComposing || event.altKey || event.shiftKey) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') {
      event.preventDefault();
      const id = field.closest('tr')?.dataset.document;
      if (id) tell(fillFromAbove(id, column), 'details.copied');
      return;
    }
    // The browser's own undo knows only what was typed, and would change another field.
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && changed && !typed.current) {
      event.preventDefault();
      changed.undo();
      setChanged(undefined);
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    // In a list of choices the arrows choose.
    const arrow = column === 'type' ? undefined : { ArrowDown: 1 as const, ArrowUp: -1 as const }[event.key];
    const by = event.key === 'Enter' ? 1 : arrow;
    const beside = by && fieldBeside(field, column, by);
    // Enter in the last row goes on to the next step, as in a form.
    if (!beside) return;
    event.preventDefault();
    beside.focus();
    if (beside instanceof HTMLInputElement) beside.select();
  };

  const paste = (event: ClipboardEvent<HTMLElement>): void => {
    const column = columnOf(event.target);
    const id = (event.target as HTMLElement).closest('tr')?.dataset.document;
    if (!id || !column || column === 'type') return;
    const text = event.clipboardData.getData('text/plain');
    if (!isManyCells(text)) return;
    event.preventDefault();
    void pasteCells(id, column, text).then((many) => tell(many, 'details.pasted'));
  };

  return (
    <>
      <div className={styles.head}>
        <h3>{t('details.titles')}</h3>
        <span className="grow" />
        <ManyAtOnce documents={documents} changed={changed} onChanged={tell} />
      </div>
      <p className={`meta ${styles.keys}`}>{t('details.sheetKeys')}</p>
      <table className={styles.sheet}>
        <colgroup>
          <col className={styles.iconColumn} />
          <col />
          <col className={styles.dateColumn} />
          <col className={styles.typeColumn} />
          <col className={styles.removeColumn} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {t('details.columns.title')}
            </th>
            <th scope="col">{t('details.columns.date')}</th>
            <th scope="col">{t('details.columns.type')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('details.columns.remove')}</span>
            </th>
          </tr>
        </thead>
        <tbody
          onKeyDown={move}
          onPaste={paste}
          onInput={() => {
            typed.current = true;
          }}
        >
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              twice={(titles.get(sameTitle(document))?.length ?? 0) > 1}
              types={types.data}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}
