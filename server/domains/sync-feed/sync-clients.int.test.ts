import { describe, expect, it } from 'vitest';
import { type TestClient, type TestServer, useTestServer } from '../../testing/http.ts';

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
