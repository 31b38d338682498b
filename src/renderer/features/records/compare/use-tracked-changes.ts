import type { Version } from '#shared/documents/versions.schemas.ts';
import { useContent } from '../content.ts';
import { previewKind } from '../preview/kinds.ts';
import { useOffice } from '../preview/office/use-office.ts';

/** Larger files are not loaded only to know this, in bytes. */
const LOADED_BYTES = 10_000_000;

/** Whether a version is a text document with tracked changes, which its text shows as accepted; false until that is known. */
export function useTrackedChanges({ _id, name, type, size }: Version): boolean {
  const isWord = previewKind(name, type) === 'word' && (size ?? 0) <= LOADED_BYTES;
  const { data } = useContent(_id, isWord);
  const reading = useOffice('tracked', data);
  return reading !== undefined && 'model' in reading && reading.model.tracked;
}
