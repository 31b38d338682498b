import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UPLOADS } from '../../platform/http/connections/body-timeouts.ts';
import { newId } from '../../platform/ids.ts';
import { someBytes } from '../../testing/documents.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { said } from '../../testing/races/race-fixture.ts';
import { testEngines } from '../../testing/test-database.ts';
import { askForFiles, type Sender } from '../../testing/uploads/deliveries.ts';
import { sweepAbandonedUploads } from '../documents/versions/abandoned-uploads.job.ts';

const HOURS = 3600;

describe.each(testEngines)('files that come by a link on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let label: string;
  let maker: TestPerson;
  let ana: TestClient;
  let folder: string;
  let id: string;
  let sender: Sender;

  beforeAll(async () => {
    ({ organization, library, label } = await server().make.workplace(`Andes ${engine}`));
    maker = await server().make.person(organization, { libraries: [[library, ['upload']]] });
  });
  beforeEach(async () => {
    ana = await server().signIn(maker.email);
    folder = (await ana.ok('folderCreate', { body: { group: library.id, name: `Obra ${newId()}` } }))._id;
    ({ id, sender } = await askForFiles(server(), ana, folder));
  });

  const inFolder = async () => (await ana.ok('recordSearch', { query: { folder } })).items;
  const begin = async (values: Parameters<Sender['begin']>[0]): Promise<string> => {
    const { status, body } = await sender.begin(values);
    expect(status).toBe(201);
    return body.file;
  };
  const fileRow = (key: string) =>
    server()
      .database.db.selectFrom('file_request_files')
      .selectAll()
      .where('id', '=', key)
      .executeTakeFirstOrThrow();

  it('become drafts of whoever asked, with the labels of the folder, and say who sent them', async () => {
    const bytes = someBytes(5000);
    await sender.send('contrato firmado.pdf', bytes, { comment: 'Falta la página 3.' });
    const [found] = await inFolder();
    const record = await ana.ok('recordById', { params: { id: found?._id ?? '' } });
    expect(record).toMatchObject({
      ...{ title: 'contrato firmado', state: 0, notes: 'Falta la página 3.', size: 5000 },
      ...{ folder: { _id: folder }, createdBy: { _id: maker.id }, labels: [{ _id: label }] },
    });
    const [version] = await ana.ok('versionsByRecord', { params: { id: record._id } });
    expect(version).toMatchObject({
      ...{ number: 1, status: 'ready', current: true },
      sender: { name: 'Rita Soto', link: 'Tu contrato firmado' },
    });
    // Nobody of the organization did it.
    const [document] = await inFolder();
    const { items } = await ana.ok('recordActivity', { params: { id: document?._id ?? '' } });
    expect(items.map(({ kind, by, sender: who }) => [kind, by, who])).toEqual([
      ['version.confirm', null, 'Rita Soto'],
      ['record.create', null, 'Rita Soto'],
    ]);
    const content = await ana.fetch(`/docs/versions/${version?._id}/content`);
    expect(Buffer.from(await content.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('leave nothing in the folder before they have come, and get names that are free', async () => {
    const key = await begin({ name: 'a.pdf', size: 300 });
    await sender.create(key, 300);
    expect(await inFolder()).toEqual([]);
    await sender.send('a.pdf', someBytes(300));
    await sender.send('a.pdf', someBytes(301));
    const all = await inFolder();
    expect(all).toHaveLength(2);
    expect(all.every(({ title }) => title.length >= 5)).toBe(true);
  });

  it('go on after a lost connection, where they had come to', async () => {
    const bytes = someBytes(600_000);
    const operation = newId();
    const key = await begin({ size: bytes.length, operation });
    expect((await sender.create(key, bytes.length)).headers.get('location')).toBe(
      `/api/docs/deliveries/uploads/${key}`,
    );
    expect((await sender.patch(key, 0, bytes.subarray(0, 400_000))).status).toBe(204);
    // Opened again: the same file keeps its place and its bytes.
    expect(await begin({ size: bytes.length, operation })).toBe(key);
    expect((await sender.create(key, bytes.length)).status).toBe(409);
    expect((await sender.head(key)).headers.get('upload-offset')).toBe('400000');
    expect((await sender.patch(key, 100, bytes.subarray(100))).status).toBe(409);
    expect(said(await sender.confirm(key, bytes))).toBe('422 bytes_missing');
    expect((await sender.patch(key, 400_000, bytes.subarray(400_000))).status).toBe(204);
    expect(said(await sender.confirm(key, bytes))).toBe('200');
    expect(await inFolder()).toHaveLength(1);
  });

  it('may take as long as any upload, and be as large', () => {
    const path = '/api/docs/deliveries/uploads';
    expect([path, `${path}/${newId()}`].every((each) => UPLOADS.test(each))).toBe(true);
  });

  it('are one document, however often they are confirmed', async () => {
    const bytes = someBytes(900);
    const operation = newId();
    const key = await begin({ size: 900, operation });
    await sender.create(key, 900);
    await sender.patch(key, 0, bytes);
    const answers = await Promise.all([1, 2, 3].map(() => sender.confirm(key, bytes)));
    expect(answers.map((answer) => said(answer))).toEqual(['200', '200', '200']);
    expect(said(await sender.confirm(key, bytes))).toBe('200');
    expect(said(await sender.confirm(key, someBytes(900)))).toBe('409 conflict');
    expect((await sender.head(key)).headers.get('upload-offset')).toBe('900');
    expect((await sender.begin({ size: 900, operation })).body).toMatchObject({ received: true });
    expect(said(await sender.giveUp(key))).toBe('409 conflict');
    expect(await inFolder()).toHaveLength(1);
  });

  it('are refused before their bytes where their kind, size or name is not taken', async () => {
    expect(said(await sender.begin({ name: 'factura.exe', size: 10 }))).toBe('415 file_kind');
    expect(said(await sender.begin({ name: 'vacío.pdf', size: 0 }))).toBe('422 empty_file');
    expect(said(await sender.begin({ size: 3 * 1024 ** 3 }))).toBe('413 too_large');
    expect(said(await sender.begin({ name: '../fuera.pdf', size: 10 }))).toBe('400 invalid');
    expect(said(await sender.begin({ size: 10, sender: 'R' }))).toBe('400 invalid');
    expect((await sender.open()).body).toMatchObject({ filesLeft: 20 });
  });

  it('are refused by their first bytes where they are programs', async () => {
    const program = Buffer.concat([Buffer.from('MZ'), someBytes(500)]);
    const key = await begin({ name: 'contrato.pdf', size: program.length });
    await sender.create(key, program.length);
    const answer = await sender.patch(key, 0, program);
    const confirmed = await sender.confirm(key, program);
    expect([answer.status, said(confirmed)]).toContain(415);
    expect(confirmed.status).toBeGreaterThanOrEqual(400);
    expect(await inFolder()).toEqual([]);
    // It keeps no place from others.
    await expect.poll(async () => (await sender.open()).body.filesLeft).toBe(20);
  });

  it('take no other length than was said, and no other content than arrived', async () => {
    const key = await begin({ size: 500 });
    expect((await sender.create(key, 501)).status).toBe(400);
    const bytes = someBytes(500);
    await sender.create(key, 500);
    await sender.patch(key, 0, bytes);
    expect(said(await sender.confirm(key, someBytes(500)))).toBe('422 bytes_missing');
    expect(said(await sender.confirm(key, bytes.subarray(1)))).toBe('422 bytes_missing');
    expect(said(await sender.confirm(key, bytes))).toBe('200');
  });

  it('are reached by their own link only, and open no way to other uploads', async () => {
    const other = await askForFiles(server(), ana, folder);
    const key = await begin({ size: 500 });
    await sender.create(key, 500);
    expect((await other.sender.head(key)).status).toBe(404);
    expect((await other.sender.patch(key, 0, someBytes(500))).status).toBe(404);
    expect(said(await other.sender.confirm(key, someBytes(500)))).toBe('404 not_found');
    expect(said(await other.sender.giveUp(key))).toBe('404 not_found');
    // The ordinary door does not know it, and a pending version of its maker is not behind this one.
    expect(
      (await ana.fetch(`/docs/uploads/${key}`, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } }))
        .status,
    ).toBe(404);
    const made = await ana.ok('recordCreate', {
      body: {
        ...{ title: 'Un documento', group: library.id, state: 0, labels: [label], date: '2026-03-02' },
        file: { name: 'plano.pdf', type: 'application/pdf', size: 100 },
      },
    });
    expect((await sender.create(made.version.key ?? '', 100)).status).toBe(404);
  });

  it('are not taken any more once their link is revoked, also in the middle', async () => {
    const bytes = someBytes(1000);
    const [half, whole] = [await begin({ size: 1000 }), await begin({ size: 1000 })];
    await sender.create(half, 1000);
    await sender.patch(half, 0, bytes.subarray(0, 500));
    await sender.create(whole, 1000);
    await sender.patch(whole, 0, bytes);
    await ana.ok('fileRequestRevoke', { params: { id } });
    expect((await sender.patch(half, 500, bytes.subarray(500))).status).toBe(410);
    expect((await sender.head(half)).status).toBe(410);
    expect(said(await sender.confirm(whole, bytes))).toBe('410 link_closed');
    expect(await inFolder()).toEqual([]);
    expect(said(await sender.giveUp(whole))).toBe('200');
  });

  it('free their place when they are given up, or left', async () => {
    const left = async () => (await sender.open()).body.filesLeft;
    const keys = [await begin({ size: 400 }), await begin({ size: 400 })];
    expect(await left()).toBe(18);
    expect(said(await sender.giveUp(keys[0] ?? ''))).toBe('200');
    expect(said(await sender.giveUp(keys[0] ?? ''))).toBe('200');
    expect((await sender.create(keys[0] ?? '', 400)).status).toBe(410);
    expect(await left()).toBe(19);
    await sender.create(keys[1] ?? '', 400);
    server().advance(25 * HOURS);
    expect(await left()).toBe(20);
    const { deps, uploads } = server().running.services;
    await sweepAbandonedUploads(deps, uploads);
    expect(await uploads.lastByteAt(keys[1] ?? '')).toBeNull();
  });

  it('are twenty at most, and no more bytes than fit', async () => {
    const { db } = server().database;
    await db.updateTable('file_requests').set({ max_bytes: 2000 }).where('id', '=', id).execute();
    await sender.send('uno.pdf', someBytes(1500));
    const full = await sender.begin({ size: 501 });
    expect(said(full)).toBe('422 link_full');
    await db
      .updateTable('file_requests')
      .set({ max_bytes: 5000, max_files: 2 })
      .where('id', '=', id)
      .execute();
    const last = await begin({ size: 100 });
    expect(said(await sender.begin({ size: 100 }))).toBe('422 link_full');
    // What is on its way has its place.
    const bytes = someBytes(100);
    await sender.create(last, 100);
    await sender.patch(last, 0, bytes);
    expect(said(await sender.confirm(last, bytes))).toBe('200');
    const { requests } = await ana.ok('fileRequestsByFolder', { params: { folder } });
    expect(requests[0]?.state).toBe('full');
    expect((await fileRow(last)).version_id).not.toBeNull();
  });

  it('tell nothing of a library whose labels or rooms are the reason', async () => {
    const { db } = server().database;
    await db.updateTable('groups').set({ default_labels: [] }).where('id', '=', library.id).execute();
    expect(said(await sender.begin({ size: 10 }))).toBe('410 link_closed');
    await server().make.defaultLabel(library, label);
    expect(said(await sender.begin({ size: 10 }))).toBe('201');
  });
});
