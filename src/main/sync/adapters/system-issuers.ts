import * as tls from 'node:tls';

/**
 * Trusts the certificate authorities that the system trusts, as the app's window does, because an organization may have
 * its own. Call it before the first connection. Older runtimes know only their own list.
 */
export function trustSystemIssuers(): void {
  if (typeof tls.getCACertificates !== 'function' || typeof tls.setDefaultCACertificates !== 'function')
    return;
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]);
}
