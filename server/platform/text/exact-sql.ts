import { DROPPED, ION_ENDING, SEPARATORS, SHORT_PLURAL, STOP_WORDS } from './normalize.ts';
import { MAX_INDEXED_CHARACTERS, SEARCH_CONFIG } from './search-sql.ts';

/**
 * The second form of search vectors: it has every word but the stop words by stem, and all words once more as they
 * stand, with their places, for quotes. The statements replace functions of `search-sql.ts`.
 *
 * - `legajo_fold(text)`: the twin of `foldText`.
 * - `legajo_stems(normalized)`: stop words are left out before stemming, and keep their places.
 * - `legajo_exact(folded)`: all words, unstemmed, each after `EXACT`.
 * - `legajo_stemmed_fields(title, name, labels, notes, body)`: the fields by stem, and the words of title and file name as
 *   before (`legajo_words`). `legajo_exact_fields` of the same: their words unstemmed. `legajo_tsvector`: both.
 */

/**
 * Begins every unstemmed word in a vector. Folding turns ñ into n, so that no word of a text has it.
 * By itself it stands at the end of each field. A vector without it has no unstemmed words, or not all of them: it is
 * of the first form, or its text has too many different words.
 */
export const EXACT = 'ñ';

/** Stands in vectors that have more than one section. */
export const FURTHER_SECTIONS = `${EXACT}${EXACT}`;

/** Longer words are cut: they are compared by their beginnings. */
export const MAX_WORD_CHARACTERS = 60;

/**
 * PostgreSQL keeps no more than 255 places of a word in a vector, and none beyond 16,383. So the words of long texts are
 * numbered by section, and places count from the beginning of the section. Words of up to three letters, articles
 * and prepositions among them, come so often that they are numbered by shorter parts of a section.
 */
export const SECTION = {
  words: 12_000,
  /** Parts of a section; 2,000 words hold about 160 times "de". */
  parts: 6,
  /** Words of the next section that a section repeats, so that a phrase across the border is found. */
  overlap: 64,
  shortWord: 3,
  /** Words of further sections are found by stem, and in no phrase. 400,000 characters of prose have 6 sections. */
  most: 7,
} as const;

const PART = SECTION.words / SECTION.parts;

/** What a word begins with in a section. Short words have one beginning for each part of the section. */
export function exactPrefixes(word: string, section: number): string[] {
  const numbered = (number: number) => (number === 0 ? EXACT : `${EXACT}${number}${EXACT}`);
  return word.length > SECTION.shortWord
    ? [numbered(section)]
    : Array.from({ length: SECTION.parts }, (_, part) => numbered(section * SECTION.parts + part));
}

const folded = `lower(regexp_replace(normalize(source, NFKD), '[${DROPPED}]', '', 'g'))`;

const createFold = `
create function public.legajo_fold(source text) returns text
language sql immutable strict parallel safe
return regexp_replace(${folded}, '[${SEPARATORS}]+', ' ', 'g')`;

/** The rewrites of `legajo_normalize`, for a text that is folded already. */
const createPrepare = `
create function public.legajo_prepare(folded text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  regexp_replace(folded, '\\m${SHORT_PLURAL}\\M', '\\1', 'g'),
  '${ION_ENDING}\\M', '\\1ión', 'g')`;

/** Each stop word gives its place to a word that no text has, which is then deleted. */
const createStems = `
create function public.legajo_stems(normalized text) returns tsvector
language sql immutable strict parallel safe
return ts_delete(
  to_tsvector('${SEARCH_CONFIG}'::regconfig,
    regexp_replace(' ' || normalized || ' ', ' (?:${[...STOP_WORDS].join('|')})(?= )', ' ${EXACT}', 'g')),
  '${EXACT}')`;

const createExact = `
create function public.legajo_exact(folded text) returns tsvector
language plpgsql immutable strict parallel safe
as $$ declare
  words text[] := string_to_array(btrim(folded), ' ');
  many int := cardinality(words);
  said text;
begin
  if many <= ${PART} then
    select string_agg('''${EXACT}' || left(word, ${MAX_WORD_CHARACTERS}) || ''':' || at, ' ') into said
    from unnest(words) with ordinality as each (word, at);
  else
    select '${FURTHER_SECTIONS} ' || string_agg(
      '''${EXACT}' || case when number > 0 then number || '${EXACT}' else '' end
        || left(word, ${MAX_WORD_CHARACTERS}) || ''':' || at - section * ${SECTION.words}, ' ') into said
    from (
      select word, at, section, case
        when length(word) > ${SECTION.shortWord} then section
        else least((at - 1) / ${PART}, section * ${SECTION.parts} + ${SECTION.parts - 1})
      end as number
      from (
        select word, at::int as at, (at::int - 1) / ${SECTION.words} as section
        from unnest(words) with ordinality as each (word, at)
        union all
        select word, at::int, (at::int - 1) / ${SECTION.words} - 1
        from unnest(words) with ordinality as each (word, at)
        where at > ${SECTION.words} and (at - 1) % ${SECTION.words} < ${SECTION.overlap}
      ) placed
      where section < ${SECTION.most}
    ) numbered;
  end if;
  -- Fields are put one after the other: a word that ends each keeps phrases within one field.
  return (coalesce(said || ' ', '')
    || '${EXACT}:' || least(many, ${SECTION.words + SECTION.overlap}) + 1)::tsvector;
end $$`;

const FIELDS = 'title text, name text, labels text, notes text, body text';
const FOLDED = `
  t text := public.legajo_fold(coalesce(title, ''));
  n text := public.legajo_fold(coalesce(name, ''));
  l text := public.legajo_fold(coalesce(labels, ''));
  c text := public.legajo_fold(coalesce(notes, ''));
  b text := public.legajo_fold(left(coalesce(body, ''), ${MAX_INDEXED_CHARACTERS}));
`;
const EXACT_FIELDS = `
    setweight(public.legajo_exact(t), 'A')
    || setweight(public.legajo_exact(n), 'B')
    || setweight(public.legajo_exact(l), 'B')
    || setweight(public.legajo_exact(c), 'C')
    || public.legajo_exact(b)`;
const STEMMED_FIELDS = `
    setweight(public.legajo_stems(public.legajo_prepare(t)), 'A')
    || setweight(public.legajo_stems(public.legajo_prepare(n)), 'B')
    || setweight(public.legajo_stems(public.legajo_prepare(l)), 'B')
    || setweight(public.legajo_stems(public.legajo_prepare(c)), 'C')
    || public.legajo_stems(public.legajo_prepare(b))
    || public.legajo_words(public.legajo_prepare(t || ' ' || n))`;

/** Unstemmed words come first: their places must not pass the last one that a vector can hold. */
const vector = (name: string, parts: readonly string[]) => `
create or replace function public.${name}(${FIELDS}) returns tsvector
language plpgsql immutable parallel safe
as $$ declare
  ${FOLDED}
begin
  return ${parts.join(' || ')};
end $$`;

/** Run in this order, each as a statement of its own. */
export const EXACT_STATEMENTS: readonly string[] = [
  createFold,
  createPrepare,
  createStems,
  createExact,
  vector('legajo_stemmed_fields', [STEMMED_FIELDS]),
  vector('legajo_exact_fields', [EXACT_FIELDS]),
  vector('legajo_tsvector', [EXACT_FIELDS, STEMMED_FIELDS]),
];
