import type { AuditEvent } from '#shared/audit/audit.schemas.ts';
import { auditActor, auditSentence } from '#shared/audit/audit-sentences.ts';
import { fieldWords } from '#shared/audit/audit-values.ts';
import { AUDIT_TYPES } from '#shared/audit/audit-words.ts';
import { folderReasonsHref, obligationHref, occurrenceHref, placeHref } from '#shared/platform/hrefs.ts';
import { formatDateTime, toDate } from '../../i18n/format.ts';
import { i18next } from '../../i18n/i18n.ts';

const typeWords = (type: string): string => AUDIT_TYPES[type] ?? type;

export const actorWords = auditActor;

/** "12 mar 2026, 09:41:07". In a trail the order of two moments counts. */
export const exactMoment = (at: string): string =>
  `${formatDateTime(at)}:${String(toDate(at).getSeconds()).padStart(2, '0')}`;

/** The name of a thing in its sentence, for a link's name. */
export const thingWords = (event: AuditEvent): string => auditSentence(event).thing ?? targetWords(event);

/** What the server says of an id behind which there is no name. */
const UNNAMED = '…';

/** What changed, in one line: "Título: Acta → Acta final", and "Título: Acta" where there was nothing before. */
export const changesWords = ({ changes }: AuditEvent): string =>
  changes
    .filter(({ before, after }) => before !== null || after !== UNNAMED)
    .map(
      ({ field, before, after }) =>
        `${fieldWords(field)}: ${before === null ? '' : `${before} → `}${after ?? '—'}`,
    )
    .join(' · ');

/** The target of an event, in words. */
export function targetWords({ target }: AuditEvent): string {
  if (target.name) return target.name;
  return target.closed ? i18next.t('audit:closed') : typeWords(target.type);
}

/** The path of the target's screen; undefined where it has none or is gone. */
export function targetPath({ action, target }: AuditEvent): string | undefined {
  if (!target.there) return undefined;
  const [area, part] = action.split('.');
  if (area === 'settings') return `/settings#${part === 'firstSteps' ? 'start' : part}`;
  const { group = null, folder = null, calendar = null } = target.within ?? {};
  switch (target.type) {
    case 'record':
      return `/records/view/${target._id}`;
    case 'user':
      return `/users/edit/${target._id}`;
    case 'group':
      return `/groups/edit/${target._id}`;
    case 'label':
      return `/labels/edit/${target._id}`;
    case 'department':
      return `/organizations/departments/edit/${target._id}`;
    case 'organization':
      return '/organizations/profile';
    case 'calendar':
      return `/calendars/edit/${target._id}`;
    case 'folder':
      return group === null ? undefined : placeHref(group, folder);
    case 'file_request':
      return group === null || folder === null ? undefined : placeHref(group, folder);
    case 'party':
      return `/contractors/${target._id}`;
    case 'rule':
      return group === null || folder === null ? undefined : folderReasonsHref(group, folder);
    case 'obligation':
      return calendar === null ? undefined : obligationHref(calendar, target._id);
    case 'type':
    case 'documentType':
      return '/settings#types';
    case 'hold':
      return `/bin?tab=holds&hold=${target._id}`;
    case 'snapshot':
      return `/calendars/report?snapshot=${target._id}`;
    case 'report_mail':
      return '/calendars/report?mails=list';
    case 'occurrence':
      return occurrenceHref(target._id);
    default:
      return undefined;
  }
}
