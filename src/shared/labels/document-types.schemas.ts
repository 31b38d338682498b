import { z } from 'zod';
import { scope } from '../access/access.schemas.ts';
import { RETENTION_EVENTS, RETENTION_LIMITS, RETENTIONS } from '../keeping/retention.ts';
import { line, named } from '../platform/primitives.ts';

const rev = z.number().int().min(0).max(2_147_483_647);
const count = z.number().int();

const REVIEW_MONTHS_MAX = 120;

const typeFields = z.object({
  name: line(2, 80),
  code: line(1, 20),
  /** The scope of a new document of this type, where its creator chooses none. */
  scope: scope.nullable(),
  /** How long its documents are kept, counted from which event (docs/domain/retention.md). */
  retention: z.enum(RETENTIONS),
  retentionMonths: z.number().int().min(1).max(RETENTION_LIMITS.months).nullable(),
  retentionFrom: z.enum(RETENTION_EVENTS),
  /** The law or rule that requires it. */
  retentionBasis: line(1, RETENTION_LIMITS.basis).nullable(),
  reviewMonths: z.number().int().min(1).max(REVIEW_MONTHS_MAX).nullable(),
});

/** A document type as the wizard and the rules need it. */
export const documentType = named.extend({
  code: z.string(),
  scope: scope.nullable(),
  reviewMonths: z.number().int().nullable(),
});
export type DocumentType = z.infer<typeof documentType>;

/** A document type as admins edit it. */
export const managedType = documentType.extend({
  retention: z.enum(RETENTIONS),
  retentionMonths: z.number().int().nullable(),
  retentionFrom: z.enum(RETENTION_EVENTS),
  retentionBasis: z.string().nullable(),
  rev,
  /** Documents of this type, those in the bin included; rules and obligations that ask for it. */
  documents: count,
  rules: count,
  obligations: count,
});
export type ManagedType = z.infer<typeof managedType>;

/** A period must have a length; any other retention must have none. */
const wholeSchedule = ({
  retention,
  retentionMonths,
}: {
  retention?: string | undefined;
  retentionMonths?: number | null | undefined;
}) => (retention === 'period') === (typeof retentionMonths === 'number');
const atMonths = { error: 'retention_months', path: ['retentionMonths'] };

export const typeCreate = typeFields
  .partial({
    ...{ scope: true, reviewMonths: true },
    ...{ retention: true, retentionMonths: true, retentionFrom: true, retentionBasis: true },
  })
  .refine(wholeSchedule, atMonths);
export type TypeCreate = z.output<typeof typeCreate>;
export const typeUpdate = typeFields.extend({ rev }).refine(wholeSchedule, atMonths);
export type TypeUpdate = z.output<typeof typeUpdate>;
