import type { FileRequest } from '#shared/file-requests/file-requests.schemas.ts';
import type { Executor } from '../../platform/db/change.ts';
import { lookup } from '../access/names.queries.ts';
import { linkState } from './file-requests.policy.ts';
import { type LinkRow, listMails } from './file-requests.queries.ts';

/** Links as those are shown them who may ask for files there. */
export async function presentLinks(
  executor: Executor,
  rows: readonly LinkRow[],
  at: Date,
): Promise<FileRequest[]> {
  const mails = await listMails(
    executor,
    rows.map((row) => row.id),
  );
  const names = await lookup(executor, {
    people: [
      ...rows.flatMap((row) => [row.created_by, row.revoked_by ?? row.created_by]),
      ...mails.map((mail) => mail.sent_by),
    ],
  });
  const person = (id: string) => names.people.get(id) ?? { _id: id, firstname: '', lastname: '' };
  const ofLink = Map.groupBy(mails, (mail) => mail.request_id);
  return rows.map((row) => ({
    _id: row.id,
    folder: row.folder_id,
    kind: row.kind,
    title: row.title,
    state: linkState(row, at),
    createdBy: person(row.created_by),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedBy: row.revoked_by ? person(row.revoked_by) : null,
    received: {
      files: row.files,
      bytes: row.bytes,
      lastAt: row.last_at?.toISOString() ?? null,
      pending: row.pending,
    },
    maxFiles: row.max_files,
    maxBytes: row.max_bytes,
    mails: (ofLink.get(row.id) ?? []).map((mail) => ({
      email: mail.email,
      sentAt: mail.sent_at.toISOString(),
      sentBy: person(mail.sent_by),
    })),
  }));
}
