import { z } from 'zod';
import { PAGE } from '../platform/limits.ts';
import { cursor, givenDay, id, moment, person, queryNumber } from '../platform/primitives.ts';
import { tableFormat } from '../platform/table-file.ts';
import { AUDIT_AREAS } from './audit.ts';

/** Filters of the audit trail. Days are in the organization's time zone, both included. */
export const auditFilters = z.object({
  area: z.enum(AUDIT_AREAS).optional(),
  actor: id.optional(),
  /** Only events about this target. */
  target: id.optional(),
  from: givenDay.optional(),
  to: givenDay.optional(),
});
export type AuditFilters = z.output<typeof auditFilters>;

export const auditQuery = auditFilters.extend({
  cursor: cursor.optional(),
  limit: queryNumber(z.number().int().min(1).max(PAGE.max)).optional(),
});

export const auditExport = auditFilters.extend(tableFormat.shape);

/** A field that a change touched; null where it had, or has, no value. */
export const auditChange = z.object({
  /** Its name in the trail. Screens have words for those that people know. */
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

/** One event of the audit trail. */
export const auditEvent = z.object({
  _id: id,
  at: moment,
  /** Null where no person did it. */
  actor: person.nullable(),
  action: z.string(),
  target: z.object({
    type: z.string(),
    _id: id,
    /** Null where it has no name, is gone without one, or is closed to this admin. */
    name: z.string().nullable(),
    /** Whether this admin may not see the document: then neither its name nor its changes are given. */
    closed: z.boolean(),
    /** Whether it still exists and can be opened. */
    there: z.boolean(),
  }),
  changes: z.array(auditChange),
  ip: z.string().nullable(),
});
export type AuditEvent = z.infer<typeof auditEvent>;

export const auditPage = z.object({ items: z.array(auditEvent), nextCursor: z.string().nullable() });
