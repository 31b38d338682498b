/** Why a server's certificate is not taken. The codes are those that catalogues have sentences for. */
export const CERTIFICATE_TROUBLES = [
  /** Not valid at this moment by this computer's clock: expired, or not valid yet. */
  'certificate_expired',
  /** Made out to another address. */
  'certificate_name',
  /** Of nobody that this computer trusts: self-signed, of an unknown issuer, revoked, or no proper one. */
  'certificate_untrusted',
] as const;
export type CertificateTrouble = (typeof CERTIFICATE_TROUBLES)[number];

/** As Chromium names them (net::ERR_CERT_…, in a message), and as Node does (an error's code). */
const EXPIRED = /ERR_CERT_DATE_INVALID|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/;
const OTHER_NAME = /ERR_CERT_COMMON_NAME_INVALID|ERR_TLS_CERT_ALTNAME_INVALID/;
const ANY =
  /ERR_CERT_|CERT_UNTRUSTED|CERT_REVOKED|CERT_REJECTED|CERT_SIGNATURE_FAILURE|CERT_CHAIN_TOO_LONG|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE/;

/**
 * What was amiss with the certificate of a server that a call did not get through to; undefined where it was
 * something else. Nobody goes on with such a server, and nothing was sent to it.
 */
export function certificateTrouble(error: unknown): CertificateTrouble | undefined {
  if (!(error instanceof Error)) return undefined;
  const said = `${(error as { code?: unknown }).code ?? ''} ${error.message}`;
  if (EXPIRED.test(said)) return 'certificate_expired';
  if (OTHER_NAME.test(said)) return 'certificate_name';
  if (ANY.test(said)) return 'certificate_untrusted';
  return certificateTrouble(error.cause);
}

export const isCertificateTrouble = (code: string): code is CertificateTrouble =>
  (CERTIFICATE_TROUBLES as readonly string[]).includes(code);
