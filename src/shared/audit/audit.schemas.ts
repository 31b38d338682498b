import { z } from 'zod';
import { PAGE } from '../platform/limits.ts';
import { cursor, givenDay, id, moment, person, queryNumber } from '../platform/primitives.ts';
import { tableFormat } from '../platform/table-file.ts';
import { AUDIT_AREAS } from './audit.ts';

/** What is asked of the audit trail. Days are the organization's own, both included. */
export const auditFilters = z.object({
  area: z.enum(AUDIT_AREAS).optional(),
  actor: id.optional(),
  /** What happened to one thing. */
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
  /** Its name in the trail; screens have a word for those that people know. */
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

/** One event of the audit trail. */
export const auditEvent = z.object({
  _id: id,
  at: moment,
  /** Null where nobody did it: the server, in its own time. */
  actor: person.nullable(),
  action: z.string(),
  target: z.object({
    type: z.string(),
    _id: id,
    /** Null where it has none, is gone without one, or is closed to this admin. */
    name: z.string().nullable(),
    /** A document that this admin may not see: then its name and what changed of it are not told either. */
    closed: z.boolean(),
    /** Whether it is still there to be opened. */
    there: z.boolean(),
  }),
  changes: z.array(auditChange),
  ip: z.string().nullable(),
});
export type AuditEvent = z.infer<typeof auditEvent>;

export const auditPage = z.object({ items: z.array(auditEvent), nextCursor: z.string().nullable() });
