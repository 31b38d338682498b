import { z } from 'zod';
import { id, moment, named, person, recordState } from './primitives.ts';

/** Spec §4; further types in the same style. */
export const NOTIFICATION_TYPES = [
  'RECORD.CREATED',
  'RECORD.REVIEWED',
  'RECORD.REVIEW.REQUEST',
  'RECORD.REMINDER',
  'RECORD.CONFLICT',
] as const;
export const notificationType = z.enum(NOTIFICATION_TYPES);
export type NotificationType = z.infer<typeof notificationType>;

export const notification = z.object({
  _id: id,
  type: notificationType,
  /** The state that resulted, for RECORD.REVIEWED; -1 elsewhere. */
  state: z.number().int().min(-1).max(6),
  ref: z.object({
    _id: id,
    title: z.string(),
    state: recordState,
    group: named,
    file: z.object({ name: z.string(), type: z.string() }),
  }),
  from: person,
  refModel: z.literal('Record'),
  refId: id,
  notifyAt: moment,
  comment: z.string(),
  createdAt: moment,
  hidden: z.boolean(),
});
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

export const dismiss = z
  .object({
    _id: id.optional(),
    type: notificationType.optional(),
    refId: id.optional(),
    refModel: z.literal('Record').optional(),
  })
  .refine((body) => [body._id, body.type, body.refId && body.refModel].filter(Boolean).length === 1, {
    error: 'one',
  });
export const dismissed = z.object({ dismissed: z.number().int() });
