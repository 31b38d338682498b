import { beforeAll, describe, expect, it } from 'vitest';
import { addVersion, makeDocument, sha256Of } from '../../../testing/documents.ts';
import type { TestLibrary } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';

describe('contents that are looked up by their hashes', () => {
  const server = useTestServer();
  let ana: TestClient;
  let reader: TestClient;
  let stranger: TestClient;
  let library: TestLibrary;
  beforeAll(async () => {
    const { make, signIn } = server();
    const place = await make.workplace();
    library = place.library;
    const person = async (roles: readonly ('upload' | 'publish' | 'review')[]) =>
      signIn((await make.person(place.organization, { libraries: [[library, roles]] } as never)).email);
    ana = await person(['upload', 'review', 'publish']);
    reader = await person([]);
    const elsewhere = await make.workplace();
    stranger = await signIn((await make.person(elsewhere.organization, {})).email);
  });
  const known = (client: TestClient, ...hashes: string[]) => client.ok('contentsKnown', { body: { hashes } });

  it('are told with their documents, earlier versions too, to whoever sees those', async () => {
    const [first, second] = [Buffer.from('acta, primera'), Buffer.from('acta, segunda')];
    const { record, version } = await makeDocument(server(), ana, library, { bytes: first });
    await addVersion(server(), ana, record, version._id, {
      bytes: second,
      file: { name: 'Acta.pdf', type: 'application/pdf' },
    });
    const hashes = [sha256Of(first), sha256Of(second)];
    const found = await known(ana, ...hashes, sha256Of(Buffer.from('nadie la tiene')));
    expect(found.map(({ sha256 }) => sha256).sort()).toEqual([...hashes].sort());
    expect(new Set(found.map((each) => each.record))).toEqual(new Set([record]));
    // A draft is nothing to readers, and nothing of an organization is anything to another.
    expect(await known(reader, ...hashes)).toEqual([]);
    expect(await known(stranger, ...hashes)).toEqual([]);
  });

  it('of what is in the bin are told as such, to whoever saw them', async () => {
    const bytes = Buffer.from('al basurero');
    const { record } = await makeDocument(server(), ana, library, { bytes });
    const told = { sha256: sha256Of(bytes), record };
    expect(await known(ana, told.sha256)).toEqual([told]);
    await ana.ok('recordDelete', { params: { id: record } });
    expect(await known(ana, told.sha256)).toEqual([{ ...told, record: null }]);
    expect(await known(reader, told.sha256)).toEqual([]);
    expect(await known(stranger, told.sha256)).toEqual([]);
  });

  it('of two documents with the same bytes both are told', async () => {
    const bytes = Buffer.from('plantilla');
    const [one, other] = [
      await makeDocument(server(), ana, library, { bytes }),
      await makeDocument(server(), ana, library, { bytes }),
    ];
    const found = await known(ana, sha256Of(bytes));
    expect(found.map(({ record }) => record).sort()).toEqual([one.record, other.record].sort());
  });
});
