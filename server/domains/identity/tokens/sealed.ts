import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Tells how it was sealed, should that ever change. */
const VERSION = 'v1.';

/** Keeps secrets in the database that a copy of the database alone gives away nothing of. */
export interface Seal {
  /** @param context whose it is: sealed for one, it opens for nobody else */
  seal(secret: Buffer, context: string): string;
  /** Null for what was not sealed by this key for this context. */
  open(sealed: string, context: string): Buffer | null;
}

/** @param key 32 bytes, for this use alone */
export function createSeal(key: Uint8Array): Seal {
  return {
    seal(secret, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return VERSION + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
    },

    open(sealed, context) {
      if (!sealed.startsWith(VERSION)) return null;
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(context))
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const text = bytes.subarray(IV_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(text), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}
