import { randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { type DownloadChoice, downloadCreate } from '#shared/documents/versions.schemas.ts';
import { DOWNLOAD_LINK_SECONDS } from '#shared/platform/limits.ts';
import type { Actor } from '../../../platform/actor.ts';
import { CLOCK_SKEW_SECONDS } from '../../../platform/clock-skew.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import type { Kernel } from '../../../platform/kernel.ts';
import { findPasswordStamp } from '../accounts.queries.ts';
import type { Identity } from '../module.ts';

type Doors = Kernel & Identity;

const FILE = 'legajo:file';
const ZIP = 'legajo:zip';

/** What a link names, and the person who made it with the rights that they have now. */
export interface LinkTarget {
  readonly actor: Actor;
  readonly version: string;
}

export interface ZipTarget {
  readonly actor: Actor;
  readonly choice: DownloadChoice;
}

interface SignedLink {
  readonly url: string;
  readonly expiresAt: string;
}

/** A link ends with the session that made it, and with its person's password. */
async function sign(
  { deps, identity }: Doors,
  path: string,
  audience: string,
  { user, session }: Actor,
  what: Record<string, string>,
  seconds: number,
): Promise<SignedLink> {
  const claims = { ...what, session, password: await findPasswordStamp(deps.db, user) };
  const issued = Math.floor(deps.now().getTime() / 1000);
  const end = issued + seconds;
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setSubject(user)
    // Of two links that are made within the same second, each is its own: so many files at once are sent of one link.
    .setJti(randomBytes(8).toString('base64url'))
    .setIssuedAt(issued)
    .setExpirationTime(end)
    .sign(identity.linkSecret);
  return {
    url: `${deps.config.publicUrl}/api/${path}/${token}`,
    expiresAt: new Date(end * 1000).toISOString(),
  };
}

/**
 * @throws not_found for anything but an unexpired link of this kind; unauthenticated where its session or password has
 * ended; disabled
 */
async function read(
  { deps, identity, actorOfSession, calls }: Doors,
  token: string,
  audience: string,
  ip: string | null,
): Promise<{ claims: Readonly<Record<string, unknown>>; actor: Actor }> {
  const verified = verify(deps, identity.linkSecret, token, audience);
  const { sub, session, password, ...claims } = await verified.catch(async (error: unknown) => {
    await calls.stranger(ip ?? '');
    throw error;
  });
  if (typeof sub !== 'string') throw notFound();
  const actor = await actorOfSession(sub, typeof session === 'string' ? session : null, ip);
  if (password !== (await findPasswordStamp(deps.db, sub))) throw new ApiError('unauthenticated');
  return { claims, actor };
}

async function verify(
  { now }: Kernel['deps'],
  secret: Uint8Array,
  token: string,
  audience: string,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    const { payload } = await jwtVerify(token, secret, {
      audience,
      algorithms: ['HS256'],
      currentDate: now(),
    });
    // Made while the server's clock was wrong, it would be valid until that date comes.
    if ((payload.iat ?? 0) > Math.floor(now().getTime() / 1000) + CLOCK_SKEW_SECONDS) throw notFound();
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw notFound();
    throw error;
  }
}

/** A signed download link (docs/domain/limits.md, specification §9): a version, a person and an end. */
export const signLink = (services: Doors, { actor, version }: LinkTarget): Promise<SignedLink> =>
  sign(services, 'files', FILE, actor, { version }, services.deps.config.signedLinkSeconds);

/** What a link names. @throws not_found, unauthenticated, disabled */
export async function readLink(services: Doors, token: string, ip: string | null): Promise<LinkTarget> {
  const { actor, claims } = await read(services, token, FILE, ip);
  if (typeof claims.version !== 'string') throw notFound();
  return { actor, version: claims.version };
}

/** The same for a zip. The link holds what was chosen: 200 ids fit easily into a request. */
export const signZip = (services: Doors, { actor, choice }: ZipTarget): Promise<SignedLink> =>
  sign(services, 'files/zip', ZIP, actor, packed(choice), DOWNLOAD_LINK_SECONDS);

/** @throws not_found, unauthenticated, disabled */
export async function readZip(services: Doors, token: string, ip: string | null): Promise<ZipTarget> {
  const { actor, claims } = await read(services, token, ZIP, ip);
  const { records, folder, group } = claims;
  const given =
    typeof records === 'string' ? { records: unpacked(records) } : folder ? { folder } : { group };
  const choice = downloadCreate.safeParse(given);
  if (!choice.success) throw notFound();
  return { actor, choice: choice.data };
}

const packed = (choice: DownloadChoice): Record<string, string> =>
  'records' in choice
    ? { records: Buffer.from(choice.records.join('').replaceAll('-', ''), 'hex').toString('base64url') }
    : choice;

const unpacked = (text: string): string[] =>
  (Buffer.from(text, 'base64url').toString('hex').match(/.{32}/g) ?? []).map((hex) =>
    hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  );
