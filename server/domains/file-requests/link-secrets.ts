import { createHash, randomBytes } from 'node:crypto';

/** A new secret of a link: 32 random bytes, told once. */
export const newLinkSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored of it. Found by its hash, so that the time of a look-up says nothing of the secret. */
export const hashOfSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');
