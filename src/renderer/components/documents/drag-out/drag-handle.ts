import type { RefObject } from 'react';
import { desktop } from '../../../platform/platform.ts';
import { dragOrSayWhyNot, prepareDrag, readyData } from './drag-out.ts';
import type { DragSource } from './dragged-file.ts';
import { offered } from './offered.ts';

/** Milliseconds of resting on a file after which it is made ready. */
const REST_MS = 120;

const made = new WeakSet<HTMLElement>();

/** What a drag within a browser also carries for places outside it: one file, where its link is there. */
export function dataForOutside({ file, within }: DragSource): Record<string, string> {
  return file && !desktop && (within?.().count ?? 1) === 1 ? readyData(file) : {};
}

/** Has the element drag the file, from the first time that somebody points at it. */
export function makeHandle(element: HTMLElement, source: RefObject<DragSource>): void {
  if (!offered || made.has(element)) return;
  made.add(element);
  element.style.cursor = 'grab';
  let rest: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(rest);
    rest = setTimeout(() => prepare(false), REST_MS);
  };
  const prepare = (pressed: boolean): void => {
    const { file } = source.current;
    if (file) prepareDrag(file, pressed);
  };
  // A browser drags the element around it, within the app and out of it at once; the system's drag takes its place.
  const isOwn = (): boolean => {
    const { file, within } = source.current;
    return file !== undefined && (!within || (desktop !== undefined && within().count === 1));
  };
  element.draggable = isOwn();
  element.addEventListener('pointerenter', wait);
  element.addEventListener('pointerleave', () => clearTimeout(rest));
  element.addEventListener('pointerdown', ({ button, pointerType }) => {
    if (button !== 0 || pointerType === 'touch') return;
    // Several documents are moved together, by the element around it.
    element.draggable = isOwn();
    prepare(true);
  });
  element.addEventListener('dragstart', (event) => begin(event, element, source.current));
  wait();
}

function begin(event: DragEvent, element: HTMLElement, source: DragSource): void {
  const { file, within } = source;
  // A text or link inside of it may be dragged as well.
  if (event.target !== element || !file) return;
  event.stopPropagation();
  const data = Object.entries(dataForOutside(source));
  if (event.dataTransfer && data.length > 0) {
    event.dataTransfer.effectAllowed = 'copy';
    for (const [type, value] of data) event.dataTransfer.setData(type, value);
    return;
  }
  event.preventDefault();
  // Who follows drags within the page has seen this one begin.
  element.dispatchEvent(new DragEvent('dragend', { bubbles: true }));
  void dragOrSayWhyNot(file, within?.().carried);
}
