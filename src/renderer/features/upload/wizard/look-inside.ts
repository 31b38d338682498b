import { splitExtension } from '#shared/platform/names.ts';
import type { FileContent } from '../reading/read-content.ts';
import type { Document } from './steps.ts';
import { firstTitle } from './steps.ts';

/**
 * What a file says of itself; undefined where its bytes are elsewhere. What reads files is loaded with the first file.
 * @throws the signal's reason if it was aborted
 */
export async function contentOf({ bytes }: Document, signal: AbortSignal): Promise<FileContent | undefined> {
  if (!bytes) return undefined;
  const { readContent } = await import('../reading/read-content.ts');
  return await readContent(bytes, signal);
}

/** Names that scanners, cameras and programs give: letters of theirs, then only digits. */
const GIVEN_BY_MACHINES =
  /^(?:scan|escaneo|escan|escaneado|img|imagen|image|dsc|dcim|doc|docs|documento|document|nuevo documento|libro|book|presentacion|presentación|untitled|sin titulo|sin título|archivo|file|adjunto|descarga|download|whatsapp image|captura de pantalla|screenshot|cs|camscanner)?[\s_.()-]*[\d\s_.():T-]*$/iu;
/** Identifiers that programs give: no vowel-rich words, but hexadecimal digits and hyphens. */
const IDENTIFIER = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/iu;

/** Whether a file's name tells nothing of what is in it. */
export function isNamedByMachine(name: string): boolean {
  const stem = splitExtension(name).stem.trim();
  return GIVEN_BY_MACHINES.test(stem) || IDENTIFIER.test(stem);
}

/**
 * A document with what its file says. Its title becomes the file's where the file's name says nothing and nobody has
 * written another one; elsewhere the title is only offered.
 */
export function withContent(document: Document, said: FileContent): Document {
  const untouched = document.title === firstTitle(document.file.name);
  const taken = said.title !== undefined && untouched && isNamedByMachine(document.file.name);
  return { ...document, said, ...(taken ? { title: said.title ?? document.title } : {}) };
}
