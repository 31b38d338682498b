import { afterAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/errors.ts';
import {
  hashPassword,
  isWeaker,
  passwordMatches,
  preparePasswords,
  requireAcceptable,
  temporaryPassword,
  wrongPassword,
} from './passwords.ts';

const LEAST = '$argon2id$v=19$m=19456,t=2,p=1$';

describe('what a password costs', () => {
  afterAll(() => preparePasswords(0));

  it('is never less than 19 MiB and two passes, however slow this computer is', async () => {
    const least = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
    expect(await preparePasswords(0)).toEqual({ ...least, ms: undefined });
    expect(await hashPassword('una clave')).toContain(LEAST);
    // A hundredth of a millisecond is less than any hash takes.
    expect(await preparePasswords(0.01)).toMatchObject({ memoryCost: 19_456, timeCost: 2 });
  });

  it('grows to what may be spent on it; hashes of before stay good, and are known as weaker', async () => {
    const before = await hashPassword('una clave');
    const chosen = await preparePasswords(60_000);
    expect(chosen).toMatchObject({ memoryCost: 65_536, timeCost: 3, parallelism: 1 });
    expect(chosen.ms).toBeGreaterThan(0);
    const after = await hashPassword('una clave');
    expect(after).toContain('m=65536,t=3,p=1');
    expect([before, after].map(isWeaker)).toEqual([true, false]);
    for (const stored of [before, after]) {
      expect(await passwordMatches(stored, 'una clave')).toBe(true);
      expect(await passwordMatches(stored, 'otra clave')).toBe(false);
    }
    await preparePasswords(0);
    expect(isWeaker(after)).toBe(false);
  });

  it('is paid for an unknown address too, at the cost of today', async () => {
    /** Milliseconds of the processor, in all threads; the least of three, because others use it too. */
    const spent = async (work: () => Promise<unknown>): Promise<number> => {
      const each: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const before = process.cpuUsage();
        await work();
        const { user, system } = process.cpuUsage(before);
        each.push((user + system) / 1000);
      }
      return Math.min(...each);
    };
    for (const limitMs of [0, 60_000, 0]) {
      await preparePasswords(limitMs);
      const known = await hashPassword('una clave');
      const ofKnown = await spent(() => passwordMatches(known, 'otra clave'));
      expect(await spent(() => passwordMatches(undefined, 'una clave'))).toBeGreaterThan(ofKnown / 3);
    }
    expect(await passwordMatches(undefined, 'una clave')).toBe(false);
    expect(isWeaker('$2b$10$an.older.kind')).toBe(true);
  });
});

describe('a password', () => {
  it('is the same however a keyboard composed it', async () => {
    const stored = await hashPassword('contrase\u00f1a \ufb01na');
    expect(await passwordMatches(stored, 'contrasen\u0303a fina')).toBe(true);
  });

  it('is weaker than today’s where its hash costs less, or says no cost', () => {
    const costs = (memory: string, time: string) =>
      isWeaker(`$argon2id$v=19$m=${memory},t=${time},p=1$salt$hash`);
    expect([costs('19456', '2'), costs('19455', '2'), costs('19456', '1')]).toEqual([false, true, true]);
    expect([costs('9728', '4'), costs('65536', '3'), costs('9728', '10')]).toEqual([false, false, false]);
    expect([costs('', '3'), costs('65536', '')]).toEqual([true, true]);
  });

  it('is long enough by its characters, as people count them', () => {
    const refusal = (password: string, minimum?: number) => {
      try {
        requireAcceptable(password, minimum);
        return null;
      } catch (error) {
        return error instanceof ApiError
          ? { code: error.code, details: error.details, says: error.message }
          : error;
      }
    };
    expect(refusal('ñandúes!', 8)).toBeNull();
    expect(refusal('n\u0303andu\u0301es', 8)).toMatchObject({ code: 'password_policy', details: { min: 8 } });
    expect(refusal('🔑🔑🔑🔑🔑🔑🔑', 8)).toMatchObject({
      says: 'La contraseña debe tener al menos 8 caracteres.',
    });
    expect(refusal('')).toMatchObject({ code: 'password_policy' });
  });

  it('of the first time can be read aloud, and is another one for everybody', () => {
    const made = Array.from({ length: 50 }, temporaryPassword);
    expect(new Set(made).size).toBe(50);
    for (const each of made) expect(each).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{14}$/);
  });

  it('that is wrong is told as the current one, for no address was typed', () => {
    expect(wrongPassword()).toMatchObject({
      ...{ code: 'bad_credentials', message: 'La contraseña actual no es correcta.' },
    });
  });
});
