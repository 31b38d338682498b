import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config.ts';

/**
 * Whether the page that makes a call, by its `Origin`, belongs to this server: by the host name of the call, or by
 * PUBLIC_URL.
 */
export function isOwnPage(
  { origin, host, ...headers }: IncomingHttpHeaders,
  { trustProxy, publicUrl }: Pick<Config, 'publicUrl' | 'trustProxy'>,
): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const forwarded = trustProxy > 0 ? headers['x-forwarded-host'] : undefined;
  return [host, forwarded, new URL(publicUrl).host].includes(new URL(origin).host);
}
