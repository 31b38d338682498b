import { splitExtension } from '#shared/platform/files/names.ts';
import { isProgramName } from '../../reading/program-names.ts';
import type { FileContent } from '../../reading/read-content.ts';
import type { Document } from '../steps/steps.ts';
import { firstTitle } from '../steps/steps.ts';

/**
 * What a file says of itself; undefined where its bytes are elsewhere. What reads files is loaded with the first file.
 * @throws the signal's reason if it was aborted
 */
export async function contentOf({ bytes }: Document, signal: AbortSignal): Promise<FileContent | undefined> {
  if (!bytes) return undefined;
  const { readContent } = await import('../../reading/read-content.ts');
  return await readContent(bytes, signal);
}

/**
 * A document with what its file says. Its title becomes the file's where the file's name says nothing and nobody has
 * written another one; elsewhere the title is only offered.
 */
export function withContent(document: Document, said: FileContent): Document {
  const untouched = document.title === firstTitle(document.file.name);
  const taken =
    said.title !== undefined && untouched && isProgramName(splitExtension(document.file.name).stem);
  return { ...document, said, ...(taken ? { title: said.title ?? document.title } : {}) };
}
