import { errors, jwtVerify, SignJWT } from 'jose';
import { notFound } from '../errors.ts';
import type { Services } from '../services/services.ts';

const AUDIENCE = 'legajo:file';

export interface LinkTarget {
  /** The person whom the link names: their rights are asked at each use. */
  readonly user: string;
  readonly version: string;
}

/** A signed download link (spec §9): a version, a person and an end. */
export async function signLink(
  { deps, identity }: Services,
  { user, version }: LinkTarget,
): Promise<{ url: string; expiresAt: string }> {
  const issued = Math.floor(deps.now().getTime() / 1000);
  const end = issued + deps.config.signedLinkSeconds;
  const token = await new SignJWT({ version })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setSubject(user)
    .setIssuedAt(issued)
    .setExpirationTime(end)
    .sign(identity.linkSecret);
  return {
    url: `${deps.config.publicUrl}/api/files/${token}`,
    expiresAt: new Date(end * 1000).toISOString(),
  };
}

/** What a link names. @throws not_found for anything but a link of ours that still runs */
export async function readLink({ deps, identity }: Services, token: string): Promise<LinkTarget> {
  try {
    const { payload } = await jwtVerify(token, identity.linkSecret, {
      audience: AUDIENCE,
      algorithms: ['HS256'],
      currentDate: deps.now(),
    });
    if (typeof payload.sub !== 'string' || typeof payload.version !== 'string') throw notFound();
    return { user: payload.sub, version: payload.version };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw notFound();
    throw error;
  }
}
