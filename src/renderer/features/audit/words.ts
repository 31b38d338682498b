import type { AuditEvent } from '#shared/schemas/audit.ts';
import { fullName } from '../../i18n/format.ts';
import { i18next } from '../../i18n/i18n.ts';

/** A text for each value that has one; what the server wrote down where a newer server knows more than this page. */
const wordOr = (key: string, otherwise: string): string => (i18next.exists(key) ? i18next.t(key) : otherwise);

/** What was done, in words: "Editó la información". */
export const actionWords = (action: string): string =>
  wordOr(`audit:actions.${action.replace('.', '_')}`, action);

export const fieldWords = (field: string): string => wordOr(`audit:fields.${field}`, field);

const typeWords = (type: string): string => wordOr(`audit:types.${type}`, type);

export function actorWords({ actor }: AuditEvent): string {
  if (!actor) return i18next.t('audit:server');
  return fullName(actor) || i18next.t('audit:formerPerson');
}

/** What it was done to. */
export function targetWords({ target }: AuditEvent): string {
  if (target.name) return target.name;
  return target.closed ? i18next.t('audit:closed') : typeWords(target.type);
}

/** Where it is to be seen, if it is still there. */
export function targetPath({ target }: AuditEvent): string | undefined {
  if (!target.there) return undefined;
  switch (target.type) {
    case 'record':
      return `/records/view/${target._id}`;
    case 'user':
      return `/users/edit/${target._id}`;
    case 'group':
      return `/groups/edit/${target._id}`;
    case 'label':
      return `/labels/edit/${target._id}`;
    default:
      return undefined;
  }
}
