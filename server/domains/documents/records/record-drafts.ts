import { DEFAULT_SCOPE } from '#shared/access/scopes.ts';
import { type RecordState, STATE, stateRow } from '#shared/access/states.ts';
import type { EntryCreate, RecordCreate } from '#shared/documents/records.schemas.ts';
import { isTakenFile } from '#shared/organization/settings.ts';
import { titleFromFileName } from '#shared/platform/files/names.ts';
import type { Actor } from '../../../platform/actor.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';
import type { UploadRules } from '../../../platform/uploads/upload-limit.ts';
import { t } from '../texts.ts';
import { effectiveLabels, type Library } from './library.queries.ts';
import type { RecordDraft } from './new-records.queries.ts';

/**
 * Checks what a client says of a file before its bytes are sent (docs/domain/limits.md). Confirming checks the bytes
 * themselves.
 * @throws file_kind, empty_file, too_large
 */
export function checkFile(
  file: { name: string; type?: string | undefined; size?: number | undefined },
  { limit, kinds }: UploadRules,
): void {
  if (!isTakenFile(file.name, file.type ?? '', kinds))
    throw new ApiError('file_kind', { 'file.name': t('files.kind') });
  if (file.size === 0) throw new ApiError('empty_file', { 'file.size': t('files.empty') });
  if (file.size !== undefined && file.size > limit) {
    throw new ApiError('too_large', { 'file.size': t('files.large'), limit });
  }
}

/** Refuses labels that are not assignable in the library. @throws label_not_assignable */
export function checkLabels(library: Library, labels: readonly string[]): void {
  const foreign = labels.filter((label) => !library.labels.has(label));
  if (foreign.length > 0) throw new ApiError('label_not_assignable', { labels: foreign });
}

/** Refuses authors who are not members of the record's library. @throws author_not_member */
export function checkAuthors(library: Library, authors: readonly string[]): void {
  const strangers = authors.filter((author) => !library.members.has(author));
  if (strangers.length > 0) throw new ApiError('author_not_member', { authors: strangers });
}

function checkPlace(
  library: Library,
  folder: string | null,
  field: string,
  documentType: string | null,
): void {
  if (folder !== null && !library.folders.has(folder)) throw invalid(field, t('records.folder'));
  if (documentType !== null && !library.types.has(documentType)) {
    throw invalid('documentType', t('records.type'));
  }
}

/**
 * Refuses a creation without upload, or without the role of the chosen state (docs/domain/roles-and-visibility.md).
 * @throws archived, forbidden
 */
export function checkRoles(library: Library, state: RecordState): void {
  if (library.archived) throw new ApiError('archived');
  if (!library.roles.includes('upload')) throw new ApiError('forbidden');
  if (!library.roles.includes(stateRow(state).role)) {
    throw new ApiError('forbidden', { state: t('records.state') });
  }
}

/** Makes a draft of what the wizard sends (`POST docs/records`). */
export function draftOfRecord(
  actor: Actor,
  library: Library,
  body: RecordCreate,
  rules: UploadRules,
): RecordDraft {
  checkRoles(library, body.state);
  checkFile(body.file, rules);
  checkPlace(library, body.folder ?? null, 'folder', body.documentType ?? null);
  checkLabels(library, body.labels);
  const authors = [...new Set(body.authors ?? [actor.user])];
  checkAuthors(library, authors);
  return {
    library,
    folder: body.folder ?? null,
    title: body.title,
    name: body.file.name,
    type: body.file.type,
    unfinished: body.file.unfinished ?? null,
    size: body.file.size ?? null,
    notes: body.notes,
    state: body.state,
    labels: body.labels,
    authors,
    documentType: body.documentType ?? null,
    scope: body.scope,
    code: body.code ?? null,
    date: body.date,
    issuedOn: body.issuedOn ?? null,
    expiresOn: body.expiresOn ?? null,
    origin: 'web',
  };
}

/** Makes a draft of what the library manager and a desktop send (`POST docs`). */
export function draftOfEntry(
  actor: Actor,
  library: Library,
  body: EntryCreate,
  rules: UploadRules,
): RecordDraft {
  const state = body.state ?? STATE.draft;
  checkRoles(library, state);
  checkFile({ ...body.file, name: body.name }, rules);
  checkPlace(library, body.parent, 'parent', body.documentType ?? null);
  const labels = body.labels?.length ? body.labels : effectiveLabels(library, body.parent);
  if (labels.length === 0) throw new ApiError('labels_required', { labels: t('records.label') });
  checkLabels(library, labels);
  const folderName = body.parent ? library.folders.get(body.parent)?.name : undefined;
  return {
    library,
    folder: body.parent,
    title: body.title ?? titleFromFileName(body.name, folderName ?? library.name),
    name: body.name,
    type: body.file.type,
    unfinished: body.file.unfinished ?? null,
    size: body.file.size ?? null,
    notes: body.notes ?? '',
    state,
    labels,
    authors: entryAuthors(actor, library, body.authors),
    documentType: body.documentType ?? null,
    scope: body.scope ?? library.types.get(body.documentType ?? '')?.default_scope ?? DEFAULT_SCOPE,
    code: null,
    date: entryDate(body),
    issuedOn: null,
    expiresOn: null,
    origin: body.origin,
  };
}

/** Authors by id, or by their names, as the desktop's payload carries them. */
function entryAuthors(actor: Actor, library: Library, authors: EntryCreate['authors']): string[] {
  if (!authors || authors.length === 0) return [actor.user];
  const ids = authors.map((author) => {
    if (author._id) return author._id;
    const [match, ...more] = [...library.members.values()].filter(
      (member) => member.firstname === author.firstname && member.lastname === author.lastname,
    );
    if (!match || more.length > 0)
      throw new ApiError('author_not_member', { authors: [`${author.firstname} ${author.lastname}`] });
    return match.id;
  });
  checkAuthors(library, ids);
  return [...new Set(ids)];
}

function entryDate({ year, month, day }: EntryCreate): string {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1) throw invalid('day', t('records.date'));
  return date.toISOString().slice(0, 10);
}
