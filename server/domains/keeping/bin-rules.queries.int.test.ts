import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import {
  isKept,
  longest,
  RETENTION_EVENTS,
  RETENTIONS,
  type RetentionFacts,
  type RetentionSchedule,
  retainedUntil,
} from '#shared/keeping/retention.ts';
import { dayIn } from '#shared/platform/days.ts';
import { TIME_ZONE } from '#shared/platform/limits.ts';
import { newId } from '../../platform/ids.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../../testing/factories.ts';
import { useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';
import { findUntil } from '../documents/records/retention.queries.ts';
import { findFree } from '../retention/bin-purge.queries.ts';

describe.each(testEngines)('until when a document is kept, on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let author: TestPerson;
  beforeEach(async () => {
    const { make } = server();
    organization = await make.organization();
    library = await make.library(organization);
    author = await make.person(organization, { libraries: [[library, ['publish']]] });
  });

  it('is judged by the database as by the rule, whatever is asked', async () => {
    const { db } = server().database;
    const { services } = server().running;
    const day = fc
      .date({ min: new Date('1995-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const noon = (at: string) => new Date(`${at}T15:00:00Z`);
    const { id } = await server().make.record(library, author, { published: true });
    await (await server().signIn(author.email)).ok('recordDelete', { params: { id } });
    const schedule = fc.record({
      retention: fc.constantFrom(...RETENTIONS),
      months: fc.integer({ min: 1, max: 1200 }),
      from: fc.constantFrom(...RETENTION_EVENTS),
    });
    const face = fc.record({
      schedule,
      ...{ date: day, issue: fc.option(day), expiry: fc.option(day), obsolete: fc.boolean() },
    });
    const today = dayIn(TIME_ZONE, services.deps.now());
    await fc.assert(
      fc.asyncProperty(
        ...([face, face, day, day, day, fc.option(day)] as const),
        async (working, published, created, publishedOn, obsoleteOn, prolonged) => {
          await db.deleteFrom('reviews').where('record_id', '=', id).execute();
          const version = await db
            .selectFrom('versions')
            .select('id')
            .where('record_id', '=', id)
            .executeTakeFirstOrThrow();
          for (const [to, on] of [
            [STATE.published, publishedOn],
            [STATE.obsolete, obsoleteOn],
          ] as const)
            await db
              .insertInto('reviews')
              .values({
                ...{ id: newId(), organization: organization.id, record_id: id, version_id: version.id },
                ...{
                  from_state: STATE.draft,
                  to_state: to,
                  comment: '',
                  user_id: author.id,
                  at: noon(on),
                },
              })
              .execute();
          await db
            .updateTable('records')
            .set({ created_at: noon(created), retain_until: prolonged, retain_reason: prolonged && 'Motivo' })
            .where('id', '=', id)
            .execute();
          const expected: (string | null)[] = [prolonged];
          for (const [name, each] of [
            ['working', working],
            ['published', published],
          ] as const) {
            const { schedule: asked, date, issue, expiry, obsolete } = each;
            const kind: RetentionSchedule = {
              ...asked,
              months: asked.retention === 'period' ? asked.months : null,
            };
            const documentType = await server().make.documentType(organization);
            await db
              .updateTable('document_types')
              .set({ retention: kind.retention, retention_months: kind.months, retention_from: kind.from })
              .where('id', '=', documentType)
              .execute();
            await db
              .updateTable('record_faces')
              .set({
                ...{ document_type: documentType, date, issued_on: issue, expires_on: expiry },
                state: obsolete ? STATE.obsolete : STATE.published,
              })
              .where('record_id', '=', id)
              .where('face', '=', name)
              .execute();
            const facts: RetentionFacts = {
              creation: date > created ? date : created,
              ...{ issue, expiry, publication: publishedOn },
              obsolescence: obsolete ? obsoleteOn : null,
            };
            expected.push(retainedUntil(kind, facts));
          }
          const until = longest(expected);
          expect(await findUntil(db, id)).toBe(until);
          const clock = { at: services.deps.now(), today };
          const free = await findFree(db, organization.id, new Date(8e15), clock, 10);
          expect(free).toEqual(isKept(until, today) ? [] : [id]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
