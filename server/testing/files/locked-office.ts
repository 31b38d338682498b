import { burned } from './outlook.ts';

/** An office file that was locked with a password: a compound file around what is encrypted (MS-OFFCRYPTO). */
export const lockedOffice = (): Buffer =>
  burned({
    streams: {
      EncryptionInfo: new Uint8Array([4, 0, 4, 0, 0x40, 0, 0, 0]),
      EncryptedPackage: new Uint8Array(8192).fill(0xab),
    },
  });
