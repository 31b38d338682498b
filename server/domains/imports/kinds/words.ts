import type { z } from 'zod';
import type { ImportChange } from '#shared/imports/imports.schemas.ts';
import { sentencesByField } from '#shared/platform/texts/sentences.ts';
import { foldTitle } from '../../../platform/tables/reading/fold-title.ts';
import { t } from '../texts.ts';
import type { Fail, ImportColumn } from './kind.ts';

/* What kinds of imports have in common: cells as values, and what is said of them. */

export interface Named {
  readonly id: string;
  readonly name: string;
}

const NAMES_SHOWN = 6;

/** Names to choose from, as a sentence ends with them: `Hay: «A», «B» y 4 más.` Empty where there are none. */
export function choices(names: readonly string[]): string {
  if (names.length === 0) return '';
  const shown = names.slice(0, NAMES_SHOWN).map((name) => `«${name}»`);
  const more = names.length - shown.length;
  return more > 0
    ? t('choices.more', { names: shown.join(', '), count: more })
    : t('choices.all', { names: shown.join(', ') });
}

/** Finds by exact name, else by a name that is equal apart from case, accents and punctuation. */
export function pick<Row extends { readonly name: string }>(
  name: string,
  among: readonly Row[],
): readonly Row[] {
  const exact = among.filter((each) => each.name === name);
  return exact.length === 1 ? exact : among.filter((each) => foldTitle(each.name) === foldTitle(name));
}

/** The one of the rows that a cell names. Says what is missing and which there are. @returns null where it failed */
export function pickOne<Row extends { readonly name: string }>(
  name: string,
  among: readonly Row[],
  said: { readonly unknown: string; readonly several: string },
  fail: (message: string) => void,
): Row | null {
  const [first, ...others] = pick(name, among);
  if (first && others.length === 0) return first;
  fail(first ? said.several : `${said.unknown} ${choices(among.map((each) => each.name))}`.trim());
  return null;
}

/** The key of a word in a table of words, folded; undefined for an unknown word. */
export const wordIn = <Key extends string>(
  text: string,
  words: Readonly<Record<Key, readonly string[]>>,
): Key | undefined =>
  (Object.keys(words) as Key[]).find((key) => words[key].some((word) => foldTitle(word) === foldTitle(text)));

/** Says what a schema refuses, each at its column. @returns the body, or null */
export function parsed<Schema extends z.ZodType, Column extends string>(
  schema: Schema,
  body: object,
  columnOf: (field: string) => Column | null,
  fail: Fail<Column>,
): z.output<Schema> | null {
  const read = schema.safeParse(body, { reportInput: true });
  if (read.success) return read.data;
  for (const [field, sentence] of Object.entries(sentencesByField(read.error.issues)))
    fail(columnOf(field.split('.')[0] ?? ''), sentence);
  return null;
}

const NOTHING = '—';

/** The values of columns that differ. An empty one is shown as a dash. */
export const changesBetween = <Column extends string>(
  columns: readonly ImportColumn<Column>[],
  before: Readonly<Record<Column, string>>,
  after: Readonly<Record<Column, string>>,
): ImportChange[] =>
  columns.flatMap(({ key, title }) =>
    before[key] === after[key]
      ? []
      : [{ column: title, was: before[key] || NOTHING, now: after[key] || NOTHING }],
  );

/** Finds the row in which a value stood first: twice in one table, it is a slip. */
export function seenOnce(): (key: string, row: number) => number | undefined {
  const seen = new Map<string, number>();
  return (key, row) => {
    const before = seen.get(key);
    if (before === undefined) seen.set(key, row);
    return before;
  };
}
