import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** Certificates for tests: Node reads X.509 and makes none. */
export interface Certificate {
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

export interface Issuer extends Certificate {
  /** One for a server, signed by this issuer. */
  issue(wanted: CertificateOptions): Certificate;
}

export interface CertificateOptions {
  /** Host names and IPv4 addresses. */
  readonly names: readonly string[];
  readonly from?: Date;
  readonly until?: Date;
}

const DAY_MS = 86_400_000;
/** Object identifiers, in DER. */
const OID = {
  ecdsaWithSha256: '06082a8648ce3d040302',
  commonName: '0603550403',
  basicConstraints: '0603551d13',
  subjectAltName: '0603551d11',
};

/** One element of DER: its tag, its length, and what it holds. */
function der(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  // The shortest form, as DER wants it.
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
const sequence = (...content: Uint8Array[]) => der(0x30, ...content);
const oid = (hex: string) => Buffer.from(hex, 'hex');
const octets = (content: Uint8Array) => der(0x04, content);
const bits = (content: Uint8Array) => der(0x03, Buffer.from([0]), content);
const yes = der(0x01, Buffer.from([0xff]));
const distinguished = (name: string) =>
  sequence(der(0x31, sequence(oid(OID.commonName), der(0x0c, Buffer.from(name)))));
/** YYMMDDHHMMSSZ */
const moment = (at: Date) =>
  der(0x17, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`, 'latin1'));
const alternative = (name: string) =>
  isIP(name) === 4 ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name));

const algorithm = sequence(oid(OID.ecdsaWithSha256));
const extension = (id: string, value: Uint8Array, critical = false) =>
  sequence(oid(id), ...(critical ? [yes] : []), octets(value));

interface Body extends CertificateOptions {
  readonly subject: string;
  readonly issuer: string;
  readonly isIssuer: boolean;
  readonly signedBy?: KeyObject;
}

function make({ subject, issuer, isIssuer, names, signedBy, ...validity }: Body) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { from = new Date(Date.now() - DAY_MS), until = new Date(Date.now() + DAY_MS) } = validity;
  const extensions = [
    extension(OID.basicConstraints, isIssuer ? sequence(yes) : sequence(), true),
    ...(names.length > 0 ? [extension(OID.subjectAltName, sequence(...names.map(alternative)))] : []),
  ];
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    distinguished(issuer),
    sequence(moment(from), moment(until)),
    distinguished(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, signedBy ?? privateKey);
  const text = sequence(body, algorithm, bits(signature))
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    privateKey,
  };
}

/** A server's certificate that only the server itself vouches for. */
export function selfSigned(wanted: CertificateOptions): Certificate {
  return make({ ...wanted, subject: 'Prueba', issuer: 'Prueba', isIssuer: false });
}

/** An issuer of its own; whoever takes its `cert` for trusted takes what it issues. */
export function makeIssuer(): Issuer {
  const name = `Emisor ${randomBytes(4).toString('hex')}`;
  const { privateKey, ...own } = make({ subject: name, issuer: name, isIssuer: true, names: [] });
  return {
    ...own,
    issue: (wanted) =>
      make({ ...wanted, subject: 'Servidor', issuer: name, isIssuer: false, signedBy: privateKey }),
  };
}
