import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Says how it was sealed, in case that changes. */
const VERSION = 'v1.';

/** Encrypts secrets that the database holds, so that a copy of the database alone does not reveal them.
 * @param key 32 bytes that are used for nothing else */
export function createSeal(key: Uint8Array) {
  return {
    /** @param context whose secret it is: sealed for one context, it does not open for another */
    seal(secret: Buffer, context: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return VERSION + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
    },

    /** Null where this key did not seal it for this context. */
    open(sealed: string, context: string): Buffer | null {
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

export type Seal = ReturnType<typeof createSeal>;
