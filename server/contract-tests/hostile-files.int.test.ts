import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NoTextReason } from '#shared/documents/file-texts.ts';
import { up } from '../platform/db/migrations/0015-more-texts.ts';
import { EXTRACT_LIMITS } from '../platform/text/extract/extraction.ts';
import { makeDocument, sha256Of, startRecord } from '../testing/documents.ts';
import type { TestLibrary } from '../testing/factories.ts';
import { docxFile, odfFile, pdfFile } from '../testing/files/files.ts';
import { brokenJpeg, eicar, FILE_NAMES, hugePng } from '../testing/files/hostile-files.ts';
import { encryptedOffice, longXlsx, xmlAttacks, zipBombs } from '../testing/files/hostile-office.ts';
import { hostilePdfs } from '../testing/files/hostile-pdfs.ts';
import { startTestServer, type TestClient, type TestServer } from '../testing/http.ts';

// Milliseconds: files are read at low priority, one after the other, so a busy machine takes long.
const MB = 1000 ** 2;

/** What each document says of its text: why it has none, or whether it is truncated. */
const FILES: readonly [
  name: string,
  make: () => Buffer | Promise<Buffer>,
  says: NoTextReason | 'cut' | 'whole',
][] = [
  ['bomba.docx', () => zipBombs.oneEntry(EXTRACT_LIMITS.entryBytes + 1), 'too_large'],
  ['anidada.zip', zipBombs.nested, 'kind'],
  ['diez mil páginas.pdf', () => hostilePdfs.pages(10_000), 'cut'],
  ['un millón.xlsx', () => longXlsx(1_000_000), 'cut'],
  ['una línea.csv', () => Buffer.alloc(100 * MB, 'columna;'), 'cut'],
  ['risas.docx', xmlAttacks.entities, 'whole'],
  ['sin fondo.docx', () => xmlAttacks.deep(100_000), 'corrupt'],
  ['con clave.pptx', encryptedOffice, 'encrypted'],
  ['a medias.pdf', async () => (await pdfFile(['Texto'])).subarray(0, 400), 'corrupt'],
  ['acciones.pdf', hostilePdfs.actions, 'whole'],
  ['eicar.txt', eicar, 'whole'],
  ['gigante.png', () => hugePng(30_000, 30_000), 'kind'],
  ['rota.jpg', brokenJpeg, 'kind'],
  ['letra.ttf', () => Buffer.from('0001000000ff'.repeat(50), 'hex'), 'kind'],
];

describe('hostile files', () => {
  let server: TestServer;
  let works: TestLibrary;
  let writer: TestClient;

  beforeAll(async () => {
    server = await startTestServer({ config: { fileTexts: true } });
    const organization = await server.make.organization('Constructora');
    works = await server.make.library(organization, 'Obras');
    const author = await server.make.person(organization, { libraries: [[works, ['upload', 'review']]] });
    writer = await server.signIn(author.email);
  });
  afterAll(() => server?.stop());

  const textOf = async (record: string) => (await writer.ok('recordById', { params: { id: record } })).text;

  it('are kept, their sheets say how their text was read, and the server answers all the while', async () => {
    const waiting = new Map<string, { record: string; says: string }>();
    for (const [name, make, says] of FILES) {
      const bytes = await make();
      const { record } = await makeDocument(server, writer, works, {
        title: `Archivo ${name}`,
        file: { name, type: '' },
        bytes,
      });
      waiting.set(name, { record, says });
    }
    const found: Record<string, string> = {};
    const answered = new Set<number>();
    const round = async () => {
      for (const [name, { record }] of waiting) {
        const text = await textOf(record);
        if (!text || text.status === 'waiting') continue;
        found[name] = text.status === 'ready' ? (text.truncated ? 'cut' : 'whole') : (text.reason ?? '');
        waiting.delete(name);
      }
      // The work of another person meanwhile.
      answered.add((await writer.call('recordSearch', { query: { text: 'archivo' } as never })).status);
      answered.add((await server.anyone.call('health')).status);
      return waiting.size;
    };
    await expect.poll(round).toBe(0);
    expect(found).toEqual(Object.fromEntries(FILES.map(([name, , says]) => [name, says])));
    expect([...answered]).toEqual([200]);

    const sane = await makeDocument(server, writer, works, {
      title: 'Archivo sano',
      file: { name: 'sano.docx', type: '' },
      bytes: await docxFile(['Machihembrado de pino']),
    });
    await expect.poll(async () => (await textOf(sane.record))?.status).toBe('ready');
    const { items } = await writer.ok('recordSearch', { query: { text: 'machihembrados' } as never });
    expect(items.map(({ title }) => title)).toEqual(['Archivo sano']);
  });

  it('that older readers could do nothing with wait for those of now, and pictures do not', async () => {
    const bytes = odfFile('text', '<text:p>Emparrillado</text:p>');
    const file = { name: 'bases.odt', type: '' };
    const { record } = await makeDocument(server, writer, works, { title: 'Bases de antes', file, bytes });
    await expect.poll(async () => (await textOf(record))?.status).toBe('ready');
    const { db } = server.database;
    await db
      .updateTable('blobs')
      .set({ text_status: 'none', text_reason: 'kind' })
      .where('sha256', '=', sha256Of(bytes))
      .execute();
    await up(db as unknown as Kysely<unknown>);
    const waiting = db.selectFrom('versions').innerJoin('blobs', 'blobs.sha256', 'versions.sha256');
    const names = await waiting.select('name').where('text_status', '=', 'waiting').execute();
    expect(names.map(({ name }) => name)).not.toContain('rota.jpg');
    await expect.poll(async () => (await textOf(record))?.status).toBe('ready');
  });

  it.each(Object.entries(FILE_NAMES))(
    'leave under their own name, or none that deceives: %s',
    async (kind, name) => {
      if (kind === 'turned') {
        const { status, body } = await writer.call('recordCreate', {
          body: { ...(await sheet()), file: { name, type: 'application/pdf' } },
        });
        expect([status, body.error?.code]).toEqual([400, 'invalid']);
        return;
      }
      const { record, version } = await makeDocument(server, writer, works, {
        title: 'Nombre raro',
        file: { name, type: 'application/pdf' },
      });
      const { file } = await writer.ok('recordById', { params: { id: record } });
      expect(file.name.normalize('NFC')).toBe(name.normalize('NFC').trim());
      const answer = await writer.fetch(`/docs/versions/${version._id}/content`);
      const disposition = answer.headers.get('content-disposition') ?? '';
      expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.!~%-]*$/);
      expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(file.name);
    },
  );

  const sheet = async () => {
    const { record } = await startRecord(server, writer, works);
    return {
      ...{ title: 'Nombre raro', group: works.id, state: 0, date: '2026-03-07' },
      labels: record.labels.map(({ _id }) => _id),
    };
  };
});
