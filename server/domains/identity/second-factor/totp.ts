import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** What every authenticator app takes (RFC 6238 with its defaults): SHA-1, six digits, a code each 30 s. */
const FORM = { issuer: 'Legajo', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Clocks of phones are off: one step either way is taken (RFC 6238, 5.2). */
const DRIFT_STEPS = 1;
/** A step that was taken before is no more than so many later than one that is taken now. */
export const LATEST_STEPS_APART = 2 * DRIFT_STEPS;
/** As long as the hash that it goes into (RFC 4226, section 4, R6). */
const SECRET_BYTES = 20;

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

const totpOf = (secret: Buffer, label = ''): TOTP =>
  new TOTP({ ...FORM, label, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });

/** The secret for an app: as text, and as what its camera reads. @param label whose it is */
export function describeTotp(secret: Buffer, label: string): { secret: string; uri: string } {
  const totp = totpOf(secret, label);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step whose code this is at that moment; null where it is none's. */
export function stepOfCode(secret: Buffer, code: string, at: Date): number | null {
  // The library throws at characters that are more than one byte.
  if (!/^[0-9]{6}$/.test(code)) return null;
  const timestamp = at.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: DRIFT_STEPS });
  return delta === null ? null : TOTP.counter({ period: FORM.period, timestamp }) + delta;
}
