import { beforeAll, describe, expect, it } from 'vitest';
import {
  addVersion,
  makeDocument,
  sha256Of,
  someBytes,
  startRecord,
  startVersion,
  tus,
} from '../../../testing/documents.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';

describe('bytes on their way out', () => {
  const server = useTestServer();
  let organization: TestOrganization;
  let library: TestLibrary;
  let author: TestClient;
  let readerPerson: TestPerson;
  let reader: TestClient;
  let outsider: TestClient;

  beforeAll(async () => {
    const { make } = server();
    organization = await make.organization();
    library = await make.library(organization);
    const person = await make.person(organization, {
      libraries: [[library, ['upload', 'review', 'publish']]],
    });
    readerPerson = await make.person(organization, { libraries: [[library, []]] });
    const elsewhere = await make.library(organization);
    const other = await make.person(organization, { libraries: [[elsewhere, ['upload', 'publish']]] });
    author = await server().signIn(person.email);
    reader = await server().signIn(readerPerson.email);
    outsider = await server().signIn(other.email);
  });

  const content = (client: TestClient, id: string, headers: Record<string, string> = {}, query = '') =>
    client.fetch(`/docs/versions/${id}/content${query}`, { headers });
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
  const statusOf = async (client: TestClient, id: string) => (await content(client, id)).status;

  it('speaks HTTP: ranges, conditions, HEAD', async () => {
    const { version, bytes } = await makeDocument(server(), author, library, { bytes: someBytes(10_000) });
    const id = version._id;
    const etag = `"${version.sha256}"`;
    const whole = await content(author, id);
    expect(whole.headers.get('etag')).toBe(etag);
    expect(whole.headers.get('content-length')).toBe('10000');
    expect(await bytesOf(whole)).toEqual(bytes);

    const part = await content(author, id, { range: 'bytes=10-19', 'if-match': etag });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/10000']);
    expect(await bytesOf(part)).toEqual(bytes.subarray(10, 20));
    expect(await bytesOf(await content(author, id, { range: 'bytes=9990-' }))).toEqual(bytes.subarray(9990));
    expect(await bytesOf(await content(author, id, { range: 'bytes=-5' }))).toEqual(bytes.subarray(9995));
    const beyond = await content(author, id, { range: 'bytes=10000-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10000']);
    const changed = await content(author, id, { range: 'bytes=0-9', 'if-range': '"other"' });
    expect(changed.status).toBe(200);
    expect((await content(author, id, { 'if-match': '"other"' })).status).toBe(412);
    expect((await content(author, id, { 'if-none-match': etag })).status).toBe(304);

    const head = await author.fetch(`/docs/versions/${id}/content`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
      200,
      '10000',
      etag,
    ]);
  });

  it.each([
    ['hostil.html', 'text/html', 'application/octet-stream'],
    ['hostil.svg', 'image/svg+xml', 'application/octet-stream'],
    ['hostil.xhtml', 'application/xhtml+xml', 'application/octet-stream'],
    ['hostil.xml', 'text/xsl', 'application/octet-stream'],
    ['hostil.jsx', 'text/javascript', 'application/octet-stream'],
    ['hostil.mht', 'multipart/related', 'application/octet-stream'],
    ['plano.pdf.html', 'application/pdf;x=y', 'application/octet-stream'],
    ['sin tipo', 'text/html', 'application/octet-stream'],
    ['eicar.txt', 'text/html', 'application/octet-stream'],
    ['letra.woff2', 'font/woff2', 'font/woff2'],
    ['plano.pdf', 'application/pdf', 'application/pdf'],
  ])('sends %s as a download that runs nothing', async (name, type, expected) => {
    const { version } = await makeDocument(server(), author, library, {
      file: { name, type },
      bytes: Buffer.from(`<script>alert("${name}")</script>`),
    });
    const response = await content(author, version._id);
    expect(response.headers.get('content-type')).toBe(expected);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    // Also where a browser is asked to show it, by the token and by a link that needs none.
    const { url } = await author.ok('versionLink', { params: { id: version._id } });
    const linked = await server().anyone.fetch(`${new URL(url).pathname.replace('/api', '')}?inline`);
    for (const shown of [await content(author, version._id, {}, '?inline'), linked]) {
      const plain = name.endsWith('.pdf') ? 'application/pdf' : 'text/plain; charset=utf-8';
      const inline = /\.(pdf|txt)$/.test(name);
      expect(shown.headers.get('content-disposition')).toMatch(inline ? /^inline;/ : /^attachment;/);
      expect(shown.headers.get('content-type')).toBe(inline ? plain : expected);
      expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
      expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(shown.headers.get('content-security-policy')).toContain('sandbox;');
    }
  });

  it('writes every name into one header', async () => {
    const name = `Acta "nº 3"; año%0d%0a — 100%.txt`;
    const { version } = await makeDocument(server(), author, library, { file: { name, type: 'text/plain' } });
    const disposition = (await content(author, version._id)).headers.get('content-disposition') ?? '';
    const encoded = /filename\*=UTF-8''([^;]+)$/.exec(disposition)?.[1] ?? '';
    expect(decodeURIComponent(encoded)).toBe(name);
    expect(/^attachment; filename="[^"\\]*"; filename\*=/.test(disposition)).toBe(true);
  });

  it('serves readers what was published, role holders what is ready, and nobody what is not', async () => {
    const { record, version: first } = await makeDocument(server(), author, library, { state: 3 });
    expect(await statusOf(reader, first._id)).toBe(200);
    expect(await statusOf(outsider, first._id)).toBe(404);
    expect((await content(server().anyone, first._id)).status).toBe(401);
    const draft = await addVersion(server(), author, record, first._id);
    expect(await statusOf(author, draft._id)).toBe(200);
    expect(await statusOf(reader, draft._id)).toBe(404);
    const listed = await reader.ok('versionsByRecord', { params: { id: record } });
    expect(listed).toMatchObject([{ _id: first._id, current: true, published: true, base: null }]);
    expect(await statusOf(reader, first._id)).toBe(200);

    const pending = await startVersion(author, record, draft._id);
    await tus.create(author, pending.key ?? '', 100, someBytes(100));
    expect(await statusOf(author, pending._id)).toBe(404);
    await author.ok('versionErrored', { body: { _id: pending._id } });
    expect(await statusOf(author, pending._id)).toBe(410);
    expect(await statusOf(reader, pending._id)).toBe(404);
    expect(await statusOf(author, 'no-es-un-id')).toBe(404);
    const half = await startRecord(server(), author, library);
    expect(await statusOf(author, half.version._id)).toBe(404);
  });

  it('signs links that name their person, are asked about at each use, and end', {
    tags: 'spec-9.2-signed-link',
  }, async () => {
    const { record, version, bytes } = await makeDocument(server(), author, library, { state: 3 });
    const link = async () => {
      const { url, expiresAt } = await reader.ok('versionLink', { params: { id: version._id } });
      return { path: new URL(url).pathname.replace('/api', ''), expiresAt };
    };
    const { path, expiresAt } = await link();
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(3_500_000);
    const open = () => server().anyone.fetch(path);
    const answer = await open();
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(sha256Of(await bytesOf(answer))).toBe(sha256Of(bytes));

    const { db } = server().database;
    const member = db
      .deleteFrom('group_members')
      .where('user_id', '=', readerPerson.id)
      .where('group_id', '=', library.id);
    await member.execute();
    expect((await open()).status).toBe(404);
    await server().make.member(library, readerPerson, []);
    expect((await open()).status).toBe(200);
    await db.updateTable('users').set({ enabled: false }).where('id', '=', readerPerson.id).execute();
    expect((await open()).status).toBe(401);
    await db.updateTable('users').set({ enabled: true }).where('id', '=', readerPerson.id).execute();
    await author.ok('recordUpdate', {
      params: { id: record },
      body: {
        rev: (await author.ok('recordById', { params: { id: record } })).rev,
        scope: 'restricted',
      },
    });
    expect((await open()).status).toBe(404);

    expect((await server().anyone.fetch(`${path.slice(0, -3)}abc`)).status).toBe(404);
    expect((await server().anyone.fetch(`/files/${author.token}`)).status).toBe(404);
    server().advance(3700);
    expect((await open()).status).toBe(404);
  });
});
