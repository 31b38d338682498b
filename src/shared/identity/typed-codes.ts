import { isRecoveryCode } from './recovery-codes.ts';

/** A code as people type it, in groups and in capitals, as it is compared. Idempotent: it is parsed more than once. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase();

/** Whether a plain code is what an authenticator app shows (RFC 6238). */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);

/** The same, or one of the recovery codes. */
export const isTotpOrRecovery = (code: string): boolean => isTotpCode(code) || isRecoveryCode(code);
