import type { z } from 'zod';
import type {
  Comment,
  commentCreate,
  commentResolve,
  commentUpdate,
} from '#shared/comments/comments.schemas.ts';
import { COMMENTS_MAX } from '#shared/platform/limits.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { canComment, canResolveComment } from '../access/documents.policy.ts';
import { findSeen, type SeenRecord } from '../documents/faces/faces.queries.ts';
import { findSeenVersion } from '../documents/faces/version-access.ts';
import { type LockedRecord, lockOpenRecord } from '../documents/lock-records.ts';
import { notify } from '../notifications/notify.ts';
import { findWithoutWorkingCopy } from '../notifications/seeing.ts';
import { presentComments } from './comments.presenter.ts';
import {
  type CommentRow,
  countComments,
  findCommented,
  findCommentedRecord,
  findWriters,
  getComment,
  insertComment,
  listComments,
  updateComment,
} from './comments.queries.ts';
import { t } from './texts.ts';

const subjectOf = ({ face }: SeenRecord) => ({
  face: face.face,
  group: face.group_id,
  authors: face.authors,
});

/**
 * Comments belong to the working copy: whoever is served what is published neither reads nor writes any, whatever
 * version they are about (decision 0069).
 */
export function createCommentsService({ db, changes }: Pick<Deps, 'db' | 'changes'>) {
  /** A comment of a record that the caller sees, behind the locks of a change of it. */
  async function lock(change: Change, caller: Actor, id: string) {
    const record = await findCommentedRecord(change.trx, caller.organization, id);
    const seen = record === null ? null : await findSeen(change.trx, caller, record);
    // To a reader there are no comments, so it is not even refused.
    if (seen?.face.face !== 'working') throw notFound();
    const locked = await lockOpenRecord(change, caller, seen.record.id);
    if (locked.face.face !== 'working') throw notFound();
    return { locked, row: await getComment(change.trx, id) };
  }

  return {
    /** @throws not_found */
    async list(actor: Actor, record: string): Promise<Comment[]> {
      const seen = await findSeen(db, actor, record);
      if (!seen) throw notFound();
      if (seen.face.face !== 'working') return [];
      return presentComments(db, actor, subjectOf(seen), await listComments(db, record));
    },

    /** @throws not_found, forbidden, archived, invalid where the document has too many */
    create: (caller: Actor, body: z.output<typeof commentCreate>): Promise<Comment> =>
      changes.run(caller, async (change) => {
        const locked = await lockOpenRecord(change, caller, body.record);
        const { actor, record } = locked;
        const version = await findSeenVersion(change.trx, actor, body.version);
        if (version.record_id !== record.id || version.status !== 'ready') throw notFound();
        if (!canComment(actor, subjectOf(locked))) throw new ApiError('forbidden');
        await requireThread(change, record.id, body);
        await requireReadable(change, record.id, body.mentions);
        if ((await countComments(change.trx, record.id)) >= COMMENTS_MAX)
          throw invalid('text', t('full', { max: COMMENTS_MAX }));
        const id = newId();
        const { quote = '', prefix = '', suffix = '', page = null } = body.anchor ?? {};
        await insertComment(change.trx, {
          ...{ id, organization: record.organization, record_id: record.id, version_id: version.id },
          ...{ parent_id: body.parent, mentions: body.mentions },
          ...{ text: body.text, quote: quote === '' ? null : quote, page },
          // Without a passage there is nothing that could stand around it.
          ...(quote === '' ? {} : { prefix, suffix }),
          ...{ user_id: actor.user, at: change.at },
        });
        const about = { record_id: record.id, version_id: version.id, number: version.number };
        note(change, 'comment.create', about);
        const named = new Set(body.mentions);
        const concerned = [
          ...(await findCommented(change.trx, record)),
          ...(body.parent === null ? [] : await findWriters(change.trx, body.parent)),
        ];
        const notice = { record: record.id, version: version.id, about: id };
        await notify(change, actor, [
          { ...notice, type: 'RECORD.MENTIONED', to: body.mentions },
          { ...notice, type: 'RECORD.COMMENTED', to: concerned.filter((user) => !named.has(user)) },
        ]);
        return read(change, locked, id);
      }),

    /** By its writer. @throws not_found, forbidden, archived, conflict */
    update: (caller: Actor, id: string, body: z.output<typeof commentUpdate>): Promise<Comment> =>
      changes.run(caller, async (change) => {
        const { locked, row } = await lock(change, caller, id);
        if (row.user_id !== locked.actor.user || !canComment(locked.actor, subjectOf(locked)))
          throw new ApiError('forbidden');
        const mentions = body.mentions ?? row.mentions;
        const named = mentions.filter((user) => !row.mentions.includes(user));
        if (row.text === body.text && named.length === 0 && mentions.length === row.mentions.length)
          return read(change, locked, id);
        await requireRev(change, locked, row, body.rev);
        await requireReadable(change, row.record_id, named);
        const words = { text: body.text, mentions };
        await updateComment(change.trx, id, { ...words, edited_at: change.at, rev: row.rev + 1 });
        note(change, 'comment.update', row);
        const about = { record: row.record_id, version: row.version_id, about: id };
        await notify(change, locked.actor, [{ ...about, type: 'RECORD.MENTIONED', to: named }]);
        return read(change, locked, id);
      }),

    /** @throws not_found, forbidden, archived, conflict */
    resolve: (caller: Actor, id: string, body: z.output<typeof commentResolve>): Promise<Comment> =>
      changes.run(caller, async (change) => {
        const { locked, row } = await lock(change, caller, id);
        // A thread is resolved as a whole, by its first comment.
        if (row.parent_id !== null) throw notFound();
        if (!canResolveComment(locked.actor, subjectOf(locked), row.user_id)) throw new ApiError('forbidden');
        // Two people wanted the same: the first one did it, and is the one who is named.
        if ((row.resolved_at !== null) === body.resolved) return read(change, locked, id);
        await requireRev(change, locked, row, body.rev);
        const by = body.resolved
          ? { resolved_by: locked.actor.user, resolved_at: change.at }
          : { resolved_by: null, resolved_at: null };
        await updateComment(change.trx, id, { ...by, rev: row.rev + 1 });
        note(change, body.resolved ? 'comment.resolve' : 'comment.reopen', row);
        return read(change, locked, id);
      }),
  };
}

