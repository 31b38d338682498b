import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { syncChannel, userChannel } from '#shared/realtime/channels.ts';
import { startServer } from '../../container.ts';
import { makeDocument } from '../../testing/documents.ts';
import { createTestClient, type TestClient, type TestServer, useTestServer } from '../../testing/http.ts';
import { draft, openSocket, type TestSocket } from '../../testing/realtime.ts';

/** A library with an author, a role holder and a reader, each with an open screen. */
async function company(server: TestServer, urlOf: (index: number) => string = () => server.url) {
  const organization = await server.make.organization();
  const library = await server.make.library(organization);
  const roles = [['upload'], ['upload', 'review', 'publish'], []] as const;
  const made = await Promise.all(
    roles.map(async (each, index) => {
      const person = await server.make.person(organization, { libraries: [[library, each]] });
      const client = await server.signIn(person.email);
      const socket = await openSocket(urlOf(index), client.token);
      onTestFinished(() => socket.close());
      await socket.subscribe(userChannel(person.id));
      return { person, client, socket };
    }),
  );
  const [author, holder, reader] = made;
  if (!author || !holder || !reader) throw new Error('nobody');
  return { organization, library, author, holder, reader };
}

const messages = (socket: TestSocket, type: string, record: string) =>
  socket.frames.filter(
    (frame) => frame.frame === 'message' && frame.message.type === type && frame.message.recordId === record,
  );

async function lead(client: TestClient, record: string, ...states: number[]) {
  for (const state of states) {
    const { currentVersion, rev } = await client.ok('recordById', { params: { id: record } });
    const version = currentVersion?._id ?? '';
    await client.ok('reviewCreate', { body: { record, version, state: state as 1, rev } });
  }
}

describe('hints about documents', () => {
  const server = useTestServer();

  it('reach a screen whose socket comes after its lists', async () => {
    const { organization, library, author } = await company(server());
    const person = await server().make.person(organization, { libraries: [[library, ['review']]] });
    const client = await server().signIn(person.email);
    const { live } = await client.ok('session', {});
    const { record } = await makeDocument(server(), author.client, library);
    await author.socket.next('message', ({ message }) => message.recordId === record);

    const socket = await openSocket(server().url, client.token);
    onTestFinished(() => socket.close());
    if (!live) throw new Error('it does not say where the channel stands');
    socket.send({ frame: 'resume', channel: userChannel(person.id), ...live });
    expect(await socket.message('record.changed')).toMatchObject({ recordId: record, seq: live.seq + 1 });
    // A screen of another process, or of before a restart, is told to fetch.
    socket.send({ frame: 'resume', channel: userChannel(person.id), ...live, epoch: randomUUID() });
    await socket.next('reset');
  });

  it('reach who may see the document, and nobody else', async () => {
    const { library, author, holder, reader } = await company(server());
    const { record } = await makeDocument(server(), author.client, library);
    expect(await holder.socket.message('record.changed')).toMatchObject({
      recordId: record,
      data: { recordId: record, groupId: library.id },
    });
    expect(messages(reader.socket, 'record.changed', record)).toEqual([]);
    await lead(holder.client, record, 1, 3);
    // The reader hears of it from its publication on.
    expect(await reader.socket.message('record.changed')).toMatchObject({ recordId: record });

    const hidden = await makeDocument(server(), author.client, library, { scope: 'confidential' });
    await author.socket.next('message', ({ message }) => message.recordId === hidden.record);
    // Hints go out in order. That of the approval comes too where it was sent after the publication only.
    const heard = messages(reader.socket, 'record.changed', record).length;
    await lead(holder.client, hidden.record, 1, 3);
    // Whoever sees it no longer looks at the library again, and so do all when it is gone.
    const { rev } = await holder.client.ok('recordById', { params: { id: record } });
    await holder.client.ok('recordUpdate', { params: { id: record }, body: { rev, scope: 'restricted' } });
    await reader.socket.message('library.changed');
    await holder.client.ok('recordDelete', { params: { id: record } });
    await reader.socket.message('library.changed');
    expect(messages(reader.socket, 'record.changed', record)).toHaveLength(heard);
    expect(messages(reader.socket, 'record.changed', hidden.record)).toEqual([]);
    expect(messages(author.socket, 'record.changed', hidden.record).length).toBeGreaterThan(0);
  });

  it('say who is editing, in that person’s own name, to the others', async () => {
    const { library, author, holder, reader } = await company(server());
    const { record } = await makeDocument(server(), author.client, library);
    const start = async (someone: typeof author) => {
      const { _id } = await someone.client.ok('clientCreate', {
        body: { name: 'Notebook', platform: 'linux' },
      });
      const desktop = await openSocket(server().url, someone.client.token, { clientId: _id });
      onTestFinished(() => desktop.close());
      const channel = syncChannel(someone.person.id, _id);
      return (type: 'editing' | 'done editing', opId: string) => {
        const person = { _id: holder.person.id, firstname: 'Otra', lastname: 'Persona' };
        const data = type === 'editing' ? { person, leaseSeconds: 90 } : { person };
        desktop.send({ frame: 'send', channel, message: draft(type, { opId, recordId: record, data }) });
        return desktop.next('accepted');
      };
    };
    const [say, pretend] = [await start(author), await start(reader)];
    const opId = randomUUID();
    await say('editing', opId);
    expect(await holder.socket.message('record.editing')).toMatchObject({
      seq: expect.any(Number),
      data: {
        recordId: record,
        leaseSeconds: 90,
        person: { _id: author.person.id, firstname: author.person.firstname },
      },
    });
    // Renewed: told again, without a seq.
    await say('editing', opId);
    expect((await holder.socket.message('record.editing')).seq).toBeUndefined();
    // Somebody who does not see the document cannot be said to edit it.
    await pretend('editing', randomUUID());
    await say('done editing', opId);
    expect(await holder.socket.message('record.released')).toMatchObject({
      data: { person: { _id: author.person.id } },
    });
    expect(messages(holder.socket, 'record.editing', record)).toHaveLength(2);
    expect(messages(author.socket, 'record.editing', record)).toEqual([]);
  });
});

