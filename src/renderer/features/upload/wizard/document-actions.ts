import type { Scope } from '#shared/access/scopes.ts';
import type { Label } from '#shared/labels/labels.schemas.ts';
import { formatIsoDate, parseDay } from '../../../i18n/format.ts';
import { type Document, uploadableDocuments } from './steps/steps.ts';
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
  if (get().confirmed) set({ confirmed: false });
}

export const setTitle = (id: string, title: string): void => edit(id, 'title', { title });

/** Empty: the day of the file again. */
export function setDate(id: string, date: string): void {
  const file = get().documents.find((each) => each.id === id)?.file;
  if (file) edit(id, 'date', { date: date || formatIsoDate(file.lastModified), wrongDate: undefined });
}

/** Takes a day as somebody writes it. What is none is kept until it is corrected; nothing is the day of the file. */
export function typeDate(id: string, text: string): void {
  const day = parseDay(text);
  if (day || text.trim() === '') setDate(id, day ?? '');
  else edit(id, 'date', { wrongDate: text });
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

/** Gives a document the value of the one above it, as Ctrl+D does in a sheet. The first one has none above it. */
export function fillFromAbove(id: string, column: Column): ManyChanged | undefined {
  const documents = uploadableDocuments(get());
  const at = documents.findIndex((each) => each.id === id);
  const above = documents[at - 1];
  const document = documents[at];
  if (!above || !document) return undefined;
  if (column === 'title') setTitle(id, above.title);
  if (column === 'date') setDate(id, above.date);
  if (column === 'type') setType(id, above.documentType ?? null, above.scope ?? null);
  return { rows: 1, beyond: 0, undo: () => putBack([document]) };
}

/** Whether what is pasted is more than one cell; one cell is pasted by the field itself. */
export const isManyCells = (text: string): boolean => /[\t\n]/u.test(text.replace(/\r?\n$/u, ''));

/** What was done to several documents at once, and can be taken back. */
export interface ManyChanged {
  readonly rows: number;
  /** Rows that were pasted beyond the last document. */
  readonly beyond: number;
  readonly undo: () => void;
}

/**
 * Spreads what was copied from a spreadsheet over a column and the date beside it, from a document downwards. Lines
 * beyond the last document and empty cells change nothing.
 */
export async function pasteCells(id: string, column: 'title' | 'date', text: string): Promise<ManyChanged> {
  const { default: papaparse } = await import('papaparse');
  // A cell with line breaks comes in quotes.
  const { data: rows } = papaparse.parse<string[]>(text.replace(/\r?\n$/u, ''), { delimiter: '\t' });
  const documents = uploadableDocuments(get());
  const first = documents.findIndex((each) => each.id === id);
  const changed = documents.slice(first, first + rows.length);
  changed.forEach((document, at) => {
    const cells = (rows[at] ?? []).map((cell) => cell.replace(/\s+/gu, ' ').trim());
    const [title, date] = column === 'title' ? cells : [undefined, cells[0]];
    if (title) setTitle(document.id, title);
    if (date) typeDate(document.id, date);
  });
  return { rows: changed.length, beyond: rows.length - changed.length, undo: () => putBack(changed) };
}

function putBack(documents: readonly Document[]): void {
  for (const { id, title, date, wrongDate, documentType, scope } of documents) {
    setTitle(id, title);
    setDate(id, date);
    setType(id, documentType ?? null, scope ?? null);
    if (wrongDate !== undefined) typeDate(id, wrongDate);
  }
}

/** What a document's file says that the document does not have. */
export function offeredBy({ title, date, said }: Document): { title?: string; date?: string } {
  return {
    ...(said?.title && said.title !== title.trim() ? { title: said.title } : {}),
    ...(said?.date && said.date !== date ? { date: said.date } : {}),
  };
}

/** Takes titles and dates as the files say them. */
export function takeOffered(documents: readonly Document[]): ManyChanged {
  const changed = documents.filter((each) => {
    const { title, date } = offeredBy(each);
    if (title) setTitle(each.id, title);
    if (date) setDate(each.id, date);
    return title !== undefined || date !== undefined;
  });
  return { rows: changed.length, beyond: 0, undo: () => putBack(changed) };
}
