/**
 * Without what is mistaken for another (0 o, 1 l i), and without u, so that no code becomes a word. Small letters: what
 * is typed in capitals is the same code.
 */
export const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstvwxyz23456789';
const LENGTH = 10;

/** So many are given at a time. */
export const RECOVERY_CODES = 10;

const FORM = new RegExp(`^[${RECOVERY_ALPHABET}]{${LENGTH}}$`);

/** Whether this could be one: in small letters, without what parts its groups. */
export const isRecoveryCode = (text: string): boolean => FORM.test(text);

/** A code out of a source of chance, as it is kept: ten of thirty characters, 49 bits. @param pick a number below `max` */
export const makeRecoveryCode = (pick: (max: number) => number): string =>
  Array.from({ length: LENGTH }, () => RECOVERY_ALPHABET[pick(RECOVERY_ALPHABET.length)]).join('');

/** As it is shown and written down: in two groups. */
export const showRecoveryCode = (code: string): string =>
  `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
