/**
 * The normalized form of Spanish text (docs/domain/search.md), in TypeScript.
 *
 * `search-sql.ts` builds the database's function from the same pieces, so that what is stored and what is asked can
 * never part; a test compares the two over generated text on both databases.
 */

/** Marks that vanish: accents (after decomposition), soft hyphens, zero-width characters. */
export const DROPPED = '\\u0300-\\u036f\\u00ad\\u200b-\\u200d\\u2060\\ufeff';

/**
 * Everything that only separates words. Dots, underscores, hyphens and slashes are among them because the
 * database's parser would otherwise read "contrato.pdf" as a host name and "obra/anexo" as one path.
 * Written as ranges that a JavaScript and a PostgreSQL bracket expression read alike.
 */
export const SEPARATORS =
  '\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u00d7\\u00f7\\u2000-\\u206f\\u20a0-\\u2bff\\u3000-\\u303f\\ufe30-\\ufe4f\\ufffd';

/** Plurals of short words that begin with a vowel: the stemmer leaves obras, actas, usos, años as they are. */
export const SHORT_PLURAL = '([aeiou][^aeiou\\W]+[aeiou])s';

/** The stemmer knows -ción only with its accent. */
export const ION_ENDING = '([csx])ion';

/**
 * Articles, prepositions and conjunctions that nobody searches for. PostgreSQL's own Spanish list is not used:
 * it also swallows trade words ("estado de pago", "contra"). All of them stem to themselves (tested), because
 * the database drops them by stem.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a al con de del e el en la las lo los o por que se su un u y'.split(' '),
);

const dropped = new RegExp(`[${DROPPED}]`, 'gu');
const separators = new RegExp(`[\\u0000${SEPARATORS}]+`, 'gu');
const shortPlural = new RegExp(`\\b${SHORT_PLURAL}\\b`, 'g');
const ionEnding = new RegExp(`${ION_ENDING}\\b`, 'g');

/** Lower case, accents off, separators to single spaces, and the two rewrites that the stemmer needs. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(dropped, '')
    .toLowerCase()
    .replace(separators, ' ')
    .replace(shortPlural, '$1')
    .replace(ionEnding, '$1ión');
}

/** The words of a text in normalized form, in order. */
export function normalizedWords(text: string): string[] {
  return normalizeText(text)
    .split(' ')
    .filter((word) => word !== '');
}
