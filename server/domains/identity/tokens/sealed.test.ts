import { createCipheriv, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSeal } from './sealed.ts';

const secret = Buffer.from('12345678901234567890');
const key = randomBytes(32);
const seal = createSeal(key);

it('opens what it sealed, for whom it was sealed, and says the same thing twice in two ways', () => {
  const sealed = seal.seal(secret, 'ana');
  expect(sealed).toMatch(/^v1\.[\w-]+$/);
  expect(seal.open(sealed, 'ana')).toEqual(secret);
  expect(seal.open(seal.seal(Buffer.alloc(0), 'ana'), 'ana')).toEqual(Buffer.alloc(0));
  expect(seal.seal(secret, 'ana')).not.toBe(sealed);
  expect(Buffer.from(sealed.slice(3), 'base64url').includes(secret)).toBe(false);
});

it('opens nothing for somebody else, by another key, or that was touched', () => {
  const sealed = seal.seal(secret, 'ana');
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  const touched = [0, 12, bytes.length - 1].map((place) => {
    const copy = Buffer.from(bytes);
    copy[place] = (copy[place] ?? 0) ^ 1;
    return `v1.${copy.toString('base64url')}`;
  });
  expect(seal.open(sealed, 'eva')).toBeNull();
  expect(createSeal(randomBytes(32)).open(sealed, 'ana')).toBeNull();
  for (const text of [
    ...touched,
    sealed.slice(3),
    `v2.${sealed.slice(3)}`,
    `v1.${'a'.repeat(20)}`,
    'v1.',
    '',
  ])
    expect(seal.open(text, 'ana')).toBeNull();
});

it('opens nothing whose proof was cut short: fewer bytes of it are guessed sooner', () => {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: 12 }).setAAD(Buffer.from('ana'));
  cipher.final();
  const short = Buffer.concat([iv, cipher.getAuthTag()]);
  expect(seal.open(`v1.${short.toString('base64url')}`, 'ana')).toBeNull();
});
