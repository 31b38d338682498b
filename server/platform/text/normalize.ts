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
 * it also swallows trade words ("estado de pago", "contra"). They are left out before words are stemmed: many words
 * have one of them as their stem ("losa" has "los").
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a al con de del e el en la las lo los o por que se su un u y'.split(' '),
);

const dropped = new RegExp(`[${DROPPED}]`, 'gu');
const separators = new RegExp(`[\\u0000${SEPARATORS}]+`, 'gu');
const shortPlural = new RegExp(`\\b${SHORT_PLURAL}\\b`, 'g');
const ionEnding = new RegExp(`${ION_ENDING}\\b`, 'g');

/** Lower case, accents off, separators to single spaces: the words as they are compared in quotes. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(dropped, '').toLowerCase().replace(separators, ' ');
}

/** The two rewrites of folded text that the stemmer needs. */
const prepareForStemmer = (folded: string): string =>
  folded.replace(shortPlural, '$1').replace(ionEnding, '$1ión');

/** Folded text with the rewrites that the stemmer needs. */
export function normalizeText(text: string): string {
  return prepareForStemmer(foldText(text));
}

/** The words of a text in normalized form, in order. */
export const normalizedWords = (text: string): string[] => wordsOf(normalizeText(text));

/** The words of a text in folded form, in order; as many as in normalized form. */
export const foldedWords = (text: string): string[] => wordsOf(foldText(text));

const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** Endings with a plain s in the plural; consonants are those of words from other languages (robot, robots). */
const PLAIN_S = /[aeioubcdfgkmnpt]$/;

/**
 * A folded word, and the forms that may be its plural or its singular, in normalized form. The stemmer parts many of
 * them (luz, luces; lugar, lugares; línea, líneas), so all are asked for.
 */
export function numberForms(word: string): string[] {
  const forms: string[] = [];
  if (/^[a-z]{3,}$/.test(word)) {
    if (PLAIN_S.test(word)) forms.push(`${word}s`);
    if (word.endsWith('z')) forms.push(`${word.slice(0, -1)}ces`);
    else if (!/[aeo]$/.test(word)) forms.push(`${word}es`);
    if (word.endsWith('ces')) forms.push(`${word.slice(0, -3)}z`);
    if (/[^aeo]es$/.test(word)) forms.push(word.slice(0, -2));
    if (word.endsWith('s')) forms.push(word.slice(0, -1));
  }
  return [...new Set([word, ...forms.filter((form) => form.length > 2)].map(prepareForStemmer))];
}
