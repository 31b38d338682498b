import { beforeEach, describe, expect, it } from 'vitest';
import { STATE } from '#shared/access/states.ts';
import { addVersion, makeDocument, sha256Of, someBytes } from '../../testing/documents.ts';
import type { TestLibrary, TestOrganization } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

describe.each(testEngines)('documents by the hash of their bytes, on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let author: TestClient;
  let reader: TestClient;
  beforeEach(async () => {
    const { make, signIn } = server();
    organization = await make.organization();
    library = await make.library(organization);
    const all = [[library, ['upload', 'review', 'publish']]] as const;
    author = await signIn((await make.person(organization, { libraries: all })).email);
    reader = await signIn((await make.person(organization, { libraries: [[library, []]] })).email);
  });

  const titles = async (client: TestClient, bytes: Buffer) =>
    (await client.ok('recordsByHash', { params: { sha256: sha256Of(bytes) } })).map((each) => each.title);

  it('are found under any name, also by an earlier version, and once each', async () => {
    const { record, version, bytes } = await makeDocument(server(), author, library, {
      title: 'Plano norte',
    });
    await makeDocument(server(), author, library, { title: 'Plano copiado', bytes });
    const second = someBytes();
    await addVersion(server(), author, record, version._id, { bytes: second });
    await author.ok('versionRestore', {
      params: { id: version._id },
      body: { base: (await author.ok('recordById', { params: { id: record } })).currentVersion?._id ?? '' },
    });
    expect((await titles(author, bytes)).sort()).toEqual(['Plano copiado', 'Plano norte']);
    expect(await titles(author, second)).toEqual(['Plano norte']);
    expect(await titles(author, someBytes())).toEqual([]);
  });

  it('are told to nobody who does not see them, nor of a version that was never published', async () => {
    const draft = await makeDocument(server(), author, library);
    expect(await titles(reader, draft.bytes)).toEqual([]);
    const open = await makeDocument(server(), author, library, {
      state: STATE.published,
      title: 'Publicado',
    });
    const later = someBytes();
    await addVersion(server(), author, open.record, open.version._id, { bytes: later });
    expect(await titles(reader, open.bytes)).toEqual(['Publicado']);
    expect(await titles(reader, later)).toEqual([]);
    expect(await titles(author, later)).toEqual(['Publicado']);
    await author.ok('recordDelete', { params: { id: open.record } });
    expect(await titles(author, open.bytes)).toEqual([]);
    const { make, signIn } = server();
    const elsewhere = await make.organization();
    const stranger = await signIn(
      (await make.person(elsewhere, { libraries: [[await make.library(elsewhere), ['upload']]] })).email,
    );
    expect(await titles(stranger, draft.bytes)).toEqual([]);
  });
});
