import { beforeAll, describe, expect, it } from 'vitest';
import { makeDocument } from '../../testing/documents.ts';
import {
  TEST_PASSWORD,
  type TestLibrary,
  type TestOrganization,
  type TestPerson,
} from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { mailsOf, readable } from '../../testing/mail.ts';

/** What is read without a password or a token ends with what it was made by. */
describe('addresses that are secrets', () => {
  const server = useTestServer();
  let organization: TestOrganization;
  let library: TestLibrary;
  let admin: TestClient;

  beforeAll(async () => {
    const { make, signIn } = server();
    organization = await make.organization();
    library = await make.library(organization);
    admin = await signIn((await make.person(organization, { isAdmin: true })).email);
  });

  interface Secrets {
    readonly person: TestPerson;
    readonly client: TestClient;
    /** Status of each address now. */
    states(): Promise<{ file: number; zip: number; feed: number }>;
  }

  /** Somebody with a link to a file, one to a zip and a calendar address, all made by one session. */
  async function somebody(): Promise<Secrets> {
    const { make, signIn } = server();
    const person = await make.person(organization, { libraries: [[library, ['upload']]] });
    const client = await signIn(person.email);
    const { record, version } = await makeDocument(server(), client, library);
    const file = await client.ok('versionLink', { params: { id: version._id } });
    const zip = await client.ok('downloadCreate', { body: { records: [record] } });
    const feed = await client.ok('calendarFeedCreate');
    const statusOf = async ({ url }: { url: string }): Promise<number> => {
      const response = await fetch(url);
      await response.arrayBuffer();
      return response.status;
    };
    return {
      person,
      client,
      states: async () => ({
        file: await statusOf(file),
        zip: await statusOf(zip),
        feed: await statusOf(feed),
      }),
    };
  }
  const open = { file: 200, zip: 200, feed: 200 };
  const ended = { file: 401, zip: 401, feed: 404 };

  it('are read while nothing ended', async () => {
    const { states } = await somebody();
    expect(await states()).toEqual(open);
  });

  it('end with all other sessions, where another one made them', async () => {
    const { person, states } = await somebody();
    const other = await server().signIn(person.email);
    await other.ok('sessionsEnd');
    expect(await states()).toEqual(ended);
  });

  it('end when an admin ends all sessions', async () => {
    const { person, states } = await somebody();
    await admin.ok('userSessionsEnd', { params: { id: person.id } });
    expect(await states()).toEqual(ended);
  });

  it('end where an admin disables somebody, and do not come back with them', async () => {
    const { person, states } = await somebody();
    await admin.ok('userDisable', { params: { id: person.id } });
    expect((await states()).feed).toBe(404);
    await admin.ok('userEnable', { params: { id: person.id } });
    expect(await states()).toEqual(ended);
  });

  it('end with a password that an admin resets', async () => {
    const { person, states } = await somebody();
    await admin.ok('userResetPassword', { params: { id: person.id } });
    expect(await states()).toEqual(ended);
  });

  it('end with a password that is set by a mailed code', async () => {
    const { person, states } = await somebody();
    await server().anyone.ok('forgotPassword', { body: { email: person.email } });
    const mailed = async (): Promise<string> =>
      (await mailsOf(server(), person.email))
        .map(({ raw }) => /lo pediste: (\d{6})/.exec(readable(raw))?.[1] ?? '')
        .at(-1) ?? '';
    await expect.poll(mailed).toMatch(/^\d{6}$/);
    const code = await mailed();
    await server().anyone.ok('resetPassword', {
      body: { email: person.email, code, password: 'otra clave muy segura' },
    });
    expect(await states()).toEqual(ended);
  });

  it('end with one’s own new password, in the same session too', async () => {
    const { client, states } = await somebody();
    await client.ok('changePassword', {
      body: { current: TEST_PASSWORD, password: 'otra clave muy segura' },
    });
    expect(await states()).toEqual(ended);
    // Their list of secret addresses says so, and a new one is theirs to make.
    expect(await client.ok('calendarFeed')).toMatchObject({ createdAt: null });
    await client.ok('calendarFeedCreate');
  });

  it('of files end with the session that made them', async () => {
    const { client, states } = await somebody();
    const { sessions } = await client.ok('access');
    await client.ok('sessionEnd', { params: { id: sessions.find(({ current }) => current)?._id ?? '' } });
    expect(await states()).toEqual({ ...ended, feed: 200 });
  });

  it('leave a word in the audit trail when they end with something else', async () => {
    const { person } = await somebody();
    await admin.ok('userResetPassword', { params: { id: person.id } });
    const { items } = await admin.ok('auditTrail', { query: { target: person.id } });
    expect(items.map(({ action }) => action)).toContain('calendar.feed.revoke');
  });
});