describe('hints about lists', () => {
  const server = useTestServer();

  it('reach those who may read the list, and nobody else', async () => {
    const { organization, author, holder } = await company(server());
    const open = async (of: typeof organization, options: object) => {
      const person = await server().make.person(of, options);
      const client = await server().signIn(person.email);
      const socket = await openSocket(server().url, client.token);
      onTestFinished(() => socket.close());
      await socket.subscribe(userChannel(person.id));
      return { person, client, socket };
    };
    const admin = await open(organization, { isAdmin: true });
    const nobody = await open(organization, {});
    const stranger = await open(await server().make.organization(), { isAdmin: true });
    const heard = ({ socket }: typeof admin) =>
      socket.frames.flatMap((frame) =>
        frame.frame === 'message' && frame.message.type === 'list.changed'
          ? [(frame.message.data as { list: string }).list]
          : [],
      );
    const next = ({ socket }: typeof admin, list: string) =>
      socket.next(
        'message',
        ({ message }) => message.type === 'list.changed' && (message.data as { list: string }).list === list,
      );
    await admin.client.ok('labelCreate', { body: { name: 'Contratos', icon: 'tag' } });
    await Promise.all([author, holder, admin].map((each) => next(each, 'labels')));
    await admin.client.ok('userDisable', { params: { id: holder.person.id } });
    await Promise.all([author, admin].map((each) => next(each, 'people')));
    // Last, what everybody hears: whatever was told before has come by then.
    await admin.client.ok('calendarCreate', { body: { name: 'Obligaciones' } });
    await Promise.all([author, admin, nobody].map((each) => next(each, 'calendars')));
    expect(heard(nobody)).toEqual(['calendars']);
    expect(heard(stranger).filter((list) => list !== 'sessions')).toEqual([]);
    expect(heard(author).filter((list) => list === 'sessions' || list === 'libraries')).toEqual([]);
    expect(heard(author)).toContain('labels');
  });
});

describe('two server processes on one PostgreSQL', () => {
  const server = useTestServer({ engine: 'postgres' });

  it('reach each other’s screens and desktops', async () => {
    const second = await startServer(
      { ...server().config, port: 0, services: ['events', 'core'] },
      { database: { ...server().database, close: async () => undefined } },
    );
    onTestFinished(() => second.stop());
    const { library, author, holder } = await company(server(), (index) =>
      index === 1 ? second.address : server().url,
    );
    const { record } = await makeDocument(server(), author.client, library);
    expect(await holder.socket.message('record.changed')).toMatchObject({ recordId: record });

    const { _id } = await holder.client.ok('clientCreate', { body: { name: 'Torre', platform: 'win32' } });
    const channel = syncChannel(holder.person.id, _id);
    const desktop = await openSocket(second.address, holder.client.token, { clientId: _id });
    await desktop.subscribe(channel);
    const screen = await openSocket(server().url, holder.client.token);
    onTestFinished(() => screen.close());
    await screen.subscribe(channel);
    const online = async () => (await holder.client.ok('clients')).map((each) => each.online);
    await expect.poll(online).toEqual([true]);

    const large = draft('download', {
      recordId: record,
      token: 'x'.repeat(4000),
      error: { code: 'x', message: 'ñ'.repeat(400) },
    });
    screen.send({ frame: 'send', channel, message: large });
    expect(await desktop.message('download')).toMatchObject({ id: large.id, token: large.token });
    const message = draft('downloading', { opId: large.opId, recordId: record, progress: 5 });
    desktop.send({ frame: 'send', channel, message });
    expect(await screen.message('downloading')).toMatchObject({ id: message.id, seq: 2 });

    const there = createTestClient(() => second.address, { idToken: holder.client.token ?? '' });
    expect((await there.call('session')).status).toBe(200);
    await desktop.close();
    await expect.poll(online).toEqual([false]);
  });
});
