import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { syncChannel, userChannel } from '#shared/realtime/channels.ts';
import type { ClientFrame, ServerFrame } from '#shared/realtime/frames.ts';
import { purgeTombstones } from '../../../../../server/domains/libraries/library-changes.queries.ts';
import type { TestPerson } from '../../../../../server/testing/factories.ts';
import type { TestClient } from '../../../../../server/testing/http.ts';
import { openSocket, type TestSocket } from '../../../../../server/testing/realtime.ts';
import { eventually, type TestDesktop } from '../../testing/desktop.ts';
import { at, FaultWorld } from '../../testing/fault-world.ts';

describe('messages and cursors that fail on the way', () => {
  let world: FaultWorld;
  let ana: TestPerson;
  let browser: TestClient;
  let desktop: TestDesktop;
  let screen: TestSocket;
  let channel: string;
  let made = 0;

  beforeAll(async () => {
    world = await FaultWorld.open();
    ({ person: ana, browser, desktop } = await world.join('Ana'));
    channel = syncChannel(ana.id, desktop.clientId);
    screen = await openSocket(world.server.url, browser.token);
    await screen.subscribe(channel);
    await screen.subscribe(userChannel(ana.id));
    await eventually(() => world.line.frames.count('down', 'subscribed') === 2, 'both channels');
  });

  afterEach(() => {
    world.line.forget();
    desktop.log.length = 0;
  });

  afterAll(async () => {
    await screen?.close();
    await world?.close();
  });

  const isChange = (frame: ClientFrame | ServerFrame) =>
    frame.frame === 'message' && frame.message.type === 'record.changed';
  const isStep = (type: string) => (frame: ClientFrame | ServerFrame) =>
    frame.frame === 'send' && frame.message.type === type;

  const isEither = (frame: ClientFrame | ServerFrame) =>
    isStep('uploading')(frame) || isStep('uploaded')(frame);

  /** Somebody else makes a document, and the desktop hears of it, or not. */
  async function elsewhere(): Promise<string> {
    made += 1;
    const name = `Circular ${made}.txt`;
    await world.make(name, Buffer.from(`circular número ${made}`));
    return name;
  }

  const arrived = (name: string) => world.arrives(desktop, name);
  const logged = (pattern: RegExp) =>
    eventually(
      () => desktop.log.some((line) => pattern.test(line)),
      () => `${pattern}\n${world.logs()}`,
    );
  const resumes = () => world.line.frames.count('up', 'resume');

  test('a message that comes twice is logged and changes nothing', { tags: 'sync-messages' }, async () => {
    const done = world.line.frames.next('duplicate', 'down', isChange);
    const name = await elsewhere();
    await done;
    await arrived(name);
    await logged(/^realtime: Message \d+ was seen already/);
    expect(resumes()).toBe(0);
    await world.nothingLost();
  });

  test('two messages in the wrong order are logged, and healed by one resume', {
    tags: 'sync-messages',
  }, async () => {
    const done = world.line.frames.next('swap', 'down', isChange);
    const names = [await elsewhere(), await elsewhere()];
    await done;
    for (const name of names) await arrived(name);
    await logged(/^realtime: Message \d+ came after/);
    await eventually(() => world.line.frames.count('down', 'resumed') === 1, 'the end of the resume');
    expect(resumes()).toBe(1);
    await world.nothingLost();
  });

  test('a message that is lost leaves a gap, which one resume fills', { tags: 'sync-messages' }, async () => {
    const done = world.line.frames.next('drop', 'down', isChange);
    const first = await elsewhere();
    await done;
    const second = await elsewhere();
    for (const name of [first, second]) await arrived(name);
    await logged(/^realtime: Message \d+ came after/);
    await eventually(() => world.line.frames.count('down', 'resumed') === 1, 'the end of the resume');
    expect(resumes()).toBe(1);
    expect(world.line.frames.count('down', 'reset')).toBe(0);
    await world.nothingLost();
  });

  test.each(['duplicate', 'drop', 'swap'] as const)(
    'steps of the desktop that go up with %s: screens hear nothing illegal, the document is there once',
    {
      tags: 'sync-messages',
    },
    async (mischief) => {
      const steps: string[] = [];
      const from = screen.frames.length;
      const done = world.line.frames.next(
        mischief,
        'up',
        mischief === 'swap' ? isEither : isStep('uploading'),
      );
      const name = `Subida ${mischief}.txt`;
      await world.write(desktop, at(name), `subida con ${mischief}`);
      await done;
      expect((await world.versions(name, 1)).map(({ number, status }) => [number, status])).toEqual([
        [1, 'ready'],
      ]);
      await world.nothingLost();
      const [made] = await world.recordsOf(name);
      // Steps of the tests before, which downloaded documents of others, may still come.
      const isOfAnother = ({ recordId }: { readonly recordId?: string | undefined }) =>
        recordId !== undefined && recordId !== made?._id;
      const expected = mischief === 'duplicate' ? 'uploading,uploaded' : 'uploaded';
      if (mischief === 'swap') await logged(/^realtime: invalid/);
      await eventually(
        () => {
          steps.length = 0;
          for (const frame of screen.frames.slice(from))
            if (frame.frame === 'message' && frame.channel === channel && !isOfAnother(frame.message))
              steps.push(frame.message.type);
          return steps.join() === expected;
        },
        () => `${expected}, not ${steps.join()}`,
      );
      expect((await world.recordsOf(name)).length).toBe(1);
    },
  );
  test('a server that starts anew has another epoch, and is asked for everything', async () => {
    const name = await elsewhere();
    await arrived(name);
    await world.server.restart();
    const after = await elsewhere();
    await eventually(() => world.line.frames.count('down', 'reset') >= 1, 'a reset', 60_000);
    await arrived(after);
    await world.nothingLost();
  });

  test('a cursor older than what is kept is answered 410, and everything is compared again', async () => {
    const gone = await elsewhere();
    await arrived(gone);
    await world.rest(desktop);
    await desktop.pause();
    const [record] = await world.recordsOf(gone);
    await world.witness.ok('recordDelete', { params: { id: record?._id ?? '' } });
    const fresh = await elsewhere();
    await purgeTombstones(world.server.database.db, new Date(Date.now() + 365 * 86_400_000));
    await world.write(desktop, at('Circular 1.txt'), 'corregida sin conexión');
    await world.write(desktop, at('Escrita sin conexión.txt'), 'escrita sin conexión');
    await desktop.resume();
    await arrived(fresh);
    await world.versions('Circular 1.txt', 2);
    await world.versions('Escrita sin conexión.txt', 1);
    expect(world.line.callsTo('changes').map(({ status }) => status)).toContain(410);
    expect(await desktop.read(at(gone))).toBeUndefined();
    await world.witness.ok('binRestore', { body: { record: record?._id ?? '' } });
    await arrived(gone);
    await world.nothingLost();
  });

  test('what happened beyond the ring is fetched after a reset', {
    tags: 'sync-messages',
  }, async () => {
    const other = await openSocket(world.server.url, browser.token);
    await other.subscribe(userChannel(ana.id));
    world.line.off();
    const before = await elsewhere();
    await other.message('record.changed');
    // A day later nobody holds that message any more.
    await world.advance(25 * 3600);
    await other.close();
    const after = await elsewhere();
    world.line.on();
    for (const name of [before, after]) await arrived(name);
    await eventually(
      () => world.line.frames.count('down', 'reset') >= 1,
      () => `the reset ${world.logs()}`,
    );
    await world.nothingLost();
  });
});
