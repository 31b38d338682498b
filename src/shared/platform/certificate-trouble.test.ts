import { expect, test } from 'vitest';
import { CERTIFICATE_TROUBLES, certificateTrouble, isCertificateTrouble } from './certificate-trouble.ts';

test.each([
  ['net::ERR_CERT_DATE_INVALID', 'certificate_expired'],
  ['net::ERR_CERT_COMMON_NAME_INVALID', 'certificate_name'],
  ['net::ERR_CERT_AUTHORITY_INVALID', 'certificate_untrusted'],
  ['net::ERR_CERT_REVOKED', 'certificate_untrusted'],
  ['net::ERR_CERT_WEAK_KEY', 'certificate_untrusted'],
  ['net::ERR_CONNECTION_REFUSED', undefined],
  ['net::ERR_INTERNET_DISCONNECTED', undefined],
  ['net::ERR_NETWORK_CHANGED', undefined],
])('Chromium’s %s is %s', { tags: 'desktop-certificates' }, (message, code) => {
  expect(certificateTrouble(new Error(message))).toBe(code);
});

test('Node’s own words, also as the cause of another error; a thing that is no error says nothing', () => {
  const cause = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' });
  expect(certificateTrouble(new TypeError('fetch failed', { cause }))).toBe('certificate_expired');
  expect(certificateTrouble('net::ERR_CERT_DATE_INVALID')).toBeUndefined();
});

test('a code of such a trouble is told from any other code', () => {
  expect(CERTIFICATE_TROUBLES.map(isCertificateTrouble)).toEqual([true, true, true]);
  expect(['', 'certificate', 'offline'].map(isCertificateTrouble)).toEqual([false, false, false]);
});
