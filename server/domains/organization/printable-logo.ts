import { buffer } from 'node:stream/consumers';
import { imageHead } from '#shared/documents/image-head.ts';
import type { Deps } from '../../platform/deps.ts';
import { findOrganization } from './organizations.queries.ts';

/** A logo as paper and mails show it. */
export interface PrintableLogo {
  readonly type: 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * The logo for a report's cover and for mails; null where there is none, where it is a WebP, which neither shows, and
 * where its file cannot be read now: both go out without it.
 */
export async function findPrintableLogo(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  organization: string,
): Promise<PrintableLogo | null> {
  const { logo, logo_type: type } = await findOrganization(db, organization);
  if (!logo || (type !== 'image/png' && type !== 'image/jpeg')) return null;
  try {
    const bytes = await buffer(await storage.open(logo));
    const head = imageHead(bytes);
    return head && { type, bytes, width: head.width, height: head.height };
  } catch {
    return null;
  }
}
