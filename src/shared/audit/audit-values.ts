import { isScope, SCOPE_LABELS } from '../access/scopes.ts';
import { isRecordState, stateRow } from '../access/states.ts';
import { recurrenceWords } from '../calendars/words.ts';
import { isLabelIcon, labelIconName } from '../labels/label-icons.ts';
import { NOTIFICATION_TYPES } from '../notifications/notification-types.ts';
import { isDay } from '../platform/days.ts';
import { LOCALE } from '../platform/limits.ts';
import { MONTH_NAMES } from '../platform/texts/month-names.ts';
import { AUDIT_CHOICES, AUDIT_CODES, AUDIT_FIELDS } from './audit-field-words.ts';

/* What stands in a field of an audit event, in words. */

const NOTICES: ReadonlySet<string> = new Set(NOTIFICATION_TYPES);
const STATES: ReadonlySet<string> = new Set(['state', 'accepted_states', 'acceptedStates', 'outcome']);

/** Bytes. */
const SIZES: ReadonlySet<string> = new Set(['uploadLimit', 'size']);
const NUMBERS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const sizeWords = (bytes: number): string => `${NUMBERS.format(bytes / 1024 ** 2)} MB`;

/** A value of a field in words; undefined where it is not one of those that have any. */
export function valueWords(field: string, value: string | number): string | undefined {
  if (typeof value === 'number') {
    if (SIZES.has(field)) return sizeWords(value);
    return STATES.has(field) && isRecordState(value) ? stateRow(value).label : undefined;
  }
  if (field === 'scope' && isScope(value)) return SCOPE_LABELS[value];
  if (field === 'icon' && isLabelIcon(value)) return labelIconName(value);
  if (field === 'recurrence') return recurrenceWords(value);
  const codes = NOTICES.has(field) ? AUDIT_CHOICES : own(AUDIT_CODES, field);
  return (codes && own(codes, value)) ?? dayWords(value);
}

/** A member of a table by a text from outside, which may be `constructor`. */
const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** `2026-10-13` as `13 oct 2026`. */
function dayWords(value: string): string | undefined {
  if (!isDay(value)) return undefined;
  const month = MONTH_NAMES[Number(value.slice(5, 7)) - 1]?.slice(0, 3);
  return `${Number(value.slice(8))} ${month} ${value.slice(0, 4)}`;
}

/** A field in words; one that has none (from a newer server) by its own name. */
export const fieldWords = (field: string): string => own(AUDIT_FIELDS, field) ?? field;
