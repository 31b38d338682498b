import { createContext, useContext } from 'react';

/** Where a preview begins: what a search found. */
export interface PreviewStart {
  /** From 1. A file may have fewer pages: previews with pages begin at their last one then. */
  readonly page: number;
  /** The found word; '' for none. */
  readonly find: string;
}

/** Characters of a found word that an address may name. */
const FIND_MAX = 200;

const BEGINNING: PreviewStart = { page: 1, find: '' };
const StartContext = createContext(BEGINNING);

export const PreviewStartProvider = StartContext.Provider;

/** Where the preview begins: at the first page where nothing else was asked for. */
export const usePreviewStart = (): PreviewStart => useContext(StartContext);

/** Where the address of a document says that its preview begins (`hitHref`). */
export function startIn(page: string | null, find: string | null): PreviewStart {
  const number = Number(page);
  return Number.isSafeInteger(number) && number > 0
    ? { page: number, find: find?.slice(0, FIND_MAX) ?? '' }
    : BEGINNING;
}
