import type { Comment } from '#shared/comments/comments.schemas.ts';
import type { ActingUser } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { canComment, canResolveComment, type Subject } from '../access/documents.policy.ts';
import { lookup } from '../access/names.queries.ts';
import type { CommentRow } from './comments.queries.ts';

/** Comments of one record as their reader sees them. */
export async function presentComments(
  executor: Executor,
  actor: ActingUser,
  subject: Pick<Subject, 'face' | 'group' | 'authors'>,
  rows: readonly CommentRow[],
): Promise<Comment[]> {
  const names = await lookup(executor, {
    people: rows.flatMap((row) => [
      row.user_id,
      ...row.mentions,
      ...(row.resolved_by ? [row.resolved_by] : []),
    ]),
  });
  const person = (id: string) => names.people.get(id) ?? { _id: id, firstname: '', lastname: '' };
  return rows.map((row) => ({
    _id: row.id,
    record: row.record_id,
    version: row.version_id,
    number: row.number ?? 0,
    text: row.text,
    parent: row.parent_id,
    mentions: row.mentions.map(person),
    anchor:
      row.quote === null && row.page === null
        ? null
        : { quote: row.quote ?? '', prefix: row.prefix, suffix: row.suffix, page: row.page },
    by: person(row.user_id),
    at: row.at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    resolved:
      row.resolved_by && row.resolved_at
        ? { by: person(row.resolved_by), at: row.resolved_at.toISOString() }
        : null,
    rev: row.rev,
    may: {
      edit: row.user_id === actor.user && canComment(actor, subject),
      // A thread is resolved as a whole, by its first comment.
      resolve: row.parent_id === null && canResolveComment(actor, subject, row.user_id),
    },
  }));
}
