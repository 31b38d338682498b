import { type DragEvent, type PointerEvent, useEffect, useRef } from 'react';
import { desktop } from '../../../platform/platform.ts';
import styles from './drag-out.module.css';
import { type DraggedFile, takesDownloadUrl } from './dragged-file.ts';

/** What makes files ready and drags them: loaded when somebody first points at one. */
let part: typeof import('./drag-out.ts') | undefined;
const load = async () => {
  part ??= await import('./drag-out.ts');
  return part;
};

/** Milliseconds of resting on a file after which it is made ready. */
const REST_MS = 120;

/** Whether files can be dragged out of this window. */
const offered = desktop !== undefined || takesDownloadUrl(navigator.userAgent);

/** The drag within the app that an element is part of. */
export interface Within {
  /** What it carries; undefined where nothing may be moved. */
  readonly carried: () => unknown;
  /** Whether it carries this document and nothing else: a drag takes one file out. */
  readonly isAlone: () => boolean;
}

/** Properties of an element; none where nothing can be dragged out by it. */
interface Handle {
  readonly className?: string | undefined;
  readonly draggable?: boolean;
  readonly onPointerEnter?: (event: PointerEvent) => void;
  readonly onPointerLeave?: () => void;
  readonly onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
  readonly onDragStart?: (event: DragEvent) => void;
}

/**
 * Lets a person drag a document's file out of the window: to the desktop, a folder, a mail (decision 0097). It is the
 * same as downloading it, which is how it is done without a pointer.
 *
 * @param file undefined where there is nothing to download
 * @param within where the element lies in one that is dragged within the app (`useDragSource`)
 * @returns properties of the element to drag the file by, and what the drag within a browser carries for places outside
 */
export function useDragOut(
  file: DraggedFile | undefined,
  within?: Within,
): { readonly handle: Handle; readonly outside: () => Record<string, string> } {
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  if (!file || !offered) return NOT_OFFERED;
  const outside = (): Record<string, string> =>
    part && !desktop && (within?.isAlone() ?? true) ? part.dataForOutside(file) : {};
  const prepare = (pressed: boolean): void =>
    ignoreFailure(load().then((it) => it.prepareDrag(file, pressed)));
  // A browser drags the element around it, to both at once; the system's drag takes its place on the desktop.
  const isOwn = desktop !== undefined || !within;
  return {
    outside,
    handle: {
      className: styles.handle,
      ...(isOwn ? { draggable: true } : {}),
      onPointerEnter: ({ pointerType, buttons }) => {
        clearTimeout(rest.current);
        if (pointerType !== 'touch' && buttons === 0)
          rest.current = setTimeout(() => prepare(false), REST_MS);
      },
      onPointerLeave: () => clearTimeout(rest.current),
      onPointerDown: ({ button, pointerType, currentTarget }) => {
        if (button !== 0 || pointerType === 'touch') return;
        // Several documents are moved together, by the element around it.
        if (isOwn && within) currentTarget.draggable = within.isAlone();
        prepare(true);
      },
      onDragStart: (event) => {
        if (!isOwn) return;
        event.stopPropagation();
        const data = outside();
        if (!desktop && Object.keys(data).length > 0) {
          event.dataTransfer.effectAllowed = 'copy';
          for (const [type, value] of Object.entries(data)) event.dataTransfer.setData(type, value);
          return;
        }
        event.preventDefault();
        // Who follows drags within the page has seen this one begin.
        event.currentTarget.dispatchEvent(new window.DragEvent('dragend', { bubbles: true }));
        ignoreFailure(load().then((it) => it.dragOrSayWhyNot(file, within?.carried())));
      },
    },
  };
}

const NOT_OFFERED = { handle: {}, outside: () => ({}) };

/** Where the part cannot be loaded there is no connection, which the shell says. */
function ignoreFailure(work: Promise<unknown>): void {
  work.catch(() => undefined);
}
