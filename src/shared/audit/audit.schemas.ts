import { z } from 'zod';
import { tableFormat } from '../platform/files/table-file.ts';
import { PAGE } from '../platform/limits.ts';
import { cursor, givenDay, id, moment, person, queryNumber } from '../platform/primitives.ts';
import { AUDIT_AREAS } from './audit.ts';

/** Filters of the audit trail. Days are in the organization's time zone, both included. */
export const auditFilters = z.object({
  area: z.enum(AUDIT_AREAS).optional(),
  /** One kind of event, by its code. One that is not known finds nothing. */
  action: z.string().trim().min(1).max(60).optional(),
  actor: id.optional(),
  /** Only events about this target. */
  target: id.optional(),
  /** Only events whose words, as this admin reads them, have all of these; neither case nor accents count. */
  text: z.string().trim().min(1).max(200).optional(),
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
  /** Null where no person did it. With the e-mail that they had then, where the trail knows it, else the one of now. */
  actor: person.extend({ email: z.string().nullable() }).nullable(),
  action: z.string(),
  target: z.object({
    type: z.string(),
    _id: id,
    /** Null where it has no name, is gone without one, or is closed to this admin. */
    name: z.string().nullable(),
    /** Whether this admin may not see the document: then neither its name nor its changes are given. */
    closed: z.boolean(),
    /** Of a person their e-mail, as of whoever did it. */
    email: z.string().nullable(),
    /** Whether it still exists and can be opened. */
    there: z.boolean(),
    /** Where it is: the library and folder of a folder or rule, the calendar of an obligation. */
    within: z.object({ group: id.nullable(), folder: id.nullable(), calendar: id.nullable() }).nullable(),
  }),
  changes: z.array(auditChange),
  ip: z.string().nullable(),
});
export type AuditEvent = z.infer<typeof auditEvent>;

/**
 * Events, newest first. A search by text looks at a limited number of events in one call: it may answer few or none and
 * still have a cursor.
 */
export const auditPage = z.object({
  items: z.array(auditEvent),
  nextCursor: z.string().nullable(),
  /** The moment of the last event that was looked at; null where no text was sought, or nothing is left. */
  searchedTo: moment.nullable(),
});
