import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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
  /** Signs; the one with the highest number. */
  readonly signing: { readonly kid: string; readonly key: CryptoKey };
  /** All that still verify, by their id. */
  readonly verifying: ReadonlyMap<string, CryptoKey>;
  readonly jwks: { readonly keys: readonly JWK[] };
  /** For what is derived or hashed so that a copy of the database alone is worth nothing. */
  readonly secret: Buffer;
}

const FIRST = 'es256-1.json';
const SECRET = 'secret.key';

/** Writes a file for the owner alone, all of it or nothing; the first of two processes wins. */
async function writeOnce(path: string, content: string | Buffer): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(temporary, content, { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary);
  }
}

async function newSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return JSON.stringify({ ...jwk, alg: 'ES256', kid: await calculateJwkThumbprint(jwk) });
}

const numberOf = (file: string): number => Number(/^es256-(\d+)\.json$/.exec(file)?.[1] ?? Number.NaN);

/**
 * Opens `DATA_DIR/keys` (mode 0700, files 0600), making what is missing. A signing key is replaced by laying a file
 * with a higher number beside it: the old one still verifies until it is taken away.
 */
export async function openKeys(dataDir: string): Promise<Keys> {
  const folder = join(dataDir, 'keys');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const found = async () => (await readdir(folder)).filter((file) => numberOf(file) > 0);
  if ((await found()).length === 0) await writeOnce(join(folder, FIRST), await newSigningKey());
  await writeOnce(join(folder, SECRET), randomBytes(32));

  const files = (await found()).sort((a, b) => numberOf(b) - numberOf(a));
  const verifying = new Map<string, CryptoKey>();
  const published: JWK[] = [];
  let signing: Keys['signing'] | undefined;
  for (const file of files) {
    const jwk = JSON.parse(await readFile(join(folder, file), 'utf8')) as JWK & { kid: string };
    const { d: _private, ...open } = jwk;
    verifying.set(jwk.kid, (await importJWK(open, 'ES256')) as CryptoKey);
    published.push({ ...open, use: 'sig' });
    signing ??= { kid: jwk.kid, key: (await importJWK(jwk, 'ES256')) as CryptoKey };
  }
  if (!signing) throw new Error(`no signing key in ${folder}`);
  return { signing, verifying, jwks: { keys: published }, secret: await readFile(join(folder, SECRET)) };
}
