import { SCOPE_LABELS } from '#shared/access/scopes.ts';
import { formatDate, formatList } from '../../../i18n/format.ts';
import type { Sheet } from './sheet.ts';

/** Names of what a sheet contains by id, as far as the screen knows them. */
export interface Names {
  label(id: string): string | undefined;
  person(id: string): string | undefined;
  type(id: string): string | undefined;
}

/** A field's value in words; '' for an empty one. */
export function showField(field: keyof Sheet, sheet: Sheet, names: Names): string {
  const called = (ids: readonly string[], name: (id: string) => string | undefined): string =>
    formatList(ids.map((id) => name(id) ?? '…'));
  switch (field) {
    case 'labels':
      return called(sheet.labels, names.label);
    case 'authors':
      return called(sheet.authors, names.person);
    case 'documentType':
      return sheet.documentType && (names.type(sheet.documentType) ?? '…');
    case 'scope':
      return SCOPE_LABELS[sheet.scope];
    case 'issuedOn':
    case 'validFrom':
    case 'expiresOn':
    case 'nextReviewOn':
      return sheet[field] && formatDate(sheet[field]);
    default:
      return sheet[field];
  }
}
