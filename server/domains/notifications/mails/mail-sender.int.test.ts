import { expect, it } from 'vitest';
import { createOutboxHandlers } from '../../../outbox-handlers.ts';
import { newId } from '../../../platform/ids.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { createOutboxWorker } from '../../../platform/outbox/outbox-worker.ts';
import { createLocalBus } from '../../../platform/realtime/bus.ts';
import { createFactories, type TestPerson, type TestRecord } from '../../../testing/factories.ts';
import { openOffice } from '../../../testing/files/office.ts';
import { withDatabases } from '../../../testing/test-database.ts';
import { createNoticeLinks } from '../../identity/tokens/notice-links.ts';
import { mailNotices } from '../deliver.ts';

/** Of two people's notices about so many, fifty are taken at once, and then the rest. */
const DOCUMENTS = 30;

withDatabases('notices to one person', (database) => {
  async function setUp() {
    const { db } = database();
    await db.deleteFrom('outbox').execute();
    const make = createFactories(db);
    const organization = await make.organization();
    const library = await make.library(organization);
    const member = () => make.person(organization, { libraries: [[library, ['upload', 'review']]] });
    const people = [await member(), await member(), await member()] as const;
    const records: TestRecord[] = [];
    for (let at = 0; at < DOCUMENTS; at += 1) {
      // No title is the beginning of another.
      records.push(await make.record(library, people[0], { title: `Acta ${String(at).padStart(3, '0')}.` }));
    }
    const { deps, clock, statements } = await openOffice(database());
    /** One change that tells everybody of these documents, people by turns. */
    const tell = (to: readonly TestPerson[], about: readonly TestRecord[]) =>
      deps.changes.run({ organization: organization.id, user: null, ip: null }, async (change) => {
        const notices = about.flatMap((record) =>
          to.map((person) => ({ notification: newId(), record, person })),
        );
        const written = notices.map(({ notification, record, person }) => ({
          ...{ id: notification, organization: organization.id, user_id: person.id, record_id: record.id },
          ...{ type: 'RECORD.REVIEW.REQUEST' as const, state: -1, version_id: record.version, comment: '' },
          ...{ from_user: people[0].id, due_on: null, notify_at: change.at, created_at: change.at },
          ...{ dismissed_at: null, mailed_at: null },
        }));
        await change.trx.insertInto('notifications').values(written).execute();
        const mails = notices.map(({ notification, person }) => ({ notification, to: person }));
        await mailNotices(change, mails);
        // Asked for twice, mailed once.
        await mailNotices(change, mails.slice(0, 3));
      });
    const sent: { to: string; titles: string[] }[] = [];
    const mailer: Mailer = {
      async send({ to, text }) {
        sent.push({ to, titles: [...new Set(text.match(/Acta \d+/g))].sort() });
      },
      close: () => undefined,
    };
    const links = createNoticeLinks(new Uint8Array(32));
    const drain = (...workers: readonly number[]) =>
      Promise.all(
        workers.map(() =>
          createOutboxWorker(deps, {
            bus: createLocalBus(),
            handlers: createOutboxHandlers(deps, mailer, links),
          }).drain(),
        ),
      );
    const waiting = async () =>
      (await db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute()).length;
    const titlesOf = (some: readonly TestRecord[]) => some.map(({ title }) => title.slice(0, 8));
    const sentTo = ({ email }: TestPerson) =>
      sent.filter(({ to }) => to === email).map(({ titles }) => titles);
    return { people, records, tell, drain, sentTo, titlesOf, waiting, clock, statements };
  }

  // Two of each person's by the change are a row each; thirty of one change are one row.
  it.each([2, DOCUMENTS])(
    'become one mail that names each, whoever takes them: %i by the change',
    async (some) => {
      const { people, records, tell, drain, sentTo, titlesOf, waiting } = await setUp();
      const [one, other, third] = people;
      for (let at = 0; at < DOCUMENTS; at += some) await tell([one, other], records.slice(at, at + some));
      expect(await waiting()).toBe(some === 2 ? DOCUMENTS * 2 : 2);
      await tell([third], records.slice(0, 2));
      await drain(1, 2);
      expect(sentTo(one)).toEqual([titlesOf(records)]);
      expect(sentTo(other)).toEqual([titlesOf(records)]);
      expect(sentTo(third).sort()).toEqual(titlesOf(records.slice(0, 2)).map((title) => [title]));
      expect(await waiting()).toBe(0);
    },
  );

  it('are held back together once five went within a minute, at the cost of a few statements', async () => {
    const { people, records, tell, drain, sentTo, titlesOf, waiting, clock, statements } = await setUp();
    const [one, other] = people;
    await tell([one], records.slice(0, 5));
    await drain(1);
    expect(sentTo(one)).toHaveLength(5);
    clock.at += 1000;
    statements();
    await tell([one, other], records.slice(0, 24));
    expect(statements()).toBeLessThan(10);
    for (let at = 24; at < DOCUMENTS; at += 2) await tell([one, other], records.slice(at, at + 2));
    statements();
    await drain(1);
    // Of hers one row of twenty-four and six by themselves.
    expect([sentTo(one).length, sentTo(other), await waiting()]).toEqual([5, [titlesOf(records)], 7]);
    // One taking and one that finds nothing, two groupings, and a mail with what it reads.
    expect(statements()).toBeLessThan(35);
    clock.at += 60_000;
    await drain(1, 2);
    expect(sentTo(one).slice(5)).toEqual([titlesOf(records)]);
    expect(await waiting()).toBe(0);
  });
});
