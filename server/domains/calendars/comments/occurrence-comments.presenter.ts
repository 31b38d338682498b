import type { DueComment } from '#shared/calendars/comments.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Executor } from '../../../platform/db/change.ts';
import { lookup } from '../../access/names.queries.ts';
import type { ListedOccurrence } from '../occurrences/occurrences.queries.ts';
import { findComments } from './occurrence-comments.queries.ts';

/** The comments of a due day, for whoever may meet it or was asked about it; null for everybody else. */
export async function presentComments(
  executor: Executor,
  actor: Actor,
  row: ListedOccurrence,
  fulfils: boolean,
): Promise<DueComment[] | null> {
  const rows = await findComments(executor, row.id);
  if (!fulfils && !rows.some(({ asks }) => asks === actor.user)) return null;
  const people = rows.flatMap(({ author, asks }) => (asks ? [author, asks] : [author]));
  const names = await lookup(executor, { people });
  const person = (id: string) => names.people.get(id) ?? { _id: id, firstname: '', lastname: '' };
  return rows.map(({ id, kind, author, created_at, text, asks, answer }) => ({
    _id: id,
    kind,
    by: person(author),
    at: created_at.toISOString(),
    text,
    asks: asks ? person(asks) : null,
    answer,
  }));
}
