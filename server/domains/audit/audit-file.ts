import type { AuditEvent } from '#shared/audit/audit.schemas.ts';
import { AUDIT_ACTIONS, AUDIT_FIELDS, AUDIT_TYPES } from '#shared/audit/audit-words.ts';
import type { TableFormat } from '#shared/platform/table-file.ts';
import { momentIn, tableFile } from '../../platform/tables/table-file.ts';
import { t } from './texts.ts';

const COLUMNS = [
  { title: t('file.columns.when'), width: 17 },
  { title: t('file.columns.who'), width: 28 },
  { title: t('file.columns.what'), width: 30 },
  { title: t('file.columns.about'), width: 16 },
  { title: t('file.columns.name'), width: 40 },
  { title: t('file.columns.changes'), width: 60 },
  { title: t('file.columns.from'), width: 16 },
];

/** The audit trail as a table, one row for each event, with the values before and after in words. */
export const auditFile = (
  events: readonly AuditEvent[],
  format: TableFormat,
  day: string,
  timeZone: string,
) =>
  tableFile(`auditoria-${day}`, format, {
    title: t('file.title'),
    columns: COLUMNS,
    rows: events.map((event) => [
      momentIn(timeZone, new Date(event.at)),
      event.actor ? `${event.actor.firstname} ${event.actor.lastname}`.trim() : t('file.system'),
      AUDIT_ACTIONS[event.action] ?? event.action,
      AUDIT_TYPES[event.target.type] ?? event.target.type,
      event.target.name ?? (event.target.closed ? t('file.closed') : ''),
      event.changes
        .map(
          ({ field, before, after }) => `${AUDIT_FIELDS[field] ?? field}: ${before ?? '—'} → ${after ?? '—'}`,
        )
        .join('\n'),
      event.ip ?? '',
    ]),
  });
