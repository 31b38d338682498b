/** The secret in a mailed link to a new password: 32 random bytes, where the code beside it is six digits. */
export const isResetSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);

/**
 * The address of the page that takes it. Behind the hash: a browser sends that part to no server, so that it lies in no log.
 * @param url of the installation, without a slash at its end
 */
export const resetLink = (url: string, { email, secret }: { email: string; secret: string }): string =>
  `${url}/password#secret=${secret}&email=${encodeURIComponent(email)}`;

/** What such an address holds; null for any other. */
export function readResetLink(hash: string): { email: string; secret: string } | null {
  const [, secret = '', email = ''] = /^#secret=([^&]*)&email=([^&]+)$/.exec(hash) ?? [];
  if (!isResetSecret(secret)) return null;
  try {
    return { email: decodeURIComponent(email), secret };
  } catch {
    return null;
  }
}
