import { createHash, randomUUID } from 'node:crypto';
import { appendFile, rename, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDocument } from '../../../../server/testing/documents.ts';
import { TEST_PASSWORD, type TestLibrary, type TestPerson } from '../../../../server/testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../server/testing/http.ts';
import { mailsOf, readable } from '../../../../server/testing/mail.ts';
import { eventually, TestDesktop } from '../testing/desktop.ts';

const sha = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

describe('two desktops and a browser on one server', () => {
  let server: TestServer;
  let library: TestLibrary;
  let ana: TestPerson;
  let browser: TestClient;
  let luis: TestDesktop;
  let anas: TestDesktop;
  const path = (name: string) => `Constructora Andes/Calidad/${name}`;

  beforeAll(async () => {
    server = await startTestServer();
    const { make } = server;
    const place = await make.workplace('Constructora Andes');
    library = place.library;
    ana = await make.person(place.organization, {
      firstname: 'Ana',
      lastname: 'Pérez',
      libraries: [[library, ['upload']]],
    });
    const other = await make.person(place.organization, { libraries: [[library, ['upload', 'review']]] });
    browser = await server.signIn(ana.email);
    anas = await TestDesktop.start(server, ana.email, TEST_PASSWORD);
    luis = await TestDesktop.start(server, other.email, TEST_PASSWORD);
  });

  afterAll(async () => {
    await anas?.stop();
    await luis?.stop();
    await server?.stop();
  });

  const versionsOf = async (name: string) => {
    const { items } = await browser.ok('recordSearch', { query: { group: library.id, limit: '200' } });
    const record = items.find((item) => item.name === name);
    return record ? browser.ok('versionsByRecord', { params: { id: record._id } }) : [];
  };

  test('what is uploaded in the browser appears in both folders', async () => {
    const bytes = Buffer.from('%PDF-1.7 contrato de obra');
    await makeDocument(server, browser, library, {
      bytes,
      file: { name: 'Contrato.pdf', type: 'application/pdf' },
    });
    for (const desktop of [anas, luis]) {
      const found = await eventually(
        () => desktop.read(path('Contrato.pdf')),
        () => desktop.log.join('\n'),
      );
      expect(sha(found)).toBe(sha(bytes));
    }
  });

  test('a new file becomes a record, and reaches the other folder', async () => {
    await anas.write(path('Acta.docx'), 'acta de la reunión, primera');
    await eventually(
      () => luis.read(path('Acta.docx')),
      () => anas.log.join('\n'),
    );
    const versions = await versionsOf('Acta.docx');
    expect(versions.map((version) => [version.number, version.origin, version.sha256])).toEqual([
      [1, 'sync', sha('acta de la reunión, primera')],
    ]);
  });

  test('an edit becomes version 2, with one review request and one mail', async () => {
    // Beside the mail that tells of a new device.
    const mails = async () =>
      (await mailsOf(server, ana.email)).filter(({ raw }) => readable(raw).includes('Acta')).length;
    await eventually(async () => (await mails()) === 1, 'the mail of version 1');
    await appendFile(anas.path(path('Acta.docx')), '; segunda');
    await eventually(async () => String(await luis.read(path('Acta.docx'))).endsWith('segunda'), 'the edit');
    const versions = await versionsOf('Acta.docx');
    expect(versions.map((version) => version.number).sort()).toEqual([1, 2]);
    await eventually(async () => (await mails()) > 1, 'the mail of version 2');
    const pending = await browser.ok('notificationsPending', {});
    const second = versions.find((version) => version.number === 2);
    const requests = pending.filter(
      (each) => each.type === 'RECORD.REVIEW.REQUEST' && JSON.stringify(each).includes(second?.record ?? '-'),
    );
    // One for each of the two versions.
    expect(requests.length).toBe(2);
    expect(await mails()).toBe(2);
  });

  test('it knows the file that holds exactly one version, as long as nobody touched it', async () => {
    const file = path('Acta.docx');
    const [second, first] = (await versionsOf('Acta.docx')).toSorted(
      (one, other) => (other.number ?? 0) - (one.number ?? 0),
    );
    const record = second?.record ?? '';
    const { engine } = luis;
    expect(await engine.exactPathOf(record, second?._id ?? '')).toBe(file);
    expect(await engine.exactPathOf(record, first?._id ?? '')).toBeUndefined();
    // Back at once, before the engine takes it for a save.
    const before = String(await luis.read(file));
    await luis.write(file, 'sin enviar');
    expect(await engine.exactPathOf(record, second?._id ?? '')).toBeUndefined();
    await luis.write(file, before);
  });

  test('a local rename becomes one on the server, and moves the other copy without bytes', async () => {
    await rename(anas.path(path('Acta.docx')), anas.path(path('Acta de inicio.docx')));
    await eventually(
      () => luis.read(path('Acta de inicio.docx')),
      () => anas.log.join('\n'),
    );
    expect(await luis.read(path('Acta.docx'))).toBeUndefined();
    expect((await versionsOf('Acta de inicio.docx')).length).toBe(2);
  });

  test('two edits on one base are both kept', { tags: 'sync-two-on-one-base' }, async () => {
    const file = path('Acta de inicio.docx');
    await luis.pause();
    await anas.write(file, 'lo que escribió Ana');
    await eventually(async () => (await versionsOf('Acta de inicio.docx')).length === 3, 'the first');
    await luis.write(file, 'lo que escribió Luis');
    await luis.resume();
    const versions = await eventually(
      async () => {
        const found = await versionsOf('Acta de inicio.docx');
        return found.length === 4 && found;
      },
      () => luis.log.join('\n'),
    );
    expect(versions.filter((version) => version.conflict).map((version) => version.sha256)).toEqual([
      sha('lo que escribió Luis'),
    ]);
    await eventually(async () => String(await luis.read(file)) === 'lo que escribió Ana', 'what is current');
  });

  test('"Usar esta versión" makes the conflict the newest version, in both folders', async () => {
    const file = path('Acta de inicio.docx');
    const conflicts = () => luis.engine.conflicts.open;
    expect(conflicts()).toMatchObject([{ reason: 'conflict', path: file }]);
    // It outlives a restart.
    await luis.pause();
    await luis.resume();
    expect(conflicts()).toHaveLength(1);
    await luis.engine.resolveBlocked(conflicts()[0]?.key ?? '', 'use');
    expect(conflicts()).toEqual([]);
    for (const desktop of [luis, anas])
      await eventually(
        async () => String(await desktop.read(file)) === 'lo que escribió Luis',
        () => desktop.log.join('\n'),
      );
    const versions = await versionsOf('Acta de inicio.docx');
    const newest = versions.find((version) => version.number === 5);
    expect(newest).toMatchObject({ current: true, conflict: false, sha256: sha('lo que escribió Luis') });
    expect(versions.filter(({ conflict, settled }) => conflict && !settled)).toEqual([]);
  });

  test('a conflict that is settled on another screen no longer waits here', async () => {
    const file = path('Acta de inicio.docx');
    await luis.pause();
    await anas.write(file, 'otra vez Ana');
    await eventually(async () => (await versionsOf('Acta de inicio.docx')).length === 6, 'the first');
    await luis.write(file, 'otra vez Luis');
    await luis.resume();
    const { key } = await eventually(
      () => luis.engine.conflicts.open[0],
      () => luis.log.join('\n'),
    );
    await browser.ok('versionKeep', { params: { id: key } });
    await eventually(
      () => luis.engine.conflicts.open.length === 0,
      () => luis.log.join('\n'),
    );
    await eventually(async () => String(await luis.read(file)) === 'otra vez Ana', 'what is current');
    await expect(luis.engine.resolveBlocked(key, 'use')).resolves.toBeUndefined();
    expect(await versionsOf('Acta de inicio.docx')).toHaveLength(7);
  });

  test('a new folder is made with its first record, many small files by the batch calls', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `Plano ${index}.txt`);
    for (const name of names)
      await anas.write(path(`Planos/Piso 1/${name}`), `plano ${name} ${randomUUID()}`);
    await eventually(
      async () => (await luis.documents()).filter((each) => each.includes('Piso 1')).length === 60,
      () => anas.log.concat(luis.log).join('\n'),
    );
    // Whatever was told of them is a course that the channel takes: none of it was answered by an error.
    const begun = new Set(anas.steps.filter(({ type }) => type === 'uploading').map(({ opId }) => opId));
    for (const { type, opId } of anas.steps) if (type === 'uploaded') expect(begun).toContain(opId);
    expect(anas.log.filter((line) => line.includes('realtime'))).toEqual([]);
  });

  test('a local delete stops syncing that copy and deletes nothing', async () => {
    await rm(luis.path(path('Contrato.pdf')));
    const id = await eventually(
      () => [...luis.engine.memory.content.synced.values()].find((node) => node.stopped)?.id,
      'the stop',
    );
    expect((await browser.ok('recordById', { params: { id } })).name).toBe('Contrato.pdf');
    expect(await anas.read(path('Contrato.pdf'))).toBeDefined();
    luis.engine.preferences.syncAgain(id);
    luis.runner.lookEverywhere();
    await eventually(() => luis.read(path('Contrato.pdf')), 'the copy');
  });

  test('whoever leaves the library loses the clean copies and keeps their own work', async () => {
    await luis.pause();
    await luis.write(path('Planos/Piso 1/Plano 7.txt'), 'trabajo de Luis sin enviar');
    await server.database.db
      .deleteFrom('group_members')
      .where('group_id', '=', library.id)
      .where('user_id', '!=', ana.id)
      .execute();
    await luis.resume();
    await eventually(
      async () =>
        (await luis.documents()).join() === 'Constructora Andes/Retirados/Calidad/Planos/Piso 1/Plano 7.txt',
      () => luis.log.join('\n'),
    );
  });
});
