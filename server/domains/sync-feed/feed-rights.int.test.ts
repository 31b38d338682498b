import { describe, expect, it } from 'vitest';
import type { Actor } from '../../platform/actor.ts';
import { makeDocument } from '../../testing/documents.ts';
import { useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';
import { refreshActor } from '../access/viewers.queries.ts';

describe.each(testEngines)('the feed on %s', (engine) => {
  const server = useTestServer({ engine });

  it('gives what its reader may see now, though their rights changed after they were looked up', async () => {
    const { make, running } = server();
    const { services } = running;
    const organization = await make.organization();
    const library = await make.library(organization);
    const person = await make.person(organization, { libraries: [[library, ['upload']]] });
    const author = await make.person(organization, { libraries: [[library, ['upload']]] });
    const admin = await server().signIn((await make.person(organization, { isAdmin: true })).email);
    await makeDocument(server(), await server().signIn(author.email), library);
    const known = { user: person.id, organization: organization.id } as Actor;
    const before = await refreshActor(services.deps.db, known);
    if (!before) throw new Error('the person is missing');
    const query = { group: library.id };
    expect((await services.feed.page(before, query)).rows.map(({ kind }) => kind)).toContain('record');
    await admin.ok('memberPut', { params: { id: library.id, user: person.id }, body: { roles: [] } });
    expect((await services.feed.page(before, query)).rows.map(({ kind }) => kind)).not.toContain('record');
  });
});
