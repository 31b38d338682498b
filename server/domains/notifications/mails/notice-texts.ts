import { isRecordState, STATE } from '#shared/access/states.ts';
import type { NotificationType } from '#shared/notifications/notification-types.ts';
import { t } from '../texts.ts';

/** A notification as a mail shows it, with what its recipient sees of the document or folder. */
export interface NoticeLine {
  readonly type: NotificationType;
  /** The resulting state, for a decision; the first state, for a new document. */
  readonly state: number;
  /** The document or folder. Notifications about one of them are grouped. */
  readonly about: string;
  readonly title: string;
  readonly library: string;
  /**
   * Null where it is the person's own doing (a reminder for oneself, an upload from one's desktop), or where no person
   * caused it.
   */
  readonly from: string | null;
  readonly comment: string;
  /** YYYY-MM-DD. */
  readonly dueOn: string | null;
  readonly url: string;
}

/** What a notice is about: a document, a folder or a due day. */
export function subjectKind({ type }: Pick<NoticeLine, 'type'>): 'document' | 'folder' | 'occurrence' {
  if (type.startsWith('FOLDER.')) return 'folder';
  return type.startsWith('CALENDAR.') ? 'occurrence' : 'document';
}

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'] as const;

/** "4 dic 2026", as the screens write a day. */
export function spanishDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

const DECISIONS: Readonly<Record<number, string>> = {
  [STATE.draft]: t('decisions.draft'),
  [STATE.approved]: t('decisions.approved'),
  [STATE.rejected]: t('decisions.rejected'),
  [STATE.published]: t('decisions.published'),
  [STATE.obsolete]: t('decisions.obsolete'),
  [STATE.pendingReview]: t('decisions.pendingReview'),
  [STATE.pendingPublication]: t('decisions.pendingPublication'),
};

const decision = ({ state }: NoticeLine): string =>
  (isRecordState(state) && DECISIONS[state]) || t('decisions.other');

const someone = ({ from }: NoticeLine): string => from ?? t('someone');

/** The subject of a mail with this notice alone. */
export function subjectOf(line: NoticeLine): string {
  switch (line.type) {
    case 'RECORD.REVIEW.REQUEST':
      return t('subject.reviewRequest', { title: line.title });
    case 'RECORD.PUBLICATION.REQUEST':
      return t('subject.publicationRequest', { title: line.title });
    case 'RECORD.REVIEWED':
      return t('subject.reviewed', {
        from: line.from ?? t('subject.legajo'),
        decision: decision(line),
        title: line.title,
      });
    case 'RECORD.COMMENTED':
      return t('subject.commented', { from: someone(line), title: line.title });
    case 'RECORD.MENTIONED':
      return t('subject.mentioned', { from: someone(line), title: line.title });
    case 'RECORD.SHARED':
      return t('subject.shared', { from: someone(line), title: line.title });
    case 'RECORD.CREATED':
      return t('subject.created', { title: line.title });
    case 'RECORD.VERSION':
      return t('subject.version', { title: line.title });
    case 'RECORD.MOVED':
      return t('subject.moved', { title: line.title });
    case 'RECORD.DELETED':
      return t('subject.deleted', { title: line.title });
    case 'RECORD.COLLABORATION':
      return t('subject.collaboration', { title: line.title });
    case 'RECORD.REMINDER':
      return t('subject.reminder', { about: line.comment || line.title });
    case 'RECORD.CONFLICT':
      return t('subject.conflict', { title: line.title });
    case 'FOLDER.DUE':
      return t('subject.folderDue', { title: line.title });
    case 'FOLDER.FAILED':
      return t('subject.folderFailed', { title: line.title });
    case 'FOLDER.RECEIVED':
      return t('subject.folderReceived', { title: line.title });
    case 'CALENDAR.DUE':
      return t('subject.calendarDue', {
        day: line.dueOn ? spanishDay(line.dueOn) : t('subject.nextDay'),
        title: line.title,
      });
    case 'CALENDAR.OVERDUE':
      return t('subject.calendarOverdue', { title: line.title });
    case 'CALENDAR.EVIDENCE':
      return t('subject.calendarEvidence', { title: line.title });
    case 'CALENDAR.REQUEST':
      return t('subject.calendarRequest', { from: someone(line), title: line.title });
    case 'CALENDAR.ANSWER':
      return t('subject.calendarAnswer', { from: someone(line), title: line.title });
    case 'CALENDAR.COMMENT':
      return t('subject.commented', { from: someone(line), title: line.title });
  }
}

