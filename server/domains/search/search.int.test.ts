import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import type { CallInput } from '#shared/platform/endpoint.ts';
import type { searchTable } from '#shared/search/search.contract.ts';
import type { SearchResult } from '#shared/search/search.schemas.ts';
import { makeDocument } from '../../testing/documents.ts';
import type { TestLibrary, TestPerson } from '../../testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

type Asked = CallInput<typeof searchTable.recordSearch>['query'];

describe.each(testEngines)('search on %s', (engine) => {
  let server: TestServer;
  let works: TestLibrary;
  let people: TestLibrary;
  let author: TestPerson;
  let writer: TestClient;
  let reader: TestClient;
  let stranger: TestClient;
  let safety: string;
  let heights: string;
  let draft: string;

  const find = (client: TestClient, query: Record<string, string>): Promise<SearchResult> =>
    client.ok('recordSearch', { query: query as Asked });
  const titles = async (client: TestClient, query: Record<string, string>) =>
    (await find(client, query)).items.map(({ title }) => title).sort();

  beforeAll(async () => {
    server = await startTestServer({ engine });
    const { make } = server;
    const organization = await make.organization('Constructora');
    works = await make.library(organization, 'Obras');
    people = await make.library(organization, 'Personas');
    author = await make.person(organization, {
      firstname: 'Carolina',
      lastname: 'Oyarzún',
      libraries: [
        [works, ['upload', 'review', 'publish']],
        [people, ['upload', 'review', 'publish']],
      ],
    });
    const lone = await make.person(organization, { libraries: [[works, []]] });
    const nobody = await make.person(organization);
    [writer, reader, stranger] = (await Promise.all(
      [author, lone, nobody].map(({ email }) => server.signIn(email)),
    )) as [TestClient, TestClient, TestClient];
    safety = await make.label(organization, { name: 'Seguridad' });
    heights = await make.label(organization, { name: 'Andamios', parent: safety });
    const other = await make.label(organization, { name: 'Hormigón' });
    const published = { state: STATE.published };
    await makeDocument(server, writer, works, {
      ...published,
      title: 'Inspección de andamios',
      notes: 'Revisiones semanales de la torre norte.',
      labels: [heights],
      date: '2026-03-01',
      file: { name: 'acta_andamios.v2.pdf', type: 'application/pdf' },
    });
    await makeDocument(server, writer, works, {
      ...published,
      title: 'Protocolo de hormigonado',
      notes: 'Cono y vibrado; andamios retirados.',
      labels: [other],
      date: '2025-07-10',
    });
    ({ record: draft } = await makeDocument(server, writer, works, {
      state: STATE.draft,
      title: 'Borrador de andamios',
      labels: [heights],
      date: '2026-05-05',
    }));
    await makeDocument(server, writer, people, {
      ...published,
      title: 'Contrato de andamiero',
      labels: [other],
      date: '2026-01-01',
    });
    await makeDocument(server, writer, works, {
      ...published,
      title: 'Secreto de andamios',
      scope: 'confidential',
      labels: [other],
      date: '2026-02-02',
    });
  });
  afterAll(() => server?.stop());

  it('finds by title, notes, file name, label and author, in any form of the word', async () => {
    expect(await titles(writer, { text: 'inspecciones' })).toEqual(['Inspección de andamios']);
    expect(await titles(writer, { text: 'revision semanal' })).toEqual(['Inspección de andamios']);
    expect(await titles(writer, { text: 'acta andamio' })).toEqual(['Inspección de andamios']);
    expect(await titles(writer, { text: 'hormigon' })).toHaveLength(3);
    expect(await titles(writer, { text: 'oyarzun' })).toHaveLength(5);
    expect(await titles(writer, { text: 'inspecc' })).toEqual(['Inspección de andamios']);
    expect(await titles(writer, { text: 'andamios -torre' })).not.toContain('Inspección de andamios');
    expect(await titles(writer, { name: 'acta' })).toEqual(['Inspección de andamios']);
    // Words that the index leaves out are no reason to find nothing.
    expect(await titles(writer, { name: 'Inspección de andamios' })).toEqual(['Inspección de andamios']);
  });

  it('shows each person only what the visibility rule lets them see, in items, total and facets', async () => {
    const seen = await find(reader, { text: 'andamios' });
    expect(seen.items.map(({ title }) => title).sort()).toEqual([
      'Inspección de andamios',
      'Protocolo de hormigonado',
    ]);
    expect(seen.items.every(({ face }) => face === 'published')).toBe(true);
    expect(seen.total).toEqual({ count: 2, more: false });
    expect(seen.facets?.group).toEqual([{ _id: works.id, name: 'Obras', count: 2 }]);
    expect(seen.facets?.state).toEqual([{ value: STATE.published, count: 2 }]);
    expect(await find(stranger, { text: 'andamios' })).toMatchObject({
      items: [],
      total: { count: 0, more: false },
    });
    expect((await find(writer, { text: 'andamios' })).total?.count).toBe(4);
  });

  it('ranks a word in the title above one in the notes, and marks the original text', async () => {
    const { items } = await find(reader, { text: 'andamio' });
    expect(items.map(({ title }) => title)).toEqual(['Inspección de andamios', 'Protocolo de hormigonado']);
    expect(items[0]?.titleSegments).toEqual([
      { text: 'Inspección de ', hit: false },
      { text: 'andamios', hit: true },
    ]);
    expect(items[1]?.snippet?.filter(({ hit }) => hit)).toEqual([{ text: 'andamios', hit: true }]);
  });

  it('filters by library, state, scope, label branch, author, dates and folder', async () => {
    expect(await titles(writer, { group: people.id })).toEqual(['Contrato de andamiero']);
    expect(await titles(writer, { state: '0' })).toEqual(['Borrador de andamios']);
    expect(await titles(writer, { scope: 'confidential' })).toEqual(['Secreto de andamios']);
    expect(await titles(writer, { label: safety })).toEqual([
      'Borrador de andamios',
      'Inspección de andamios',
    ]);
    expect(await titles(writer, { label: `${safety},${heights}`, state: '3' })).toEqual([
      'Inspección de andamios',
    ]);
    expect(await titles(writer, { author: author.id, to: '2025-12-31' })).toEqual([
      'Protocolo de hormigonado',
    ]);
    expect(await titles(writer, { from: '2026-03-01', to: '2026-03-01' })).toEqual([
      'Inspección de andamios',
    ]);
    const folder = await writer.ok('folderCreate', { body: { group: works.id, name: 'Torre norte' } });
    const inner = await writer.ok('folderCreate', {
      body: { group: works.id, parent: folder._id, name: 'Piso 5' },
    });
    await writer.ok('batchMove', {
      body: { items: [{ record: draft }], group: works.id, folder: inner._id },
    });
    expect(await titles(writer, { group: works.id, folder: folder._id })).toEqual([]);
    expect(await titles(writer, { group: works.id, folder: inner._id })).toEqual(['Borrador de andamios']);
    expect(await titles(writer, { group: works.id, folder: folder._id, text: 'borrador' })).toEqual([
      'Borrador de andamios',
    ]);
    expect(await titles(writer, { group: works.id, folder: 'root' })).not.toContain('Borrador de andamios');
  });

  it.each(['relevance', '-date', 'date', 'title', '-title', 'updatedAt', '-updatedAt', 'name', '-name'])(
    'pages by %s give each document once',
    async (sort) => {
      const whole = await find(writer, { text: 'andamios', sort });
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const page: SearchResult = await find(writer, {
          text: 'andamios',
          sort,
          limit: '1',
          ...(cursor ? { cursor } : {}),
        });
        ids.push(...page.items.map(({ _id }) => _id));
        expect(page.total === undefined).toBe(cursor !== null);
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(ids).toEqual(whole.items.map(({ _id }) => _id));
      expect(ids).toHaveLength(4);
    },
  );

  it('refuses a cursor that is none, or of another order', async () => {
    const { nextCursor } = await find(writer, { sort: 'title', limit: '1' });
    for (const [sort, cursor] of [
      ['-date', nextCursor ?? ''],
      ['title', 'nada'],
    ] as const) {
      const { status } = await writer.call('recordSearch', {
        query: { sort, cursor } as Asked,
      });
      expect(status).toBe(400);
    }
  });

  it('a reader does not meet what is obsolete, unless they ask for it', async () => {
    const { record, version } = await makeDocument(server, writer, works, {
      state: STATE.published,
      title: 'Manual de grúa antiguo',
    });
    await writer.ok('reviewCreate', {
      body: { record, version: version._id, state: STATE.obsolete, comment: '' },
    });
    expect(await titles(reader, { text: 'manual grua' })).toEqual([]);
    expect(await titles(reader, { text: 'manual grua', state: '4' })).toEqual(['Manual de grúa antiguo']);
  });

  it('says whether a title is taken, of what the caller sees alone', async () => {
    const ask = (client: TestClient, title: string) =>
      client.ok('recordByTitle', { params: { group: works.id, title } });
    expect(await ask(writer, 'protocolo DE hormigonado')).toMatchObject({
      taken: true,
      record: { title: 'Protocolo de hormigonado' },
    });
    expect(await ask(writer, 'Secreto de andamios')).toMatchObject({ taken: true });
    expect(await ask(reader, 'Secreto de andamios')).toEqual({ taken: false });
    expect(await ask(reader, 'Nada de eso')).toEqual({ taken: false });
    expect(
      (
        await stranger.call('recordByTitle', {
          params: { group: works.id, title: 'Protocolo de hormigonado' },
        })
      ).status,
    ).toBe(404);
  });
});
