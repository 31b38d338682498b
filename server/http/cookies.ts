import type { CookieOptions, Request, Response } from 'express';

/**
 * Browsers keep their refresh token here, out of the reach of scripts. Only auth/* ever receives it, and only from
 * our own page: SameSite, and the browser's own word of where a call came from.
 */
const NAME = 'legajo_refresh';

const options = (secure: boolean): CookieOptions => ({
  httpOnly: true,
  sameSite: 'strict',
  secure,
  path: '/api/auth',
});

/** The refresh token in the cookie; undefined where there is none or another site's page made the call. */
export function readRefreshCookie(req: Request): string | undefined {
  const from = req.get('sec-fetch-site');
  if (from !== undefined && from !== 'same-origin' && from !== 'none') return undefined;
  for (const pair of (req.get('cookie') ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === NAME && value) return value;
  }
  return undefined;
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
