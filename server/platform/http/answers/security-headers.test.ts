import { describe, expect, it } from 'vitest';
import {
  API_HEADERS,
  BUNDLE_HEADERS,
  fileHeaders,
  JSON_HEADERS,
  pageHeaders,
  secretAddressHeaders,
} from './security-headers.ts';

describe('security headers', () => {
  it('give a file no script, no origin and no way out', () => {
    expect(fileHeaders({ name: 'Acta año.pdf', type: 'application/octet-stream' })).toEqual({
      'cache-control': 'private, no-cache',
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="Acta ano.pdf"; filename*=UTF-8''Acta%20a%C3%B1o.pdf`,
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });

  it('say how a file is shown and kept', () => {
    const shown = fileHeaders({ name: 'a.png', type: 'image/png', inline: true });
    expect(shown['content-disposition']).toMatch(/^inline; filename="a\.png"/);
    const zip = fileHeaders({ name: 'a.zip', type: 'application/zip', once: true });
    expect(zip['cache-control']).toBe('private, no-store');
  });

  it('keep an address that is a secret from other sites and search engines', () => {
    expect(secretAddressHeaders('legajo.ics', 'text/calendar; charset=utf-8')).toEqual({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="legajo.ics"',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
  });

  it('let the page run scripts of its own origin, and the API none', () => {
    const page = pageHeaders('/')['content-security-policy'];
    expect(page).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
        "media-src 'self' blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self'; " +
        "manifest-src 'self'; frame-src 'self' blob:; base-uri 'none'; form-action 'self'; " +
        "frame-ancestors 'none'; object-src 'none'",
    );
    expect(API_HEADERS).toEqual({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(JSON_HEADERS).toEqual({ 'cache-control': 'no-store' });
    expect(BUNDLE_HEADERS).toEqual({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });
});
