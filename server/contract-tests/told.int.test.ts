import { beforeEach, describe, expect, it } from 'vitest';
import type { TestLibrary, TestOrganization, TestPerson } from '../testing/factories.ts';
import { createTestClient, type TestClient, useOtherProcess, useTestServer } from '../testing/http.ts';
import { testEngines } from '../testing/test-database.ts';

const TOLD = 30;
/** One of the codes, taken by a document that the uploader does not see. */
const HIDDEN = 'Despidos.pdf';

describe.each(testEngines)('names that hidden documents have, on %s', (engine) => {
  const server = useTestServer({ engine });
  let library: TestLibrary;
  let uploader: TestPerson;
  let client: TestClient;
  let judge: TestClient;
  let label: string;

  beforeEach(async () => {
    const { make } = server();
    const organization = await make.organization();
    library = await make.library(organization);
    label = await make.label(organization);
    uploader = await make.person(organization, { libraries: [[library, ['upload']]] });
    const publisher = await make.person(organization, { libraries: [[library, ['upload', 'publish']]] });
    [client, judge] = [await server().signIn(uploader.email), await server().signIn(publisher.email)];
    await create(judge, HIDDEN, { scope: 'confidential' });
  });

  const create = (who: TestClient, name: string, more: object = {}) =>
    who.call('recordCreate', {
      body: {
        ...{ title: 'Acta de obra', group: library.id, state: 0, labels: [label], date: '2026-03-07' },
        file: { name, type: 'application/pdf' },
        ...more,
      },
    });
  const statuses = async (count: number, call: () => Promise<{ status: number }>): Promise<number[]> => {
    const all: number[] = [];
    for (let at = 0; at < count; at += 1) all.push((await call()).status);
    return [...new Set(all)];
  };

  it('are told of thirty times a minute, and then no name is given, free or not', async () => {
    const own = await create(client, 'Mío.pdf');
    const { _id: folder } = await client.ok('folderCreate', {
      body: { group: library.id, name: 'Obra', parent: null },
    });
    expect(await statuses(TOLD, () => create(client, HIDDEN))).toEqual([201]);
    for (const name of [HIDDEN, 'Libre.pdf']) {
      const { status, body } = await create(client, name);
      expect([status, body.error?.code]).toEqual([429, 'rate_limited']);
    }
    const { record } = own.body;
    const params = { id: record._id };
    const { rev } = await client.ok('recordById', { params });
    expect((await client.call('recordUpdate', { params, body: { rev, name: 'Libre.pdf' } })).status).toBe(
      429,
    );
    const moved = await client.ok('batchMove', {
      body: { items: [{ record: record._id }], group: library.id, folder },
    });
    expect(moved.results).toMatchObject([{ ok: false, error: { code: 'rate_limited' } }]);
    // Calls that give no name still work, and so do other people's.
    expect(
      (await client.call('recordUpdate', { params, body: { rev, title: 'Acta corregida' } })).status,
    ).toBe(200);
    expect((await create(judge, HIDDEN)).status).toBe(201);
  });

  it('count, and those of documents that are seen do not', async () => {
    await create(client, 'Mío.pdf');
    expect(await statuses(TOLD + 2, () => create(client, 'Mío.pdf'))).toEqual([201]);
    expect(await statuses(TOLD + 2, () => create(judge, HIDDEN))).toEqual([201]);
    expect((await create(client, HIDDEN)).status).toBe(201);
  });
});

describe('e-mails that other organizations use', () => {
  const server = useTestServer({ engine: 'postgres' });
  const other = useOtherProcess(server);

  it('are named thirty a minute by the check of an import, over all processes', async () => {
    const { make } = server();
    const organization = await make.organization();
    const admin = await make.person(organization, { isAdmin: true });
    const here = await server().signIn(admin.email);
    const there = createTestClient(() => other().address, { idToken: here.token ?? '' });
    const elsewhere: TestOrganization = await make.organization();
    const taken: string[] = [];
    for (let at = 0; at < TOLD + 5; at += 1) taken.push((await make.person(elsewhere)).email);
    const table = (emails: readonly string[]) => ({
      body: {
        file: {
          name: 'personas.csv',
          data: Buffer.from(
            ['Nombres;Apellidos;Correo', ...emails.map((each) => `Eva;Ríos;${each}`)].join('\r\n'),
          ).toString('base64'),
        },
      },
    });
    const report = await here.ok('userImportCheck', table(taken));
    expect(report.faultCount).toBe(TOLD);
    for (const client of [here, there])
      for (const emails of [taken, ['libre@legajo.test']]) {
        expect((await client.call('userImportCheck', table(emails))).status).toBe(429);
        expect((await client.call('userImport', table(emails))).status).toBe(429);
      }
    const one = { email: 'libre@legajo.test', firstname: 'Eva', lastname: 'Ríos' };
    expect((await here.call('userCreate', { body: one })).status).toBe(429);
  });
});
