import { randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { PASSWORD_MIN } from '#shared/platform/limits.ts';
import { ApiError } from '../../../platform/errors.ts';
import { t } from '../texts.ts';

/** What one hash costs: KiB of memory, passes over it, lanes. */
interface Cost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: 1;
}

/** Costs to choose from, the least first: OWASP's figures for argon2id (the library's default kind), and more of both. */
const COSTS = [
  { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  { memoryCost: 19_456, timeCost: 3, parallelism: 1 },
  { memoryCost: 32_768, timeCost: 3, parallelism: 1 },
  { memoryCost: 47_104, timeCost: 3, parallelism: 1 },
  { memoryCost: 65_536, timeCost: 3, parallelism: 1 },
] as const satisfies readonly Cost[];

let cost: Cost = COSTS[0];
let nobody: Promise<string> | undefined;

/** Normalizes a password, so that it is the same however a keyboard composed its characters. */
const composed = (password: string): string => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> => hash(composed(password), cost);

/**
 * Whether the password belongs to this hash. Where there is no hash, a hash that nothing matches is checked, so that an
 * unknown address takes as long as a known one.
 */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await standIn()), composed(password));
  return stored !== undefined && matches;
}

function standIn(): Promise<string> {
  nobody ??= hashPassword(randomBytes(24).toString('base64'));
  return nobody;
}

/** Whether a hash is weaker than one that would be made today. */
export function isWeaker(stored: string): boolean {
  const [, memory, time] = /\bm=(\d+),t=(\d+),/.exec(stored) ?? [];
  if (!memory || !time) return true;
  return Number(memory) * Number(time) < cost.memoryCost * cost.timeCost;
}

/**
 * Chooses the cost of a hash by how long it takes on this computer. Also makes the stand-in hash before the first
 * sign-in, which would else take twice as long; it is made once for each cost. A busy computer chooses less, and never
 * less than the least.
 * @param limitMs for one hash, so that nobody waits long when a whole firm signs in; 0 chooses the least and measures
 * nothing
 * @returns the choice, and how many milliseconds one hash took, if it was measured
 */
export async function preparePasswords(limitMs: number): Promise<Cost & { readonly ms: number | undefined }> {
  const before = cost;
  const ms = limitMs > 0 ? await chooseWithin(limitMs) : undefined;
  if (ms === undefined) cost = COSTS[0];
  if (cost !== before) nobody = undefined;
  await standIn();
  return { ...cost, ms };
}

async function chooseWithin(limitMs: number): Promise<number> {
  const timed = async (tried: Cost): Promise<number> => {
    const began = performance.now();
    await hash('', tried);
    return performance.now() - began;
  };
  // The first hash also loads the library, and is not measured.
  await timed(COSTS[0]);
  let ms = await timed(COSTS[0]);
  cost = COSTS[0];
  for (const next of COSTS.slice(1)) {
    const took = await timed(next);
    if (took > limitMs) break;
    [cost, ms] = [next, took];
  }
  return ms;
}

/**
 * @param minimum the organization's setting, in characters
 * @throws password_policy
 */
export function requireAcceptable(password: string, minimum: number = PASSWORD_MIN): void {
  if ([...composed(password)].length >= minimum) return;
  throw new ApiError('password_policy', { min: minimum }, { message: t('passwords.short', { minimum }) });
}

/** Without characters that look alike: 0 O, 1 l I. */
const READABLE = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A first password: 14 characters that can be read aloud, 80 bits. */
export const temporaryPassword = (): string =>
  Array.from({ length: 14 }, () => READABLE[randomInt(READABLE.length)]).join('');

/** The error for a wrong current password of somebody who is signed in: the form has no e-mail to speak of. */
export const wrongPassword = (): ApiError =>
  new ApiError('bad_credentials', undefined, { message: t('passwords.wrong') });
