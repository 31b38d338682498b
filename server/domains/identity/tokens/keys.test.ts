import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openKeys } from './keys.ts';

let data: string;
const inKeys = (name = '') => join(data, 'keys', name);
const mode = async (path: string) => (await stat(path)).mode & 0o777;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'keys-'));
});
afterEach(() => rm(data, { recursive: true }));

/** Lays a signing key beside those that are there. */
async function lay(name: string, kid: string): Promise<void> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  await writeFile(inKeys(name), JSON.stringify({ ...(await exportJWK(privateKey)), kid }));
}

describe('the keys of the embedded user pool', () => {
  it('are made at the first start, for their owner alone, and are the same at the next', async () => {
    const first = await openKeys(data);
    expect((await readdir(inKeys())).sort()).toEqual(['es256-1.json', 'secret.key']);
    expect(await mode(inKeys())).toBe(0o700);
    expect(await mode(inKeys('es256-1.json'))).toBe(0o600);
    expect(await mode(inKeys('secret.key'))).toBe(0o600);
    expect(first.secret).toHaveLength(32);
    const second = await openKeys(data);
    expect(second.signing.kid).toBe(first.signing.kid);
    expect(second.secret).toEqual(first.secret);
  });

  it('are closed to others where their folder was open', async () => {
    await mkdir(inKeys(), { mode: 0o755, recursive: true });
    await openKeys(data);
    expect(await mode(inKeys())).toBe(0o700);
  });

  it('are the same for two processes that start at once', async () => {
    const both = await Promise.all([openKeys(data), openKeys(data)]);
    expect(both[0].signing.kid).toBe(both[1].signing.kid);
    expect(both[0].secret).toEqual(both[1].secret);
    expect(await readdir(inKeys())).toHaveLength(2);
  });

  it('sign what they verify, and publish nothing that signs', async () => {
    const { signing, verifying, jwks } = await openKeys(data);
    const token = await new SignJWT({ a: 1 }).setProtectedHeader({ alg: 'ES256' }).sign(signing.key);
    const open = verifying.get(signing.kid);
    if (!open) throw new Error('no key');
    expect((await jwtVerify(token, open)).payload).toEqual({ a: 1 });
    expect(jwks.keys).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
        alg: 'ES256',
        use: 'sig',
        kid: signing.kid,
      },
    ]);
  });

  it('sign with the highest number, and verify with all of them', async () => {
    const { signing } = await openKeys(data);
    await lay('es256-10.json', 'ten');
    await lay('es256-9.json', 'nine');
    await lay('es256-10.json.bak', 'backup');
    await lay('old-es256-11.json', 'old');
    await lay('es256-0.json', 'zero');
    const keys = await openKeys(data);
    expect(keys.signing.kid).toBe('ten');
    expect([...keys.verifying.keys()]).toEqual(['ten', 'nine', signing.kid]);
    expect(keys.jwks.keys.map(({ kid }) => kid)).toEqual(['ten', 'nine', signing.kid]);
  });

  it('are not made where one of a higher number is there alone', async () => {
    await openKeys(data);
    await lay('es256-2.json', 'two');
    await rm(inKeys('es256-1.json'));
    const { verifying } = await openKeys(data);
    expect([...verifying.keys()]).toEqual(['two']);
    expect((await readdir(inKeys())).sort()).toEqual(['es256-2.json', 'secret.key']);
  });

  it('are not opened where they cannot be written', async () => {
    await writeFile(inKeys(), '');
    await expect(openKeys(data)).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it.each([0, 16, 31, 33])(
    'are refused where the secret has %i bytes: an empty one is the same for everybody',
    async (length) => {
      await openKeys(data);
      await writeFile(inKeys('secret.key'), Buffer.alloc(length));
      await expect(openKeys(data)).rejects.toThrow(/^DATA_DIR: keys\/secret\.key does not hold 32 bytes\./);
    },
  );

  it.each(['', '{', '{}', '{"kty":"EC"}'])('are refused where one that signs says %j', async (content) => {
    await openKeys(data);
    await writeFile(inKeys('es256-1.json'), content);
    await expect(openKeys(data)).rejects.toThrow(/^DATA_DIR: keys\/es256-1\.json holds no key\./);
  });

  it('say that the secret was made anew, and close what others could read', async () => {
    expect((await openKeys(data)).isNew).toBe(true);
    expect((await openKeys(data)).isNew).toBe(false);
    await chmod(inKeys('secret.key'), 0o644);
    await chmod(inKeys('es256-1.json'), 0o644);
    await openKeys(data);
    for (const file of ['secret.key', 'es256-1.json']) expect(await mode(inKeys(file))).toBe(0o600);
    await rm(inKeys('secret.key'));
    expect((await openKeys(data)).isNew).toBe(true);
  });
});
