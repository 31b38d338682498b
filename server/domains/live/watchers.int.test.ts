import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { syncChannel, userChannel } from '#shared/realtime/channels.ts';
import type { ServerFrame } from '#shared/realtime/frames.ts';
import type { MessageDraft } from '#shared/realtime/messages.ts';
import { startServer } from '../../container.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { openSocket, type TestSocket } from '../../testing/realtime.ts';

type Watchers = Extract<ServerFrame, { frame: 'watchers' }>;

describe.each(['pglite', 'postgres'] as const)('who else has a document open, on %s', (engine) => {
  const server = useTestServer({ engine });

  async function world() {
    const { make, signIn } = server();
    const organization = await make.organization();
    const library = await make.library(organization);
    const person = async (firstname: string, roles: ('upload' | 'review')[] | null) => {
      const made = await make.person(organization, {
        firstname,
        libraries: roles ? [[library, roles]] : [],
      });
      return { ...made, client: await signIn(made.email) };
    };
    const ana = await person('Ana', ['upload']);
    const eva = await person('Eva', ['review']);
    const reader = await person('Luis', []);
    const stranger = await person('Iris', null);
    const { id: record } = await make.record(library, ana);
    return { library, ana, eva, reader, stranger, record };
  }
  const open = async (client: TestClient): Promise<TestSocket> => {
    const socket = await openSocket(server().url, client.token);
    onTestFinished(() => socket.close());
    return socket;
  };
  /** Takes what a socket is told in order: an older frame that fits says nothing of what holds now. */
  const told = async (socket: TestSocket, fits: (people: [string, boolean][]) => boolean) => {
    for (;;) {
      const frame: Watchers = await socket.next('watchers');
      if (fits(frame.people.map(({ person, editing }) => [person.firstname, editing]))) return frame;
    }
  };

  it('is told to each of them, and nobody is told of themselves', async () => {
    const { ana, eva, record } = await world();
    const [one, other] = [await open(ana.client), await open(eva.client)];
    one.send({ frame: 'watch', record, editing: false });
    await told(one, (people) => people.length === 0);
    other.send({ frame: 'watch', record, editing: false });
    await told(one, ([eva_]) => eva_?.[0] === 'Eva' && !eva_[1]);
    await told(other, ([ana_]) => ana_?.[0] === 'Ana');
    other.send({ frame: 'watch', record, editing: true });
    await told(one, ([eva_]) => eva_?.[1] === true);
    // Another screen of the same person is no other person.
    const second = await open(ana.client);
    second.send({ frame: 'watch', record, editing: true });
    const { people } = await told(second, (all) => all.length > 0);
    expect(people.map(({ person }) => person.firstname)).toEqual(['Eva']);
    await told(other, ([ana_]) => ana_?.[1] === true);
    // A closed tab and one that shows something else are both gone.
    await second.close();
    one.send({ frame: 'unwatch' });
    await told(other, (all) => all.length === 0);
  });

  it('is told of nothing new, so that an empty list tells nobody that somebody works on a hidden document', async () => {
    const { ana, eva, stranger, record } = await world();
    const [hidden, none] = [await open(stranger.client), await open(stranger.client)];
    hidden.send({ frame: 'watch', record, editing: false });
    none.send({ frame: 'watch', record: randomUUID(), editing: false });
    for (const socket of [hidden, none]) expect((await socket.next('watchers')).people).toEqual([]);
    const [one, other] = [await open(ana.client), await open(eva.client)];
    one.send({ frame: 'watch', record, editing: true });
    other.send({ frame: 'watch', record, editing: false });
    await told(other, ([ana_]) => ana_?.[1] === true);
    const { rev } = await ana.client.ok('recordById', { params: { id: record } });
    await ana.client.ok('recordUpdate', { params: { id: record }, body: { rev, title: 'Otro título' } });
    await other.close();
    await told(one, (people) => people.length === 0);
    const seen = ({ frames }: TestSocket) => frames.map(({ frame }) => frame);
    expect(seen(hidden)).toEqual(seen(none));
  });

  it('is no business of those who may not see it', async () => {
    const { ana, reader, stranger, record } = await world();
    const writer = await open(ana.client);
    writer.send({ frame: 'watch', record, editing: true });
    await told(writer, (people) => people.length === 0);
    for (const person of [reader, stranger]) {
      const outside = await open(person.client);
      outside.send({ frame: 'watch', record, editing: true });
      expect((await outside.next('watchers')).people).toEqual([]);
    }
    // Had they been shown to the writer, it would have been with this.
    const again = await open(ana.client);
    again.send({ frame: 'watch', record, editing: false });
    expect((await again.next('watchers')).people).toEqual([]);
    const frames = writer.frames.filter((frame): frame is Watchers => frame.frame === 'watchers');
    expect(frames.flatMap(({ people }) => people)).toEqual([]);
  });

  it('ends for who loses the document', async () => {
    const { ana, eva, library, record } = await world();
    const [one, other] = [await open(ana.client), await open(eva.client)];
    one.send({ frame: 'watch', record, editing: false });
    other.send({ frame: 'watch', record, editing: false });
    await told(other, (people) => people.length === 1);
    await told(one, (people) => people.length === 1);
    await server()
      .database.db.deleteFrom('group_members')
      .where('group_id', '=', library.id)
      .where('user_id', '=', eva.id)
      .execute();
    one.send({ frame: 'watch', record, editing: true });
    await told(one, (people) => people.length === 0);
    await told(other, (people) => people.length === 0);
  });

  it('counts the office program of a desktop, also for who comes later, and until that desktop is gone', async () => {
    const { ana, eva, record } = await world();
    const { _id: clientId } = await ana.client.ok('clientCreate', {
      body: { name: 'Escritorio', platform: 'linux' },
    });
    const channel = syncChannel(ana.id, clientId);
    const connect = () => openSocket(server().url, ana.client.token, { clientId });
    const person = { _id: ana.id, firstname: ana.firstname, lastname: ana.lastname };
    const say = (desktop: TestSocket, type: 'editing' | 'done editing', opId: string) => {
      const data = type === 'editing' ? { person, leaseSeconds: 90 } : { person };
      const message = { v: 1, id: randomUUID(), opId, type, recordId: record, data } as MessageDraft;
      desktop.send({ frame: 'send', channel, message });
      return desktop.next('accepted');
    };
    const desktop = await connect();
    const first = randomUUID();
    await say(desktop, 'editing', first);
    const other = await open(eva.client);
    other.send({ frame: 'watch', record, editing: false });
    await told(other, ([ana_]) => ana_?.[0] === 'Ana' && ana_[1]);
    await say(desktop, 'done editing', first);
    await told(other, (all) => all.length === 0);
    await say(desktop, 'editing', randomUUID());
    await told(other, ([ana_]) => ana_?.[1] === true);
    // Lists are told by messages; both say that it has ended.
    await other.subscribe(userChannel(eva.id));
    await desktop.close();
    await told(other, (all) => all.length === 0);
    expect(await other.message('record.released')).toMatchObject({ recordId: record });
  });

  // PGlite is one process's own.
  if (engine === 'postgres') {
    it('reaches the screens of another process', async () => {
      const { ana, eva, record } = await world();
      const second = await startServer(
        { ...server().config, port: 0, services: ['events', 'core'] },
        { database: { ...server().database, close: async () => undefined } },
      );
      onTestFinished(() => second.stop());
      const here = await open(ana.client);
      here.send({ frame: 'watch', record, editing: false });
      const there = await openSocket(second.address, eva.client.token);
      there.send({ frame: 'watch', record, editing: true });
      await told(here, ([other]) => other?.[0] === 'Eva' && other[1]);
      await there.close();
      await told(here, (people) => people.length === 0);
    });
  }

  it('asks for a record’s id and nothing else', async () => {
    const { ana } = await world();
    const socket = await open(ana.client);
    socket.sendRaw(JSON.stringify({ frame: 'watch', record: 'x', editing: false }));
    expect((await socket.next('error')).code).toBe('invalid');
    const silent = await openSocket(server().url);
    silent.send({ frame: 'watch', record: ana.id, editing: false });
    expect((await silent.next('error')).code).toBe('unauthorized');
  });
});
