import { z } from 'zod';
import { type DayRange, GIVEN_DAYS, isDay, isWithin, JUDGED_DAYS, PLANNED_DAYS } from './days.ts';
import { EMAIL, EMAIL_LENGTH } from './email-address.ts';
import { BATCH_MAX } from './limits.ts';
import { isBlank } from './texts/blank.ts';
import { withoutInvisible } from './texts/invisible.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here, but for tab and line ends
const CONTROL_MULTILINE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** Half of a surrogate pair: it cannot be encoded in UTF-8, so neither a database nor a disk can hold it. */
const LONE_SURROGATE = /\p{Cs}/u;

const isReadable = (text: string): boolean => !LONE_SURROGATE.test(text) && (text === '' || !isBlank(text));

/** The server makes UUIDv7; any UUID is accepted, and an unknown one is not found. */
export const id = z.uuid();

/** The ids of the documents of one call. */
export const manyRecords = z
  .array(id)
  .min(1)
  .max(BATCH_MAX)
  .transform((ids) => [...new Set(ids.map((each) => each.toLowerCase()))]);

/**
 * One line of text: trimmed, without what nobody sees, no control characters or controls of direction, and something to
 * see unless empty.
 */
export const line = (min: number, max: number) => oneLine(z.string().overwrite(withoutInvisible), min, max);

/** The same as it is given: names of files come from disks, where those with an invisible character are others. */
export const lineAsGiven = (min: number, max: number) => oneLine(z.string(), min, max);

const oneLine = (text: z.ZodString, min: number, max: number) =>
  text
    .trim()
    .min(min)
    .max(max)
    .refine((text) => !CONTROL.test(text) && isReadable(text), { error: 'control' });

const LINE_END = /\r\n?|[\u2028\u2029]/g;

/** Text of several lines: trimmed, tab and line ends allowed. Whatever ends its lines comes out as one line feed. */
export const prose = (max: number) =>
  z
    .string()
    .overwrite((text) => text.replace(LINE_END, '\n'))
    .trim()
    .max(max)
    .refine((text) => !CONTROL_MULTILINE.test(text) && isReadable(text), { error: 'control' });

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(EMAIL_LENGTH)
  .pipe(z.email({ pattern: EMAIL }))
  .meta({ format: 'email' });
/** A calendar day without a time zone, `YYYY-MM-DD`, in answers. */
export const day = z.iso.date();
/** A day within a range; `error` names the sentence for one outside of it. */
const dayOf = (range: DayRange, error: string) =>
  z.iso
    .date()
    .refine((text) => isWithin(text, range), { error })
    .meta({ examples: [range.first, range.last] });
/** A day in the input of a call. All such days use this schema or a narrower one below. */
export const givenDay = dayOf(GIVEN_DAYS, 'given_day');
export const plannedDay = dayOf(PLANNED_DAYS, 'planned_day');
export const judgedDay = dayOf(JUDGED_DAYS, 'judged_day');
/** A moment on the wire: ISO 8601 with zone. */
export const moment = z.iso.datetime({ offset: true });
/** A moment in the input of a call, within the days that may be entered. */
export const givenMoment = moment
  .refine((text) => isDay(text.slice(0, 10)), { error: 'given_day' })
  .meta({ examples: [`${GIVEN_DAYS.first}T00:00:00Z`, `${GIVEN_DAYS.last}T23:59:59Z`] });
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const byteSize = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
export const cursor = z.string().min(1).max(2000);

/** Query strings hold numbers and lists as text. */
export const queryNumber = (schema: z.ZodNumber) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(schema)
    .meta({ type: 'integer', minimum: schema.minValue ?? 0, maximum: schema.maxValue ?? 999_999_999 });
const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
export const queryIds = z
  .string()
  .max(4000)
  .transform((text) => (text === '' ? [] : text.split(',')))
  .pipe(z.array(id).max(100))
  .meta({ pattern: `^(${UUID}(,${UUID})*)?$` });

export const person = z.object({ _id: id, firstname: z.string(), lastname: z.string() });
export type Person = z.infer<typeof person>;

/** A reference with a name: library, folder, document type, organization. */
export const named = z.object({ _id: id, name: z.string() });
export type Named = z.infer<typeof named>;

/** The answer of a call without a result. */
export const done = z.object({ ok: z.literal(true) });