/** The event as one sentence that names the document. */
export function sentenceOf(line: NoticeLine): string {
  const what = t('about', { title: line.title, library: line.library });
  switch (line.type) {
    case 'RECORD.REVIEW.REQUEST':
      return line.from
        ? t('sentence.reviewRequest', { from: line.from, what })
        : t('sentence.ownUpload', { what });
    case 'RECORD.PUBLICATION.REQUEST':
      return t('sentence.publicationRequest', { from: someone(line), what });
    case 'RECORD.REVIEWED':
      return t('sentence.reviewed', { from: someone(line), decision: decision(line), what });
    case 'RECORD.COMMENTED':
      return t('sentence.commented', { from: someone(line), what });
    case 'RECORD.MENTIONED':
      return t('sentence.mentioned', { from: someone(line), what });
    case 'RECORD.SHARED':
      return t('sentence.shared', { from: someone(line), what });
    case 'RECORD.CREATED':
      return t('sentence.created', { from: someone(line), what });
    case 'RECORD.VERSION':
      return t('sentence.version', { from: someone(line), what });
    case 'RECORD.MOVED':
      return t('sentence.moved', { from: someone(line), what });
    case 'RECORD.DELETED':
      return t('sentence.deleted', { from: someone(line), what });
    case 'RECORD.COLLABORATION':
      return t('sentence.collaboration', { from: someone(line), what });
    case 'RECORD.REMINDER':
      return line.from
        ? t('sentence.reminder', { from: line.from, what })
        : t('sentence.ownReminder', { what });
    case 'RECORD.CONFLICT':
      return t('sentence.conflict', { what });
    case 'FOLDER.DUE':
      return t('sentence.folderDue', { what });
    case 'FOLDER.FAILED':
      return t('sentence.folderFailed', { what });
    case 'FOLDER.RECEIVED':
      return t('sentence.folderReceived', { what });
    case 'CALENDAR.DUE':
      return t('sentence.calendarDue', { what });
    case 'CALENDAR.OVERDUE':
      return t('sentence.calendarOverdue', { what });
    case 'CALENDAR.EVIDENCE':
      return t('sentence.calendarEvidence', { what });
    case 'CALENDAR.REQUEST':
      return t('sentence.calendarRequest', { from: someone(line), what });
    case 'CALENDAR.ANSWER':
      return t('sentence.calendarAnswer', { from: someone(line), what });
    case 'CALENDAR.COMMENT':
      return t('sentence.calendarComment', { from: someone(line), what });
  }
}

/** The event for a list under the document's title: without its name. */
export function happeningOf(line: NoticeLine): string {
  switch (line.type) {
    case 'RECORD.REVIEW.REQUEST':
      return line.from ? t('happening.reviewRequest', { from: line.from }) : t('happening.ownUpload');
    case 'RECORD.PUBLICATION.REQUEST':
      return t('happening.publicationRequest', { from: someone(line) });
    case 'RECORD.REVIEWED':
      return line.state === STATE.pendingReview || line.state === STATE.pendingPublication
        ? t('happening.asked', { from: someone(line), decision: decision(line).replace(/ de$/, '') })
        : t('happening.reviewed', { from: someone(line), decision: decision(line) });
    case 'RECORD.COMMENTED':
      return t('happening.commented', { from: someone(line) });
    case 'RECORD.MENTIONED':
      return t('happening.mentioned', { from: someone(line) });
    case 'RECORD.SHARED':
      return t('happening.shared', { from: someone(line) });
    case 'RECORD.CREATED':
      return t('happening.created', { from: someone(line) });
    case 'RECORD.VERSION':
      return t('happening.version', { from: someone(line) });
    case 'RECORD.MOVED':
      return t('happening.moved', { from: someone(line) });
    case 'RECORD.DELETED':
      return t('happening.deleted', { from: someone(line) });
    case 'RECORD.COLLABORATION':
      return t('happening.collaboration', { from: someone(line) });
    case 'RECORD.REMINDER':
      return line.from ? t('happening.reminder', { from: line.from }) : t('happening.ownReminder');
    case 'RECORD.CONFLICT':
      return t('happening.conflict');
    case 'FOLDER.DUE':
      return t('happening.folderDue');
    case 'FOLDER.FAILED':
      return t('happening.folderFailed');
    case 'FOLDER.RECEIVED':
      return t('happening.folderReceived');
    case 'CALENDAR.DUE':
      return t('happening.calendarDue');
    case 'CALENDAR.OVERDUE':
      return t('happening.calendarOverdue');
    case 'CALENDAR.EVIDENCE':
      return t('happening.calendarEvidence');
    case 'CALENDAR.REQUEST':
      return t('happening.calendarRequest', { from: someone(line) });
    case 'CALENDAR.ANSWER':
      return t('happening.calendarAnswer', { from: someone(line) });
    case 'CALENDAR.COMMENT':
      return t('happening.commented', { from: someone(line) });
  }
}

/** What the sender wrote, or which rules it is about, and the day by which it is or was due. */
export const detailsOf = (line: NoticeLine): string[] => [
  ...(line.comment === '' ? [] : [line.comment]),
  ...(line.dueOn ? [dueText(line.type, spanishDay(line.dueOn))] : []),
];

function dueText(type: NotificationType, day: string): string {
  if (type === 'FOLDER.DUE' || type === 'CALENDAR.DUE') return t('due.ahead', { day });
  if (type === 'FOLDER.FAILED' || type === 'CALENDAR.OVERDUE') return t('due.passed', { day });
  // What is said about a due day may come before it or after: only a request for a decision sets its reader a limit.
  return type.startsWith('CALENDAR.') ? t('due.occurrence', { day }) : t('due.other', { day });
}
