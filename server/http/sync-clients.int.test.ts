import { describe, expect, it } from 'vitest';
import { makeDocument, startVersion } from '../testing/documents.ts';
import { type TestClient, type TestServer, useTestServer } from '../testing/http.ts';

async function company(server: TestServer) {
  const organization = await server.make.organization();
  const library = await server.make.library(organization);
  const sign = async (values: Parameters<typeof server.make.person>[1]) => {
    const person = await server.make.person(organization, values);
    return { person, client: await server.signIn(person.email) };
  };
  const libraries = [[library, ['upload']]] as const;
  return {
    library,
    ana: await sign({ libraries }),
    eva: await sign({ libraries }),
    boss: await sign({ isAdmin: true }),
  };
}

const register = (client: TestClient) =>
  client.ok('clientCreate', { body: { name: 'Notebook de Ana', platform: 'linux' } });

describe('desktops', () => {
  const server = useTestServer();

  it('are their person’s own, and revoked by that person or by an admin', async () => {
    const { ana, eva, boss } = await company(server());
    const [one, two] = [await register(ana.client), await register(ana.client)];
    expect(one).toMatchObject({ name: 'Notebook de Ana', platform: 'linux', online: false });
    expect(await eva.client.ok('clients')).toEqual([]);
    const revoke = async (client: TestClient, id: string) =>
      (await client.call('clientDelete', { params: { id } })).status;
    expect(await revoke(eva.client, one._id)).toBe(404);
    expect(await revoke(ana.client, one._id)).toBe(200);
    expect(await revoke(ana.client, one._id)).toBe(404);
    expect((await ana.client.ok('clients')).map((each) => each._id)).toEqual([two._id]);
    expect(await revoke(boss.client, two._id)).toBe(200);
    expect((await ana.client.call('session')).status).toBe(401);
  });

  it('get one-operation tokens, good for one creation of their person, on that record and base', async () => {
    const { library, ana, eva } = await company(server());
    const desktop = await register(ana.client);
    const { record, version } = await makeDocument(server(), ana.client, library);
    const ask = (client: TestClient, more: object = {}) =>
      client.call('operationCreate', {
        body: {
          client: desktop._id,
          type: 'upload new version',
          recordId: record,
          base: version._id,
          ...more,
        },
      });
    expect((await ask(eva.client)).status).toBe(404);
    expect((await ask(ana.client, { recordId: crypto.randomUUID() })).status).toBe(404);
    expect((await ask(ana.client, { recordId: undefined })).status).toBe(400);
    const { body: operation } = await ask(ana.client);
    expect(Date.parse(operation.expiresAt)).toBeGreaterThan(Date.now());

    const create = (client: TestClient, token: string, base = version._id) =>
      client.call(
        'versionCreate',
        { body: { record, base, file: { name: 'a.pdf', type: 'application/pdf' }, origin: 'sync' } },
        { 'x-operation-token': token },
      );
    for (const refused of [
      await create(ana.client, 'made-up'),
      await create(eva.client, operation.token),
      await ana.client.call(
        'entryCreate',
        {
          body: {
            group: library.id,
            name: 'a.pdf',
            ...{ year: 2026, month: 3, day: 7 },
            labels: [await server().make.label({ id: library.organization, name: '' })],
            file: { name: 'a.pdf', type: 'application/pdf' },
          },
        },
        { 'x-operation-token': operation.token },
      ),
    ]) {
      expect([refused.status, refused.body.error?.code]).toEqual([422, 'operation_spent']);
    }
    const [first, second] = await Promise.all([1, 2].map(() => create(ana.client, operation.token)));
    expect([first?.status, second?.status].sort()).toEqual([201, 422]);

    const { body: late } = await ask(ana.client);
    await server()
      .database.db.updateTable('operations')
      .set({ expires_at: new Date(0) })
      .execute();
    expect((await create(ana.client, late.token)).status).toBe(422);
    const { body: cut } = await ask(ana.client);
    await ana.client.ok('clientDelete', { params: { id: desktop._id } });
    expect((await create(ana.client, cut.token)).status).toBe(422);
    expect((await ask(ana.client)).status).toBe(404);
    expect((await startVersion(ana.client, record, version._id)).status).toBe('pending');
  });

  it('leave no secret behind: neither a token nor its answer is stored', async () => {
    const { ana } = await company(server());
    const desktop = await register(ana.client);
    const headers = { 'idempotency-key': 'una-clave-cualquiera' };
    const body = { client: desktop._id, type: 'create record' } as const;
    const [one, two] = [
      await ana.client.ok('operationCreate', { body }, headers),
      await ana.client.ok('operationCreate', { body }, headers),
    ];
    expect(one.token).not.toBe(two.token);
    const kept = JSON.stringify([
      await server().database.db.selectFrom('idempotency').selectAll().execute(),
      await server().database.db.selectFrom('operations').selectAll().execute(),
      await server().database.db.selectFrom('audit_events').selectAll().execute(),
    ]);
    expect(kept).not.toContain(one.token);
    expect(kept).toContain(one.opId);
  });
});
