import { z } from 'zod';
import { recordState } from '../access/access.schemas.ts';
import { COMMENT_MAX, REMINDER_TEXT_MAX, SHARE_MAX } from '../platform/limits.ts';
import { day, givenMoment, id, line, moment, named, person, prose } from '../platform/primitives.ts';
import {
  CALENDAR_NOTICES,
  FOLDER_NOTICES,
  NOTIFICATION_TYPES,
  RECORD_NOTICES,
} from './notification-types.ts';

export const notificationType = z.enum(NOTIFICATION_TYPES);
export const recordNoticeType = z.enum(RECORD_NOTICES);
export const folderNoticeType = z.enum(FOLDER_NOTICES);
export const calendarNoticeType = z.enum(CALENDAR_NOTICES);

const told = {
  _id: id,
  /** The resulting state, for RECORD.REVIEWED; otherwise -1. */
  state: z.number().int().min(-1).max(6),
  refId: id,
  notifyAt: moment,
  comment: z.string(),
  createdAt: moment,
  hidden: z.boolean(),
  /**
   * The day by which a request wants an answer; the last day on which a folder's rules are met; the due day of an
   * obligation.
   */
  dueOn: day.nullable(),
};

export const notification = z.discriminatedUnion('refModel', [
  z.object({
    ...told,
    type: recordNoticeType,
    /** The comment that it is about, for RECORD.COMMENTED and RECORD.MENTIONED. Clients of before know of none. */
    commentId: id.nullable().default(null),
    refModel: z.literal('Record'),
    ref: z.object({
      _id: id,
      title: z.string(),
      state: recordState,
      group: named,
      file: z.object({ name: z.string(), type: z.string() }),
    }),
    from: person,
  }),
  z.object({
    ...told,
    type: folderNoticeType,
    refModel: z.literal('Folder'),
    /** For a library's root, the library itself. */
    ref: z.object({ _id: id, title: z.string(), group: named }),
    /** No person caused it. */
    from: z.null(),
  }),
  z.object({
    ...told,
    type: calendarNoticeType,
    refModel: z.literal('Occurrence'),
    /** The obligation's title; `group` is its calendar. */
    ref: z.object({ _id: id, title: z.string(), group: named }),
    /** Null where no person caused it. */
    from: person.nullable(),
  }),
]);
export type Notification = z.infer<typeof notification>;

export const notificationCreate = z.object({
  type: notificationType,
  fromModel: z.literal('User'),
  fromId: id,
  toModel: z.literal('User'),
  toId: id,
  refModel: z.literal('Record'),
  refId: id,
});

/** The most that are listed, and so the most that are dismissed by their ids. */
export const PENDING_MAX = 200;

export const dismiss = z
  .object({
    _id: id.optional(),
    ids: z.array(id).min(1).max(PENDING_MAX).optional(),
    type: notificationType.optional(),
    refId: id.optional(),
    refModel: z.enum(['Record', 'Folder', 'Occurrence']).optional(),
  })
  .refine(
    (body) => [body._id, body.ids, body.type, body.refId && body.refModel].filter(Boolean).length === 1,
    {
      error: 'one',
    },
  );
/** How many were dismissed, and when: by this moment they are restored together. */
export const dismissed = z.object({ dismissed: z.number().int(), at: moment });
export const restore = z.object({ at: givenMoment });
export const restored = z.object({ restored: z.number().int() });

/** Somebody who sees a document now, and which copy of it. */
export const recordPerson = z.object({ user: person, face: z.enum(['working', 'published']) });
export type RecordPerson = z.infer<typeof recordPerson>;

/** Whom a document is shown to, and what its sender says of it. */
export const share = z.object({
  to: z
    .array(id)
    .min(1)
    .max(SHARE_MAX)
    .transform((ids) => [...new Set(ids)]),
  message: prose(COMMENT_MAX).default(''),
});
export type Share = z.output<typeof share>;
/** How many people were told, those included whom the same person had told the same a moment ago. */
export const shared = z.object({ notified: z.number().int() });

/** POST docs/reminders: a moment, a text, and the recipients; the caller where none is named. */
export const reminderCreate = z.object({
  record: id,
  notifyAt: givenMoment,
  text: line(0, REMINDER_TEXT_MAX).default(''),
  to: z
    .array(id)
    .min(1)
    .max(50)
    .transform((ids) => [...new Set(ids)])
    .optional(),
});
export type ReminderCreate = z.output<typeof reminderCreate>;

/** A reminder that the caller made and that is not due yet. */
export const reminder = z.object({
  _id: id,
  record: z.object({ _id: id, title: z.string(), group: named }),
  notifyAt: moment,
  text: z.string(),
  to: z.array(person),
  createdAt: moment,
});
export type Reminder = z.infer<typeof reminder>;
