import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DownloadChoice } from '#shared/documents/versions.schemas.ts';
import { newId } from '../../../platform/ids.ts';
import { makeDocument } from '../../../testing/documents.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';

describe('signed links', () => {
  const server = useTestServer();
  let organization: TestOrganization;
  let library: TestLibrary;
  let person: TestPerson;
  let author: TestClient;
  let folder: string;
  let documents: Awaited<ReturnType<typeof makeDocument>>[];
  let version: string;

  beforeAll(async () => {
    const { make } = server();
    organization = await make.organization();
    library = await make.library(organization);
    const maker = await make.person(organization, { libraries: [[library, ['upload']]] });
    const client = await server().signIn(maker.email);
    folder = (await client.ok('folderCreate', { body: { group: library.id, name: 'Actas', parent: null } }))
      ._id;
    documents = [
      await makeDocument(server(), client, library, { folder, bytes: Buffer.from('uno') }),
      await makeDocument(server(), client, library, { bytes: Buffer.from('dos') }),
    ];
    version = documents[0]?.version._id ?? '';
  });
  beforeEach(async () => {
    person = await server().make.person(organization, { libraries: [[library, ['upload']]] });
    author = await server().signIn(person.email);
  });

  const tokenOf = (url: string) => url.split('/').at(-1) ?? '';
  const fileLink = () => author.ok('versionLink', { params: { id: version } });
  const zipLink = (choice: DownloadChoice) => author.ok('downloadCreate', { body: choice });
  /** Follows a link as a browser does, without a token. */
  const follow = async (kind: 'files' | 'files/zip', token: string) => {
    const answer = await server().anyone.fetch(`/${kind}/${token}`);
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const statusOf = async (kind: 'files' | 'files/zip', token: string) => (await follow(kind, token)).status;
  /** A token by the server's own key, of which the server never said this. */
  const forge = (claims: JWTPayload, alg = 'HS256', key?: Uint8Array) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg })
      .sign(key ?? server().running.services.identity.linkSecret);

  it('name a version, its person, their session and password, and an end in an hour', async () => {
    const { url, expiresAt } = await fileLink();
    expect(url).toMatch(new RegExp(`^${server().url}/api/files/[\\w-]+\\.[\\w-]+\\.[\\w-]+$`));
    const claims = decodeJwt(tokenOf(url));
    const { claims: session } = await author.ok('session');
    expect(claims).toEqual({
      aud: 'legajo:file',
      sub: person.id,
      version,
      session: session.sid,
      password: expect.anything(),
      jti: expect.stringMatching(/^[\w-]{11}$/),
      iat: expect.any(Number),
      exp: (claims.iat ?? 0) + 3600,
    });
    expect(expiresAt).toBe(new Date((claims.exp ?? 0) * 1000).toISOString());
    expect(await follow('files', tokenOf(url))).toEqual({ status: 200, bytes: Buffer.from('uno') });
  });

  it('differ, also those of one person and version that are made in the same second', async () => {
    const links = await Promise.all([fileLink(), fileLink(), zipLink({ folder }), zipLink({ folder })]);
    expect(new Set(links.map(({ url }) => tokenOf(url))).size).toBe(4);
  });

  it('open nothing after their end, a zip’s after five minutes', async () => {
    const file = tokenOf((await fileLink()).url);
    const { url, expiresAt } = await zipLink({ folder });
    expect(url).toContain(`${server().url}/api/files/zip/`);
    const { aud, iat = 0, exp = 0 } = decodeJwt(tokenOf(url));
    expect(aud).toBe('legajo:zip');
    expect([exp - iat, new Date(expiresAt).getTime()]).toEqual([300, exp * 1000]);
    server().advance(290);
    expect([await statusOf('files', file), await statusOf('files/zip', tokenOf(url))]).toEqual([200, 200]);
    server().advance(20);
    expect([await statusOf('files', file), await statusOf('files/zip', tokenOf(url))]).toEqual([200, 404]);
    server().advance(3300);
    expect(await statusOf('files', file)).toBe(404);
  });

  it('bring what was chosen: documents, a folder, or a library', async () => {
    const records = documents.map(({ record }) => record);
    const contains = async (choice: DownloadChoice) => {
      const { status, bytes } = await follow('files/zip', tokenOf((await zipLink(choice)).url));
      expect(status).toBe(200);
      return documents.map((each) => bytes.includes(each.bytes));
    };
    expect(await contains({ records })).toEqual([true, true]);
    expect(await contains({ records: records.slice(1) })).toEqual([false, true]);
    expect(await contains({ folder })).toEqual([true, false]);
    expect(await contains({ group: library.id })).toEqual([true, true]);
  });

  it('are nothing where they were not made here, for this', async () => {
    const good = decodeJwt(tokenOf((await fileLink()).url));
    expect(await statusOf('files', await forge(good))).toBe(200);
    const zip = decodeJwt(tokenOf((await zipLink({ folder })).url));
    expect(await statusOf('files/zip', await forge(zip))).toBe(200);
    const { sub: _sub, ...nobody } = good;
    for (const bad of [
      'x',
      'x.y.z',
      await forge(good, 'HS256', new Uint8Array(32)),
      await forge(good, 'HS512', new Uint8Array(64)),
      await forge(good, 'HS512'),
      await forge({ ...good, aud: 'legajo:zip' }),
      await forge(nobody),
      // Made while the server's date was wrong.
      await forge({ ...good, iat: (good.iat ?? 0) + 120, exp: (good.exp ?? 0) + 120 }),
      await forge({ ...good, version: 7 as never }),
      await forge({ ...good, version: newId() }),
      await forge(zip),
    ])
      expect(await statusOf('files', bad)).toBe(404);
    const { folder: _folder, ...nothing } = zip;
    for (const bad of [
      await forge(nothing),
      await forge({ ...nothing, folder: 7 }),
      await forge({ ...nothing, records: '' }),
      await forge({ ...nothing, records: 'AAAA' }),
      await forge(good),
    ])
      expect(await statusOf('files/zip', bad)).toBe(404);
  });

  it('end with their session and their password, and for who is disabled', async () => {
    const good = decodeJwt(tokenOf((await fileLink()).url));
    expect(await statusOf('files', await forge({ ...good, session: newId() }))).toBe(401);
    expect(await statusOf('files', await forge({ ...good, password: -1 }))).toBe(401);
    const token = tokenOf((await fileLink()).url);
    await author.ok('signOut', { body: { refreshToken: author.refreshToken ?? '' } });
    expect(await statusOf('files', token)).toBe(401);
    await server()
      .database.db.updateTable('users')
      .set({ enabled: false })
      .where('id', '=', person.id)
      .execute();
    const { bytes } = await follow('files', token);
    expect(JSON.parse(bytes.toString())).toMatchObject({ error: { code: 'disabled' } });
  });
});
