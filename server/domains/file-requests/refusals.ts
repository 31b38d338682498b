import type { ErrorCode } from '#shared/platform/errors.ts';
import { ApiError } from '../../platform/errors.ts';

/** What somebody without an account may learn of why a file is not taken: what is wrong with the file. */
const OF_THE_FILE: ReadonlySet<ErrorCode> = new Set([
  'file_kind',
  'empty_file',
  'too_large',
  'bytes_missing',
  'unavailable',
  'internal',
]);
/** Room is room: whose quota is full is the organization's own affair. */
const OF_ROOM: ReadonlySet<ErrorCode> = new Set(['storage_full', 'quota_full', 'share_full']);

/**
 * A refusal as somebody with a link is told of it. All that concerns the library, its people and its vocabulary is one:
 * the link takes nothing any more.
 */
export function refusalForStranger(error: unknown): unknown {
  if (!(error instanceof ApiError) || OF_THE_FILE.has(error.code)) return error;
  return new ApiError(OF_ROOM.has(error.code) ? 'storage_full' : 'link_closed');
}
