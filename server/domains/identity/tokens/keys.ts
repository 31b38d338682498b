import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';

/** What the embedded user pool signs and derives with. It never leaves the server. */
export interface Keys {
  /** The key that signs: the one with the highest number. */
  readonly signing: { readonly kid: string; readonly key: CryptoKey };
  /** All keys that still verify, by their id. */
  readonly verifying: ReadonlyMap<string, CryptoKey>;
  readonly jwks: { readonly keys: readonly JWK[] };
  /** Hashes and derives, so that a copy of the database alone is worth nothing. */
  readonly secret: Buffer;
  /** Whether the secret was missing and has just been made. */
  readonly isNew: boolean;
}

const FIRST = 'es256-1.json';
const SECRET = 'secret.key';
const SECRET_BYTES = 32;

/**
 * Writes a file that only the owner may read, complete or not at all. Of two processes the first one wins.
 * @returns whether this process wrote it
 */
async function writeOnce(path: string, content: string | Buffer): Promise<boolean> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(temporary, content, { mode: 0o600, flag: 'wx', flush: true });
    await link(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    // On a full disk the file may be incomplete or missing.
    await rm(temporary, { force: true });
  }
}

async function newSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return JSON.stringify({ ...jwk, alg: 'ES256', kid: await calculateJwkThumbprint(jwk) });
}

/** A file in `DATA_DIR/keys` is damaged, or cannot be read. */
export class KeysError extends Error {
  override readonly name = 'KeysError';
}

/** Takes the rights of others away. Files on a read-only mount stay as they are: the mount protects them. */
async function closeToOthers(path: string): Promise<void> {
  if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600);
}

const numberOf = (file: string): number => Number(/^es256-(\d+)\.json$/.exec(file)?.[1] ?? Number.NaN);

/**
 * Opens `DATA_DIR/keys` (mode 0700, files 0600) and makes what is missing. To replace a signing key, put a file with a
 * higher number beside it; the old one still verifies until it is removed.
 * @throws KeysError where a file does not hold what it should, for example after an incomplete restore
 */
export async function openKeys(dataDir: string): Promise<Keys> {
  const folder = join(dataDir, 'keys');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const found = async () => (await readdir(folder)).filter((file) => numberOf(file) > 0);
  if ((await found()).length === 0) await writeOnce(join(folder, FIRST), await newSigningKey());
  const isNew = await writeOnce(join(folder, SECRET), randomBytes(SECRET_BYTES));
  for (const file of [...(await found()), SECRET]) await closeToOthers(join(folder, file));

  const files = (await found()).sort((a, b) => numberOf(b) - numberOf(a));
  const verifying = new Map<string, CryptoKey>();
  const published: JWK[] = [];
  let signing: Keys['signing'] | undefined;
  for (const file of files) {
    const { jwk, open, privateKey, publicKey } = await readSigningKey(folder, file);
    verifying.set(jwk.kid, publicKey);
    published.push({ ...open, use: 'sig' });
    signing ??= { kid: jwk.kid, key: privateKey };
  }
  if (!signing) throw new Error(`no signing key in ${folder}`);
  const secret = await readFile(join(folder, SECRET)).catch((error: unknown) => {
    refuseUnreadable(error, SECRET);
    throw error;
  });
  // An empty secret would be the same for everybody, and half of one opens nothing that was sealed with the whole.
  if (secret.length !== SECRET_BYTES)
    throw new KeysError(
      `DATA_DIR: keys/${SECRET} does not hold ${SECRET_BYTES} bytes. Put it back from a backup; what was sealed with it opens with no other.`,
    );
  return { signing, verifying, jwks: { keys: published }, secret, isNew };
}

/** @throws KeysError where this account may not read it */
function refuseUnreadable(error: unknown, file: string): void {
  if (['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? ''))
    throw new KeysError(`DATA_DIR: this account may not read keys/${file}.`);
}

async function readSigningKey(folder: string, file: string) {
  try {
    const jwk = JSON.parse(await readFile(join(folder, file), 'utf8')) as JWK & { kid: string };
    const { d: _private, ...open } = jwk;
    const privateKey = (await importJWK(jwk, 'ES256')) as CryptoKey;
    return { jwk, open, privateKey, publicKey: (await importJWK(open, 'ES256')) as CryptoKey };
  } catch (error) {
    refuseUnreadable(error, file);
    // Another error of the system keeps its own words.
    if ((error as NodeJS.ErrnoException).syscall) throw error;
    throw new KeysError(
      `DATA_DIR: keys/${file} holds no key. Put it back from a backup, or take it away: people sign in again then.`,
      { cause: error },
    );
  }
}
