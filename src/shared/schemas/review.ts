import { z } from 'zod';
import { COMMENT_MAX } from '../domain/limits.ts';
import { day, id, moment, person, prose, recordState } from './primitives.ts';

/** Every transition is one of these. */
export const review = z.object({
  _id: id,
  record: id,
  version: id,
  number: z.number().int(),
  from: recordState,
  to: recordState,
  comment: z.string(),
  user: person,
  at: moment,
});
export type Review = z.infer<typeof review>;

export const reviewCreate = z.object({
  record: id,
  version: id,
  state: recordState,
  comment: prose(COMMENT_MAX).default(''),
  /** The metadata that the reviewer saw; the screens always send it. */
  rev: z.number().int().min(0).optional(),
});

export const reviewRequest = z.object({
  record: id,
  version: id,
  to: z.array(id).max(50).optional(),
  message: prose(COMMENT_MAX).default(''),
  dueOn: day.optional(),
});
