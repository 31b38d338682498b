import { z } from 'zod';
import { SECOND_STEP_FOR } from '../identity/second-step.ts';
import { FILE_KINDS } from '../platform/file-kinds.ts';
import { byteSize, givenDay, line, named, scope } from '../platform/primitives.ts';
import { RETENTION_EVENTS, RETENTION_LIMITS, RETENTIONS } from '../retention/retention.ts';
import { SETTINGS_BOUNDS } from './settings.ts';

const { uploadLimit, leadDays, holidays, passwordMin, binDays } = SETTINGS_BOUNDS;
const rev = z.number().int().min(0).max(2_147_483_647);
const unique = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

const limits = z.object({
  /** Bytes. */
  uploadLimit: z.number().int().min(uploadLimit.min).max(uploadLimit.max),
  fileKinds: z.array(z.enum(FILE_KINDS)).min(1).max(FILE_KINDS.length).refine(unique, { error: 'twice' }),
});
const reminders = z.object({
  leadDays: z
    .array(z.number().int().min(leadDays.min).max(leadDays.max))
    .min(1)
    .max(leadDays.count)
    .refine(unique, { error: 'twice' }),
});
const ownHoliday = z.object({ day: givenDay, name: line(1, 60) });
const holidaysChosen = z.object({
  added: z
    .array(ownHoliday)
    .max(holidays)
    .refine((all) => unique(all.map((each) => each.day)), { error: 'twice' }),
  removed: z.array(givenDay).max(holidays).refine(unique, { error: 'twice' }),
});
const passwords = z.object({ min: z.number().int().min(passwordMin.min).max(passwordMin.max) });
const secondStep = z.object({ required: z.enum(SECOND_STEP_FOR) });
const bin = z.object({ days: z.number().int().min(binDays.min).max(binDays.max) });

/** All sections as they are; an admin's to see. */
export const settings = z.object({
  limits: limits.extend({
    rev,
    /** What this installation allows at most, in bytes. */
    uploadLimitMax: byteSize,
  }),
  reminders: reminders.extend({ rev }),
  holidays: holidaysChosen.extend({ rev }),
  passwords: passwords.extend({ rev }),
  secondStep: secondStep.extend({ rev }),
  bin: bin.extend({ rev }),
});
export type Settings = z.infer<typeof settings>;

export const limitsUpdate = limits.extend({ rev });
export const remindersUpdate = reminders.extend({ rev });
export const holidaysUpdate = holidaysChosen.extend({ rev });
export const passwordsUpdate = passwords.extend({ rev });
export const secondStepUpdate = secondStep.extend({ rev });
export const binUpdate = bin.extend({ rev });

/** What everybody's screens go by. */
export const settingsInForce = z.object({
  uploadLimit: byteSize,
  fileKinds: z.array(z.enum(FILE_KINDS)),
  reminderLeadDays: z.array(z.number().int()),
  passwordMin: z.number().int(),
});
export type SettingsInForce = z.infer<typeof settingsInForce>;

/** A mail to oneself: what became of it. */
export const mailTest = z.object({
  to: z.string(),
  /** `smtp`: a server took it over. `files`: it lies as a file on this server, and reaches nobody. */
  by: z.enum(['smtp', 'files']),
  sent: z.boolean(),
  /** Why it was not sent. */
  reason: z.string().nullable(),
});
export type MailTest = z.infer<typeof mailTest>;

const count = z.number().int().min(0);

/** What lies on this server, and what it is. */
export const system = z.object({
  storage: z.object({
    documents: count,
    versions: count,
    /** Of all versions, each counted by itself. */
    bytes: byteSize,
    /** Of those, what lies there once although several versions have it. */
    sharedBytes: byteSize,
    /** Versions whose content was found damaged, and is not served until it is restored. */
    damaged: count,
    bin: z.object({ documents: count, bytes: byteSize }),
  }),
  versions: z.object({
    app: z.string(),
    server: z.string(),
    database: z.string(),
    schema: z.string(),
  }),
});
export type SystemFigures = z.infer<typeof system>;

const REVIEW_MONTHS_MAX = 120;

const typeFields = z.object({
  name: line(2, 80),
  code: line(1, 20),
  /** Whom a new document of this type is for, where its creator says nothing else. */
  scope: scope.nullable(),
  /** For how long its documents are kept, counted from which event (domain: retention). */
  retention: z.enum(RETENTIONS),
  retentionMonths: z.number().int().min(1).max(RETENTION_LIMITS.months).nullable(),
  retentionFrom: z.enum(RETENTION_EVENTS),
  /** The law or rule that asks for it. */
  retentionBasis: line(1, RETENTION_LIMITS.basis).nullable(),
  reviewMonths: z.number().int().min(1).max(REVIEW_MONTHS_MAX).nullable(),
});

/** As the wizard and the rules know it. */
export const documentType = named.extend({
  code: z.string(),
  scope: scope.nullable(),
  reviewMonths: z.number().int().nullable(),
});
export type DocumentType = z.infer<typeof documentType>;

/** As an admin keeps it. */
export const managedType = documentType.extend({
  retention: z.enum(RETENTIONS),
  retentionMonths: z.number().int().nullable(),
  retentionFrom: z.enum(RETENTION_EVENTS),
  retentionBasis: z.string().nullable(),
  rev,
  /** Documents of this type, those in the bin too; rules and obligations that ask for it. */
  documents: count,
  rules: count,
  obligations: count,
});
export type ManagedType = z.infer<typeof managedType>;

/** A period has a length, and nothing else has one. */
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
