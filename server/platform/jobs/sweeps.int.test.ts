import { describe, expect, it } from 'vitest';
import { leftovers } from '../../leftovers.job.ts';
import { makeDocument } from '../../testing/documents.ts';
import { useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';
import { createSweeper } from './sweeps.ts';

const DAY = 86_400;

describe.each(testEngines)('tombstones on %s', (engine) => {
  const server = useTestServer({ engine });

  it('are kept for ninety days; an older cursor is answered 410, and then starts from a snapshot', async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    const library = await make.library(organization);
    const quiet = await make.library(organization);
    const libraries = [library, quiet].map((each) => [each, ['upload']] as const);
    const person = await make.person(organization, { libraries });
    let ana = await signIn(person.email);
    const feed = (group: string, since?: string) => ana.call('changes', { query: { group, since } });
    const sweep = () =>
      createSweeper(server().running.services.deps, leftovers(server().running.services.deps.db)).sweep();
    const later = async (days: number) => {
      server().advance(days * DAY);
      ana = await signIn(person.email);
      await sweep();
    };

    const gone = await makeDocument(server(), ana, library);
    const stays = await makeDocument(server(), ana, library);
    const folder = await ana.ok('folderCreate', { body: { group: library.id, name: 'Vieja' } });
    const [before, elsewhere] = [await feed(library.id), await feed(quiet.id)];
    expect(before.body.rows.map((row) => row.id).sort()).toEqual(
      [gone.record, stays.record, folder._id].sort(),
    );

    await ana.ok('recordDelete', { params: { id: gone.record } });
    await ana.ok('folderDelete', { params: { id: folder._id } });
    await later(89);
    const known = await feed(library.id, before.body.cursor);
    expect(known.body.rows).toEqual([
      { kind: 'gone', id: gone.record },
      { kind: 'gone', id: folder._id },
    ]);

    await later(2);
    const late = await feed(library.id, before.body.cursor);
    expect([late.status, late.body.error?.code]).toEqual([410, 'cursor_gone']);
    const anew = await feed(library.id);
    expect(anew.body).toMatchObject({ mode: 'snapshot', rows: [{ kind: 'record', id: stays.record }] });

    // Who had heard of it goes on, and so does whoever follows a library in which nothing was purged.
    expect((await feed(library.id, known.body.cursor)).body).toMatchObject({ mode: 'changes', rows: [] });
    expect((await feed(quiet.id, elsewhere.body.cursor)).body).toMatchObject({ mode: 'changes', rows: [] });
    expect((await feed(library.id, anew.body.cursor)).status).toBe(200);
  });
});

describe('a sweeper', () => {
  const server = useTestServer({ engine: 'pglite' });

  it('gives each sweep its own turns', async () => {
    const runs = { often: 0, rarely: 0 };
    const sweeper = createSweeper(server().running.services.deps, [
      { name: 'often', everyMs: 5, run: async () => ++runs.often },
      { name: 'rarely', run: async () => ++runs.rarely },
    ]);
    sweeper.start();
    await expect.poll(() => runs.often).toBeGreaterThan(3);
    await sweeper.stop();
    expect(runs.rarely).toBe(0);
  });
});
