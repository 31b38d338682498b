/**
 * Without characters that look alike (0 o, 1 l i), and without u, so that no code becomes a word. In lower case; typed
 * in capitals it is the same code.
 */
export const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstvwxyz23456789';
const LENGTH = 10;

/** How many are given at a time. */
export const RECOVERY_CODES = 10;

const FORM = new RegExp(`^[${RECOVERY_ALPHABET}]{${LENGTH}}$`);

/** Whether a text can be a recovery code: in lower case, without separators. */
export const isRecoveryCode = (text: string): boolean => FORM.test(text);

/**
 * A code from a source of randomness, as it is stored: ten of thirty characters, 49 bits.
 * @param pick returns a random number below `max`
 */
export const makeRecoveryCode = (pick: (max: number) => number): string =>
  Array.from({ length: LENGTH }, () => RECOVERY_ALPHABET[pick(RECOVERY_ALPHABET.length)]).join('');

/** A code as it is shown: in two groups. */
export const showRecoveryCode = (code: string): string =>
  `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
