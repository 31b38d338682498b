import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { fold, placesOf } from './fold.ts';
import { pageText } from './page-text.ts';

export interface Match {
  readonly page: number;
  /** Index of the match on its page, from 0. */
  readonly index: number;
}

/** Limits of a search: there are PDFs of 10,000 pages, and words that are on all of them. */
const PAGES = 2_000;
const MATCHES = 1_000;
const TYPING_MS = 250;

export interface PdfSearch {
  /** The folded query; '' for none. */
  readonly wanted: string;
  readonly matches: readonly Match[];
  readonly running: boolean;
  /** Whether a limit was reached, so that there may be more matches. */
  readonly cut: boolean;
}

const NOTHING: PdfSearch = { wanted: '', matches: [], running: false, cut: false };

/** Searches page by page, ignoring accents. The first matches are shown before the last page was read. */
export function usePdfSearch(document: PDFDocumentProxy, pages: number, text: string): PdfSearch {
  const [search, setSearch] = useState<PdfSearch>(NOTHING);
  useEffect(() => {
    const wanted = fold(text.trim().replace(/\s+/g, ' '));
    if (wanted.length < 2) {
      setSearch(NOTHING);
      return;
    }
    let alive = true;
    const run = async (): Promise<void> => {
      const matches: Match[] = [];
      const last = Math.min(pages, PAGES);
      for (let page = 1; page <= last && matches.length < MATCHES; page += 1) {
        const found = placesOf(await pageText(document, page), wanted, MATCHES - matches.length);
        if (!alive) return;
        for (const index of found.keys()) matches.push({ page, index });
        if (found.length > 0 || page % 50 === 0)
          setSearch({ wanted, matches: [...matches], running: true, cut: false });
      }
      const cut = pages > last || matches.length >= MATCHES;
      setSearch({ wanted, matches, running: false, cut });
    };
    const timer = setTimeout(() => void run(), TYPING_MS);
    return () => {
      alive = false;
      clearTimeout(timer);
    };
  }, [document, pages, text]);
  return search;
}
