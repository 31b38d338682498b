import { startTransition, useEffect, useState } from 'react';
import type { Coloured, ToColour } from './code.worker.ts';

/** Milliseconds to wait for the colours: the text can be read without them. */
const TIME_MS = 3_000;

/** The text in blocks of coloured pieces; undefined until the worker has finished, or if it fails or takes too long. */
export function useColoured(text: string, language: string | undefined): Coloured | undefined {
  const [coloured, setColoured] = useState<{ text: string; blocks: Coloured }>();
  useEffect(() => {
    if (!language || text === '') return;
    const worker = new Worker(new URL('./code.worker.ts', import.meta.url), { type: 'module' });
    const end = (): void => {
      clearTimeout(late);
      worker.terminate();
    };
    const late = setTimeout(end, TIME_MS);
    worker.onmessage = ({ data }: MessageEvent<Coloured>) => {
      end();
      startTransition(() => setColoured({ text, blocks: data }));
    };
    worker.onerror = end;
    worker.postMessage({ text, language } satisfies ToColour);
    return end;
  }, [text, language]);
  return coloured?.text === text ? coloured.blocks : undefined;
}
