import { type ChosenSettings, DEFAULT_SETTINGS, isTakenFile } from '#shared/organization/settings.ts';
import { looksExecutable } from '#shared/platform/file-kinds.ts';
import { fileNameProblem } from '#shared/platform/names.ts';

/** Why a file cannot be uploaded; each has its sentence in the catalogue. */
export type FileProblem = 'name' | 'kind' | 'program' | 'empty' | 'large' | 'unreadable';

/** The longest of the signatures that are looked for. */
const HEAD_BYTES = 8;

/** What an organization takes. */
export type Taken = Pick<ChosenSettings, 'uploadLimit' | 'fileKinds'>;

/** What can be said without reading the file. */
export function problemOf(
  { name, size, type = '' }: { name: string; size: number; type?: string },
  { uploadLimit, fileKinds }: Taken = DEFAULT_SETTINGS,
): FileProblem | undefined {
  if (fileNameProblem(name)) return 'name';
  if (!isTakenFile(name, type, fileKinds)) return 'kind';
  if (size === 0) return 'empty';
  if (size > uploadLimit) return 'large';
  return undefined;
}

/** The same, and its first bytes: a program is one whatever it is called. */
export async function inspect(file: File, taken?: Taken): Promise<FileProblem | undefined> {
  const problem = problemOf(file, taken);
  if (problem) return problem;
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    return looksExecutable(head) ? 'program' : undefined;
  } catch {
    return 'unreadable';
  }
}
