import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** What every authenticator app supports (RFC 6238 with its defaults): SHA-1, six digits, a code each 30 s. */
const FORM = { issuer: 'Legajo', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Clocks of phones are off: codes of one step before and after are accepted (RFC 6238, 5.2). */
const DRIFT_STEPS = 1;
/** How many steps an accepted code may be later than one that is accepted now. */
export const LATEST_STEPS_APART = 2 * DRIFT_STEPS;
/** As long as the hash that it goes into (RFC 4226, section 4, R6). */
const SECRET_BYTES = 20;

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

const totpOf = (secret: Buffer, label = ''): TOTP =>
  new TOTP({ ...FORM, label, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });

/** The secret for an app: as text, and as a QR code's content. @param label the account's name in the app */
export function describeTotp(secret: Buffer, label: string): { secret: string; uri: string } {
  const totp = totpOf(secret, label);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step that this code belongs to at that moment, or null. */
export function stepOfCode(secret: Buffer, code: string, at: Date): number | null {
  // The library throws where a character takes more than one byte.
  if (!/^[0-9]{6}$/.test(code)) return null;
  const timestamp = at.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: DRIFT_STEPS });
  return delta === null ? null : TOTP.counter({ period: FORM.period, timestamp }) + delta;
}
