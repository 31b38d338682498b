import type { CookieOptions, Request, Response } from 'express';
import { deviceKey } from '#shared/identity/auth.schemas.ts';
import type { Config } from '../../../config.ts';
import { isOwnPage } from '../../../platform/http/own-page.ts';
import { DEVICE_KEY_SECONDS } from '../passwords/known-devices.ts';

/**
 * The cookie with a browser's refresh token, which no script can read. Only auth/* receives it, and only from our own
 * page, by SameSite and by what the browser says of the page that made the call.
 */
const NAME = 'legajo_refresh';
/** The cookie by which a browser is recognized after it has signed out. */
const DEVICE = 'legajo_device';

const options = (secure: boolean): CookieOptions => ({
  httpOnly: true,
  sameSite: 'strict',
  secure,
  path: '/api/auth',
});

type Named = Pick<Config, 'publicUrl' | 'trustProxy'>;

/**
 * Whether a page of another site made the call. Older browsers name the page only; a call that names none comes from no
 * page.
 */
function isForeign(req: Request, config: Named): boolean {
  const from = req.get('sec-fetch-site');
  if (from !== undefined) return from !== 'same-origin' && from !== 'none';
  return req.get('origin') !== undefined && !isOwnPage(req.headers, config);
}

/** Undefined where there is none, or where a page of another site made the call. */
function read(req: Request, wanted: string, config: Named): string | undefined {
  if (isForeign(req, config)) return undefined;
  for (const pair of (req.get('cookie') ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === wanted && value) return value;
  }
  return undefined;
}

/** The refresh token in the cookie. */
export const readRefreshCookie = (req: Request, config: Named): string | undefined => read(req, NAME, config);

/** The device's key from its cookie; undefined where it is malformed. */
export function readDeviceCookie(req: Request, config: Named): string | undefined {
  const key = read(req, DEVICE, config);
  return key && deviceKey.safeParse(key).success ? key : undefined;
}

export function setDeviceCookie(res: Response, key: string, secure: boolean): void {
  res.cookie(DEVICE, key, { ...options(secure), maxAge: DEVICE_KEY_SECONDS * 1000 });
}

export function setRefreshCookie(
  res: Response,
  token: string,
  { secure, seconds }: { secure: boolean; seconds: number },
): void {
  res.cookie(NAME, token, { ...options(secure), maxAge: seconds * 1000 });
}

export function clearRefreshCookie(res: Response, secure: boolean): void {
  res.clearCookie(NAME, options(secure));
}
