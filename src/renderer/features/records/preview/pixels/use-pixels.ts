import { useEffect, useRef, useState } from 'react';
import type { PreviewFault } from '../office/messages.ts';
import { PIXELS_LIMITS, type PixelsAnswer, type PixelsRequest } from './messages.ts';

export interface ShownPage {
  /** The page of `url`; the first one is 0. */
  readonly page: number;
  readonly pages: number;
  readonly url: string;
}

/**
 * The pages of a scan, which browsers do not draw, decoded in a worker of its own. The last page stays until the next
 * one has been drawn.
 */
export function usePixels(
  content: Blob,
  page: number,
): { readonly shown?: ShownPage; readonly fault?: PreviewFault } {
  const [shown, setShown] = useState<ShownPage>();
  const [fault, setFault] = useState<PreviewFault>();
  const ask = useRef<(request: PixelsRequest) => void>(undefined);

  useEffect(() => {
    let url: string | undefined;
    let late: ReturnType<typeof setTimeout> | undefined;
    const worker = new Worker(new URL('./tiff.worker.ts', import.meta.url), { type: 'module' });
    const end = (why: PreviewFault): void => {
      clearTimeout(late);
      worker.terminate();
      setFault(why);
    };
    let wanted = 0;
    worker.onmessage = ({ data }: MessageEvent<PixelsAnswer>) => {
      // Of pages that were turned over quickly only the last one is shown.
      if (data.page !== wanted) return;
      if ('fault' in data) return end(data.fault);
      clearTimeout(late);
      const before = url;
      url = URL.createObjectURL(data.image);
      setShown({ page: data.page, pages: data.pages, url });
      if (before) URL.revokeObjectURL(before);
    };
    // Also called when the worker runs out of memory.
    worker.onerror = () => end('too_large');
    let sent = false;
    ask.current = (request) => {
      wanted = request.page;
      clearTimeout(late);
      late = setTimeout(() => end('timeout'), PIXELS_LIMITS.timeMs);
      worker.postMessage({
        ...request,
        ...(sent ? {} : { content }),
      } satisfies PixelsRequest);
      sent = true;
    };
    return () => {
      clearTimeout(late);
      worker.terminate();
      if (url) URL.revokeObjectURL(url);
    };
  }, [content]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another file has another worker, which is asked anew
  useEffect(() => ask.current?.({ page }), [page, content]);
  return { ...(shown && { shown }), ...(fault && { fault }) };
}
