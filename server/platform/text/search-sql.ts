import { DROPPED, ION_ENDING, SEPARATORS, SHORT_PLURAL, STOP_WORDS } from './normalize.ts';

/**
 * The database half of Spanish search: one list of statements that a migration runs, the same on PGlite and on
 * PostgreSQL 15 and later. They need an UTF-8 database and no extension: accents go by decomposition
 * (`normalize(…, NFKD)`, which is immutable and also opens the ligatures of extracted PDF text).
 *
 * - `legajo_normalize(text)`: the twin of `normalizeText`.
 * - `legajo_tsvector(title, name, labels, notes, body)`: weights A, B, B, C, D; and each word of title and name
 *   once more as `=word`, unstemmed and without any accent, so that a word that is still being typed finds titles ("contratis").
 * Index the vector by GIN with a small pending list (128 kB): none doubles the cost of a write, the default of
 * 4 MB multiplies that of a search and makes the planner prefer to read the whole table.
 * All are immutable, strict where a null must give null, and can stand in generated columns and indexes.
 */

/** Name of the text search configuration, qualified as immutable functions need it. */
export const SEARCH_CONFIG = 'public.legajo';

/** Characters of extracted text that are indexed: a tsvector may hold 1 MiB of lexemes, no more. */
export const MAX_INDEXED_CHARACTERS = 400_000;

const stopWords = [...STOP_WORDS].map((word) => `'${word}'`).join(',');

const createDictionary = `
create text search dictionary public.legajo_stem (template = pg_catalog.snowball, language = spanish)`;

const createConfiguration = `
create text search configuration public.legajo (copy = pg_catalog.spanish)`;

const useStemmer = `
alter text search configuration public.legajo
  alter mapping for asciiword, word with public.legajo_stem`;

const createNormalize = `
create function public.legajo_normalize(source text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  regexp_replace(
    regexp_replace(
      lower(regexp_replace(normalize(source, NFKD), '[${DROPPED}]', '', 'g')),
      '[${SEPARATORS}]+', ' ', 'g'),
    '\\m${SHORT_PLURAL}\\M', '\\1', 'g'),
  '${ION_ENDING}\\M', '\\1ión', 'g')`;

/** Takes normalized text; the first thousand characters are more than a title and a file name may have. */
const createWords = `
create function public.legajo_words(normalized text) returns tsvector
language sql immutable strict parallel safe
begin atomic
  select coalesce(array_to_tsvector(array_agg(distinct '=' || left(word, 60))), ''::tsvector)
  from string_to_table(translate(left(normalized, 1000), 'ó', 'o'), ' ') as word
  where word <> '' and word <> all (array[${stopWords}]);
end`;

const stems = (normalized: string) => `to_tsvector('${SEARCH_CONFIG}'::regconfig, ${normalized})`;

// plpgsql keeps its plan for the session: inlined, this expression is planned anew with every write of a search row
const createVector = `
create function public.legajo_tsvector(title text, name text, labels text, notes text, body text) returns tsvector
language plpgsql immutable parallel safe
as $$ declare
  t text := public.legajo_normalize(coalesce(title, ''));
  n text := public.legajo_normalize(coalesce(name, ''));
begin
  return ts_delete(
    setweight(${stems('t')}, 'A')
      || setweight(${stems('n')}, 'B')
      || setweight(${stems(`public.legajo_normalize(coalesce(labels, ''))`)}, 'B')
      || setweight(${stems(`public.legajo_normalize(coalesce(notes, ''))`)}, 'C')
      || ${stems(`public.legajo_normalize(left(coalesce(body, ''), ${MAX_INDEXED_CHARACTERS}))`)},
    array[${stopWords}]
  ) || public.legajo_words(t || ' ' || n);
end $$`;

/** Run in this order, each as a statement of its own. */
export const SEARCH_STATEMENTS: readonly string[] = [
  createDictionary,
  createConfiguration,
  useStemmer,
  createNormalize,
  createWords,
  createVector,
];
