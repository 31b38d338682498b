import type { LibraryRole } from '#shared/access/roles.ts';
import type { LinkState } from '#shared/file-requests/file-requests.schemas.ts';

/** What decides whether a link takes files. */
export interface JudgedLink {
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly max_files: number;
  readonly max_bytes: number;
  /** Of whoever made it, now; null where they are no member of the library. */
  readonly roles: readonly LibraryRole[] | null;
  readonly enabled: boolean;
  readonly archived: boolean;
  /** What came, and what is on its way. */
  readonly files: number;
  readonly bytes: number;
  readonly pending: number;
  readonly pending_bytes: number;
}

/** What a link still takes; a file that is on its way has its place. */
export const leftOf = (link: JudgedLink): { filesLeft: number; bytesLeft: number } => ({
  filesLeft: Math.max(0, link.max_files - link.files - link.pending),
  bytesLeft: Math.max(0, link.max_bytes - link.bytes - link.pending_bytes),
});

/** A link works as long as whoever made it could put the files there themself. Pure. */
export function linkState(link: JudgedLink, at: Date): LinkState {
  if (link.revoked_at) return 'revoked';
  if (link.expires_at <= at) return 'expired';
  if (!link.enabled || link.archived || !link.roles?.includes('upload')) return 'closed';
  return link.files >= link.max_files || link.bytes >= link.max_bytes ? 'full' : 'open';
}
