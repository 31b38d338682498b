import type { OccurrenceSheet } from '#shared/calendars/calendars.schemas.ts';
import { DUE_COMMENT, type DueCommentCreate } from '#shared/calendars/comments.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Change } from '../../../platform/db/change.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { loadViewers } from '../../documents/faces/audience.queries.ts';
import { mayEditCalendar, mayFulfil } from '../calendars.policy.ts';
import { findCalendar, type KnownCalendar } from '../calendars.queries.ts';
import { notifyPeople } from '../occurrences/occurrence-notices.ts';
import { presentSheet } from '../occurrences/occurrences.presenter.ts';
import {
  type ListedOccurrence,
  lockOccurrence,
  touchOccurrence,
} from '../occurrences/occurrences.queries.ts';
import { t } from '../texts.ts';
import { type CommentRow, endRequest, findComments, insertComment } from './occurrence-comments.queries.ts';

const isOpen = ({ decision }: Pick<ListedOccurrence, 'decision'>): boolean =>
  decision === 'open' || decision === 'submitted';

/** What people write about a due day, and whom they ask for the document that shows it. */
export function createOccurrenceCommentsService({ changes }: Pick<Deps, 'changes'>) {
  /** Locks the due day. Whoever may not meet it and was never asked about it reads and writes no comments. */
  async function open(change: Change, actor: Actor, id: string) {
    const row = await lockOccurrence(change.trx, actor.organization, id);
    if (!row) throw notFound();
    const calendar = await findCalendar(change.trx, actor.organization, row.calendar_id);
    if (!calendar) throw notFound();
    const comments = await findComments(change.trx, id);
    const fulfils = mayFulfil(actor, calendar.editors, row);
    if (!fulfils && !comments.some(({ asks }) => asks === actor.user)) throw new ApiError('forbidden');
    return { row, calendar, comments, fulfils };
  }

  const sheet = (change: Change, actor: Actor, row: ListedOccurrence, { editors }: KnownCalendar) =>
    presentSheet(change.trx, actor, row, editors, change.at);

  return {
    /**
     * Comments, asks somebody for a document, or answers that one has none.
     * @throws not_found, forbidden, occurrence_decided, invalid
     */
    write: (actor: Actor, id: string, { kind, text, asks }: DueCommentCreate): Promise<OccurrenceSheet> =>
      changes.run(actor, async (change) => {
        const { row, calendar, comments, fulfils } = await open(change, actor, id);
        if (comments.length >= DUE_COMMENT.count) {
          throw invalid('text', t('comment.full', { max: DUE_COMMENT.count }));
        }
        if (kind === 'request') {
          if (!fulfils) throw new ApiError('forbidden');
          if (!isOpen(row)) throw new ApiError('occurrence_decided');
          await requireAskable(change, actor, asks, comments);
        }
        const asker =
          kind === 'decline'
            ? await endRequest(change.trx, id, actor.user, 'declined', change.at)
            : undefined;
        if (kind === 'decline' && asker === undefined) throw invalid('kind', t('comment.notAsked'));
        await insertComment(change.trx, {
          ...{ id: newId(), organization: actor.organization, occurrence_id: id, author: actor.user },
          ...{ kind, text, asks, answer: null, answered_at: null, created_at: change.at },
        });
        // What people wrote about stays, whatever becomes of its obligation's recurrence.
        await touchOccurrence(change.trx, id);
        change.audit({
          action: `occurrence.${kind}`,
          targetType: 'occurrence',
          targetId: id,
          ...(asks ? { after: { asks } } : {}),
        });
        const about = { row, from: actor.user, comment: text };
        if (kind === 'request')
          await notifyPeople(change, { ...about, type: 'CALENDAR.REQUEST' }, [asks ?? '']);
        else if (asker) await notifyPeople(change, { ...about, type: 'CALENDAR.ANSWER' }, [asker]);
        else await notifyPeople(change, { ...about, type: 'CALENDAR.COMMENT' }, concerned(row, comments));
        return sheet(change, actor, row, calendar);
      }),

    /** Takes a request back: whoever made it, and whoever edits the calendar. @throws not_found, forbidden */
    withdraw: (actor: Actor, id: string, comment: string): Promise<OccurrenceSheet> =>
      changes.run(actor, async (change) => {
        const { row, calendar, comments } = await open(change, actor, id);
        const request = comments.find((each) => each.id === comment);
        if (!request?.asks || request.answer !== null) throw notFound();
        if (request.author !== actor.user && !mayEditCalendar(actor, calendar.editors)) {
          throw new ApiError('forbidden');
        }
        await endRequest(change.trx, id, request.asks, 'withdrawn', change.at);
        change.audit({
          action: 'occurrence.request.withdraw',
          targetType: 'occurrence',
          targetId: id,
          before: { asks: request.asks },
        });
        return sheet(change, actor, row, calendar);
      }),
  };
}

/** Whoever answers for the due day, and whoever wrote or was asked before. */
const concerned = (row: ListedOccurrence, comments: readonly CommentRow[]): string[] =>
  [row.responsible, row.backup, ...comments.flatMap(({ author, asks }) => [author, asks])].filter(
    (each) => each !== null,
  );

/** @throws invalid where somebody cannot be asked: who is nobody's member can read and send no document */
async function requireAskable(
  change: Change,
  actor: Actor,
  asks: string | null,
  comments: readonly CommentRow[],
): Promise<void> {
  const person = asks ? (await loadViewers(change.trx, [asks])).get(asks) : undefined;
  if (person?.organization !== actor.organization) throw invalid('asks', t('comment.nobody'));
  if (person.user === actor.user) throw invalid('asks', t('comment.self'));
  if (person.memberships.length === 0) throw invalid('asks', t('comment.noLibrary'));
  if (comments.some((each) => each.asks === asks && each.answer === null)) {
    throw invalid('asks', t('comment.askedAlready'));
  }
}

/** Ends the request to somebody who has just given a document, and tells who had asked for it. */
export async function answerByEvidence(change: Change, row: ListedOccurrence, user: string): Promise<void> {
  const asker = await endRequest(change.trx, row.id, user, 'given', change.at);
  if (asker) await notifyPeople(change, { type: 'CALENDAR.ANSWER', row, from: user, comment: '' }, [asker]);
}
