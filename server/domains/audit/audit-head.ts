import type { AuditEvent, AuditFilters } from '#shared/audit/audit.schemas.ts';
import { AUDIT_ACTIONS, AUDIT_AREA_NAMES } from '#shared/audit/audit-words.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { momentIn } from '../../platform/tables/table-file.ts';
import { lookup } from '../access/names.queries.ts';
import type { AuditHead } from './audit-file.ts';
import { t } from './texts.ts';

/** What an export says of itself: whose trail it is, by which filters, who made it, when, and how much is in it. */
export async function auditHead(
  executor: Executor,
  actor: Actor,
  filters: AuditFilters,
  file: { organization: string; timezone: string; at: Date; events: readonly AuditEvent[]; cut: boolean },
): Promise<AuditHead> {
  const { organization, timezone, at, events, cut } = file;
  const { people } = await lookup(executor, { people: filters.actor ? [filters.actor] : [] });
  const person = filters.actor && people.get(filters.actor);
  const { action } = filters;
  const known = action && Object.hasOwn(AUDIT_ACTIONS, action) ? AUDIT_ACTIONS[action] : action;
  const count = events.length.toLocaleString('es-CL');
  const lines: [label: string, value: string | undefined][] = [
    [t('file.head.organization'), organization],
    [t('file.head.area'), filters.area && AUDIT_AREA_NAMES[filters.area]],
    [t('file.head.action'), known],
    [t('file.head.actor'), person ? `${person.firstname} ${person.lastname}`.trim() : filters.actor],
    // By the name that the events themselves have, which is null where the document is closed to this admin.
    [t('file.head.target'), filters.target && (events[0]?.target.name ?? t('file.closed'))],
    [t('file.head.text'), filters.text],
    [t('file.head.from'), filters.from],
    [t('file.head.to'), filters.to],
    [t('file.head.author'), `${actor.firstname} ${actor.lastname}`.trim()],
    [t('file.head.at'), momentIn(timezone, at, 'medium')],
    [t('file.head.count'), cut ? t('file.head.newest', { count }) : count],
  ];
  return lines.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));
}
