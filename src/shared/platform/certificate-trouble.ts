/** Why a server's certificate is refused. The catalogues have a sentence for each code. */
export const CERTIFICATE_TROUBLES = [
  /** Not valid at this moment by this computer's clock: expired, or not valid yet. */
  'certificate_expired',
  /** Issued for another address. */
  'certificate_name',
  /** Not trusted by this computer: self-signed, of an unknown authority, revoked, or malformed. */
  'certificate_untrusted',
] as const;
export type CertificateTrouble = (typeof CERTIFICATE_TROUBLES)[number];

/** The names of these errors in Chromium (net::ERR_CERT_…, in a message) and in Node (an error's code). */
const EXPIRED = /ERR_CERT_DATE_INVALID|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/;
const OTHER_NAME = /ERR_CERT_COMMON_NAME_INVALID|ERR_TLS_CERT_ALTNAME_INVALID/;
const ANY =
  /ERR_CERT_|CERT_UNTRUSTED|CERT_REVOKED|CERT_REJECTED|CERT_SIGNATURE_FAILURE|CERT_CHAIN_TOO_LONG|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE/;

/** Why the certificate of a server was refused; undefined for any other error. No data was sent to such a server. */
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
