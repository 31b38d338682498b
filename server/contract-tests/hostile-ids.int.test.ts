import { beforeAll, describe, expect, it } from 'vitest';
import { makeDocument } from '../testing/documents.ts';
import { type Answer, type TestClient, useTestServer } from '../testing/http.ts';
import { said } from '../testing/races/race-fixture.ts';
import { createSuspects, type Suspects } from '../testing/security-fixture.ts';

const FILE = { name: 'plano.pdf', type: 'application/pdf' };
/** A signed-in person with bad intentions. */
describe('a person who means harm', () => {
  const unlimited = { perAccount: 1000, perAddress: 10_000 };
  const server = useTestServer({ config: { signInFailures: unlimited } });
  let library: Suspects['library'];
  let anaPerson: Suspects['anaPerson'];
  let readerPerson: Suspects['readerPerson'];
  let boss: TestClient;
  let ana: TestClient;
  let reader: TestClient;
  let wizard: Suspects['wizard'];
  let entry: Suspects['entry'];
  /** Ids of another organization. */
  let theirs: Awaited<ReturnType<typeof elsewhere>>;

  async function elsewhere() {
    const { make, signIn } = server();
    const foreign = await make.organization();
    const place = await make.library(foreign);
    const person = await make.person(foreign, { isAdmin: true, libraries: [[place, ['upload']]] });
    const client = await signIn(person.email);
    const { record, version } = await makeDocument(server(), client, place);
    return {
      ...{ client, record, library: place.id, person: person.id, version: version._id },
      label: await make.label(foreign),
      documentType: await make.documentType(foreign),
      department: await make.department(foreign),
      folder: (await client.ok('folderCreate', { body: { group: place.id, name: 'Suya' } }))._id,
      desktop: (await client.ok('clientCreate', { body: { name: 'Suyo', platform: 'linux' } }))._id,
    };
  }

  beforeAll(async () => {
    ({ library, anaPerson, readerPerson, boss, ana, reader, wizard, entry } = await createSuspects(server()));
    theirs = await elsewhere();
  });

  it('reaches nothing of another organization, by whatever id', async () => {
    const { record } = await makeDocument(server(), ana, library);
    const { rev } = await ana.ok('recordById', { params: { id: record } });
    const edit = (values: object) =>
      ana.call('recordUpdate', { params: { id: record }, body: { rev, ...values } });
    const create = (values: object) => ana.call('recordCreate', { body: wizard(values) });
    const folder = (values: object) =>
      ana.call('folderCreate', { body: { group: library.id, name: 'Nueva', ...values } });
    const person = { email: 'x@legajo.test', firstname: 'X', lastname: 'Y' };
    const answers = {
      'a label': await create({ labels: [theirs.label] }),
      'a folder': await create({ folder: theirs.folder }),
      'a type': await create({ documentType: theirs.documentType }),
      'an author': await create({ authors: [theirs.person] }),
      'a library': await create({ group: theirs.library }),
      'a label, by editing': await edit({ labels: [theirs.label] }),
      'a type, by editing': await edit({ documentType: theirs.documentType }),
      'an author, by editing': await ana.call('recordAuthors', {
        params: { id: record },
        body: { authors: [theirs.person] },
      }),
      'a default label': await folder({ defaultLabels: [theirs.label] }),
      'a parent folder': await folder({ parent: theirs.folder }),
      'their folder': await ana.call('folderDelete', { params: { id: theirs.folder } }),
      'their desktop': await ana.call('clientDelete', { params: { id: theirs.desktop } }),
      'their desktop, by a token': await ana.call('operationCreate', {
        body: { client: theirs.desktop, type: 'create record' },
      }),
      'their department': await boss.call('userCreate', {
        body: { ...person, department: theirs.department },
      }),
      'their version as a base': await ana.call('versionCreate', {
        body: { record, base: theirs.version, file: FILE },
      }),
      'a request to one of them': await ana.call('reviewRequest', {
        body: { record, version: (await current(record))._id, to: [theirs.person] },
      }),
    };
    const codes = Object.fromEntries(Object.entries(answers).map(([what, answer]) => [what, said(answer)]));
    expect(codes).toEqual({
      'a label': '422 label_not_assignable',
      'a folder': '400 invalid',
      'a type': '400 invalid',
      'an author': '422 author_not_member',
      'a library': '404 not_found',
      'a label, by editing': '422 label_not_assignable',
      'a type, by editing': '400 invalid',
      'an author, by editing': '422 author_not_member',
      'a default label': '422 label_not_assignable',
      'a parent folder': '400 invalid',
      'their folder': '404 not_found',
      'their desktop': '404 not_found',
      'their desktop, by a token': '404 not_found',
      'their department': '400 invalid',
      'their version as a base': '400 invalid',
      'a request to one of them': '400 invalid',
    });
  });

  const current = async (id: string) => {
    const { currentVersion } = await ana.ok('recordById', { params: { id } });
    if (!currentVersion) throw new Error('no version');
    return currentVersion;
  };

  it('gets no more out of a batch than out of single calls', async () => {
    const mine = await makeDocument(server(), ana, library);
    const items = [theirs.record, crypto.randomUUID()].map((record) => ({ record, rev: 0 }));
    const codes = async (call: Promise<Answer<{ results: { ok: boolean; error?: { code: string } }[] }>>) =>
      (await call).body.results.map((each) => each.error?.code);
    const gone = ['not_found', 'not_found'];
    expect(await codes(ana.call('batchState', { body: { items, state: 1 } }))).toEqual(gone);
    expect(await codes(ana.call('batchMove', { body: { items, group: library.id, folder: null } }))).toEqual(
      gone,
    );
    // An unknown library and a foreign one get the same answer.
    for (const group of [theirs.library, crypto.randomUUID()]) {
      const body = { items: [{ record: mine.record }], group, folder: null };
      expect(await codes(ana.call('batchMove', { body }))).toEqual(['not_found']);
    }
    const creations = [entry({ group: theirs.library }), entry({ parent: theirs.folder })];
    expect(await codes(ana.call('createBatch', { body: { items: creations } }))).toEqual([
      'not_found',
      'invalid',
    ]);
    const sha256 = 'a'.repeat(64);
    const confirmations = [theirs.version, crypto.randomUUID()].map((version) => ({
      version,
      size: 1,
      sha256,
    }));
    expect(await codes(ana.call('confirmBatch', { body: { items: confirmations } }))).toEqual(gone);
  });

  it('finds nothing by filters that name what is not theirs', async () => {
    await makeDocument(server(), ana, library);
    const search = async (query: Record<string, string>) =>
      (await ana.ok('recordSearch', { query })).items.length;
    expect(await search({})).toBeGreaterThan(0);
    for (const query of [
      { group: theirs.library },
      { label: theirs.label },
      { author: theirs.person },
      { folder: theirs.folder },
      { documentType: theirs.documentType },
    ])
      expect(await search(query as never), JSON.stringify(query)).toBe(0);
    expect(said(await ana.call('changes', { query: { group: theirs.library } }))).toBe('404 not_found');
  });

  it('sets nothing that a body may not carry', async () => {
    const extra = {
      ...{ _id: crypto.randomUUID(), organization: theirs.library, createdBy: theirs.person, rev: 99 },
      ...{
        ready: true,
        number: 9,
        status: 'ready',
        sha256: 'a'.repeat(64),
        origin: 'restore',
        key: '../../x',
      },
      ...{ currentVersion: theirs.version, publishedVersion: theirs.version, deletedAt: null },
    };
    const made = await ana.ok('recordCreate', { body: wizard(extra) as never });
    expect(made.record).toMatchObject({ currentVersion: null, publishedVersion: null, rev: 0 });
    expect(made.record.createdBy._id).toBe(anaPerson.id);
    expect(made.record._id).not.toBe(extra._id);
    expect(made.version).toMatchObject({ status: 'pending', number: null, sha256: null, origin: 'web' });
    expect(made.version.key).toMatch(/^[0-9a-f-]{36}$/);

    // The only field that grants admin rights is `roles`.
    const flags = {
      groups: ['admin'],
      isAdmin: true,
      is_admin: true,
      enabled: false,
      organization: theirs.library,
    };
    const body = { firstname: 'Otra', ...flags } as never;
    const user = await boss.ok('userUpdate', { params: { id: readerPerson.id }, body });
    expect(user).toMatchObject({ firstname: 'Otra', enabled: true, roles: [] });
    expect((await reader.ok('session')).isAdmin).toBe(false);
  });
});
