import { type ChosenSettings, DEFAULT_SETTINGS, isTakenFile } from '#shared/organization/settings.ts';
import { fileNameProblem } from '#shared/platform/files/names.ts';
import { looksExecutable } from '#shared/platform/files/refused-kinds.ts';

/**
 * Why a file cannot be uploaded. Each problem has a sentence in the catalogue. `again`: it was not kept with a draft and
 * has to be chosen again.
 */
export type FileProblem = 'name' | 'long' | 'kind' | 'program' | 'empty' | 'large' | 'unreadable' | 'again';

/** Length of the longest signature that is checked, in bytes. */
const HEAD_BYTES = 8;

/** The organization's upload limits. */
export type Taken = Pick<ChosenSettings, 'uploadLimit' | 'fileKinds'>;

/** Checks that do not need the file's bytes. */
export function problemOf(
  { name, size, type = '' }: { name: string; size: number; type?: string },
  { uploadLimit, fileKinds }: Taken = DEFAULT_SETTINGS,
): FileProblem | undefined {
  const unfit = fileNameProblem(name);
  if (unfit) return unfit === 'too_long' ? 'long' : 'name';
  if (!isTakenFile(name, type, fileKinds)) return 'kind';
  if (size === 0) return 'empty';
  if (size > uploadLimit) return 'large';
  return undefined;
}

/** Also reads the first bytes: a program is recognized whatever its name. */
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
