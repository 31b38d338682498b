import { beforeAll, describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { makeDocument } from '../../testing/documents.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

describe.each(testEngines)('slips of the finger in a search, on %s', (engine) => {
  const server = useTestServer({ engine });
  let writer: TestClient;
  let reader: TestClient;
  const ids: string[] = [];

  beforeAll(async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    const library = await make.library(organization);
    const everything = [[library, ['upload', 'review', 'publish']]] as const;
    writer = await signIn((await make.person(organization, { libraries: everything })).email);
    reader = await signIn((await make.person(organization, { libraries: [[library, []]] })).email);
    const titles = ['Inspección de grúas', 'Inspección de andamios', 'Inspección anual'];
    for (const title of titles) {
      const made = await makeDocument(server(), writer, library, { title, state: STATE.published });
      ids.push(made.record);
    }
    await makeDocument(server(), writer, library, { title: 'Finiquito de capataz', state: STATE.draft });
  });

  const find = (client: TestClient, query: Record<string, string>) =>
    client.ok('recordSearch', { query: query as never });

  it.each([
    ['inspecicon', 'inspección', 3],
    ['INSPECSION gruas', 'inspección gruas', 1],
    ['inspeccion andmios', 'inspeccion andamios', 1],
  ])('«%s» finds what «%s» finds, and says so', async (typed, meant, count) => {
    const found = await find(reader, { text: typed });
    expect(found).toMatchObject({ corrected: meant, total: { count } });
    expect(found.items).toHaveLength(count);
    expect(found.items[0]?.titleSegments?.some((segment) => segment.hit)).toBe(true);
  });

  it('what finds something is left as it was typed', async () => {
    expect(await find(reader, { text: 'inspecciones' })).not.toHaveProperty('corrected');
    expect(await find(reader, { text: 'nada de esto' })).not.toHaveProperty('corrected');
  });

  it('the pages that follow go on with what was meant', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await find(reader, {
        text: 'inspecicon',
        limit: '1',
        sort: 'title',
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.items.map((item) => item.title));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(['Inspección anual', 'Inspección de andamios', 'Inspección de grúas']);
  });

  it('no word of a draft is guessed to somebody who does not see it', async () => {
    expect(await find(writer, { text: 'finiqiuto' })).toMatchObject({ corrected: 'finiquito' });
    const closed = await find(reader, { text: 'finiqiuto' });
    expect(closed.items).toEqual([]);
    expect(closed).not.toHaveProperty('corrected');
  });

  it('a decoy does not tell whether a word stands in what one does not see, now or before it was deleted', async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    const [open, closed] = [await make.library(organization), await make.library(organization)];
    const spy = await signIn((await make.person(organization, { libraries: [[open, ['upload']]] })).email);
    const other = await signIn(
      (await make.person(organization, { libraries: [[closed, ['upload']]] })).email,
    );
    // One letter off what may stand in a hidden title, and one off what stands in none.
    for (const title of ['Carta de finiqueto', 'Carta de capatoz'])
      await makeDocument(server(), spy, open, { title, state: STATE.draft });
    const hidden = await makeDocument(server(), other, closed, {
      title: 'Despido y finiquito',
      state: STATE.draft,
    });
    const answers = async () =>
      Promise.all(
        ['finiquito', 'capataz'].map(async (text) => {
          const { corrected, items } = await find(spy, { text });
          return { corrected, titles: items.map(({ title }) => title) };
        }),
      );
    const alike = [
      { corrected: 'finiqueto', titles: ['Carta de finiqueto'] },
      { corrected: 'capatoz', titles: ['Carta de capatoz'] },
    ];
    expect(await answers()).toEqual(alike);
    await other.ok('recordDelete', { params: { id: hidden.record } });
    expect(await answers()).toEqual(alike);
    // Who sees it is told nothing of a slip, for it is none.
    await other.ok('binRestore', { body: { record: hidden.record } });
    expect(await find(other, { text: 'finiquito' })).not.toHaveProperty('corrected');
  });

  it('hidden words that are nearer do not keep a visible one from being found', async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    const [open, closed] = [await make.library(organization), await make.library(organization)];
    const spy = await signIn((await make.person(organization, { libraries: [[open, ['upload']]] })).email);
    const other = await signIn(
      (await make.person(organization, { libraries: [[closed, ['upload']]] })).email,
    );
    const titles = ['Contratos', 'Contrata', 'Contrate', 'Contrats', 'Contratas'];
    for (const title of titles) await makeDocument(server(), other, closed, { title, state: STATE.draft });
    await makeDocument(server(), spy, open, { title: 'Contrita', state: STATE.draft });
    expect(await find(spy, { text: 'contrato' })).toMatchObject({ corrected: 'contrita' });
  });

  it('a new title is known at once', async () => {
    const before = await find(writer, { text: 'topogarfico' });
    expect(before.items).toEqual([]);
    await writer.ok('recordUpdate', {
      params: { id: ids[0] ?? '' },
      body: {
        rev: (await writer.ok('recordById', { params: { id: ids[0] ?? '' } })).rev,
        title: 'Plano topográfico',
      },
    });
    expect(await find(writer, { text: 'topogarfico' })).toMatchObject({ corrected: 'topográfico' });
  });

  it('documents can be asked for by name, and only those that one sees come', async () => {
    const { items: drafts } = await find(writer, { state: '0' });
    const record = [...ids, drafts[0]?._id].join(',');
    expect((await find(writer, { record })).items).toHaveLength(4);
    expect((await find(reader, { record })).items.map((item) => item._id).sort()).toEqual([...ids].sort());
  });
});
