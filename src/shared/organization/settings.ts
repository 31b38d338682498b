import type { ReadsBeyond } from '../access/visibility.ts';
import type { SecondStepFor } from '../identity/second-step.ts';
import type { Day } from '../platform/days.ts';
import { FILE_KINDS, type FileKind, fileKind } from '../platform/files/file-kinds.ts';
import { isAllowedName } from '../platform/files/refused-kinds.ts';
import { BIN_DAYS, PASSWORD_MIN, UPLOAD_LIMIT_BYTES } from '../platform/limits.ts';

/** Each section is saved by itself, with a rev of its own. */
export const SETTINGS_SECTIONS = [
  'limits',
  'reminders',
  'holidays',
  'passwords',
  'secondStep',
  'managers',
  'bin',
] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

/** A holiday of the organization's own. */
export interface OwnHoliday {
  readonly day: Day;
  readonly name: string;
}

/** The settings that an organization chooses. Each has a default. */
export interface ChosenSettings {
  /** Bytes. */
  readonly uploadLimit: number;
  readonly fileKinds: readonly FileKind[];
  /** Days before a date on which people are reminded of it, the earliest first. */
  readonly reminderLeadDays: readonly number[];
  /** Holidays of its own beside Chile's, and Chilean holidays on which it works. */
  readonly holidays: { readonly added: readonly OwnHoliday[]; readonly removed: readonly Day[] };
  /** Characters. */
  readonly passwordMin: number;
  /** Who must set up a second step of sign-in before anything else. */
  readonly secondStep: SecondStepFor;
  /** What managers read of libraries that they are no member of. */
  readonly managersRead: ReadsBeyond;
  /** Days that a document stays in the bin, where nothing keeps it longer. */
  readonly binDays: number;
}

export const DEFAULT_SETTINGS: ChosenSettings = {
  uploadLimit: UPLOAD_LIMIT_BYTES,
  fileKinds: FILE_KINDS,
  reminderLeadDays: [30, 15, 7, 1],
  holidays: { added: [], removed: [] },
  passwordMin: PASSWORD_MIN,
  secondStep: 'nobody',
  managersRead: 'own',
  binDays: BIN_DAYS,
};

/** The settings in force: the chosen values, else the defaults. */
export const settingsInForce = (chosen: Partial<ChosenSettings>): ChosenSettings => ({
  uploadLimit: chosen.uploadLimit ?? DEFAULT_SETTINGS.uploadLimit,
  fileKinds: chosen.fileKinds ?? DEFAULT_SETTINGS.fileKinds,
  reminderLeadDays: chosen.reminderLeadDays ?? DEFAULT_SETTINGS.reminderLeadDays,
  holidays: chosen.holidays ?? DEFAULT_SETTINGS.holidays,
  passwordMin: chosen.passwordMin ?? DEFAULT_SETTINGS.passwordMin,
  secondStep: chosen.secondStep ?? DEFAULT_SETTINGS.secondStep,
  managersRead: chosen.managersRead ?? DEFAULT_SETTINGS.managersRead,
  binDays: chosen.binDays ?? DEFAULT_SETTINGS.binDays,
});

/** Limits of the values. */
export const SETTINGS_BOUNDS = {
  uploadLimit: { min: 1024 ** 2, max: UPLOAD_LIMIT_BYTES },
  leadDays: { min: 1, max: 365, count: 8 },
  holidays: 200,
  /** A longer minimum would refuse the passwords that Legajo makes for a first sign-in. */
  passwordMin: { min: PASSWORD_MIN, max: 64 },
  /** At least a week, so that somebody on leave does not miss it. */
  binDays: { min: 7, max: 365 },
} as const;

/** Whether an organization accepts a file of this name: never programs, and otherwise the kinds that it chose. */
export const isTakenFile = (name: string, type: string, kinds: readonly FileKind[]): boolean =>
  isAllowedName(name) && kinds.includes(fileKind(name, type));
