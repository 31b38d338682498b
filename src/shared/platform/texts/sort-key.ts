import { withoutIgnorable } from './invisible.ts';

/**
 * A key that sorts by bytes: lower case, no accents, ñ after n, digits by value. The two databases share no Spanish
 * order, so the key is stored and compared with `COLLATE "C"`.
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

/**
 * A key that is equal for names that read alike: without case, accents, Unicode forms and invisible characters. ñ is a
 * letter of its own.
 */
export function foldedKey(text: string): string {
  return withoutIgnorable(text.normalize('NFKD'))
    .toLowerCase()
    .replace(/n\u0303/g, 'ñ')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\s\u2800]+/g, ' ')
    .trim();
}
