import { readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEST_PASSWORD } from '../../../../../server/testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../../server/testing/http.ts';
import { type AccessWorld, ALL, COPY, createAccessWorld, type Sort } from '../../testing/access-world.ts';
import { eventually, TestDesktop } from '../../testing/desktop.ts';

/**
 * What somebody may no longer see is gone wherever it could be met (docs/domain/roles-and-visibility.md), and from
 * their synced folders too; what they wrote there themselves is kept, and sent to nobody (docs/protocols/sync.md).
 */

interface Loss {
  readonly what: string;
  take(world: AccessWorld): Promise<unknown>;
  /** What Luis still meets afterwards. */
  readonly left: readonly Sort[];
  /** Where what he wrote offline lies afterwards, by what he wrote it into; a pattern where a moment is named. */
  readonly kept: { readonly edited: RegExp; readonly published: RegExp; readonly fresh: RegExp };
}

const RETIRED = (file: string) => new RegExp(`^Andes/Retirados/Calidad/${file}$`);
const SAME_PLACE = /^Andes\/Calidad\/Nota\.txt$/;

const narrow = async ({ ana, documents }: AccessWorld) => {
  for (const { id } of [documents.draft, documents.edited]) {
    const { rev } = await ana.ok('recordById', { params: { id } });
    await ana.ok('recordUpdate', { params: { id }, body: { rev, scope: 'confidential' } });
  }
};

const LOSSES: readonly Loss[] = [
  {
    what: 'a role taken away',
    take: ({ admin, library, luisId }) =>
      admin.ok('memberPut', { params: { id: library.id, user: luisId }, body: { roles: [] } }),
    left: ['published', 'elsewhere'],
    kept: { edited: RETIRED('Informe.txt'), published: COPY('Manual'), fresh: SAME_PLACE },
  },
  {
    what: 'a scope narrowed',
    take: narrow,
    left: ['published', 'elsewhere'],
    // He may still work on the rest: his edit of the published document and his new file are sent.
    kept: {
      edited: RETIRED('Informe.txt'),
      published: /^Andes\/Calidad\/Manual\.txt$/,
      fresh: SAME_PLACE,
    },
  },
  {
    what: 'a library left',
    take: ({ admin, library, luisId }) =>
      admin.ok('memberDelete', { params: { id: library.id, user: luisId } }),
    left: ['elsewhere'],
    kept: { edited: RETIRED('Informe.txt'), published: RETIRED('Manual.txt'), fresh: SAME_PLACE },
  },
  {
    // Reading is no loss, writing is: what he wrote stays beside what is there.
    what: 'a library archived',
    take: ({ admin, library }) => admin.ok('groupArchive', { params: { id: library.id } }),
    left: ['draft', 'edited', 'published', 'elsewhere'],
    kept: { edited: COPY('Informe'), published: COPY('Manual'), fresh: SAME_PLACE },
  },
];

/** Whether a file is synced, or listed with its reason: by itself, or in a folder that is. */
function isTold({ engine }: TestDesktop, path: string): boolean {
  const listed = [...engine.blocked, ...engine.notSynced].some(
    (item) => path === item.path || path.startsWith(`${item.path}/`),
  );
  return listed || [...engine.memory.content.synced.keys()].some((id) => engine.pathOf(id) === path);
}

/** Every way in which a document can be met by HTTP; true where this one is. */
const WAYS: Readonly<Record<string, (world: AccessWorld, sort: Sort) => Promise<boolean>>> = {
  list: ({ luis, documents }, sort) =>
    listed(luis, { group: documents[sort].library.id }, documents[sort].id),
  'list of everything': ({ luis, documents }, sort) => listed(luis, {}, documents[sort].id),
  search: ({ luis, documents }, sort) => listed(luis, { text: documents[sort].title }, documents[sort].id),
  title: async ({ luis, documents }, sort) => {
    const { library, title } = documents[sort];
    const params = { group: library.id, title };
    const { status, body } = await luis.call('recordByTitle', { params });
    return status === 200 && body.record !== undefined;
  },
  record: ({ luis, documents }, sort) => answers(luis.call('recordById', { params: documents[sort] })),
  versions: ({ luis, documents }, sort) =>
    answers(luis.call('versionsByRecord', { params: documents[sort] })),
  reviews: ({ luis, documents }, sort) => answers(luis.call('reviewsByRecord', { params: documents[sort] })),
  content: ({ luis, documents }, sort) =>
    answers(luis.fetch(`/docs/versions/${documents[sort].version}/content`)),
  'new link': ({ luis, documents }, sort) =>
    answers(luis.call('versionLink', { params: { id: documents[sort].version } })),
  'link made before': ({ luis, links }, sort) =>
    answers(luis.fetch(links[sort], { headers: { authorization: '' } })),
  notification: async ({ luis, documents }, sort) =>
    (await luis.ok('notificationsPending')).some(({ refId }) => refId === documents[sort].id),
  dashboard: async ({ luis, documents }, sort) =>
    JSON.stringify(await luis.ok('dashboard')).includes(documents[sort].id),
  feed: (world, sort) => fed(world, sort, undefined),
  'feed from where he stood': (world, sort) =>
    fed(world, sort, world.cursors.get(world.documents[sort].library.id)),
};

async function listed(client: TestClient, query: Record<string, string>, id: string): Promise<boolean> {
  const { status, body } = await client.call('recordSearch', { query });
  return status === 200 && body.items.some((item) => item._id === id);
}

