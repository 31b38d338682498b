import type { AuditEvent } from '#shared/audit/audit.schemas.ts';
import { AUDIT_ACTIONS, AUDIT_FIELDS, AUDIT_TYPES } from '#shared/audit/audit-words.ts';
import { fullName } from '../../i18n/format.ts';
import { i18next } from '../../i18n/i18n.ts';

/**
 * The action in words, such as "Editó la información". An action that this page does not know (from a newer server) is
 * shown by its code.
 */
export const actionWords = (action: string): string => AUDIT_ACTIONS[action] ?? action;

export const fieldWords = (field: string): string => AUDIT_FIELDS[field] ?? field;

const typeWords = (type: string): string => AUDIT_TYPES[type] ?? type;

export function actorWords({ actor }: AuditEvent): string {
  if (!actor) return i18next.t('audit:server');
  return fullName(actor) || i18next.t('audit:formerPerson');
}

/** The target of an event, in words. */
export function targetWords({ target }: AuditEvent): string {
  if (target.name) return target.name;
  return target.closed ? i18next.t('audit:closed') : typeWords(target.type);
}

/** The path of the target's screen; undefined where it has none or is gone. */
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
