import { useEffect } from 'react';
import { useLater, wantLater } from '../../hooks/later.ts';
import type { ShellActions } from '../../hooks/shell-actions.ts';
import { isTyping } from '../../hooks/use-shortcuts.ts';

/**
 * What was dropped, with the files inside of dropped folders. A drop can be read only while its event lasts: everything
 * is taken out of it at once, and read after the library has come.
 */
async function droppedFiles(dropped: DataTransfer): Promise<File[]> {
  const items = [...dropped.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => {
      const [entry, file] = [item.webkitGetAsEntry(), item.getAsFile()];
      return { kind: 'file', type: item.type, webkitGetAsEntry: () => entry, getAsFile: () => file };
    });
  const { fromEvent } = await import('file-selector');
  const event = { type: 'drop', dataTransfer: { types: ['Files'], items, files: [] } };
  const found = await fromEvent(event as unknown as Event);
  return found.filter((each) => each instanceof File);
}

/**
 * Takes files that are pasted or dropped before the part that takes them is loaded (`features/upload/uploads-host.tsx`),
 * so that no early one is lost, and none replaces the page.
 */
export function useEarlyFiles(open: ShellActions['openUpload']): void {
  const here = useLater((state) => state.here);
  useEffect(() => {
    if (here) return undefined;
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isTyping(event.target) || !open) return;
      event.preventDefault();
      open({ files });
    };
    const drag = (event: DragEvent): void => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      wantLater();
      if (event.type === 'drop' && open)
        void droppedFiles(event.dataTransfer).then((files) => open({ files }));
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('paste', paste, { signal });
    for (const type of ['dragenter', 'dragover', 'drop'] as const) {
      document.addEventListener(type, drag, { signal });
    }
    return () => listening.abort();
  }, [here, open]);
}
