import * as tls from 'node:tls';

/**
 * Trusts the issuers of certificates that this computer's system trusts, as the app's window does: an organization may
 * have its own. Before the first connection; an older runtime knows only its own list.
 */
export function trustSystemIssuers(): void {
  if (typeof tls.getCACertificates !== 'function' || typeof tls.setDefaultCACertificates !== 'function')
    return;
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]);
}
