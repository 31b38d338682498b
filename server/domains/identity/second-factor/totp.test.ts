import { describe, expect, it } from 'vitest';
import { describeTotp, newTotpSecret, stepOfCode } from './totp.ts';

/** RFC 6238, appendix B: its secret, and the last six digits of its eight for SHA-1. */
const RFC_SECRET = Buffer.from('12345678901234567890');
const VECTORS = [
  [59, '287082', 1],
  [1111111109, '081804', 37037036],
  [1111111111, '050471', 37037037],
  [1234567890, '005924', 41152263],
  [2000000000, '279037', 66666666],
  [20000000000, '353130', 666666666],
] as const;

const at = (seconds: number): Date => new Date(seconds * 1000);

describe('the steps of TOTP', () => {
  it.each(VECTORS)('take the RFC’s code of second %i', (seconds, code, step) => {
    expect(stepOfCode(RFC_SECRET, code, at(seconds))).toBe(step);
  });

  it('take a code one step early or late, as the step that it is of, and none further off', () => {
    const [, code, step] = VECTORS[2];
    const begin = step * 30;
    const steps = [-31, -30, -1, 0, 29, 30, 59, 60].map((off) =>
      stepOfCode(RFC_SECRET, code, at(begin + off)),
    );
    expect(steps).toEqual([null, step, step, step, step, step, step, null]);
  });

  it('take no code that is too short, too long, or no number', () => {
    for (const code of ['28708', '2870820', 'abcdef', '', '28708２', '２287082', '287082２'])
      expect(stepOfCode(RFC_SECRET, code, at(59))).toBeNull();
  });

  it('describe a secret as apps read it', () => {
    const secret = newTotpSecret();
    const told = describeTotp(secret, 'ana muñoz@legajo.test');
    expect(told.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(told.uri);
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain('Legajo:ana muñoz@legajo.test');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Legajo',
      secret: told.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
