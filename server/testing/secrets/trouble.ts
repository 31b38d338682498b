import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestServer } from '../http.ts';
import type { SecretWorld } from './world.ts';

/** Tables whose next insert fails, with the call that causes it. */
const REFUSING = ['saved_searches', 'record_faces', 'outbox', 'calendar_feeds', 'notifications'] as const;

/**
 * Causes errors that the server logs, in calls that carry secrets: rows that the database refuses, addresses that are
 * secrets themselves, mails that cannot be sent.
 * @returns how many answers were internal errors
 */
export async function causeTrouble(
  server: TestServer,
  world: SecretWorld,
  lines: () => string,
): Promise<number> {
  const { ledger, cast, documents, accounts } = world;
  const { db } = server.database;
  const { by, people, places } = cast;
  const never = () => false;
  let broken = 0;
  const count = async (answer: Promise<{ status: number }>): Promise<void> => {
    if ((await answer).status >= 500) broken += 1;
  };
  const word = (what: string) => ledger.plant(`${what}, refused`, never, 'elsewhere');

  for (const table of REFUSING)
    await sql`alter table ${sql.table(table)} add constraint refusing check (false) not valid`.execute(db);
  await count(
    by.reader.call('savedSearchCreate', {
      body: { name: word('kept search'), query: `text=${word('words')}` },
    }),
  );
  await count(
    by.author.call('recordCreate', {
      body: {
        ...{
          title: word('title'),
          notes: word('notes'),
          code: word('code'),
          group: places.works.id,
          state: 0,
        },
        ...{ labels: [documents.label], date: '2026-03-07', file: { name: `${word('file name')}.txt` } },
      },
    }),
  );
  await count(server.anyone.call('forgotPassword', { body: { email: people.review.email } }));
  await count(
    by.admin.call('userCreate', {
      body: { email: `${word('e-mail')}@legajo.test`, firstname: word('name'), lastname: word('last name') },
    }),
  );
  await count(by.admin.call('calendarFeedCreate'));
  for (const table of REFUSING)
    await sql`alter table ${sql.table(table)} drop constraint refusing`.execute(db);

  const { file = [], zip = [], feed = [], notice = [] } = accounts.addresses.author ?? {};
  const addresses = [
    ...file.slice(0, 1).map((token) => `/files/${encodeURIComponent(token)}`),
    ...zip.slice(0, 1).map((token) => `/files/zip/${encodeURIComponent(token)}`),
    ...feed.map((secret) => `/calendars/feed/${secret}/legajo.ics`),
    ...notice.map((token) => `/events/mail/${encodeURIComponent(token)}`),
    ...documents.titles.slice(0, 2).map(({ group, title }) => `/docs/records/by/title/${group}/${title}`),
    `/docs/records/search?text=${word('searched')}`,
  ];
  await sql`alter table users rename to users_gone`.execute(db);
  for (const address of addresses) await count(by.author.fetch(address));
  await sql`alter table users_gone rename to users`.execute(db);

  const outbox = join(server.config.dataDir, 'outbox');
  await rename(outbox, `${outbox}.away`);
  await server.anyone.ok('forgotPassword', { body: { email: people.upload.email } });
  while (!lines().includes('to be tried again')) await new Promise((resolve) => setTimeout(resolve, 50));
  await rename(`${outbox}.away`, outbox);
  return broken;
}
