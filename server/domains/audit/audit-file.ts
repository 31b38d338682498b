import type { AuditEvent } from '#shared/audit/audit.schemas.ts';
import { auditActor } from '#shared/audit/audit-sentences.ts';
import { fieldWords } from '#shared/audit/audit-values.ts';
import { AUDIT_ACTIONS, AUDIT_TYPES } from '#shared/audit/audit-words.ts';
import type { TableFile, TableFormat } from '#shared/platform/files/table-file.ts';
import { momentIn, tableFile, tablesFile } from '../../platform/tables/table-file.ts';
import { t } from './texts.ts';

const COLUMNS = [
  { title: t('file.columns.when'), width: 20 },
  { title: t('file.columns.who'), width: 28 },
  { title: t('file.columns.email'), width: 30 },
  { title: t('file.columns.what'), width: 30 },
  { title: t('file.columns.about'), width: 16 },
  { title: t('file.columns.name'), width: 40 },
  { title: t('file.columns.changes'), width: 60 },
  { title: t('file.columns.from'), width: 16 },
];

/** What a file says of itself: the organization, its filters, who made it and when. */
export type AuditHead = readonly (readonly [label: string, value: string])[];

/**
 * The audit trail as a table, one row for each event, with the values before and after in words. A workbook says on its
 * first sheet what it holds; a CSV is the table alone, for programs that read it.
 */
export function auditFile(
  events: readonly AuditEvent[],
  format: TableFormat,
  { day, timezone, head }: { day: string; timezone: string; head: AuditHead },
): Promise<TableFile> {
  const name = `auditoria-${day}`;
  const sheet = {
    title: t('file.title'),
    columns: COLUMNS,
    rows: events.map((event) => [
      momentIn(timezone, new Date(event.at), 'medium'),
      auditActor(event),
      event.actor?.email ?? '',
      Object.hasOwn(AUDIT_ACTIONS, event.action) ? (AUDIT_ACTIONS[event.action] ?? '') : event.action,
      AUDIT_TYPES[event.target.type] ?? event.target.type,
      event.target.email === null
        ? (event.target.name ?? (event.target.closed ? t('file.closed') : ''))
        : `${event.target.name ?? ''} (${event.target.email})`.trim(),
      event.changes
        .map(({ field, before, after }) => `${fieldWords(field)}: ${before ?? '—'} → ${after ?? '—'}`)
        .join('\n'),
      event.ip ?? '',
    ]),
  };
  if (format === 'csv') return tableFile(name, format, sheet);
  const about = {
    title: t('file.about'),
    columns: [
      { title: t('file.title'), width: 20 },
      { title: '', width: 60 },
    ],
    rows: head,
  };
  return tablesFile(name, format, [about, sheet]);
}