const answers = async (call: Promise<{ status: number }>): Promise<boolean> => (await call).status === 200;

/** Whether whoever follows the feed has the document afterwards. */
async function fed(
  { luis, documents }: AccessWorld,
  sort: Sort,
  since: string | undefined,
): Promise<boolean> {
  const { id, library } = documents[sort];
  const query = { group: library.id, ...(since ? { since } : {}) };
  const { status, body } = await luis.call('changes', { query });
  if (status !== 200) return false;
  if (body.rows.some((row) => row.kind === 'record' && row.id === id)) return true;
  // Of what he had, a page of changes that says nothing changes nothing.
  return body.mode === 'changes' && !body.rows.some((row) => row.kind === 'gone' && row.id === id);
}

/** By document, the ways that lead to it. */
async function met(world: AccessWorld): Promise<Record<Sort, string[]>> {
  const found: Record<Sort, string[]> = { draft: [], edited: [], published: [], elsewhere: [] };
  for (const sort of ALL)
    for (const [way, leads] of Object.entries(WAYS)) if (await leads(world, sort)) found[sort].push(way);
  return found;
}

describe('access lost', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });

  afterAll(async () => {
    await server?.stop();
  });

  test.each(LOSSES)(
    '$what: gone from lists, search, links, feed and folders; nothing written is lost',
    { tags: 'sync-removed-offline' },
    async (loss) => {
      const world = await createAccessWorld(server);
      const { documents } = world;
      const pathOf = (sort: Sort) => `Andes/${documents[sort].library.name}/${documents[sort].file}`;
      const ways = Object.keys(WAYS);
      expect(await met(world)).toEqual({ draft: ways, edited: ways, published: ways, elsewhere: ways });

      // One desktop that runs on, and one that is away with work of its own.
      const office = await TestDesktop.start(server, world.email, TEST_PASSWORD);
      const field = await TestDesktop.start(server, world.email, TEST_PASSWORD);
      try {
        for (const desktop of [office, field])
          await eventually(
            async () => (await desktop.documents()).length === ALL.length,
            'the four documents',
          );
        await field.pause();
        const wrote = {
          edited: 'Informe, corregido sin conexión',
          published: 'Manual, corregido sin conexión',
          fresh: 'Nota, escrita sin conexión',
        };
        await field.write(pathOf('edited'), wrote.edited);
        await field.write(pathOf('published'), wrote.published);
        await field.write('Andes/Calidad/Nota.txt', wrote.fresh);

        await loss.take(world);

        // The feed tells the running one at once; the other finds out when it is back.
        const left = loss.left.map(pathOf).sort();
        await eventually(
          async () => (await office.documents()).join() === left.join(),
          async () => {
            const { engine, cycle } = office;
            const found = [await office.documents(), engine.blocked, engine.question, engine.waiting, cycle];
            return `${left.join()}, got ${JSON.stringify(found)}\n${office.log.join('\n')}`;
          },
        );
        expect(await met(world)).toEqual(
          Object.fromEntries(ALL.map((sort) => [sort, loss.left.includes(sort) ? ways : []])),
        );

        await field.resume();
        for (const [what, text] of Object.entries(wrote) as [keyof typeof wrote, string][]) {
          const place = await eventually(
            () => field.find(text, loss.kept[what]),
            () => `${what}: ${field.log.join('\n')}`,
          );
          expect(place).toMatch(loss.kept[what]);
        }
        const own = (path: string) => Object.values(loss.kept).some((pattern) => pattern.test(path));
        await eventually(
          async () => (await field.documents()).every((path) => left.includes(path) || own(path)),
          () => field.log.join('\n'),
        );
        // What he wrote is sent, or somewhere it is said that it is not.
        await eventually(
          () => isTold(field, 'Andes/Calidad/Nota.txt'),
          () => JSON.stringify([field.engine.blocked, field.engine.notSynced]),
        );
        // The documents that he lost took nothing from him.
        for (const sort of ALL.filter((each) => !loss.left.includes(each))) {
          const versions = await world.ana.ok('versionsByRecord', { params: documents[sort] });
          expect(versions.map(({ number }) => number)).toEqual([1]);
        }
      } finally {
        await office.stop();
        await field.stop();
      }
    },
  );

  test('a file larger than any document keeps no copy of a library that its person left', async () => {
    const { admin, library, luisId, email } = await createAccessWorld(server);
    const desktop = await TestDesktop.start(server, email, TEST_PASSWORD);
    const large = desktop.path('Andes/Calidad/Disco.iso');
    const inLibrary = async () =>
      (await readdir(desktop.path('Andes/Calidad')).catch(() => [])).filter((name) => name.endsWith('.txt'));
    try {
      await eventually(
        async () => (await inLibrary()).length === ALL.length - 1,
        'the documents of the library',
      );
      // It takes no room: nothing is written but its length.
      await writeFile(large, '');
      await truncate(large, 2200 * 1024 ** 2);
      await eventually(
        () => desktop.engine.blocked.some(({ path }) => path.endsWith('Disco.iso')),
        () => JSON.stringify(desktop.engine.blocked),
      );
      await admin.ok('memberDelete', { params: { id: library.id, user: luisId } });
      await eventually(
        async () => (await inLibrary()).length === 0,
        () => desktop.log.join('\n'),
      );
      expect((await stat(large)).size).toBe(2200 * 1024 ** 2);
    } finally {
      await rm(large, { force: true });
      await desktop.stop();
    }
  });
});
