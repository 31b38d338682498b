/**
 * A text made ready to be sorted by its bytes: lower case, accents off, ñ after n, digits by value. Neither database
 * has a Spanish order of its own that both share, so the key is stored and compared with `COLLATE "C"`.
 */
export function sortKey(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/n\u0303/g, 'n~')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/\d{1,15}/g, (digits) => digits.padStart(15, '0'))
    .trim()
    .slice(0, 300);
}

/** The key under which two names read as one name: case, accents and Unicode forms aside; ñ is a letter of its own. */
export function foldedKey(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/n\u0303/g, 'ñ')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
