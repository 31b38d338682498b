import { ApiError, errorMessage, fieldErrors } from '../../../../api/errors.ts';
import type { Step } from '../steps/steps.ts';

/** The answer contained neither a record nor a version. */
export class EmptyAnswer extends Error {}

/** No answer, nobody signed in, too many calls, and what a server that is down or a gateway before it says. */
const FOR_ALL: readonly number[] = [0, 401, 429, 502, 503, 504];

/** Whether the other documents would fail for the same reason. */
export const stopsAll = (error: unknown): boolean =>
  error instanceof ApiError && FOR_ALL.includes(error.status);

/** Catalogue keys of the specification's texts (§8) for a failed submission. */
export function refusalTitle(error: unknown): 'submit.empty' | 'submit.invalid' | 'submit.generic' {
  if (error instanceof EmptyAnswer) return 'submit.empty';
  if (error instanceof ApiError && error.status === 400) return 'submit.invalid';
  return 'submit.generic';
}

/** The field that an error code without details concerns. */
const FIELD_OF: Readonly<Record<string, string>> = {
  empty_file: 'file',
  too_large: 'file',
  file_kind: 'file',
  label_not_assignable: 'labels',
};

/** The server's sentences by field of the wizard: `file.name` belongs to `file`, `labels.3` to `labels`. */
export function refusedFields(error: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [path, sentence] of Object.entries(fieldErrors(error))) {
    const [field = path] = path.split('.');
    found[field] ??= sentence;
  }
  const field = error instanceof ApiError ? FIELD_OF[error.code] : undefined;
  if (field) found[field] ??= errorMessage(error);
  return found;
}

const STEP_OF: Readonly<Record<string, Step>> = {
  file: 'file',
  title: 'details',
  date: 'details',
  notes: 'details',
  group: 'details',
  folder: 'details',
  state: 'details',
  documentType: 'details',
  scope: 'details',
  labels: 'labels',
};

const ORDER: readonly Step[] = ['file', 'details', 'labels'];

/** The first step with a refused field; undefined where no field was refused. */
export function findRefusedStep(fields: readonly string[]): Step | undefined {
  const steps = fields.map((field) => STEP_OF[field]);
  return ORDER.find((step) => steps.includes(step));
}
