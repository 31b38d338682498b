import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../config.ts';
import { createNoticeLinks } from '../../domains/identity/tokens/notice-links.ts';
import { createOutboxHandlers } from '../../outbox-handlers.ts';
import { createFactories } from '../../testing/factories.ts';
import { noPages } from '../../testing/files/pages.ts';
import { mailsOf } from '../../testing/mail.ts';
import { withDatabases } from '../../testing/test-database.ts';
import { createChanges } from '../db/change.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../ids.ts';
import type { Mailer } from '../mail/mailer.ts';
import { openMailer } from '../mail/open-mailer.ts';
import { type BusEvent, createLocalBus } from '../realtime/bus.ts';
import { openStorage } from '../storage/open-storage.ts';
import { releaseMisdated } from './outbox.queries.ts';
import type { OutboxMessage } from './outbox-messages.ts';
import { createOutboxWorker } from './outbox-worker.ts';

withDatabases('the outbox worker', (database) => {
  /** What a server process has, with a clock of its own and a folder for its mails. */
  async function office() {
    const dataDir = await mkdtemp(join(tmpdir(), 'legajo-outbox-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    await database().db.deleteFrom('outbox').execute();
    const config = loadConfig({ DATA_DIR: dataDir });
    const clock = { at: Date.now() };
    const changes = createChanges(database().db, () => undefined);
    const files = await openMailer(config);
    const deps: Deps = {
      config,
      db: database().db,
      engine: database().engine,
      changes,
      storage: await openStorage({ dataDir, db: database().db, log: pino({ level: 'silent' }) }),
      pages: noPages(dataDir),
      mailer: files,
      log: pino({ level: 'silent' }),
      now: () => new Date(clock.at),
    };
    const make = createFactories(database().db);
    const organization = await make.organization();
    const person = await make.person(organization);
    const queue = (...messages: OutboxMessage[]) =>
      changes.run({ organization: organization.id, user: null, ip: null }, async (change) => {
        for (const message of messages) change.announce(message, { availableAt: deps.now() });
      });
    const invitation = (to = person.email): OutboxMessage => ({
      kind: 'mail',
      mail: { template: 'invitation', to, firstname: 'Ana', temporaryPassword: 'temporal-1234' },
    });
    const links = createNoticeLinks(new Uint8Array(32));
    const heard: BusEvent[] = [];
    const start = (mailer: Mailer = files) => {
      const bus = createLocalBus();
      bus.subscribe((event) => heard.push(event));
      return createOutboxWorker(deps, { bus, handlers: createOutboxHandlers(deps, mailer, links) });
    };
    const rows = () => database().db.selectFrom('outbox').selectAll().orderBy('id').execute();
    return { config, clock, person, queue, invitation, files, start, heard, rows };
  }

  it('passes hints on and mails once, and keeps no password of what it sent', async () => {
    const { queue, invitation, start, heard, config, person, rows } = await office();
    await queue(invitation(), { kind: 'access.changed', user: person.id });
    const worker = start();
    await Promise.all([worker.drain(), worker.drain()]);
    await worker.drain();
    expect(heard).toMatchObject([{ kind: 'access.changed', user: person.id, key: expect.any(String) }]);
    const [mail, ...more] = await mailsOf({ config }, person.email);
    expect(more).toEqual([]);
    expect(mail?.raw).toContain('temporal-1234');
    expect(JSON.stringify(await rows())).not.toContain('temporal-1234');
  });

  it('mails exactly once where it died between sending and writing it down', async () => {
    const { queue, invitation, start, config, files, clock, person, rows } = await office();
    await queue(invitation());
    // The mail goes out, and then this worker never does anything again.
    const sent = Promise.withResolvers<void>();
    const dying = start({
      async send(message) {
        await files.send(message);
        sent.resolve();
        await new Promise(() => undefined);
      },
      close: () => undefined,
    });
    void dying.drain();
    await sent.promise;
    expect(await mailsOf({ config }, person.email)).toHaveLength(1);
    expect((await rows())[0]?.done_at).toBeNull();

    clock.at += 300_000;
    await start().drain();
    expect(await mailsOf({ config }, person.email)).toHaveLength(1);
    expect((await rows())[0]?.done_at).not.toBeNull();
  });

  it('lets mail wait while the mail server is down, and the rest go on', async () => {
    const { queue, invitation, start, heard, config, files, clock, person, rows } = await office();
    let up = false;
    let tries = 0;
    const worker = start({
      async send(message) {
        tries += 1;
        if (!up) throw new Error('ECONNREFUSED');
        await files.send(message);
      },
      close: () => undefined,
    });
    await queue(invitation(), { kind: 'access.changed', user: person.id });
    await worker.drain();
    await worker.drain();
    expect(tries).toBe(1);
    expect(heard).toHaveLength(1);
    expect((await rows())[0]).toMatchObject({ done_at: null, last_error: 'ECONNREFUSED', attempts: 1 });
    clock.at += 5_000;
    await worker.drain();
    expect(tries).toBe(2);
    up = true;
    clock.at += 3_600_000;
    await worker.drain();
    expect(tries).toBe(3);
    expect(await mailsOf({ config }, person.email)).toHaveLength(1);
  });

  it('shares the work with another worker, each message to one of them', async () => {
    const { queue, start, heard, person } = await office();
    const messages = Array.from(
      { length: 120 },
      (): OutboxMessage => ({ kind: 'access.changed', user: person.id }),
    );
    // By the five, so that each is a row of its own.
    for (let at = 0; at < messages.length; at += 5) await queue(...messages.slice(at, at + 5));
    await Promise.all([start().drain(), start().drain()]);
    expect(heard).toHaveLength(120);
    expect(new Set(heard.map((event) => 'key' in event && event.key)).size).toBe(120);
  });

  it('tells the many hints of one change from one row, each under a key of its own', async () => {
    const { queue, invitation, start, heard, person, rows, config } = await office();
    const hint: OutboxMessage = { kind: 'access.changed', user: person.id };
    await queue(invitation(), ...Array.from({ length: 200 }, () => hint));
    expect((await rows()).map(({ kind }) => kind).sort()).toEqual(['hints', 'mail']);
    await start().drain();
    expect(heard).toHaveLength(200);
    expect(new Set(heard.map((event) => 'key' in event && event.key)).size).toBe(200);
    expect(await mailsOf({ config }, person.email)).toHaveLength(1);
    expect((await rows()).every(({ done_at }) => done_at !== null)).toBe(true);
  });

  it('does not touch what is due later', async () => {
    const { queue, start, heard, clock, person } = await office();
    clock.at += 60_000;
    await queue({ kind: 'access.changed', user: person.id });
    clock.at -= 60_000;
    const worker = start();
    await worker.drain();
    expect(heard).toEqual([]);
    clock.at += 60_001;
    await worker.drain();
    expect(heard).toHaveLength(1);
  });

  it('does what was queued while the date was wrong once it is right, but for what waits for a moment of its own', async () => {
    const { queue, invitation, start, clock, person, config, heard, rows } = await office();
    const right = clock.at;
    clock.at += 86_400_000;
    await queue(
      invitation(),
      { kind: 'access.changed', user: person.id },
      { kind: 'reminder.due', notification: newId() },
      { kind: 'mail', mail: { template: 'daily', to: person.email, user: person.id, day: '2026-11-25' } },
    );
    clock.at = right;
    const worker = start();
    await worker.drain();
    expect(heard).toEqual([]);
    expect(await releaseMisdated(database().db, new Date(right))).toBe(2);
    await worker.drain();
    expect(heard).toMatchObject([{ kind: 'access.changed' }]);
    expect(await mailsOf({ config }, person.email)).toHaveLength(1);
    expect((await rows()).filter((row) => row.done_at === null)).toHaveLength(2);
  });
});
