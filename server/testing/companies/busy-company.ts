import type { ObligationInput } from '#shared/calendars/calendars.schemas.ts';
import type { TaskKind } from '#shared/overview/task-kinds.ts';
import type { Task } from '#shared/overview/tasks.schemas.ts';
import { addDays } from '#shared/platform/days.ts';
import { makeDocument } from '../documents.ts';
import type { TestClient, TestServer } from '../http.ts';
import { lead } from './company.ts';
import { reportedCompany } from './reported-company.ts';

type Query = { readonly kind?: TaskKind; readonly cursor?: string; readonly limit?: string };
/** A page of what somebody has to do. */
export const tasks = (client: TestClient, query: Query = {}) => client.ok('tasks', { query });

/** What a task is about, with its reasons. */
export const shown = ({ document, occurrence, folder, reasons }: Task): string =>
  `${document?.title ?? occurrence?.obligation.title ?? folder?.folder.name}: ${reasons.map(({ kind }) => kind).join()}`;
/** The tasks of a page, as `shown`. */
export const list = async (client: TestClient, query: Query = {}) =>
  (await tasks(client, query)).items.map(shown);

/** A company with a person who holds all roles (`ana`), and what can be due for them. */
export async function busyCompany(server: TestServer) {
  const made = await reportedCompany(server);
  const { library, as, boss, today, ana } = made;
  const document = (title: string, more: Parameters<typeof makeDocument>[3] = {}) =>
    makeDocument(server, as.ana, library, { title, ...more });
  const waiting = async (title: string, ...states: number[]) => {
    const { record } = await makeDocument(server, as.author, library, { title });
    await lead(as, record, ...states);
    return record;
  };
  const duty = (title: string, days: number, more: Partial<ObligationInput> = {}) =>
    made.calendar([
      {
        ...{
          title,
          recurrence: 'FREQ=DAILY;COUNT=1',
          startsOn: addDays(today, days),
          minCount: 0,
          leadDays: [15],
        },
        ...(Object.hasOwn(more, 'responsible') ? {} : { responsible: ana.id }),
        ...more,
      },
    ]);
  return { ...made, boss, document, waiting, duty };
}
