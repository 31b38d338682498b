import { afterAll } from 'vitest';
import type { z } from 'zod';
import type { collaborativeCreate } from '#shared/collaborative/collaborative.schemas.ts';
import { createExtractor } from '../../platform/text/extract/extractor.ts';
import type { TestLibrary, TestPerson } from '../factories.ts';
import type { TestClient, TestServer } from '../http.ts';

export type CollaborativeBody = z.input<typeof collaborativeCreate>;

type Writer = 'ana' | 'luis' | 'reviewer' | 'reader' | 'stranger' | 'admin';

/** A library in which Ana, Luis and an admin write together, and others who may not. */
export interface Writers {
  readonly library: TestLibrary;
  readonly people: Record<Writer, TestPerson>;
  /** Each of them, signed in. */
  readonly as: Record<Writer, TestClient>;
  /** A body for POST docs/collaborative. */
  body(values?: Partial<CollaborativeBody>): CollaborativeBody;
}

export async function createWriters({ make, signIn }: TestServer): Promise<Writers> {
  const organization = await make.organization();
  const library = await make.library(organization);
  const elsewhere = await make.library(organization);
  const inIt = (...roles: ('upload' | 'review')[]) => ({ libraries: [[library, roles]] as const });
  const people = {
    ana: await make.person(organization, { firstname: 'Ana', lastname: 'Rojas', ...inIt('upload') }),
    luis: await make.person(organization, {
      firstname: 'Luis',
      lastname: 'Soto',
      ...inIt('upload', 'review'),
    }),
    reviewer: await make.person(organization, inIt('review')),
    reader: await make.person(organization, { firstname: 'Lea', lastname: 'Lira', ...inIt() }),
    stranger: await make.person(organization, { libraries: [[elsewhere, ['upload']]] }),
    admin: await make.person(organization, { isAdmin: true, ...inIt('upload') }),
  };
  const entries = Object.entries(people).map(
    async ([name, person]) => [name, await signIn(person.email)] as const,
  );
  return {
    library,
    people,
    as: Object.fromEntries(await Promise.all(entries)) as Writers['as'],
    body: (values = {}) => ({
      title: 'Acta de la faena norte',
      group: library.id,
      template: 'acta',
      authors: [],
      ...values,
    }),
  };
}

/**
 * Reads the words of Word documents as search does, for the tests of the enclosing file or `describe`: in one process,
 * because each takes as long to start as a test.
 */
export function createWordReader(): (client: TestClient, version: string) => Promise<string> {
  const extractor = createExtractor();
  afterAll(() => extractor.close());
  return async (client, version) => {
    const response = await client.fetch(`/docs/versions/${version}/content`);
    const read = await extractor.extract(new Uint8Array(await response.arrayBuffer()), 'docx');
    return 'pages' in read ? read.pages.map((page) => page.text).join('\n') : read.none;
  };
}
