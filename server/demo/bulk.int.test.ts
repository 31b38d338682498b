import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedPage } from '#shared/sync-feed/sync.schemas.ts';
import type { TestOrganization } from '../testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '../testing/http.ts';
import { testEngines } from '../testing/test-database.ts';
import { seedBulk } from './bulk.ts';
import { BULK_WORDS } from './bulk-text.ts';

const RECORDS = 600;

describe.each(testEngines)('bulk data on %s', (engine) => {
  let server: TestServer;
  let client: TestClient;
  let organization: TestOrganization;

  beforeAll(async () => {
    server = await startTestServer({ engine });
    organization = await server.make.organization();
    const library = await server.make.library(organization);
    await server.make.label(organization);
    await server.make.documentType(organization);
    const person = await server.make.person(organization, { libraries: [[library, ['upload', 'review']]] });
    client = await server.signIn(person.email);
    await fill();
  });
  afterAll(() => server?.stop());

  const fill = () =>
    seedBulk(server.database.db, server.running.services.deps.storage, organization.id, RECORDS);
  const total = async (text: string) => (await client.ok('recordSearch', { query: { text } })).total?.count;

  it('is found by its rare, its middling and its common word', async () => {
    expect(await total(BULK_WORDS.rare)).toBe(10);
    expect(await total(BULK_WORDS.middling)).toBe(RECORDS / 100);
    expect(await total(BULK_WORDS.common)).toBe(RECORDS);
  });

  it('stands in the sync feed of its libraries, with bytes that can be had', async () => {
    let seen = 0;
    let version = '';
    for (const { _id, name } of await client.ok('groupsByMember')) {
      if (!name.startsWith('Archivo')) {
        continue;
      }
      let since: string | undefined;
      let more = true;
      while (more) {
        const page: FeedPage = await client.ok('changes', {
          query: { group: _id, ...(since ? { since } : {}) },
        });
        const records = page.rows.filter((row) => row.kind === 'record');
        seen += records.length;
        version = records.find((row) => row.version)?.version?._id ?? version;
        more = page.more;
        since = page.cursor;
      }
    }
    expect(seen).toBe(RECORDS);
    const answer = await client.fetch(`/docs/versions/${version}/content`);
    expect(await answer.text()).toContain(`Documento de ${BULK_WORDS.common}`);
  });

  it('can be added to, and leaves every index where it was', async () => {
    const indexes = async () =>
      (
        await sql`select indexname from pg_indexes where tablename = 'record_faces' order by 1`.execute(
          server.database.db,
        )
      ).rows;
    const before = await indexes();
    await fill();
    expect(await indexes()).toEqual(before);
    const { rows } = await sql<{ count: number }>`select count(*) from records`.execute(server.database.db);
    expect(rows[0]?.count).toBe(2 * RECORDS);
  });
});
