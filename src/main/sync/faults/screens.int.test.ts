import { rm, utimes } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncChannel, userChannel } from '#shared/realtime/channels.ts';
import type { Message } from '#shared/realtime/messages.ts';
import { makeDocument } from '../../../../server/testing/documents.ts';
import { TEST_PASSWORD, type TestLibrary, type TestPerson } from '../../../../server/testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../server/testing/http.ts';
import { mailsOf, readable } from '../../../../server/testing/mail.ts';
import { draft, openSocket, type TestSocket } from '../../../../server/testing/realtime.ts';
import { eventually, TestDesktop } from '../testing/desktop.ts';

describe('a screen and a desktop of one person', () => {
  let server: TestServer;
  let library: TestLibrary;
  let label: string;
  let ana: TestPerson;
  let browser: TestClient;
  let desktop: TestDesktop;
  let screen: TestSocket;
  let channel: string;

  beforeAll(async () => {
    server = await startTestServer();
    const organization = await server.make.organization('Andes');
    library = await server.make.library(organization, 'Calidad');
    label = await server.make.label(organization, { name: 'Obra' });
    ana = await server.make.person(organization, { libraries: [[library, ['upload']]] });
    browser = await server.signIn(ana.email);
    desktop = await TestDesktop.start(server, ana.email, TEST_PASSWORD);
    channel = syncChannel(ana.id, desktop.clientId);
    screen = await openSocket(server.url, browser.token);
    await screen.subscribe(userChannel(ana.id));
    await screen.next('presence', (frame) => frame.desktops.some((each) => each.online));
    await screen.subscribe(channel);
  });

  afterAll(async () => {
    await screen?.close();
    await desktop?.stop();
    await server?.stop();
  });

  test('a new file raises the wizard; what it sends becomes one record, in its new folder', async () => {
    await desktop.write('Andes/Calidad/Obras/Piso 1/Acta.txt', 'acta de la obra');
    const raised = (await screen.message('new file')) as Message<'new file'>;
    expect(raised.data).toMatchObject({
      file: { name: 'Acta.txt', size: 15 },
      folder: { groupId: library.id, path: ['Obras', 'Piso 1'] },
      title: 'Piso 1 Acta.txt',
    });
    const ask = async () => {
      const { opId, token } = await browser.ok('operationCreate', {
        body: { client: desktop.clientId, type: 'create record' },
      });
      const fields = {
        title: 'Acta de la obra',
        group: library.id,
        state: 0,
        labels: [label],
        notes: 'con notas',
      };
      const data = { localId: raised.data.localId, fields };
      screen.send({ frame: 'send', channel, message: draft('create record', { opId, token, data }) });
      return opId;
    };
    const opId = await ask();
    const uploaded = await screen.next(
      'message',
      ({ message }) => ['uploaded', 'upload failed'].includes(message.type) && message.opId === opId,
    );
    expect(uploaded.message.error).toBeUndefined();
    const record = await browser.ok('recordById', { params: { id: uploaded.message.recordId ?? '' } });
    expect(record).toMatchObject({ title: 'Acta de la obra', notes: 'con notas', name: 'Acta.txt' });
    expect(record.folder?.path).toBe('Obras / Piso 1');
    await eventually(
      async () => {
        // One told them of their new device, too.
        const mails = await mailsOf(server, ana.email);
        return mails.filter(({ raw }) => readable(raw).includes('Acta de la obra')).length === 1;
      },
      async () => `the review request by mail, beside ${(await mailsOf(server, ana.email)).length}`,
    );

    const second = await ask();
    const refused = await screen.next(
      'message',
      ({ message }) => message.opId === second && message.type === 'upload failed',
    );
    expect(refused.message.error?.code).toBe('already_created');
    const { items } = await browser.ok('recordSearch', { query: { group: library.id } });
    expect(items.length).toBe(1);
  });

  test('"Abrir en mi escritorio" brings the document to the desktop and opens it', async () => {
    const { record, bytes } = await makeDocument(server, browser, library, {
      file: { name: 'Contrato.pdf', type: 'application/pdf' },
    });
    const message = draft('download', { recordId: record, data: { open: true } });
    screen.send({ frame: 'send', channel, message });
    await screen.next(
      'message',
      (frame) => frame.message.type === 'downloaded' && frame.message.opId === message.opId,
    );
    await eventually(() => desktop.opened.includes('Andes/Calidad/Contrato.pdf'), 'the opening');
    expect(await desktop.read('Andes/Calidad/Contrato.pdf')).toEqual(bytes);
  });

  test('an open document is told as being edited, and as free again', {
    tags: 'sync-office-lock',
  }, async () => {
    await desktop.write('Andes/Calidad/~$ntrato.pdf', 'Ana');
    const editing = await screen.message('editing');
    expect(editing.data).toMatchObject({ leaseSeconds: 90 });
    await rm(desktop.path('Andes/Calidad/~$ntrato.pdf'));
    const done = await screen.message('done editing');
    expect(done.recordId).toBe(editing.recordId);
  });

  test('a lock file that its program left behind is ignored, and known', {
    tags: 'sync-office-lock',
  }, async () => {
    const old = new Date(Date.now() - 48 * 3_600_000);
    await utimes(desktop.path('Andes/Calidad/Contrato.pdf'), old, old);
    await desktop.write('Andes/Calidad/.~lock.Contrato.pdf#', 'Ana');
    await utimes(desktop.path('Andes/Calidad/.~lock.Contrato.pdf#'), old, old);
    desktop.runner.lookEverywhere();
    await eventually(() => desktop.engine.staleLocks.join() === 'Andes/Calidad/Contrato.pdf', 'the mark');
    expect(desktop.engine.blocked).toEqual([]);
  });
});
