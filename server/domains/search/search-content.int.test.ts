import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import type { SearchResult } from '#shared/search/search.schemas.ts';
import { EXTRACT_LIMITS } from '../../platform/text/extract/extraction.ts';
import { addVersion, makeDocument, sha256Of, someBytes } from '../../testing/documents.ts';
import type { TestLibrary } from '../../testing/factories.ts';
import {
  docxFile,
  encryptedPdf,
  htmlFile,
  mailFile,
  pdfFile,
  pptxFile,
  xlsxFile,
} from '../../testing/files/files.ts';
import { zipBombs } from '../../testing/files/hostile-office.ts';
import { startTestServer, type TestClient, type TestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

// Files are read at a low priority, one after the other: a busy machine takes its time.

describe.each(testEngines)('search in the content of files on %s', (engine) => {
  let server: TestServer;
  let works: TestLibrary;
  let writer: TestClient;
  let reader: TestClient;

  const find = (client: TestClient, text: string): Promise<SearchResult> =>
    client.ok('recordSearch', { query: { text } as never });
  const titles = async (client: TestClient, text: string) =>
    (await find(client, text)).items.map(({ title }) => title).sort();

  beforeAll(async () => {
    server = await startTestServer({ engine, config: { fileTexts: true } });
    const { make } = server;
    const organization = await make.organization('Constructora');
    works = await make.library(organization, 'Obras');
    const author = await make.person(organization, { libraries: [[works, ['upload', 'review', 'publish']]] });
    const lone = await make.person(organization, { libraries: [[works, []]] });
    writer = await server.signIn(author.email);
    reader = await server.signIn(lone.email);
  });
  afterAll(() => server?.stop());

  const publish = (title: string, name: string, bytes: Buffer) =>
    makeDocument(server, writer, works, {
      title,
      state: STATE.published,
      file: { name, type: '' },
      bytes,
    });
  const textOf = async (record: string) => (await writer.ok('recordById', { params: { id: record } })).text;
  const read = (record: string) =>
    expect.poll(async () => (await textOf(record))?.status).not.toBe('waiting');

  it('finds what stands in each kind of file, in any form of the word, and shows where', async () => {
    const filler = 'El mandante y el contratista acuerdan lo que sigue en este documento de la obra. ';
    const made = await Promise.all([
      publish(
        'Contrato principal',
        'contrato.pdf',
        await pdfFile([
          `${filler} Una garantía por boletas.`,
          'Anexos',
          `${filler} La aprobación de las boletas de garantía tarda diez días. ${filler}`,
        ]),
      ),
      publish('Planilla de avance', 'avance.xlsx', await xlsxFile([['Partida'], ['Encofrado trepante']])),
      publish(
        'Charla de inducción',
        'charla.pptx',
        await pptxFile(['Bienvenida', 'Uso del arnés dieléctrico']),
      ),
      publish('Procedimiento de izaje', 'izaje.docx', await docxFile(['Planos aprobados por el calculista'])),
      publish(
        'Nómina de cuadrilla',
        'nomina.csv',
        Buffer.from('Nombre;Oficio\nJosé;Enfierrador\n', 'latin1'),
      ),
      publish('Aviso de obra', 'aviso.html', htmlFile('<p>Corte de suministro</p>', 'x = "tronadura"')),
      publish('Correo a terreno', 'correo.eml', mailFile('Citación', 'Visita de la mutualidad')),
    ]);
    for (const { record } of made) await read(record);

    expect(await titles(reader, 'aprobacion')).toEqual(['Contrato principal', 'Procedimiento de izaje']);
    expect(await titles(reader, 'encofrados trepantes')).toEqual(['Planilla de avance']);
    expect(await titles(reader, 'enfierradores jose')).toEqual(['Nómina de cuadrilla']);
    expect(await titles(reader, 'cortes suministros')).toEqual(['Aviso de obra']);
    expect(await titles(reader, 'tronadura')).toEqual([]);
    expect(await titles(reader, 'citacion mutualidad')).toEqual(['Correo a terreno']);
    // Words of the sheet and of the content together.
    expect(await titles(reader, 'contrato boletas')).toEqual(['Contrato principal']);

    const [contract] = (await find(reader, '"boletas de garantia"')).items;
    expect(contract).toMatchObject({ title: 'Contrato principal', snippetPage: 3 });
    const shown = contract?.snippet ?? [];
    expect(shown.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(['boletas', 'garantía']);
    expect(shown.map(({ text }) => text).join('')).toContain(
      'La aprobación de las boletas de garantía tarda',
    );
    const [talk] = (await find(reader, 'dielectricos')).items;
    expect(talk).toMatchObject({ title: 'Charla de inducción', snippetPage: 2 });
    const [sheet] = (await find(reader, 'trepante')).items;
    expect(sheet?.snippetPage).toBeUndefined();
    expect(sheet?.snippet?.some(({ text, hit }) => hit && text === 'trepante')).toBe(true);
    // The title says it all: no text is fetched for it.
    expect((await find(reader, 'avance')).items[0]?.snippet).toBeUndefined();
  });

  it('shows the page of a word far into a document of many short pages', async () => {
    const pages = Array.from({ length: 130 }, (_, at) => `Protocolo ${at + 1}`);
    pages[119] = 'Protocolo 120: se calibra el esclerómetro';
    const { record } = await publish('Protocolos del año', 'protocolos.pdf', await pdfFile(pages));
    await read(record);
    const [hit] = (await find(reader, 'esclerometro')).items;
    expect(hit).toMatchObject({ title: 'Protocolos del año', snippetPage: 120 });
    expect(hit?.snippet?.filter((each) => each.hit)).toEqual([{ text: 'esclerómetro', hit: true }]);
  });

  it('a reader never meets the words of a draft, and the writer those of what is being worked on', async () => {
    const { record, version } = await publish(
      'Reglamento interno',
      'reglamento.docx',
      await docxFile(['Jornada ordinaria de ripiado']),
    );
    await read(record);
    const next = await addVersion(server, writer, record, version._id, {
      file: { name: 'reglamento.docx', type: '' },
      bytes: await docxFile(['Despido por calicata']),
    });
    await read(record);

    const nothing = { items: [], total: { count: 0, more: false } };
    const unseen = await find(reader, 'calicata');
    expect(unseen).toMatchObject(nothing);
    expect(Object.values(unseen.facets ?? {}).flat()).toEqual([]);
    expect(await titles(reader, 'ripiados')).toEqual(['Reglamento interno']);
    expect(await titles(writer, 'calicatas')).toEqual(['Reglamento interno']);
    expect(await titles(writer, 'ripiado')).toEqual([]);

    // Its sheet is edited: the words of both stay where they were.
    const { rev } = await writer.ok('recordById', { params: { id: record } });
    await writer.ok('recordUpdate', { params: { id: record }, body: { rev, title: 'Reglamento nuevo' } });
    expect(await titles(writer, 'reglamento nuevo calicata')).toEqual(['Reglamento nuevo']);
    expect(await find(reader, 'calicata')).toMatchObject(nothing);

    await writer.ok('reviewCreate', {
      body: { record, version: next._id, state: STATE.approved, comment: '' },
    });
    await writer.ok('reviewCreate', {
      body: { record, version: next._id, state: STATE.published, comment: '' },
    });
    expect(await titles(reader, 'calicata')).toEqual(['Reglamento nuevo']);
    expect(await titles(reader, 'ripiado')).toEqual([]);
    const [hit] = (await find(reader, 'calicata')).items;
    expect(hit?.snippet?.map(({ text }) => text).join('')).toContain('Despido por calicata');
  });

  it('the same bytes are read once, whoever sends them', async () => {
    const bytes = await docxFile(['Hormigón fluido de badilejo']);
    const one = await publish('Primera copia', 'copia.docx', bytes);
    await read(one.record);
    const two = await publish('Segunda copia', 'otra.docx', bytes);
    expect(await textOf(two.record)).toMatchObject({ status: 'ready' });
    expect(await titles(reader, 'badilejo')).toEqual(['Primera copia', 'Segunda copia']);
    const { tries } = await server.database.db
      .selectFrom('blobs')
      .select('text_tries as tries')
      .where('sha256', '=', sha256Of(bytes))
      .executeTakeFirstOrThrow();
    expect(tries).toBe(1);
  });

  it('what cannot be read says why in its sheet, and the rest goes on', async () => {
    const cases = [
      ['roto.pdf', Buffer.from('%PDF-1.7\nsin nada adentro'), 'corrupt'],
      ['protegido.pdf', encryptedPdf(), 'encrypted'],
      ['escaneo.pdf', await pdfFile(['']), 'empty'],
      ['bomba.docx', zipBombs.oneEntry(EXTRACT_LIMITS.entryBytes + 1), 'too_large'],
      ['foto.png', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), someBytes()]), 'kind'],
    ] as const;
    for (const [name, bytes, reason] of cases) {
      const { record } = await publish(`Archivo ${name}`, name, Buffer.from(bytes));
      await read(record);
      expect(await textOf(record), name).toEqual({ status: 'none', reason, truncated: false });
    }
    const { record } = await publish('Archivo sano', 'sano.txt', Buffer.from('Machihembrado de pino'));
    await read(record);
    expect(await titles(reader, 'machihembrados')).toEqual(['Archivo sano']);
  });
});

