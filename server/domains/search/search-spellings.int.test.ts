import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { makeDocument } from '../../testing/documents.ts';
import { eventually } from '../../testing/eventually.ts';
import { docxFile, pdfFile } from '../../testing/files/files.ts';
import { startTestServer, type TestClient, type TestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

// Files are read at a low priority, one after the other: a busy machine takes its time.

describe.each(testEngines)('spellings that a person would take for the same, on %s', (engine) => {
  let server: TestServer;
  let writer: TestClient;
  let reader: TestClient;

  const find = (client: TestClient, text: string) => client.ok('recordSearch', { query: { text } as never });

  beforeAll(async () => {
    server = await startTestServer({ engine, config: { fileTexts: true } });
    const { make } = server;
    const organization = await make.organization('Constructora');
    const library = await make.library(organization, 'Obras');
    const everything = [[library, ['upload', 'review', 'publish']]] as const;
    writer = await server.signIn((await make.person(organization, { libraries: everything })).email);
    reader = await server.signIn((await make.person(organization, { libraries: [[library, []]] })).email);
    const filler = 'El mandante y el contratista acuerdan lo que sigue. ';
    const pages = [
      `${filler} Hoja 1: piso 2, partida 170, código 30 y norma NCh 1701.`,
      `${filler} Anexos`,
      `${filler} Muestras según NCh170 y el D.S. 594. Proveedor RUT 76.543.210-K, hormigón H30. ${filler}`,
      `${filler} Se adjunta el F 30-1 del subterráneo -2.`,
    ];
    const files = [
      ['Bases técnicas', 'bases.pdf', await pdfFile(pages), STATE.published],
      [
        'Charla de seguridad',
        'charla.docx',
        await docxFile(['El andamio se apoya en el zócalo. Se han recibido los pernos de la calicota.']),
        STATE.published,
      ],
      ['Nota reservada', 'nota.docx', await docxFile(['Despido por calicata']), STATE.draft],
    ] as const;
    for (const [title, name, bytes, state] of files) {
      const { record } = await makeDocument(server, writer, library, {
        title,
        state,
        file: { name, type: '' },
        bytes,
      });
      await eventually(async () =>
        expect((await writer.ok('recordById', { params: { id: record } })).text?.status).toBe('ready'),
      );
    }
    await makeDocument(server, writer, library, {
      title: 'Ensayo NCh 1019 en DS594',
      notes: 'Proveedor 9876543-2, certificado F30-1',
      state: STATE.published,
    });
  });
  afterAll(() => server?.stop());

  it.each([
    ['NCh 170', 3, 'NCh170'],
    ['NCh-170', 3, 'NCh170'],
    ['"según NCh 170"', 3, 'según NCh170'],
    ['hormigón H 30', 3, 'hormigón H30'],
    ['muestras DS594', 3, 'Muestras D.S. 594'],
    ['76543210-K', 3, '76.543.210-K'],
    ['76543210K', 3, '76.543.210-K'],
    ['76.543.210-k', 3, '76.543.210-K'],
    ['76543210', 3, '76.543.210'],
    ['subterráneo F30-1', 4, 'F 30-1 subterráneo'],
    ['subterráneo -2', 4, 'subterráneo 2'],
  ])('«%s» finds page %i and marks «%s»', async (asked, page, words) => {
    const found = await find(reader, asked);
    expect(found).not.toHaveProperty('corrected');
    expect(found.items.map(({ title }) => title)).toEqual(['Bases técnicas']);
    const [hit] = found.items;
    expect(hit?.snippetPage).toBe(page);
    const marked = hit?.snippet?.filter((segment) => segment.hit).map(({ text }) => text) ?? [];
    expect(marked.join(' ')).toBe(words);
  });

  it.each([
    ['nch1019', 'NCh 1019'],
    ['ensayo D.S. 594', 'Ensayo DS594'],
  ])('«%s» is marked in a title: «%s»', async (asked, words) => {
    const [hit] = (await find(reader, asked)).items;
    const marked = hit?.titleSegments?.filter((segment) => segment.hit).map(({ text }) => text) ?? [];
    expect(marked.join(' ')).toBe(words);
  });

  it.each(['9.876.543-2', '98765432', '9876543-2', 'ensayo F 30-1'])(
    '«%s» is found in notes',
    async (asked) => {
      expect((await find(reader, asked)).items.map(({ title }) => title)).toEqual([
        'Ensayo NCh 1019 en DS594',
      ]);
    },
  );

  it('a minus excludes a word, as ever', async () => {
    expect((await find(reader, 'certificado -ensayo')).items).toEqual([]);
    expect((await find(reader, 'mandante -losa')).items).toHaveLength(1);
    expect((await find(reader, 'mandante -subterráneo')).items).toEqual([]);
  });

  it.each([
    ['andmio', 'andamio'],
    ['anddamio', 'andamio'],
    ['zócallo', 'zócalo'],
    ['zóaclo', 'zócalo'],
    ['recibdos', 'recibidos'],
    ['andmio zócallo', 'andamio zócalo'],
    ['charla andmio', 'charla andamio'],
  ])('«%s» finds what only a text says: «%s»', async (asked, meant) => {
    const found = await find(reader, asked);
    expect(found.corrected).toBe(meant);
    expect(found.items.map(({ title }) => title)).toEqual(['Charla de seguridad']);
    expect(found.items[0]?.snippet?.some((segment) => segment.hit)).toBe(true);
  });

  it('no word of a text is guessed to somebody who does not see it', async () => {
    expect(await find(writer, 'calictaa')).toMatchObject({ corrected: 'calicata' });
    const closed = await find(reader, 'calictaa');
    expect(closed.items).toEqual([]);
    expect(closed).not.toHaveProperty('corrected');
  });

  it('that a word stands in a hidden text does not keep another one from being guessed', async () => {
    expect(await find(writer, 'calicata')).not.toHaveProperty('corrected');
    expect(await find(reader, 'calicata')).toMatchObject({ corrected: 'calicota' });
  });
});
