import { z } from 'zod';
import { occurrence } from '../calendars/calendars.schemas.ts';
import { openFolder } from '../compliance/compliance.schemas.ts';
import { PAGE } from '../platform/limits.ts';
import { cursor, day, id, moment, queryNumber } from '../platform/primitives.ts';
import { pendingItem } from '../reviews/reviews.schemas.ts';
import { searchItem } from '../search/search.schemas.ts';
import { TASK_KINDS } from './task-kinds.ts';

export const tasksQuery = z.object({
  /** Only those with this reason. */
  kind: z.enum(TASK_KINDS).optional(),
  cursor: cursor.optional(),
  limit: queryNumber(z.number().int().min(1).max(PAGE.max)).optional(),
});
export type TasksQuery = z.output<typeof tasksQuery>;

export const task = z.object({
  /** The id of the document, due day or folder. */
  _id: id,
  /** What to do: the first of the reasons. */
  kind: z.enum(TASK_KINDS),
  reasons: z.array(
    z.object({
      kind: z.enum(TASK_KINDS),
      dueOn: day.nullable(),
      /** Who asked for the decision, or for a document that shows that a due day was met; null where nobody did. */
      request: pendingItem.shape.request,
    }),
  ),
  /** The earliest day of its reasons. Null where there is none, or the caller may not know it. */
  dueOn: day.nullable(),
  /** Since when a document waits in its state. */
  since: moment.nullable(),
  /** Exactly one of these is there. */
  document: searchItem.nullable(),
  occurrence: occurrence.nullable(),
  folder: openFolder.nullable(),
});
export type Task = z.infer<typeof task>;

const count = z.number().int().min(0);

/** Each exact to 1000; 1001 stands for more. A task with two reasons counts once in `all`. */
export const taskCounts = z.object({
  all: count,
  review: count,
  publish: count,
  correct: count,
  expire: count,
  obligation: count,
  folder: count,
});
export type TaskCounts = z.infer<typeof taskCounts>;

/** Overdue first, then what is due soonest, then what has waited longest. */
export const tasksPage = z.object({
  items: z.array(task),
  nextCursor: z.string().nullable(),
  /** On the first page, whatever it is filtered by. */
  counts: taskCounts.optional(),
});
export type TasksPage = z.infer<typeof tasksPage>;
