import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { collectBlobs } from '../../../platform/storage/collect-blobs.job.ts';
import { makeDocument } from '../../../testing/documents.ts';
import type { TestLibrary } from '../../../testing/factories.ts';
import { docxFile } from '../../../testing/files/files.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('the pages of a version', () => {
  const server = useTestServer({ config: { pages: true } });
  let ana: TestClient;
  let library: TestLibrary;
  beforeAll(async () => {
    const { make, signIn, running } = server();
    const place = await make.workplace();
    library = place.library;
    const values = { firstname: 'Ana', libraries: [[library, ['upload', 'publish']]] } as const;
    ana = await signIn((await make.person(place.organization, values)).email);
    if (!(await running.services.deps.pages.look('office')))
      throw new Error('LibreOffice is needed (.ci/run says how it is installed)');
  });

  const document = async (name: string, bytes: Buffer) =>
    makeDocument(server(), ana, library, { bytes, file: { name, type: DOCX } });
  const pagesOf = (client: TestClient, version: string, headers: Record<string, string> = {}) =>
    client.fetch(`/docs/versions/${version}/pages`, { headers });
  const kept = async () =>
    (await readdir(join(server().config.dataDir, 'pages'), { recursive: true })).filter((name) =>
      name.endsWith('.pdf'),
    );

  it('are a PDF for whoever may read it, drawn once and named by their bytes', async () => {
    const { version } = await document('Acta.docx', await docxFile(['Acta de obra']));
    const first = await pagesOf(ana, version._id);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(first.headers.get('content-disposition')).toMatch(/^inline; filename="Acta.docx.pdf"/);
    const bytes = Buffer.from(await first.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(first.headers.get('content-length')).toBe(String(bytes.length));
    const etag = first.headers.get('etag') ?? '';
    expect((await pagesOf(ana, version._id, { 'if-none-match': etag })).status).toBe(304);
    expect(Buffer.from(await (await pagesOf(ana, version._id)).arrayBuffer()).equals(bytes)).toBe(true);
    const head = await ana.fetch(`/docs/versions/${version._id}/pages`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(await kept()).toHaveLength(1);
  });

  it('are not there for others, nor for what has none, and say why', async () => {
    const { version } = await document('Plano.docx', await docxFile(['Plano']));
    const { make, signIn, anyone } = server();
    const elsewhere = await make.workplace();
    const other = await signIn((await make.person(elsewhere.organization, {})).email);
    expect((await pagesOf(other, version._id)).status).toBe(404);
    expect((await pagesOf(anyone, version._id)).status).toBe(401);
    const reasonOf = async (name: string, bytes: Buffer) => {
      const answer = await pagesOf(ana, (await document(name, bytes)).version._id);
      const { error } = (await answer.json()) as { error: { code: string; details: { reason: string } } };
      return [answer.status, error.code, error.details.reason, answer.headers.get('content-disposition')];
    };
    expect(await reasonOf('foto.png', Buffer.from('png'))).toEqual([422, 'no_pages', 'kind', null]);
    const half = (await docxFile(['Cortado'])).subarray(0, 900);
    expect(await reasonOf('Cortado.docx', half)).toEqual([422, 'no_pages', 'failed', null]);
  });

  it('drawn while their document is deleted are neither given nor kept', async () => {
    const { record, version } = await document('Fugaz.docx', await docxFile(['Fugaz']));
    const { pages } = server().running.services.deps;
    const before = await kept();
    const drawing = pages.draw.bind(pages);
    vi.spyOn(pages, 'draw').mockImplementationOnce(async (...given) => {
      const made = await drawing(...given);
      await ana.ok('recordDelete', { params: { id: record } });
      return made;
    });
    expect((await pagesOf(ana, version._id)).status).toBe(404);
    expect(await kept()).toEqual(before);
  });

  it('go with a content that is deleted for good', async () => {
    const before = (await kept()).length;
    const { record, version } = await document('Secreto.docx', await docxFile(['Secreto']));
    expect((await pagesOf(ana, version._id)).status).toBe(200);
    expect(await kept()).toHaveLength(before + 1);
    const { deps } = server().running.services;
    await deps.db.deleteFrom('records').where('id', '=', record).execute();
    server().advance(48 * 3600);
    const sweep = collectBlobs({ ...deps, config: { ...deps.config, uploadAbandonedSeconds: 0 } });
    for (let turn = 0; turn < 16; turn += 1) await sweep.run(deps.now());
    expect(await kept()).toHaveLength(before);
  });

  it('are announced by the server’s state', async () => {
    expect(await server().anyone.ok('health')).toMatchObject({ pages: true });
  });
});
