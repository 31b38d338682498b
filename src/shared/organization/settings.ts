import type { SecondStepFor } from '../identity/second-step.ts';
import type { Day } from '../platform/days.ts';
import { FILE_KINDS, type FileKind, fileKind, isAllowedName } from '../platform/file-kinds.ts';
import { BIN_DAYS, PASSWORD_MIN, UPLOAD_LIMIT_BYTES } from '../platform/limits.ts';

/** Each is saved by itself, under an optimistic lock of its own. */
export const SETTINGS_SECTIONS = [
  'limits',
  'reminders',
  'holidays',
  'passwords',
  'secondStep',
  'bin',
] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

/** A holiday of the organization's own. */
export interface OwnHoliday {
  readonly day: Day;
  readonly name: string;
}

/** What an organization chooses; each has a value where it chose nothing. */
export interface ChosenSettings {
  /** Bytes. */
  readonly uploadLimit: number;
  readonly fileKinds: readonly FileKind[];
  /** Days before a date at which one is reminded of it, the earliest first. */
  readonly reminderLeadDays: readonly number[];
  /** Beside Chile's: those of its own, and days of Chile's on which it works all the same. */
  readonly holidays: { readonly added: readonly OwnHoliday[]; readonly removed: readonly Day[] };
  /** Characters. */
  readonly passwordMin: number;
  /** Who sets up a second step of sign-in before anything else is open to them. */
  readonly secondStep: SecondStepFor;
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
  binDays: BIN_DAYS,
};

/** What is in force: what was chosen, else what was always so. */
export const settingsInForce = (chosen: Partial<ChosenSettings>): ChosenSettings => ({
  uploadLimit: chosen.uploadLimit ?? DEFAULT_SETTINGS.uploadLimit,
  fileKinds: chosen.fileKinds ?? DEFAULT_SETTINGS.fileKinds,
  reminderLeadDays: chosen.reminderLeadDays ?? DEFAULT_SETTINGS.reminderLeadDays,
  holidays: chosen.holidays ?? DEFAULT_SETTINGS.holidays,
  passwordMin: chosen.passwordMin ?? DEFAULT_SETTINGS.passwordMin,
  secondStep: chosen.secondStep ?? DEFAULT_SETTINGS.secondStep,
  binDays: chosen.binDays ?? DEFAULT_SETTINGS.binDays,
});

/** Bounds of what can be chosen. */
export const SETTINGS_BOUNDS = {
  uploadLimit: { min: 1024 ** 2, max: UPLOAD_LIMIT_BYTES },
  leadDays: { min: 1, max: 365, count: 8 },
  holidays: 200,
  /** A longer one would keep out the passwords that Legajo makes for a first sign-in to be changed. */
  passwordMin: { min: PASSWORD_MIN, max: 64 },
  /** A week is the least in which somebody on leave can miss something. */
  binDays: { min: 7, max: 365 },
} as const;

/** What an organization takes: programs never, else the kinds that it chose. */
export const isTakenFile = (name: string, type: string, kinds: readonly FileKind[]): boolean =>
  isAllowedName(name) && kinds.includes(fileKind(name, type));
