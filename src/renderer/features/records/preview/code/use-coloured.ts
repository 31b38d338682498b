import { startTransition, useEffect, useState } from 'react';
import type { Coloured, ToColour } from './code.worker.ts';

/** A text without colours can be read as well: nobody waits longer for them. */
const TIME_MS = 3_000;

/** The text in blocks of coloured pieces, once its worker has told them apart; nothing where that fails or takes long. */
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
