import type { AuditEvent } from '#shared/audit/audit.schemas.ts';
import { AUDIT_ACTIONS, AUDIT_FIELDS, AUDIT_TYPES } from '#shared/audit/audit-words.ts';
import { fullName } from '../../i18n/format.ts';
import { i18next } from '../../i18n/i18n.ts';

/** What was done, in words: "Editó la información"; as written down where a newer server knows more than this page. */
export const actionWords = (action: string): string => AUDIT_ACTIONS[action] ?? action;

export const fieldWords = (field: string): string => AUDIT_FIELDS[field] ?? field;

const typeWords = (type: string): string => AUDIT_TYPES[type] ?? type;

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
