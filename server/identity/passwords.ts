import { randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { PASSWORD_MIN } from '#shared/domain/limits.ts';
import { ApiError } from '../errors.ts';

/** OWASP's figures for argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The same characters, however a keyboard composed them. */
const composed = (password: string): string => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> => hash(composed(password), COST);

let nobody: Promise<string> | undefined;

/**
 * Whether the password is the one of this hash. Where there is no hash, the same work is done on one that nothing
 * matches, so that an unknown address takes as long as a known one.
 */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(24).toString('base64'));
  const matches = await verify(stored ?? (await nobody), composed(password));
  return stored !== undefined && matches;
}

/** Makes the stand-in hash ahead of the first sign-in, which would else take twice as long. */
export async function warmPasswords(): Promise<void> {
  await passwordMatches(undefined, '');
}

/**
 * @param minimum the organization's setting, in characters
 * @throws password_policy
 */
export function requireAcceptable(password: string, minimum: number = PASSWORD_MIN): void {
  if ([...composed(password)].length >= minimum) return;
  throw new ApiError(
    'password_policy',
    { min: minimum },
    { message: `La contraseña debe tener al menos ${minimum} caracteres.` },
  );
}

/** Without what is mistaken for another: 0 O, 1 l I. */
const READABLE = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Somebody's first password: 14 characters that can be read aloud, 80 bits. */
export const temporaryPassword = (): string =>
  Array.from({ length: 14 }, () => READABLE[randomInt(READABLE.length)]).join('');

/** The current password of somebody who is signed in was not theirs: no e-mail was typed beside it. */
export const wrongPassword = (): ApiError =>
  new ApiError('bad_credentials', undefined, { message: 'La contraseña actual no es correcta.' });
