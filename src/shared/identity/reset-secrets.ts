/** The secret in a mailed link to a new password: 32 random bytes. The code beside it has six digits. */
export const isResetSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);

/**
 * The address of the page that takes the secret. The secret is behind the hash, which browsers send to no server, so
 * that it is in no log.
 * @param url of the installation, without a slash at its end
 */
export const resetLink = (url: string, { email, secret }: { email: string; secret: string }): string =>
  `${url}/password#secret=${secret}&email=${encodeURIComponent(email)}`;

/** The same for somebody who has never signed in, whom the page welcomes (decision 0108). */
export const accessLink = (url: string, { email, secret }: { email: string; secret: string }): string =>
  `${url}/password#access=${secret}&email=${encodeURIComponent(email)}`;

/** The secret in such an address, and whether it is an access link's; null for any other address. */
export function readResetLink(hash: string): { email: string; secret: string; first?: true } | null {
  const [, kind, secret = '', email = ''] = /^#(secret|access)=([^&]*)&email=([^&]+)$/.exec(hash) ?? [];
  if (!isResetSecret(secret)) return null;
  try {
    return { email: decodeURIComponent(email), secret, ...(kind === 'access' ? { first: true } : {}) };
  } catch {
    return null;
  }
}
