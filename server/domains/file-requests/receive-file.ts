import type { Change } from '../../platform/db/change.ts';
import { ApiError } from '../../platform/errors.ts';
import { setSender } from '../documents/versions/versions.queries.ts';
import { leftOf } from './file-requests.policy.ts';
import { type LinkRow, lockLink } from './file-requests.queries.ts';
import { requireTaking } from './link-access.ts';
import { tellMaker } from './received-notice.ts';
import { markReceived, type RequestFileRow } from './request-files.queries.ts';

/** The draft that was made of a file. */
export interface Arrived {
  readonly record: string;
  readonly version: string;
  readonly sha256: string;
  /** Since when other files on their way must have been touched, to keep their places. */
  readonly since: Date;
}

/**
 * Writes that a file has come by a link, in the transaction that made its draft. The link is judged again behind its
 * lock: it may have been revoked while the bytes came.
 * @throws link_expired, link_closed, link_full: nothing is kept then
 */
export async function receive(
  change: Change,
  { id }: LinkRow,
  file: RequestFileRow,
  { record, version, sha256, since }: Arrived,
): Promise<void> {
  const { trx, at } = change;
  const link = await lockLink(trx, id, since);
  requireTaking(link, at);
  if (!(await markReceived(trx, file.id, { version, sha256, at }))) return;
  // One that nobody had touched for long had lost its place, and others may have taken it.
  if (file.touched_at <= since) {
    const { filesLeft, bytesLeft } = leftOf(link);
    if (filesLeft < 1 || bytesLeft < file.size) throw new ApiError('link_full', { filesLeft, bytesLeft });
  }
  await setSender(trx, version, { sender: file.sender, link: link.title });
  change.audit({
    action: 'file_request.receive',
    ...{ targetType: 'file_request', targetId: id },
    after: { sender: file.sender, name: file.name, record },
  });
  await tellMaker(change, link, file.sender);
}
