import { STATE } from '#shared/access/states.ts';
import type { TestPerson } from '../factories.ts';
import type { TestClient, TestServer } from '../http.ts';

const ROLES = {
  author: ['upload'],
  reviewer: ['upload', 'review'],
  other: ['review'],
  publisher: ['publish'],
  reader: [],
} as const;
export type Part = keyof typeof ROLES;

/** A library with a signed-in person for each role. */
export async function company(server: TestServer) {
  const organization = await server.make.organization();
  const library = await server.make.library(organization);
  const parts = Object.keys(ROLES) as Part[];
  const made = await Promise.all(
    parts.map(async (part) => {
      const person = await server.make.person(organization, { libraries: [[library, ROLES[part]]] });
      return [part, person, await server.signIn(person.email)] as const;
    }),
  );
  const people = Object.fromEntries(made.map(([part, person]) => [part, person])) as Record<Part, TestPerson>;
  const as = Object.fromEntries(made.map(([part, , client]) => [part, client])) as Record<Part, TestClient>;
  return { organization, library, people, as };
}

/** Moves a document's current version through states, each set by a person with the role. */
export async function lead(as: Record<Part, TestClient>, record: string, ...states: number[]): Promise<void> {
  for (const state of states) {
    const client = { 0: as.author, 3: as.publisher, 4: as.publisher, 5: as.author }[state] ?? as.reviewer;
    const now = await client.ok('recordById', { params: { id: record } });
    const version = (state === STATE.obsolete ? now.publishedVersion : now.currentVersion)?._id ?? '';
    await client.ok('reviewCreate', { body: { record, version, state: state as 0, rev: now.rev } });
  }
}

/** The types of somebody's pending notifications, sorted. */
export const typesOf = async (client: TestClient) =>
  (await client.ok('notificationsPending')).map((each) => each.type).sort();

/** The body of the author's request for a review by the other reviewer (POST events/notifications/create). */
export const requestOf = (people: Record<Part, TestPerson>, record: string) =>
  ({
    type: 'RECORD.REVIEW.REQUEST',
    fromModel: 'User',
    fromId: people.author.id,
    toModel: 'User',
    toId: people.other.id,
    refModel: 'Record',
    refId: record,
  }) as const;
