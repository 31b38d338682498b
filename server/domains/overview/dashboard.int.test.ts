import { beforeAll, describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { makeDocument } from '../../testing/documents.ts';
import type { TestLibrary } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';

describe('the figures of the dashboard', () => {
  const server = useTestServer();
  let own: TestLibrary;
  let reader: TestClient;
  let nobody: TestClient;

  beforeAll(async () => {
    const { make } = server();
    const organization = await make.organization();
    own = await make.library(organization);
    const other = await make.library(organization);
    const roles = ['upload', 'review', 'publish'] as const;
    const author = await make.person(organization, {
      libraries: [
        [own, [...roles]],
        [other, [...roles]],
      ],
    });
    const lone = await make.person(organization, { libraries: [[own, []]] });
    const free = await make.person(organization);
    const writer = await server().signIn(author.email);
    reader = await server().signIn(lone.email);
    nobody = await server().signIn(free.email);
    const published = { state: STATE.published };
    await makeDocument(server(), writer, own, { ...published, title: 'Visible en la propia' });
    await makeDocument(server(), writer, own, { state: STATE.draft, title: 'Borrador en la propia' });
    await makeDocument(server(), writer, other, { ...published, scope: 'public', title: 'Público de otra' });
  });

  it('count documents in the libraries that they are said to lie in, and no other', async () => {
    const figures = await reader.ok('dashboard', {});
    expect(figures).toMatchObject({ records: 1, libraries: 1 });
    const [library] = await reader.ok('groupsByMember', {});
    expect(library).toMatchObject({ _id: own.id, records: figures.records });
    // What is public elsewhere can be read all the same, and stands among the recent ones.
    expect(figures.recent.map(({ title }) => title)).toContain('Público de otra');
  });

  it('are nothing for somebody without a library', async () => {
    expect(await nobody.ok('dashboard', {})).toMatchObject({ records: 0, libraries: 0, recent: [] });
  });
});
