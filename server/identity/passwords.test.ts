import { afterAll, describe, expect, it } from 'vitest';
import { hashPassword, isWeaker, passwordMatches, preparePasswords } from './passwords.ts';

const LEAST = '$argon2id$v=19$m=19456,t=2,p=1$';

describe('what a password costs', () => {
  afterAll(() => preparePasswords(0));

  it('is never less than 19 MiB and two passes, however slow this computer is', async () => {
    expect(await preparePasswords(0)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
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

  it('is paid for an unknown address too', async () => {
    expect(await passwordMatches(undefined, 'una clave')).toBe(false);
    expect(isWeaker('$2b$10$an.older.kind')).toBe(true);
  });
});
