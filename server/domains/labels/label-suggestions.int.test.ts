import { beforeEach, describe, expect, it } from 'vitest';
import type { TestLibrary, TestOrganization, TestPerson } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

describe.each(testEngines)('labels to suggest on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let author: TestPerson;
  let client: TestClient;
  beforeEach(async () => {
    const { make, signIn } = server();
    organization = await make.organization();
    library = await make.library(organization);
    author = await make.person(organization, { libraries: [[library, ['upload']]] });
    client = await signIn(author.email);
  });
  const make = () => server().make;
  const used = (folder?: string, group = library.id) =>
    client.ok('labelsUsed', { query: { group, ...(folder ? { folder } : {}) } });
  const told = async (...at: Parameters<typeof used>) =>
    (await used(...at)).map(({ label, where }) => `${label.name}: ${where}`);

  it('come from the folder first, then from its library, then from elsewhere, then by name', async () => {
    const other = await make().library(organization);
    await make().member(other, author, ['upload']);
    const label = (name: string) => make().label(organization, { name });
    await label('Andamios');
    const bodega = await label('Bodega');
    const casino = await label('Casino');
    const despacho = await label('Despacho');
    const folder = await client.ok('folderCreate', { body: { group: library.id, name: 'Contratos' } });
    const filed = await make().record(library, author, { labels: [despacho] });
    const { rev } = await client.ok('recordById', { params: { id: filed.id } });
    await client.ok('batchMove', {
      body: { items: [{ record: filed.id, rev }], group: library.id, folder: folder._id },
    });
    for (let at = 0; at < 2; at += 1) await make().record(library, author, { labels: [casino] });
    for (let at = 0; at < 3; at += 1) await make().record(other, author, { labels: [bodega] });
    expect(await told(folder._id)).toEqual([
      'Despacho: folder',
      'Casino: library',
      'Bodega: elsewhere',
      'Andamios: nowhere',
    ]);
    expect(await told()).toEqual([
      'Casino: folder',
      'Despacho: library',
      'Bodega: elsewhere',
      'Andamios: nowhere',
    ]);
  });

  it('are those that may be assigned in the library, and none for whom it is not', async () => {
    const other = await make().library(organization);
    await make().label(organization, { name: 'Ajena', groups: [other.id] });
    await make().label(organization, { name: 'Propia', groups: [library.id] });
    expect(await told()).toEqual(['Propia: nowhere']);
    expect(await told(undefined, other.id)).toEqual([]);
  });

  it('do not tell what is on documents that the person does not see', async () => {
    const secret = await make().label(organization, { name: 'Desvinculación' });
    const boss = await make().person(organization, { libraries: [[library, ['upload', 'review']]] });
    for (let at = 0; at < 3; at += 1) {
      await make().record(library, boss, { labels: [secret], scope: 'confidential' });
    }
    await make().label(organization, { name: 'Zanja' });
    expect(await told()).toEqual(['Desvinculación: nowhere', 'Zanja: nowhere']);
  });
});
