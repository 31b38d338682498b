import { startRecord } from '../documents.ts';
import type { TestLibrary, TestPerson } from '../factories.ts';
import type { TestClient, TestServer } from '../http.ts';

/** A library, its member who uploads (`person`, signed in as `author`), and another with every role (`stranger`). */
export interface Uploaders {
  readonly library: TestLibrary;
  readonly person: TestPerson;
  readonly author: TestClient;
  readonly stranger: TestClient;
  /** A document of the author's, or of another client's, whose bytes have not come. */
  start(client?: TestClient): Promise<{ record: string; version: string; key: string }>;
}

export async function createUploaders(server: TestServer): Promise<Uploaders> {
  const { make, signIn } = server;
  const organization = await make.organization();
  const library = await make.library(organization);
  const person = await make.person(organization, { libraries: [[library, ['upload']]] });
  const other = await make.person(organization, { libraries: [[library, ['upload', 'review', 'publish']]] });
  const author = await signIn(person.email);
  return {
    library,
    person,
    author,
    stranger: await signIn(other.email),
    async start(client = author) {
      const { record, version } = await startRecord(server, client, library);
      return { record: record._id, version: version._id, key: version.key ?? '' };
    },
  };
}

/** Status and code of a refusal. */
export const errorOf = async (response: Response): Promise<{ status: number; code: string }> => ({
  status: response.status,
  code: (JSON.parse(await response.text()) as { error: { code: string } }).error.code,
});
