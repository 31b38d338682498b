import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createNoticeLinks } from './notice-links.ts';

const secret = new Uint8Array(randomBytes(32));
const links = createNoticeLinks(secret);
const user = '01a2b3c4-0000-7000-8000-000000000000';

describe('links that switch mails off', () => {
  it('name a person and types, and nothing else is read from them', async () => {
    const token = await links.sign({ user, types: ['RECORD.REMINDER', 'RECORD.CREATED'] });
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await links.read(token)).toEqual({ user, types: ['RECORD.REMINDER', 'RECORD.CREATED'] });
  });

  it('are ours, or nothing', async () => {
    const token = await links.sign({ user, types: ['RECORD.REMINDER'] });
    const [head, body, signature = ''] = token.split('.');
    const other = Buffer.from(
      JSON.stringify({ aud: 'legajo:notices', sub: user, types: ['RECORD.CREATED'] }),
    );
    const sign = (claims: object, audience: string, key = secret) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(audience)
        .setSubject(user)
        .sign(key);
    const types = ['RECORD.REMINDER'];
    expect(await links.read(await sign({ types }, 'legajo:notices'))).toEqual({ user, types });
    for (const forged of [
      '',
      'x.y.z',
      `${head}.${other.toString('base64url')}.${signature}`,
      `${head}.${body}.${signature.slice(0, -2)}`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`,
      await sign({ types }, 'legajo:file'),
      await sign({ types }, 'legajo:notices', new Uint8Array(randomBytes(32))),
      await sign({ types: ['RECORD.NOTHING'] }, 'legajo:notices'),
      await sign({}, 'legajo:notices'),
    ])
      expect(await links.read(forged)).toBeNull();
  });
});
