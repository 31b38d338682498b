/** Words that stay in capitals. Words with a digit or without a vowel do so anyway. */
const CODES = new Set(
  (
    'RUT RUN SPA SA EIRL LTDA IVA SII AFP AFC UF UTM USD CLP ODI EPP ISO OS OC DS IRL RIOHS RRHH LRE IST ISL ACHS ' +
    'CCHC MOP MINVU SERVIU DOM DGA SEA SEIA RCA SEC SAG IPS INE ISP EETT EPC HSE HSEC SSOMA CV TI II III IV VI VII VIII IX XI XII'
  ).split(' '),
);

const isShouted = (title: string): boolean => !/\p{Ll}/u.test(title) && /\p{Lu}{2}.*\p{Lu}{2}/u.test(title);

/** A letter of its own names something ("ANEXO B"), unless it is a word. */
function isCode(word: string, isLast: boolean): boolean {
  if (/\d|\p{L}\.\p{L}|[°º]/u.test(word)) return true;
  const letters = word.replace(/[^\p{L}]/gu, '');
  if (letters.length === 1) return isLast || !/[AEOUY]/.test(letters);
  return CODES.has(letters) || (letters.length <= 5 && !/[AEIOUÁÉÍÓÚÜY]/.test(letters));
}

/**
 * A title in capitals throughout as a sentence: "CONTRATO DE SUBCONTRATACIÓN F30-1" becomes "Contrato de
 * subcontratación F30-1". Any other title stays as it is.
 */
export function toSentenceCase(title: string): string {
  if (!isShouted(title)) return title;
  const words = title.split(' ');
  return words
    .map((word, at) => {
      if (isCode(word, at === words.length - 1 && at > 0)) return word;
      const small = word.toLowerCase();
      return at === 0 ? small.replace(/\p{L}/u, (letter) => letter.toUpperCase()) : small;
    })
    .join(' ');
}
