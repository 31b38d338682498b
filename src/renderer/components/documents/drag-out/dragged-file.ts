/** A document's file, and which of its versions. */
export interface DraggedFile {
  readonly record: string;
  readonly version: string;
  readonly name: string;
  readonly type: string;
  /** Bytes; null where they are not known. */
  readonly size: number | null;
}

/** What is dragged, looked at when it is. */
export interface DragSource {
  /** Undefined where there is nothing to download. */
  readonly file: DraggedFile | undefined;
  /**
   * What the drag within the app carries that the element is part of, and how many documents; undefined where it is part
   * of none (`useDragSource`).
   */
  readonly within?: (() => { readonly carried: unknown; readonly count: number }) | undefined;
}

/** The file of a document as lists and its own page have it; undefined where there is none to download. */
export const draggedFile = (
  document: {
    readonly _id: string;
    readonly file: { readonly name: string; readonly type: string };
    readonly size: number | null;
  },
  version: { readonly _id: string } | null | undefined,
): DraggedFile | undefined =>
  version
    ? {
        record: document._id,
        version: version._id,
        name: document.file.name,
        type: document.file.type,
        size: document.size,
      }
    : undefined;
