import { z } from 'zod';
import { DOCUMENT_TASKS, type DocumentTask, TASK_KINDS, type TaskKind } from '#shared/overview/task-kinds.ts';
import type { TaskCounts, TasksPage, TasksQuery } from '#shared/overview/tasks.schemas.ts';
import type { Day } from '#shared/platform/days.ts';
import { COUNT_EXACT_MAX, PAGE } from '#shared/platform/limits.ts';
import { day } from '#shared/platform/primitives.ts';
import { type Actor, todayOf } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { createCursor, invalidCursor } from '../../platform/lists/cursor.ts';
import { countDuties, findDuties } from '../calendars/occurrences/duties.queries.ts';
import { findRedBy, findRedOf } from '../compliance/compliance-mine.ts';
import { warnedUntil } from '../reviews/waiting-order.queries.ts';
import { type FoundTask, presentTasks } from './tasks.presenter.ts';
import { type DocumentCounts, findDocumentTasks, type TaskPosition } from './tasks.queries.ts';

const MOST_MS = 9_999_999_999_999;
const ALL = 'all';

/**
 * Where a page ends, of which list. `on` is the day by which the list was made: folders without a day are due on it, so
 * that a list which is read over midnight neither repeats nor leaves out any.
 */
const taskCursor = createCursor(
  z.object({
    k: z.enum([ALL, ...TASK_KINDS]),
    on: day,
    d: day,
    s: z.number().int().min(0).max(MOST_MS),
    i: z.uuid(),
  }),
);

/** The order of the list: earlier days, then longer waits. What has no age stands before what has one. */
function compare([dayA, sinceA, idA]: TaskPosition, [dayB, sinceB, idB]: TaskPosition): number {
  if (dayA !== dayB) return dayA < dayB ? -1 : 1;
  if (sinceA !== sinceB) return sinceA - sinceB;
  return idA < idB ? -1 : 1;
}

/** Sorts after every id. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** The same place in a list whose rows have no age. */
const ageless = (after: TaskPosition | null): readonly [Day, string] | null =>
  after && [after[0], after[1] > 0 ? LAST_ID : after[2]];

const isDocumentTask = (kind: TaskKind): kind is DocumentTask => DOCUMENT_TASKS.some((each) => each === kind);

/** What people have to do, over everything that they work with. */
export function createTasksService({ db, now }: Pick<Deps, 'db' | 'now'>) {
  async function page(executor: Executor, actor: Actor, query: TasksQuery): Promise<TasksPage> {
    const { kind, limit = PAGE.default } = query;
    const at = taskCursor.decode(query.cursor);
    if (at && at.k !== (kind ?? ALL)) throw invalidCursor();
    const moment = now();
    const today = at?.on ?? todayOf(actor, moment);
    const after: TaskPosition | null = at && [at.d, at.s, at.i];
    const first = at === null;
    const wants = (which: TaskKind): boolean => kind === undefined || kind === which;
    const one = limit + 1;
    const wantsDocuments = kind === undefined || isDocumentTask(kind);

    const documents = await findDocumentTasks(executor, actor, {
      kind: kind && isDocumentTask(kind) ? kind : undefined,
      expiringBy: await warnedUntil(executor, actor.organization, today),
      after,
      limit: wantsDocuments ? one : 0,
      counts: first,
    });
    const duties = wants('obligation')
      ? await findDuties(executor, actor, moment, { after: ageless(after), limit: one })
      : [];
    // Over everything, a folder that only such a document keeps from complying is that document's task and not another.
    const red = await findRedBy(executor, actor, today, documents.placed);
    const except = kind === undefined ? [...red.keys()] : [];
    // The first page counts them, and which folders are one's own is known only of those that were judged.
    const folders =
      wants('folder') || first
        ? await findRedOf(executor, actor, {
            today,
            except,
            after: ageless(after),
            limit: first ? COUNT_EXACT_MAX + 1 : one,
          })
        : [];
    const found: FoundTask[] = [
      ...documents.rows.map((row) => ({
        ...{ of: 'document' as const, row },
        at: [row.day, row.since, row.record] as const,
      })),
      ...duties.map((row) => ({ of: 'occurrence' as const, row, at: [row.due_on, 0, row.id] as const })),
      ...(wants('folder') ? folders : []).map((row) => ({
        ...{ of: 'folder' as const, row },
        at: [row.day, 0, row.id] as const,
      })),
    ].sort((a, b) => compare(a.at, b.at));
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    return {
      items: await presentTasks(executor, actor, shown, {
        ...{ today, now: moment },
        toBlame: new Set([...red.values()].flatMap((records) => [...records])),
      }),
      nextCursor: last
        ? taskCursor.encode({ k: kind ?? ALL, on: today, d: last.at[0], s: last.at[1], i: last.at[2] })
        : null,
      ...(documents.counts
        ? {
            counts: countsOf(documents.counts, {
              obligation: await countDuties(executor, actor, moment),
              folder: folders.length + except.length,
              repeated: red.size,
            }),
          }
        : {}),
    };
  }

  return {
    /**
     * A page of the actor's tasks, most urgent first. Everything is read as of one moment: whatever changes meanwhile, the
     * counts are those of the list.
     * @throws invalid if the cursor is malformed
     */
    list: (actor: Actor, query: TasksQuery): Promise<TasksPage> =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((trx) => page(trx, actor, query)),
  };
}

function countsOf(
  { documents, ...kinds }: DocumentCounts,
  /** `repeated`: how many of the folders have a document for their task. */
  others: Pick<TaskCounts, 'obligation' | 'folder'> & { readonly repeated: number },
): TaskCounts {
  const most = (count: number): number => Math.min(count, COUNT_EXACT_MAX + 1);
  return {
    // Above the bound it is not known how many there are, which is more than is counted anyway.
    all: most(
      documents + others.obligation + others.folder - (others.folder > COUNT_EXACT_MAX ? 0 : others.repeated),
    ),
    review: most(kinds.review),
    publish: most(kinds.publish),
    correct: most(kinds.correct),
    expire: most(kinds.expire),
    obligation: most(others.obligation),
    folder: most(others.folder),
  };
}
