import type { Scope } from '#shared/access/scopes.ts';
import type { Label } from '#shared/labels/labels.schemas.ts';
import { formatIsoDate, parseDay } from '../../../i18n/format.ts';
import { type Document, uploadableDocuments } from './steps.ts';
import { changeDocument, useWizard } from './wizard-store.ts';

const { getState: get, setState: set } = useWizard;

export function removeDocument(id: string): void {
  set(({ documents, step }) => {
    const left = documents.filter((each) => each.id !== id);
    return {
      documents: left,
      twice: [],
      confirmed: false,
      ...(left.some((each) => !each.problem) ? {} : { step: step === 'done' ? step : 'file' }),
    };
  });
}

/** Changes a field, and removes what the server said of it. What was confirmed has to be confirmed again. */
function edit(id: string, field: string, change: Partial<Document>): void {
  changeDocument(id, (each) => {
    const { [field]: _mended, ...refused } = each.refused ?? {};
    return { ...each, ...change, refused };
  });
  set({ confirmed: false });
}

export const setTitle = (id: string, title: string): void => edit(id, 'title', { title });

/** Empty: the day of the file again. */
export function setDate(id: string, date: string): void {
  const file = get().documents.find((each) => each.id === id)?.file;
  if (file) edit(id, 'date', { date: date || formatIsoDate(file.lastModified) });
}

/** Null: the shared type again. With a type of its own a document has that type's scope. */
export const setType = (id: string, type: string | null, scope: Scope | null): void =>
  edit(id, 'documentType', {
    documentType: type ?? undefined,
    scope: type ? (scope ?? undefined) : undefined,
  });

export const setOwnLabels = (id: string, labels: readonly Label[]): void => edit(id, 'labels', { labels });

/** The documents' fields that are columns of the sheet. */
export type Column = 'title' | 'date' | 'type';

/** Gives a document the value of the one above it, as Ctrl+D does in a sheet. */
export function fillFromAbove(id: string, column: Column): void {
  const documents = uploadableDocuments(get());
  const at = documents.findIndex((each) => each.id === id);
  const above = documents[at - 1];
  if (!above) return;
  if (column === 'title') setTitle(id, above.title);
  if (column === 'date') setDate(id, above.date);
  if (column === 'type') setType(id, above.documentType ?? null, above.scope ?? null);
}

/**
 * Spreads what was copied from a spreadsheet over a column and the date beside it, from a document downwards. Lines
 * beyond the last document, empty cells, and days that are none, change nothing.
 * @returns whether there were several cells; with one, the field itself takes it
 */
export function pasteCells(id: string, column: 'title' | 'date', text: string): boolean {
  const rows = text
    .replace(/\r?\n$/u, '')
    .split(/\r?\n/u)
    .map((line) => line.split('\t'));
  if (rows.length === 1 && rows[0]?.length === 1) return false;
  const documents = uploadableDocuments(get());
  const first = documents.findIndex((each) => each.id === id);
  rows.forEach((cells, at) => {
    const document = documents[first + at];
    if (!document) return;
    const [title, date] = column === 'title' ? cells : [undefined, cells[0]];
    if (title?.trim()) setTitle(document.id, title.trim());
    const day = date?.trim() ? parseDay(date.trim()) : null;
    if (day) setDate(document.id, day);
  });
  return true;
}

/** What a document's file says that the document does not have. */
export function offeredBy({ title, date, said }: Document): { title?: string; date?: string } {
  return {
    ...(said?.title && said.title !== title.trim() ? { title: said.title } : {}),
    ...(said?.date && said.date !== date ? { date: said.date } : {}),
  };
}

/** Takes titles and dates as the files say them. @returns what takes that back */
export function takeOffered(documents: readonly Document[]): () => void {
  for (const document of documents) {
    const { title, date } = offeredBy(document);
    if (title) setTitle(document.id, title);
    if (date) setDate(document.id, date);
  }
  return () => {
    for (const { id, title, date } of documents) {
      setTitle(id, title);
      setDate(id, date);
    }
  };
}
