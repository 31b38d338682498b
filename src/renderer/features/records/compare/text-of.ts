import type { Version, VersionText } from '#shared/documents/versions.schemas.ts';
import { previewKind } from '../preview/kinds.ts';
import type { Text } from './compare-texts.ts';

/** The text of a version. Only PDFs break theirs where the page was full. */
export const textOf = (
  { name, type }: Pick<Version, 'name' | 'type'>,
  { text, truncated }: Pick<VersionText, 'text' | 'truncated'>,
): Text => ({
  text,
  cut: truncated,
  breaks: previewKind(name, type) === 'pdf' ? 'lines' : 'paragraphs',
});