async function read(change: Change, locked: LockedRecord, id: string): Promise<Comment> {
  const rows = [await getComment(change.trx, id)];
  const [comment] = await presentComments(change.trx, locked.actor, subjectOf(locked), rows);
  if (!comment) throw new ApiError('internal');
  return comment;
}

/** A reply belongs to an open thread of its document. @throws not_found, invalid */
async function requireThread(
  change: Change,
  record: string,
  { parent, anchor }: z.output<typeof commentCreate>,
): Promise<void> {
  if (parent === null) return;
  if (anchor !== null) throw invalid('anchor', t('replyAnchor'));
  const thread = (await listComments(change.trx, record)).find(({ id }) => id === parent);
  if (!thread || thread.parent_id !== null) throw notFound();
  if (thread.resolved_at !== null) throw invalid('text', t('reply'));
}

/** Who is named must be able to read the comment. @throws invalid */
async function requireReadable(change: Change, record: string, mentions: readonly string[]): Promise<void> {
  if ((await findWithoutWorkingCopy(change.trx, record, mentions)).length > 0)
    throw invalid('mentions', t('mentioned'));
}

/** The optimistic lock: nobody changes a comment that they have not seen. @throws conflict with what is current */
async function requireRev(change: Change, locked: LockedRecord, row: CommentRow, rev: number): Promise<void> {
  if (rev === row.rev) return;
  throw new ApiError('conflict', { current: await read(change, locked, row.id) });
}

/**
 * Writes the trail and tells screens. Neither has words of the comment or of the document: the trail stays when the
 * document is deleted for good.
 */
function note(
  change: Change,
  action: 'comment.create' | 'comment.update' | 'comment.resolve' | 'comment.reopen',
  { record_id: record, version_id: version, number }: Pick<CommentRow, 'record_id' | 'version_id' | 'number'>,
): void {
  change.audit({ action, targetType: 'record', targetId: record, after: { version, number } });
  change.announce({ kind: 'record.commented', record });
}
