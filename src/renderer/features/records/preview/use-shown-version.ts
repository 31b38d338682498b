import { useState } from 'react';
import type { Record } from '#shared/documents/records.schemas.ts';
import type { PreviewFile } from './no-preview.tsx';

/** A version on the screen. */
export interface Shown {
  readonly file: PreviewFile;
  readonly number: number | undefined;
}

export interface ShownVersion {
  readonly newest: Shown;
  /** The one that the person has before them: what they send next is an edit of this one. */
  readonly shown: Shown;
  readonly showNewest: () => void;
}

/**
 * The version that the person came to read stays until they ask for another: a version that somebody else adds
 * meanwhile is announced, not shown.
 * @param own whether the newest version is the person's own; undefined until that is known
 */
export function useShownVersion(record: Record, own: boolean | undefined): ShownVersion {
  const { currentVersion: current, file, size } = record;
  const newest: Shown = {
    file: { version: current?._id, name: file.name, type: file.type, size },
    number: current?.number,
  };
  const [shown, setShown] = useState(newest);
  const replaced = newest.file.version !== shown.file.version;
  if (replaced && (own || !shown.file.version)) setShown(newest);
  return { newest, shown, showNewest: () => setShown(newest) };
}
