import { isAllowedName, looksExecutable } from '#shared/domain/file-kinds.ts';
import { UPLOAD_LIMIT_BYTES } from '#shared/domain/limits.ts';
import { fileNameProblem } from '#shared/domain/names.ts';

/** Why a file cannot be uploaded; each has its sentence in the catalogue. */
export type FileProblem = 'name' | 'kind' | 'program' | 'empty' | 'large' | 'unreadable';

/** The longest of the signatures that are looked for. */
const HEAD_BYTES = 8;

/** What can be said without reading the file. */
export function problemOf({ name, size }: { name: string; size: number }): FileProblem | undefined {
  if (fileNameProblem(name)) return 'name';
  if (!isAllowedName(name)) return 'kind';
  if (size === 0) return 'empty';
  if (size > UPLOAD_LIMIT_BYTES) return 'large';
  return undefined;
}

/** The same, and its first bytes: a program is one whatever it is called. */
export async function inspect(file: File): Promise<FileProblem | undefined> {
  const problem = problemOf(file);
  if (problem) return problem;
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    return looksExecutable(head) ? 'program' : undefined;
  } catch {
    return 'unreadable';
  }
}
