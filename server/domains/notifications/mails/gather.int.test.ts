import { expect, it } from 'vitest';
import { createOutboxHandlers } from '../../../outbox-handlers.ts';
import { newId } from '../../../platform/ids.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { GATHERING_MS } from '../../../platform/outbox/outbox-messages.ts';
import { createOutboxWorker } from '../../../platform/outbox/outbox-worker.ts';
import { createLocalBus } from '../../../platform/realtime/bus.ts';
import { createFactories } from '../../../testing/factories.ts';
import { openOffice } from '../../../testing/files/office.ts';
import { withDatabases } from '../../../testing/test-database.ts';
import { createNoticeLinks } from '../../identity/tokens/notice-links.ts';
import { deliver } from '../deliver.ts';

withDatabases('mails about the versions of one document', (database) => {
  it('are one an hour to a person, whichever workers take them', async () => {
    const { db } = database();
    await db.deleteFrom('outbox').execute();
    const make = createFactories(db);
    const organization = await make.organization();
    const library = await make.library(organization);
    const author = await make.person(organization, { libraries: [[library, ['upload']]] });
    const reviewer = await make.person(organization, { libraries: [[library, ['review']]] });
    const record = await make.record(library, author, { title: 'Plan de izaje' });
    await db.updateTable('versions').set({ origin: 'sync' }).where('id', '=', record.version).execute();
    const { deps, clock } = await openOffice(database());
    const save = () =>
      deps.changes.run({ organization: organization.id, user: null, ip: null }, async (change) => {
        const notification = newId();
        const type = 'RECORD.REVIEW.REQUEST' as const;
        await change.trx
          .insertInto('notifications')
          .values({
            ...{ id: notification, organization: organization.id, user_id: reviewer.id, type, state: -1 },
            ...{ record_id: record.id, version_id: record.version, comment: '', from_user: author.id },
            ...{ due_on: null, notify_at: change.at, created_at: change.at },
            ...{ dismissed_at: null, mailed_at: null },
          })
          .execute();
        const to = { user: reviewer.id, email: reviewer.email, organization: organization.id };
        await deliver(change, [{ notification, type, to, choice: 'mail', gathered: true }]);
      });
    let sent = 0;
    const mailer: Mailer = {
      async send() {
        sent += 1;
      },
      close: () => undefined,
    };
    const links = createNoticeLinks(new Uint8Array(32));
    const drain = () =>
      Promise.all(
        [1, 2].map(() =>
          createOutboxWorker(deps, {
            bus: createLocalBus(),
            handlers: createOutboxHandlers(deps, mailer, links),
          }).drain(),
        ),
      );
    const waiting = async () =>
      (await db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute()).length;

    for (let saves = 0; saves < 6; saves += 1) await save();
    await drain();
    expect(sent).toBe(1);
    for (let saves = 0; saves < 3; saves += 1) await save();
    await drain();
    expect(sent).toBe(1);
    clock.at += GATHERING_MS + 1000;
    await drain();
    expect(sent).toBe(2);
    clock.at += GATHERING_MS + 1000;
    await drain();
    expect([sent, await waiting()]).toEqual([2, 0]);
  });
});
