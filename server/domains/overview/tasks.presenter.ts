import type { Task } from '#shared/overview/tasks.schemas.ts';
import type { Day } from '#shared/platform/days.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor } from '../../platform/db/change.ts';
import { type Lookups, lookup } from '../access/names.queries.ts';
import { type CommentRow, findOpenRequests } from '../calendars/comments/occurrence-comments.queries.ts';
import { presentOccurrences } from '../calendars/occurrences/occurrences.presenter.ts';
import type { ListedOccurrence } from '../calendars/occurrences/occurrences.queries.ts';
import type { RedCandidate } from '../compliance/compliance-mine.queries.ts';
import { presentPlaces } from '../compliance/compliance-open.ts';
import { presentRequest } from '../reviews/pending.presenter.ts';
import { NO_DAY } from '../reviews/waiting-order.queries.ts';
import { describeHits } from '../search/describe-hits.ts';
import type { DocumentTaskRow, TaskPosition } from './tasks.queries.ts';

/** A task in the order of the list, before it is described. */
export type FoundTask = { readonly at: TaskPosition } & (
  | { readonly of: 'document'; readonly row: DocumentTaskRow }
  | { readonly of: 'occurrence'; readonly row: ListedOccurrence }
  | { readonly of: 'folder'; readonly row: RedCandidate }
);

type Described = Pick<Task, 'document' | 'occurrence' | 'folder'>;
const NOTHING: Described = { document: null, occurrence: null, folder: null };

/**
 * Tasks in their order, with what each is about.
 * @param toBlame documents by which a folder does not comply that has no task of its own
 */
export async function presentTasks(
  executor: Executor,
  actor: Actor,
  found: readonly FoundTask[],
  { today, now, toBlame }: { readonly today: Day; readonly now: Date; readonly toBlame: ReadonlySet<string> },
): Promise<Task[]> {
  const documents = found.flatMap((each) => (each.of === 'document' ? [each.row] : []));
  const duties = found.flatMap((each) => (each.of === 'occurrence' ? [each.row] : []));
  const folders = found.flatMap((each) => (each.of === 'folder' ? [each.row] : []));
  const described = new Map<string, Described>();
  for (const document of await describeHits(executor, documents))
    described.set(document._id, { ...NOTHING, document });
  for (const occurrence of await presentOccurrences(executor, duties, now))
    described.set(occurrence._id, { ...NOTHING, occurrence });
  for (const folder of await presentPlaces(executor, actor, folders, today))
    described.set(folder.folder._id, { ...NOTHING, folder });
  const requests =
    duties.length === 0
      ? []
      : await findOpenRequests(
          executor,
          duties.map(({ id }) => id),
          actor.user,
        );
  const names = await lookup(executor, {
    people: [
      ...documents.flatMap(({ reasons }) => reasons.flatMap((reason) => reason.asked_by ?? [])),
      ...requests.map(({ author }) => author),
    ],
  });
  return found.map((each) => {
    const [, , id] = each.at;
    const asked = requests.find((request) => request.occurrence_id === id);
    const task = present(each, described.get(id) ?? NOTHING, names, asked);
    return toBlame.has(id) ? { ...task, reasons: [...task.reasons, reasonOf('folder', null)] } : task;
  });
}

/** @param asked the request to the actor about a due day, where there is one */
function present(found: FoundTask, described: Described, names: Lookups, asked?: CommentRow): Task {
  const [day, since, id] = found.at;
  const head = { _id: id, ...described };
  switch (found.of) {
    case 'document': {
      const reasons = found.row.reasons.map((reason) => ({
        kind: reason.kind,
        dueOn: reason.due_on,
        request: presentRequest(reason, names),
      }));
      return {
        ...head,
        kind: reasons[0]?.kind ?? 'review',
        reasons,
        dueOn: day === NO_DAY ? null : day,
        since: since > 0 ? new Date(since).toISOString() : null,
      };
    }
    case 'occurrence': {
      const request = asked
        ? presentRequest(
            {
              ...{ asked_by: asked.author, asked_at: asked.created_at, named: true },
              ...{ message: asked.text, due_on: day },
            },
            names,
          )
        : null;
      return { ...head, ...only('obligation', day, request) };
    }
    case 'folder':
      return { ...head, ...only('folder', found.row.due_on) };
  }
}

const reasonOf = (
  kind: 'obligation' | 'folder',
  dueOn: Day | null,
  request: Task['reasons'][number]['request'] = null,
) => ({ kind, dueOn, request });

/** A task with one reason. */
const only = (...[kind, dueOn, request]: Parameters<typeof reasonOf>) => ({
  kind,
  reasons: [reasonOf(kind, dueOn, request)],
  dueOn,
  since: null,
});
