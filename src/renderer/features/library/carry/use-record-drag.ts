import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import { draggedFile } from '../../../components/documents/drag-out/dragged-file.ts';
import { useDragOut } from '../../../components/documents/drag-out/use-drag-out.ts';
import type { Carried } from './carried.ts';
import { useDragSource } from './use-drag.ts';

/**
 * Makes what shows a document draggable: all of it to other folders, and by its file's icon also out of the window.
 *
 * @param carry what moves with it; undefined where nothing is moved from this list
 * @returns whether it is being dragged within the app, and properties for the element with the file's icon
 */
export function useRecordDrag(
  element: RefObject<HTMLElement | null>,
  item: SearchItem,
  carry: ((item: SearchItem) => Carried | undefined) | undefined,
) {
  const { t } = useTranslation('library');
  const carrying = carry && (() => carry(item));
  const within = carrying && (() => ({ carried: carrying(), count: countOf(carrying()) }));
  const { handle, outside } = useDragOut({ file: draggedFile(item, item.version), within });
  const words = (carried: Carried): string =>
    countOf(carried) > 1 ? t('carry.records', { count: countOf(carried) }) : item.title;
  return { dragging: useDragSource(element, carrying, words, outside), handle };
}

/** Where nothing may be moved, it is the one document. */
const countOf = (carried: Carried | undefined): number =>
  carried?.kind === 'records' ? carried.records.length : 1;
