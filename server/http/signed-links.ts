import { errors, jwtVerify, SignJWT } from 'jose';
import { DOWNLOAD_LINK_SECONDS } from '#shared/domain/limits.ts';
import { type DownloadChoice, downloadCreate } from '#shared/schemas/version.ts';
import { notFound } from '../errors.ts';
import type { Services } from '../services/services.ts';

const FILE = 'legajo:file';
const ZIP = 'legajo:zip';

export interface LinkTarget {
  /** The person whom the link names: their rights are asked at each use. */
  readonly user: string;
  readonly version: string;
}

export interface ZipTarget {
  readonly user: string;
  readonly choice: DownloadChoice;
}

interface SignedLink {
  readonly url: string;
  readonly expiresAt: string;
}

async function sign(
  { deps, identity }: Services,
  path: string,
  audience: string,
  user: string,
  claims: Record<string, string>,
  seconds: number,
): Promise<SignedLink> {
  const issued = Math.floor(deps.now().getTime() / 1000);
  const end = issued + seconds;
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setSubject(user)
    .setIssuedAt(issued)
    .setExpirationTime(end)
    .sign(identity.linkSecret);
  return {
    url: `${deps.config.publicUrl}/api/${path}/${token}`,
    expiresAt: new Date(end * 1000).toISOString(),
  };
}

/** @throws not_found for anything but a link of ours, of this kind, that still runs */
async function read(
  { deps, identity }: Services,
  token: string,
  audience: string,
): Promise<Readonly<Record<string, unknown>> & { sub: string }> {
  try {
    const { payload } = await jwtVerify(token, identity.linkSecret, {
      audience,
      algorithms: ['HS256'],
      currentDate: deps.now(),
    });
    if (typeof payload.sub !== 'string') throw notFound();
    return { ...payload, sub: payload.sub };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw notFound();
    throw error;
  }
}

/** A signed download link (spec §9): a version, a person and an end. */
export const signLink = (services: Services, { user, version }: LinkTarget): Promise<SignedLink> =>
  sign(services, 'files', FILE, user, { version }, services.deps.config.signedLinkSeconds);

/** What a link names. @throws not_found */
export async function readLink(services: Services, token: string): Promise<LinkTarget> {
  const { sub, version } = await read(services, token, FILE);
  if (typeof version !== 'string') throw notFound();
  return { user: sub, version };
}

/** The same for a zip. What was chosen travels in the link: 200 ids packed stay far below what a request may carry. */
export const signZip = (services: Services, { user, choice }: ZipTarget): Promise<SignedLink> =>
  sign(services, 'files/zip', ZIP, user, packed(choice), DOWNLOAD_LINK_SECONDS);

/** @throws not_found */
export async function readZip(services: Services, token: string): Promise<ZipTarget> {
  const { sub, records, folder, group } = await read(services, token, ZIP);
  const given =
    typeof records === 'string' ? { records: unpacked(records) } : folder ? { folder } : { group };
  const choice = downloadCreate.safeParse(given);
  if (!choice.success) throw notFound();
  return { user: sub, choice: choice.data };
}

const packed = (choice: DownloadChoice): Record<string, string> =>
  'records' in choice
    ? { records: Buffer.from(choice.records.join('').replaceAll('-', ''), 'hex').toString('base64url') }
    : choice;

const unpacked = (text: string): string[] =>
  (Buffer.from(text, 'base64url').toString('hex').match(/.{32}/g) ?? []).map((hex) =>
    hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  );
