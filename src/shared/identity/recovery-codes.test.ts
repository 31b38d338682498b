import { expect, it } from 'vitest';
import { isRecoveryCode, makeRecoveryCode, RECOVERY_ALPHABET, showRecoveryCode } from './recovery-codes.ts';

it('a recovery code is ten characters of an alphabet in which nothing is mistaken for another', () => {
  expect(RECOVERY_ALPHABET).toHaveLength(30);
  for (const unclear of '01loiu') expect(RECOVERY_ALPHABET).not.toContain(unclear);
  const asked: number[] = [];
  const code = makeRecoveryCode((max) => asked.push(max) - 1);
  expect(code).toBe(RECOVERY_ALPHABET.slice(0, 10));
  expect(asked).toEqual(Array.from({ length: 10 }, () => RECOVERY_ALPHABET.length));
  expect(isRecoveryCode(code)).toBe(true);
});

it('nothing longer, shorter, in capitals or with other characters is one', () => {
  for (const text of [
    '',
    'abcdefghj',
    'abcdefghjkm',
    ' abcdefghjk',
    'ABCDEFGHJK',
    'abcdefghj0',
    'abcde-fghjk',
  ])
    expect(isRecoveryCode(text)).toBe(false);
});

it('is shown in two groups', () => {
  expect(showRecoveryCode('abcdefghjk')).toBe('abcde-fghjk');
});
