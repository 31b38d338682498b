import { describe, expect, it } from 'vitest';
import { deliveryLink, readDeliveryLink } from './link-secret.ts';

const SECRET = `${'aZ09_-'.repeat(7)}x`;

describe('the address of a link to send files', () => {
  it('holds its secret behind the hash, where no server sees it', () => {
    const url = new URL(deliveryLink('https://legajo.test', SECRET));
    expect(url.pathname).toBe('/entregar');
    expect(url.search).toBe('');
    expect(readDeliveryLink(url.hash)).toBe(SECRET);
  });

  it.each(['.', ' ', '%20', ').', '»,'])('is read without the %j of a sentence behind it', (end) => {
    expect(readDeliveryLink(`#${SECRET}${end}`)).toBe(SECRET);
  });

  it.each(['', '#', '#corto', `#${SECRET}x`, `#${SECRET.slice(1)}/`])('has none in %j', (hash) => {
    expect(readDeliveryLink(hash)).toBeNull();
  });
});
