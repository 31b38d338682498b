import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CryptoKey, decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Keys, openKeys } from './keys.ts';
import { createTokens, type Tokens } from './tokens.ts';

const ISSUER = 'https://legajo.test';
const START = Date.parse('2026-03-07T12:00:00Z');
const ana = {
  id: 'ana',
  organization: 'andes',
  email: 'ana@legajo.test',
  firstname: 'Ana',
  lastname: 'Soto',
  groups: ['admin'],
} as const;
const challenge = {
  user: 'ana',
  challenge: 'TOTP',
  client: 'web',
  device: null,
  stamp: 4,
  verified: true,
} as const;

let folders: string[];
let keys: Keys;
let otherKeys: Keys;
let time = START;
let tokens: Tokens;

const tokensWith = (with_: Keys, issuer = ISSUER): Tokens =>
  createTokens(with_, { issuer, idTokenSeconds: 3600, now: () => new Date(time) });
const issue = (from = tokens) => from.issue(ana, 'session-1', new Date(START - 60_000));
const unauthenticated = expect.objectContaining({ code: 'unauthenticated' });

beforeAll(async () => {
  folders = [await mkdtemp(join(tmpdir(), 'keys-')), await mkdtemp(join(tmpdir(), 'keys-'))];
  [keys, otherKeys] = (await Promise.all(folders.map(openKeys))) as [Keys, Keys];
  tokens = tokensWith(keys);
});
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** A token by our key that says something else. */
const forged = (claims: JWTPayload, header: { alg?: string; kid?: string | undefined } = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: keys.signing.kid, ...header })
    .sign(keys.signing.key);
const good = { sub: 'ana', aud: 'legajo', iss: ISSUER, iat: START / 1000, exp: START / 1000 + 3600 };

describe('identity tokens', () => {
  it('say of whom they speak, of which session, and for how long', async () => {
    time = START + 900;
    const token = await issue();
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', kid: keys.signing.kid, typ: 'JWT' });
    const told = {
      sub: 'ana',
      org: 'andes',
      sid: 'session-1',
      email: 'ana@legajo.test',
      given_name: 'Ana',
      family_name: 'Soto',
      'cognito:groups': ['admin'],
      auth_time: START / 1000 - 60,
      token_use: 'id',
      iss: ISSUER,
      aud: 'legajo',
      iat: START / 1000,
      exp: START / 1000 + 3600,
      jti: expect.stringMatching(/^[\da-f-]{36}$/),
    };
    expect(decodeJwt(token)).toEqual(told);
    expect(await tokens.verify(token)).toEqual({ user: 'ana', session: 'session-1', raw: told });
    expect(await issue()).not.toBe(token);
    time = START;
  });

  it('hold until five seconds after their end, whether they were seen before or not', async () => {
    const token = await issue();
    await tokens.verify(token);
    time = START + 3_604_000;
    await expect(tokens.verify(token)).resolves.toMatchObject({ user: 'ana' });
    await expect(tokensWith(keys).verify(token)).resolves.toMatchObject({ user: 'ana' });
    time = START + 3_605_000;
    await expect(tokens.verify(token)).rejects.toEqual(unauthenticated);
    await expect(tokensWith(keys).verify(token)).rejects.toEqual(unauthenticated);
    time = START;
  });

  it('are checked once while they hold, and say the same from then on, for the last thousand of them', async () => {
    let checks = 0;
    class Counted extends Map<string, CryptoKey> {
      override get(kid: string) {
        checks += 1;
        return super.get(kid);
      }
    }
    const counting = tokensWith({ ...keys, verifying: new Counted(keys.verifying) });
    const [first = '', ...more] = await Promise.all(Array.from({ length: 1001 }, () => issue()));
    const told = await counting.verify(first);
    time = START + 3_604_000;
    expect(await counting.verify(first)).toEqual(told);
    expect(checks).toBe(1);
    time = START;
    for (const token of more.slice(0, 999)) await counting.verify(token);
    await counting.verify(first);
    expect(checks).toBe(1000);
    await counting.verify(more[999] ?? '');
    await counting.verify(more[998] ?? '');
    expect(checks).toBe(1001);
    await counting.verify(first);
    expect(checks).toBe(1002);
  });

  it('are nothing by another key, of another server, of another kind or touched', async () => {
    const token = await issue();
    const [head, body, signature] = token.split('.');
    const admin = Buffer.from(JSON.stringify({ ...good, sub: 'eva' })).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const bad of [
      '',
      'x',
      `${head}.${admin}.${signature}`,
      `${none}.${body}.`,
      await issue(tokensWith(otherKeys)),
      await issue(tokensWith(keys, 'https://otra.test')),
      await tokens.issueChallenge(challenge),
      await forged({ ...good, aud: 'legajo:challenge' }),
      await forged(good, { kid: 'unknown' }),
      await forged(good, { kid: undefined }),
    ])
      await expect(tokens.verify(bad)).rejects.toEqual(unauthenticated);
  });

  it('of a time to come are nothing, seen before or not: they were made while the date was wrong', async () => {
    time = START + 86_400_000;
    const token = await issue();
    await tokens.verify(token);
    time = START;
    for (const by of [tokens, tokensWith(keys)])
      await expect(by.verify(token)).rejects.toThrow(unauthenticated);
    time = START + 86_400_000 - 60_000;
    for (const by of [tokens, tokensWith(keys)]) expect((await by.verify(token)).user).toBe('ana');
    time = START;
  });

  it('are nothing without a person, a time of issue and an end', async () => {
    expect(await tokens.verify(await forged(good))).toMatchObject({ user: 'ana', session: null });
    for (const missing of ['sub', 'exp', 'iat']) {
      const { [missing]: _taken, ...rest } = good as JWTPayload;
      await expect(tokens.verify(await forged(rest))).rejects.toEqual(unauthenticated);
    }
    await expect(tokens.verify(await forged({ ...good, sub: '' }))).rejects.toEqual(unauthenticated);
  });

  it('name no session where theirs is no text', async () => {
    expect((await tokens.verify(await forged({ ...good, sid: 7 }))).session).toBeNull();
  });
});

describe('what a sign-in has still to answer', () => {
  it('comes back as it was given, for ten minutes', async () => {
    const token = await tokens.issueChallenge(challenge);
    expect(decodeJwt(token)).toMatchObject({ sub: 'ana', aud: 'legajo:challenge' });
    expect(await tokens.verifyChallenge(token)).toEqual(challenge);
    time = START + 604_000;
    expect(await tokens.verifyChallenge(token)).toEqual(challenge);
    time = START + 605_000;
    await expect(tokens.verifyChallenge(token)).rejects.toEqual(
      expect.objectContaining({ code: 'bad_code' }),
    );
    time = START;
  });

  it('is not answered yet unless it says so', async () => {
    const { verified: _taken, ...open } = challenge;
    expect(await tokens.verifyChallenge(await tokens.issueChallenge(open))).toEqual({
      ...open,
      verified: false,
    });
  });

  it('is no identity token, and none of nobody', async () => {
    const badCode = expect.objectContaining({ code: 'bad_code' });
    await expect(tokens.verifyChallenge(await issue())).rejects.toEqual(badCode);
    const nobody = await forged({ ...good, aud: 'legajo:challenge', sub: '' });
    await expect(tokens.verifyChallenge(nobody)).rejects.toEqual(badCode);
  });
});