describe.each(testEngines)('the reading of files on %s', (engine) => {
  it('goes on where a server died in the middle of it, and gives up what kills it again and again', async () => {
    const server = await startTestServer({ engine });
    try {
      const organization = await server.make.organization();
      const works = await server.make.library(organization);
      const person = await server.make.person(organization, { libraries: [[works, ['upload', 'publish']]] });
      const client = await server.signIn(person.email);
      const document = (title: string, name: string, text: string) =>
        makeDocument(server, client, works, { title, file: { name, type: '' }, bytes: Buffer.from(text) });
      const before = await document('Anterior', 'uno.txt', 'Talud con geomalla');
      const deadly = await document('Mortal', 'dos.txt', 'Gálibo de la ruta');
      // Two servers had taken these and never came back: one of them once, the other as often as it may.
      const { db } = server.database;
      const taken = (bytes: Buffer, tries: number) =>
        db
          .updateTable('blobs')
          .set({ text_tries: tries, text_due_at: new Date(Date.now() + 60_000) })
          .where('sha256', '=', sha256Of(bytes))
          .execute();
      await taken(before.bytes, 1);
      await taken(deadly.bytes, 3);

      Object.assign(server.config, { fileTexts: true });
      server.advance(61);
      await server.restart();
      const again = await server.signIn(person.email);
      const text = async (record: string) => (await again.ok('recordById', { params: { id: record } })).text;
      await expect.poll(async () => (await text(before.record))?.status).toBe('ready');
      await expect.poll(() => text(deadly.record)).toMatchObject({ status: 'none', reason: 'failed' });
      const { items } = await again.ok('recordSearch', { query: { text: 'geomallas' } as never });
      expect(items.map(({ title }) => title)).toEqual(['Anterior']);
    } finally {
      await server.stop();
    }
  });
});
