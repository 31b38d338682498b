import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTesseract } from '../../platform/text/ocr/tesseract.ts';
import { makeDocument } from '../../testing/documents.ts';
import { startTestServer, type TestClient, type TestServer } from '../../testing/http.ts';

const run = promisify(execFile);
const SENTENCE = 'Certificado de inscripción municipal de la bodega';
const installed =
  (await findTesseract({ log: { info: () => undefined }, dataDir: tmpdir() }).catch(() => null)) !== null;

/** A picture of a written page. */
async function picture(): Promise<Buffer> {
  const written = await PDFDocument.create();
  const font = await written.embedFont(StandardFonts.Helvetica);
  written.addPage([595, 300]).drawText(SENTENCE, { x: 40, y: 200, size: 20, font });
  const folder = await mkdtemp(join(tmpdir(), 'legajo-scan-'));
  try {
    await writeFile(join(folder, 'page.pdf'), await written.save());
    await run('pdftoppm', [
      '-r',
      '150',
      '-png',
      '-singlefile',
      join(folder, 'page.pdf'),
      join(folder, 'page'),
    ]);
    return await readFile(join(folder, 'page.png'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What a scanner makes: pages that are pictures. */
async function scan(image: Buffer, pages: number): Promise<Buffer> {
  const scanned = await PDFDocument.create();
  const embedded = await scanned.embedPng(image);
  for (let page = 1; page <= pages; page += 1) {
    const sheet = scanned.addPage([595, 300]);
    // The words stand on the last page alone.
    if (page === pages) sheet.drawImage(embedded, { x: 0, y: 0, width: 595, height: 300 });
  }
  return Buffer.from(await scanned.save());
}

describe.skipIf(!installed)('words on pictures', () => {
  let server: TestServer;
  let author: TestClient;
  const made: Record<string, string> = {};

  beforeAll(async () => {
    server = await startTestServer({ config: { fileTexts: true, ocr: true } });
    const organization = await server.make.organization();
    const library = await server.make.library(organization);
    const person = await server.make.person(organization, { libraries: [[library, ['upload']]] });
    author = await server.signIn(person.email);
    const image = await picture();
    const files: Record<string, [name: string, bytes: Buffer]> = {
      picture: ['foto.png', image],
      scan: ['escaneo.pdf', await scan(image, 3)],
      broken: ['rota.png', Buffer.from('\u0089PNG esto no es una imagen')],
      packed: ['planos.zip', Buffer.from('PK\u0003\u0004 nada')],
    };
    for (const [key, [name, bytes]] of Object.entries(files)) {
      const title = `Documento ${key}`;
      const { record } = await makeDocument(server, author, library, {
        title,
        bytes,
        file: { name, type: '' },
      });
      made[key] = record;
    }
  });
  afterAll(() => server?.stop());

  const found = () => author.ok('recordSearch', { query: { text: 'inscripcion municipal' } });
  const text = async (key: string) =>
    (await author.ok('recordById', { params: { id: made[key] ?? '' } })).text;

  it('are found in pictures and in scanned pages, with the page', async () => {
    await expect.poll(async () => (await found()).items.length).toBe(2);
    const { items } = await found();
    expect(items.map((item) => [item.title, item.snippetPage]).sort()).toEqual([
      ['Documento picture', undefined],
      ['Documento scan', 3],
    ]);
    expect(await text('scan')).toMatchObject({ status: 'ready' });
  });

  it('a broken picture says so, and what is no picture is left alone', async () => {
    await expect.poll(() => text('broken')).toMatchObject({ status: 'none', reason: 'corrupt' });
    expect(await text('packed')).toMatchObject({ status: 'none', reason: 'kind' });
  });
});
