import { expect, test } from 'vitest';
import { accessLink, isResetSecret, readResetLink, resetLink } from './reset-secrets.ts';

const secret = 'a-_9'.repeat(10).padEnd(43, 'Z');

test('a link to a new password is read as it was written', () => {
  for (const email of ['ana@andes.cl', 'ana+legajo&más=1#2@andes.cl']) {
    const link = resetLink('https://legajo.andes.cl', { email, secret });
    expect(link).toMatch(/^https:\/\/legajo\.andes\.cl\/password#/);
    expect(new URL(link).search).toBe('');
    expect(readResetLink(new URL(link).hash)).toEqual({ email, secret });
    const first = accessLink('https://legajo.andes.cl', { email, secret });
    expect(new URL(first).search).toBe('');
    expect(readResetLink(new URL(first).hash)).toEqual({ email, secret, first: true });
  }
});

test('another address is none', () => {
  const links = [
    '',
    '#',
    `#secret=${secret}`,
    '#secret=123456&email=ana%40andes.cl',
    `#secret=${secret}&email=%E0%A4%A`,
    `#secret=${secret}&email=ana%40andes.cl&next=1`,
    `#next#secret=${secret}&email=ana%40andes.cl`,
    `#secret=${secret}&email=`,
  ];
  for (const hash of links) expect(readResetLink(hash)).toBeNull();
});

test('a secret has 43 letters, digits, hyphens and underscores, and nothing around them', () => {
  expect(isResetSecret(secret)).toBe(true);
  for (const text of [`${secret}Z`, ` ${secret}`, `${secret}\n`, secret.slice(1), secret.replace('-', '+')])
    expect(isResetSecret(text), JSON.stringify(text)).toBe(false);
});
