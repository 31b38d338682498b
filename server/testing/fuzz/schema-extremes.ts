import { z } from 'zod';
import type { JsonSchema } from './schema-sample.ts';

/** Days that often cause errors: the first years, leap days, and a day that a time zone skipped. */
const ODD_DAYS = [
  ...['0001-01-01', '0099-12-31', '0202-05-01', '0999-05-01', '1000-01-01', '1582-10-10', '1900-02-29'],
  ...['1969-12-31', '2000-02-29', '2011-12-30', '2026-04-05', '2026-09-06', '2999-12-31', '9999-12-31'],
];
const ODD_TIMES = ['T00:00:00Z', 'T23:59:60Z', 'T24:00:00Z', 'T23:59:59.999+14:00', 'T00:00:00-12:00'];
/** Longer texts exceed the limit of every field. */
const TEXT_MAX = 20_000;
const ITEMS_MAX = 1000;

/** An input with one value replaced by one at the bounds of its schema, or just beyond. */
export interface Extreme {
  /** Path of the value: `leadDays.0`, `validity.months`. */
  readonly at: string;
  readonly value: unknown;
}

const beside = (day: string): string[] =>
  [-1, 0, 1].map((days) => {
    const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() + days);
    return date.toISOString().slice(0, 10);
  });

function days({ examples }: JsonSchema): string[] {
  return [...new Set([...ODD_DAYS, ...(examples ?? []).flatMap((each) => beside(String(each)))])];
}

function extremesOf(schema: JsonSchema, sample: unknown): unknown[] {
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const inBranches = branches.flatMap((branch) => extremesOf({ ...schema, ...without(branch) }, sample));
  if (branches.length > 0) return inBranches;
  if (schema.enum) return [...schema.enum];
  if (schema.format === 'date') return days(schema);
  if (schema.format === 'date-time') {
    const all = days(schema);
    return [
      ...all.map((day) => `${day}T12:00:00Z`),
      ...all.slice(0, 3).flatMap((day) => ODD_TIMES.map((time) => day + time)),
    ];
  }
  switch (schema.type) {
    case 'integer':
    case 'number': {
      const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema;
      return [minimum - 1, minimum, maximum, maximum + 1];
    }
    case 'boolean':
      return [true, false];
    case 'array': {
      const [first] = Array.isArray(sample) ? sample : [];
      const many = Math.min(schema.maxItems ?? ITEMS_MAX, ITEMS_MAX);
      return first === undefined ? [[]] : [[], Array(many).fill(first), Array(many + 1).fill(first)];
    }
    case 'string': {
      const longest = Math.min(schema.maxLength ?? TEXT_MAX, TEXT_MAX);
      return ['', 'x'.repeat(schema.minLength ?? 1), 'ñ'.repeat(longest), 'x'.repeat(longest + 1)];
    }
    default:
      return [];
  }
}

/** A branch inherits from its union, without the union's list of branches. */
const without = (branch: JsonSchema): JsonSchema => ({
  ...{ anyOf: undefined, oneOf: undefined, allOf: undefined },
  ...branch,
});

function* inside(schema: JsonSchema, sample: unknown, at: string): Generator<Extreme> {
  if (at !== '') for (const value of extremesOf(schema, sample)) yield { at, value };
  const step = (name: string): string => (at === '' ? name : `${at}.${name}`);
  for (const branch of [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) {
    if (branch.properties) {
      const fields = (sample ?? {}) as Readonly<Record<string, unknown>>;
      for (const [name, field] of Object.entries(branch.properties))
        yield* inside(field, fields[name], step(name));
    }
    if (branch.items && Array.isArray(sample) && sample.length > 0)
      yield* inside(branch.items, sample[0], step('0'));
  }
}

/** For every field of an input, however deep: values at the bounds of its schema, and one step beyond. */
export function extremesIn(schema: z.ZodType, sample: unknown): Extreme[] {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  }) as JsonSchema;
  return [...inside(json, sample, '')];
}

/** A copy of an input with another value at one path. */
export function replaced(input: unknown, { at, value }: Extreme): unknown {
  const copy: unknown = structuredClone(input ?? {});
  const steps = at.split('.');
  const last = steps.pop() as string;
  let place = copy as Record<string, unknown>;
  for (const step of steps) {
    if (!place[step] || typeof place[step] !== 'object') place[step] = {};
    place = place[step] as Record<string, unknown>;
  }
  place[last] = value;
  return copy;
}
