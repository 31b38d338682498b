import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { imageHead } from '#shared/documents/image-head.ts';
import type { PageMaker } from '../../../platform/pages/page-maker.ts';
import { makeDocument } from '../../../testing/documents.ts';
import type { TestLibrary } from '../../../testing/factories.ts';
import { docxFile, pdfFile, pngFile } from '../../../testing/files/files.ts';
import { photoFile } from '../../../testing/files/photos.ts';
import { type TestClient, type TestServer, useTestServer } from '../../../testing/http.ts';

/** Somebody with a library, and the documents that they put there. */
async function openDesk({ make, signIn }: TestServer) {
  const { organization, library } = await make.workplace();
  const values = { firstname: 'Ana', libraries: [[library, ['upload', 'publish']]] } as const;
  return { library, ana: await signIn((await make.person(organization, values)).email) };
}
const thumbnailOf = (client: TestClient, version: string, headers: Record<string, string> = {}) =>
  client.fetch(`/docs/versions/${version}/thumbnail`, { headers });
const refusalOf = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { code: string; details?: { reason: string } } };
  return [answer.status, error.code, error.details?.reason];
};

describe('the thumbnail of a version', () => {
  const server = useTestServer({ config: { pages: true } });
  let ana: TestClient;
  let library: TestLibrary;
  /** The program: how often it is run is counted. */
  let maker: PageMaker;
  beforeAll(async () => {
    ({ ana, library } = await openDesk(server()));
    const { pages } = server().running.services.deps;
    const found = await pages.look('thumbnail');
    if (!found || !(await pages.look('office')))
      throw new Error('pdftoppm and LibreOffice are needed (.ci/run says how they are installed)');
    maker = found;
  });

  const document = async (name: string, bytes: Buffer, type = 'application/pdf') =>
    (await makeDocument(server(), ana, library, { bytes, file: { name, type } })).version._id;

  it('is a small picture of a PDF for whoever may read it, made once for all who ask', async () => {
    const make = vi.spyOn(maker, 'make');
    const version = await document('Acta.pdf', await pdfFile(['Acta de obra', 'Segunda hoja']));
    const [first] = await Promise.all([thumbnailOf(ana, version), thumbnailOf(ana, version)]);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(first.headers.get('content-disposition')).toMatch(/^inline; filename="Acta.pdf.jpg"/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const bytes = Buffer.from(await first.arrayBuffer());
    // An upright sheet of A4.
    expect(imageHead(bytes)).toEqual({ type: 'image/jpeg', width: 340, height: 480 });

    expect(Buffer.from(await (await thumbnailOf(ana, version)).arrayBuffer()).equals(bytes)).toBe(true);
    const etag = first.headers.get('etag') ?? '';
    expect((await thumbnailOf(ana, version, { 'if-none-match': etag })).status).toBe(304);
    const copy = await document('Copia.pdf', await pdfFile(['Acta de obra', 'Segunda hoja']));
    expect((await thumbnailOf(ana, copy)).headers.get('etag')).toBe(etag);
    expect(make).toHaveBeenCalledTimes(1);
    make.mockRestore();
  });

  it('of an office file is that of its first page, and draws its pages for who reads them next', async () => {
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    const version = await document('Plano.docx', await docxFile(['Plano de planta']), type);
    const answer = await thumbnailOf(ana, version);
    const { width = 0, height = 0 } = imageHead(Buffer.from(await answer.arrayBuffer())) ?? {};
    expect([answer.status, Math.max(width, height)]).toEqual([200, 480]);
    const { dataDir } = server().config;
    const names = await readdir(join(dataDir, 'pages'), { recursive: true });
    expect(names.filter((name) => name.endsWith('.pdf'))).toHaveLength(1);
  });

  it('of a photo stands as its camera was held, however large the photo is', async () => {
    const version = await document('Faena.JPG', await photoFile(6, 2_000_000), 'image/jpeg');
    const answer = await thumbnailOf(ana, version);
    const { width = 0, height = 0 } = imageHead(Buffer.from(await answer.arrayBuffer())) ?? {};
    expect([answer.status, width, height]).toEqual([200, 320, 480]);
    const broken = await document('Rota.jpeg', Buffer.from('no es una foto'), 'image/jpeg');
    expect(await refusalOf(await thumbnailOf(ana, broken))).toEqual([404, 'no_thumbnail', 'failed']);
  });

  it('of a large PNG is its picture, without decoding it here', async () => {
    const version = await document('Captura.png', pngFile(1600, 800), 'image/png');
    const answer = await thumbnailOf(ana, version);
    const head = imageHead(Buffer.from(await answer.arrayBuffer()));
    expect([answer.status, head]).toEqual([200, { type: 'image/jpeg', width: 480, height: 240 }]);
    const broken = await document('Rota.png', Buffer.from('no es una imagen'), 'image/png');
    expect(await refusalOf(await thumbnailOf(ana, broken))).toEqual([404, 'no_thumbnail', 'failed']);
  });

  it('is not there for others, who learn no more than from the content', async () => {
    const version = await document('Secreto.pdf', await pdfFile(['Secreto']));
    const { make, signIn, anyone } = server();
    const elsewhere = await make.workplace();
    const other = await signIn((await make.person(elsewhere.organization, {})).email);
    // Also when there is one already.
    expect((await thumbnailOf(ana, version)).status).toBe(200);
    const content = await other.fetch(`/docs/versions/${version}/content`);
    expect(await refusalOf(content)).toEqual([404, 'not_found', undefined]);
    const hidden = await thumbnailOf(other, version);
    expect(hidden.headers.get('cache-control')).toBe('no-store');
    expect(await refusalOf(hidden)).toEqual([404, 'not_found', undefined]);
    expect((await thumbnailOf(anyone, version)).status).toBe(401);
  });

  it('is missing of what is broken or has no page, which a browser may remember for a while', async () => {
    const broken = Buffer.from(`%PDF-1.7\n${'nada '.repeat(100)}`);
    const answer = await thumbnailOf(ana, await document('Roto.pdf', broken));
    expect(answer.headers.get('cache-control')).toBe('private, max-age=300');
    expect(answer.headers.get('vary')).toMatch(/authorization/i);
    expect(await refusalOf(answer)).toEqual([404, 'no_thumbnail', 'failed']);
    const text = await document('notas.txt', Buffer.from('notas'), 'text/plain');
    expect(await refusalOf(await thumbnailOf(ana, text))).toEqual([404, 'no_thumbnail', 'kind']);
    const cut = (await docxFile(['Cortado'])).subarray(0, 900);
    const half = await document('Cortado.docx', cut);
    expect(await refusalOf(await thumbnailOf(ana, half))).toEqual([404, 'no_thumbnail', 'failed']);
  });

  it('is announced by the server’s state', async () => {
    expect(await server().anyone.ok('health')).toMatchObject({ thumbnails: true });
  });
});

describe('a server without the program', () => {
  const server = useTestServer({ config: { pages: false } });

  it('has no thumbnails, and says so', async () => {
    const { ana, library } = await openDesk(server());
    const bytes = await pdfFile(['Acta']);
    const file = { name: 'Acta.pdf', type: 'application/pdf' };
    const { version } = await makeDocument(server(), ana, library, { bytes, file });
    expect(await refusalOf(await thumbnailOf(ana, version._id))).toEqual([
      404,
      'no_thumbnail',
      'unavailable',
    ]);
    expect(await server().anyone.ok('health')).toMatchObject({ thumbnails: false });
  });
});
