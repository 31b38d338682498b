import type { AuditEvent } from '#shared/audit/audit.schemas.ts';
import { AUDIT_ACTIONS, AUDIT_FIELDS, AUDIT_TYPES } from '#shared/audit/audit-words.ts';
import type { TableFormat } from '#shared/platform/table-file.ts';
import { momentIn, tableFile } from '../../platform/tables/table-file.ts';

const COLUMNS = [
  { title: 'Cuándo', width: 17 },
  { title: 'Quién', width: 28 },
  { title: 'Qué se hizo', width: 30 },
  { title: 'Sobre', width: 16 },
  { title: 'Nombre', width: 40 },
  { title: 'Qué cambió', width: 60 },
  { title: 'Desde', width: 16 },
];

/** The audit trail as a table, one row for each event, with the values before and after in words. */
export const auditFile = (
  events: readonly AuditEvent[],
  format: TableFormat,
  day: string,
  timeZone: string,
) =>
  tableFile(`auditoria-${day}`, format, {
    title: 'Auditoría',
    columns: COLUMNS,
    rows: events.map((event) => [
      momentIn(timeZone, new Date(event.at)),
      event.actor ? `${event.actor.firstname} ${event.actor.lastname}`.trim() : 'El sistema',
      AUDIT_ACTIONS[event.action] ?? event.action,
      AUDIT_TYPES[event.target.type] ?? event.target.type,
      event.target.name ?? (event.target.closed ? 'Documento reservado' : ''),
      event.changes
        .map(
          ({ field, before, after }) => `${AUDIT_FIELDS[field] ?? field}: ${before ?? '—'} → ${after ?? '—'}`,
        )
        .join('\n'),
      event.ip ?? '',
    ]),
  });
