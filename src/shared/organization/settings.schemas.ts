import { z } from 'zod';
import { READS_BEYOND } from '../access/visibility.ts';
import { SECOND_STEP_FOR } from '../identity/second-step.ts';
import { FILE_KINDS } from '../platform/files/file-kinds.ts';
import { byteSize, givenDay, line } from '../platform/primitives.ts';
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
const managers = z.object({ read: z.enum(READS_BEYOND) });
const bin = z.object({ days: z.number().int().min(binDays.min).max(binDays.max) });

/** All sections, for admins. */
export const settings = z.object({
  limits: limits.extend({
    rev,
    /** The installation's own limit, in bytes. */
    uploadLimitMax: byteSize,
  }),
  reminders: reminders.extend({ rev }),
  holidays: holidaysChosen.extend({ rev }),
  passwords: passwords.extend({ rev }),
  secondStep: secondStep.extend({ rev }),
  managers: managers.extend({ rev }),
  bin: bin.extend({ rev }),
});
export type Settings = z.infer<typeof settings>;

export const limitsUpdate = limits.extend({ rev });
export const remindersUpdate = reminders.extend({ rev });
export const holidaysUpdate = holidaysChosen.extend({ rev });
export const passwordsUpdate = passwords.extend({ rev });
export const secondStepUpdate = secondStep.extend({ rev });
export const managersUpdate = managers.extend({ rev });
export const binUpdate = bin.extend({ rev });

/** The settings that everybody's screens need. */
export const settingsInForce = z.object({
  uploadLimit: byteSize,
  fileKinds: z.array(z.enum(FILE_KINDS)),
  reminderLeadDays: z.array(z.number().int()),
  passwordMin: z.number().int(),
});
export type SettingsInForce = z.infer<typeof settingsInForce>;
