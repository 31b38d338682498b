import { useEffect, useMemo, useState } from 'react';
import type { DrawnPage } from './messages.ts';
import { PageSource } from './page-source.ts';

/** A page that was drawn, or why it was not. The first one is 0. */
export type ShownPage = DrawnPage & {
  readonly page: number;
  /** How many the file has; undefined where it cannot be read. */
  readonly pages: number | undefined;
};

/**
 * The pages of a scan, which browsers do not draw, decoded in a worker of their own. The last page stays until the next
 * one has been drawn.
 */
export function usePixels(
  content: Blob,
  page: number,
): { readonly source: PageSource; readonly shown: ShownPage | undefined } {
  const source = useMemo(
    () =>
      new PageSource(
        content,
        () => new Worker(new URL('./tiff.worker.ts', import.meta.url), { type: 'module' }),
      ),
    [content],
  );
  useEffect(() => () => source.close(), [source]);
  const [shown, setShown] = useState<ShownPage>();
  useEffect(() => {
    // Of pages that were turned over quickly only the last one is shown.
    const leaving = new AbortController();
    void source.draw(page, { signal: leaving.signal }).then((drawn) => {
      if (!leaving.signal.aborted) setShown({ ...drawn, page, pages: source.pages });
    });
    return () => leaving.abort();
  }, [source, page]);
  return { source, shown };
}
