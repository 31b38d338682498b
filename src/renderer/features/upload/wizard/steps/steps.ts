import { DEFAULT_SCOPE, type Scope } from '#shared/access/scopes.ts';
import { isRecordState, STATE_NONE } from '#shared/access/states.ts';
import { notes, title } from '#shared/documents/records.schemas.ts';
import type { Label } from '#shared/labels/labels.schemas.ts';
import { titleFromFileName } from '#shared/platform/files/names.ts';
import { LABELS_MAX } from '#shared/platform/limits.ts';
import type { DescribedFile, DocumentBody, EvidenceOf } from '../../../../hooks/shell-actions.ts';
import { formatIsoDate } from '../../../../i18n/format.ts';
import type { FileContent } from '../../reading/read-content.ts';
import type { FileProblem } from '../files/inspect.ts';

/** The five steps of the specification (§2). */
export const STEPS = ['file', 'details', 'labels', 'confirm', 'done'] as const;
export type Step = (typeof STEPS)[number];

/** Something with the same bytes as a chosen file. It is only mentioned, and does not stop the upload. */
export interface Copy {
  /** Another file of this wizard, by its id. */
  chosen?: string;
  /** A document that this person may see. */
  record?: { _id: string; title: string };
}

/** One file in the wizard with its own data. The other fields are shared. */
export interface Document {
  id: string;
  file: DescribedFile;
  /** Undefined where the bytes are on a desktop. */
  bytes?: File;
  title: string;
  /** YYYY-MM-DD: the day on which the file was last changed, until another is chosen. */
  date: string;
  /** What was typed for it and is no day. */
  wrongDate?: string | undefined;
  /** Undefined where the shared one holds. */
  documentType?: string | undefined;
  /** That of its own type; undefined where the shared one holds. */
  scope?: Scope | undefined;
  /** Beside the shared ones. */
  labels: readonly Label[];
  problem?: FileProblem | undefined;
  /** What the file says of itself, once it was read. */
  said?: FileContent;
  /** Copies that were found. */
  copy?: Copy;
  /** The server's sentences, by field. */
  refused?: Readonly<Record<string, string>>;
  /** Why it could not be created, where no field is the reason. */
  failed?: string | undefined;
}

export interface Details {
  group: string | null;
  folder: string | null;
  /** -1 for none (docs/domain/README.md, specification §4). */
  state: number;
  notes: string;
  documentType: string | null;
  scope: Scope;
  /** The due day that the documents are evidence of. Absent in what was left before there was such a thing. */
  evidence?: EvidenceOf | undefined;
}

export interface Draft {
  documents: readonly Document[];
  details: Details;
  labels: readonly Label[];
  confirmed: boolean;
  /** How many chosen files are still being looked at. */
  adding?: number;
}

export const EMPTY_DETAILS: Details = {
  group: null,
  folder: null,
  state: STATE_NONE,
  notes: '',
  documentType: null,
  scope: DEFAULT_SCOPE,
};

/** The documents that can be uploaded. The others are listed with their problem. */
export const uploadableDocuments = (draft: Draft): Document[] =>
  draft.documents.filter(({ problem }) => !problem);

export const isTitle = (text: string): boolean => title.safeParse(text).success;
export const isNotes = (text: string): boolean => notes.safeParse(text).success;

export const scopeOf = (document: Document, { details }: Draft): Scope => document.scope ?? details.scope;

/** The shared labels and the document's own, each once. */
export function labelsOf(document: Document, { labels }: Pick<Draft, 'labels'>): Label[] {
  return [...new Map([...labels, ...document.labels].map((label) => [label._id, label])).values()];
}

/** A document's first title: its file's name without the extension; with it where that is too short. */
export const firstTitle = (name: string): string => titleFromFileName(name, '');

/** A document of the wizard, with what is known of its file. */
export const documentOf = (id: string, file: DescribedFile): Document => ({
  id,
  file,
  title: firstTitle(file.name),
  date: formatIsoDate(file.lastModified),
  labels: [],
});

/** What a step still lacks: a catalogue key, and how many of them. */
export interface MissingPart {
  key: 'file' | 'adding' | 'title' | 'date' | 'group' | 'state' | 'notes' | 'labels' | 'labelsOf' | 'confirm';
  count: number;
}

const missingIf = (key: MissingPart['key'], missing: boolean, count = 1): MissingPart[] =>
  missing ? [{ key, count }] : [];

/**
 * What a step still lacks, in the order of its fields; empty where it is complete (docs/domain/limits.md, specification
 * §5).
 */
export function listMissing(step: Step, draft: Draft): MissingPart[] {
  const { details, confirmed } = draft;
  switch (step) {
    case 'file':
      return [
        ...missingIf('adding', (draft.adding ?? 0) > 0, draft.adding),
        ...missingIf('file', uploadableDocuments(draft).length === 0),
      ];
    case 'details': {
      const badTitles = uploadableDocuments(draft).filter((each) => !isTitle(each.title)).length;
      const badDates = uploadableDocuments(draft).filter((each) => each.wrongDate !== undefined).length;
      return [
        ...missingIf('title', badTitles > 0, badTitles),
        ...missingIf('date', badDates > 0, badDates),
        ...missingIf('group', details.group === null),
        ...missingIf('state', !isRecordState(details.state)),
        ...missingIf('notes', !isNotes(details.notes)),
      ];
    }
    case 'labels': {
      const wrong = uploadableDocuments(draft).filter((each) => {
        const { length } = labelsOf(each, draft);
        return length === 0 || length > LABELS_MAX;
      }).length;
      const some = wrong < uploadableDocuments(draft).length;
      return missingIf(some ? 'labelsOf' : 'labels', wrong > 0, wrong);
    }
    case 'confirm':
      return missingIf('confirm', !confirmed);
    case 'done':
      return [];
  }
}

/**
 * A step can be opened only when all before it are complete. The last one opens only by submitting, and then the others
 * are closed.
 */
export function isReachable(step: Step, draft: Draft, at: Step): boolean {
  if (step === 'done' || at === 'done') return step === at;
  return STEPS.slice(0, STEPS.indexOf(step)).every((before) => listMissing(before, draft).length === 0);
}

export const stepAfter = (step: Step): Step => STEPS[STEPS.indexOf(step) + 1] ?? step;
export const stepBefore = (step: Step): Step => STEPS[STEPS.indexOf(step) - 1] ?? step;

/** The body of `POST docs/records` for one document. */
export function bodyOf(document: Document, draft: Draft): DocumentBody {
  const { details } = draft;
  const { name, type, size } = document.file;
  return {
    title: document.title.trim(),
    notes: details.notes.trim(),
    group: details.group ?? '',
    folder: details.folder,
    state: details.state as DocumentBody['state'],
    labels: labelsOf(document, draft).map(({ _id }) => _id),
    date: document.date,
    documentType: document.documentType ?? details.documentType,
    scope: scopeOf(document, draft),
    file: { name, type, size },
    ...(details.evidence ? { evidenceFor: details.evidence.occurrence } : {}),
  };
}
