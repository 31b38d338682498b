import { beforeEach, describe, expect, it } from 'vitest';
import type { TestLibrary } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { said } from '../../testing/races/race-fixture.ts';
import { oneAfterTheOther } from '../../testing/races/races.ts';
import { testEngines } from '../../testing/test-database.ts';

describe.each(testEngines)('new labels on %s', (engine) => {
  const server = useTestServer({ engine });
  let admin: TestClient;
  let library: TestLibrary;
  let organization: string;
  beforeEach(async () => {
    const { make, signIn } = server();
    const made = await make.organization();
    organization = made.id;
    library = await make.library(made);
    admin = await signIn((await make.person(made, { isAdmin: true })).email);
  });
  const create = (body: Record<string, unknown>) => admin.call('labelCreate', { body: body as never });

  it('stand in the tree and in the libraries that were asked for', async () => {
    const { body: root } = await create({ name: 'Seguridad' });
    const { body: child } = await create({ name: 'Andamios', parent: root._id, groups: [library.id] });
    expect(child).toMatchObject({
      name: 'Andamios',
      icon: 'tag',
      parent: { _id: root._id, name: 'Seguridad' },
      rootParent: { name: 'Seguridad' },
      groups: [library.id],
    });
    const found = await admin.ok('labelSearch', { query: { text: 'andam', group: library.id } });
    expect(found.map((label) => label._id)).toEqual([child._id]);
  });

  it('have a name once in one place, however it is written', async () => {
    const { body: root } = await create({ name: 'Póliza' });
    expect(said(await create({ name: 'PÓLIZA' }))).toBe('409 label_taken');
    expect(said(await create({ name: 'Póliza', parent: root._id }))).toBe('201');
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(51) }, 'name'],
    [{ name: 'Buena', parent: '01a2b3c4-0000-7000-8000-000000000000' }, 'parent'],
    [{ name: 'Buena', groups: ['01a2b3c4-0000-7000-8000-000000000000'] }, 'groups'],
  ])('%j is refused at its field', async (body, field) => {
    const answer = await create(body);
    expect(said(answer)).toBe('400 invalid');
    expect(Object.keys(answer.body.error?.details as object)).toEqual([field]);
  });

  // The embedded database has one connection, and so no race.
  if (engine === 'pglite') return;

  it('of two of one name at once the second is told so', async () => {
    const both = ['Grúas', 'GRÚAS'].map((name) => () => create({ name }));
    const answers = await oneAfterTheOther(server(), { organization }, both);
    expect(answers.map(said)).toEqual(['201', '409 label_taken']);
  });
});
