import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readBundle } from '#shared/documents/bundle.ts';
import { contentsHead } from '#shared/documents/versions.schemas.ts';
import { BUNDLE_MAX } from '#shared/platform/limits.ts';
import { addVersion, makeDocument, sha256Of, someBytes, startVersion } from '../../../testing/documents.ts';
import type { TestLibrary, TestOrganization } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';
import { testEngines } from '../../../testing/test-database.ts';

interface Wanted {
  readonly id: string;
  readonly sha256: string;
}

type Made = Wanted & { readonly bytes: Buffer };
type Seven = readonly [Made, Made, Made, Made, Made, Made, Made];

describe.each(testEngines)('many small versions in one answer, on %s', (engine) => {
  const server = useTestServer({ engine });
  let organization: TestOrganization;
  let library: TestLibrary;
  let author: TestClient;
  let reader: TestClient;
  let outsider: TestClient;

  beforeAll(async () => {
    const { make, signIn } = server();
    organization = await make.organization();
    library = await make.library(organization);
    const elsewhere = await make.library(organization);
    const person = async (on: TestLibrary, roles: ('upload' | 'review' | 'publish')[]) =>
      signIn((await make.person(organization, { libraries: [[on, roles]] })).email);
    author = await person(library, ['upload', 'review', 'publish']);
    reader = await person(library, []);
    outsider = await person(elsewhere, ['upload', 'publish']);
  });

  const ask = (client: TestClient, body: { versions?: readonly Wanted[] }, type = 'application/json') =>
    client.fetch('/docs/versions/contents', {
      method: 'POST',
      body: JSON.stringify({ versions: body.versions?.map(({ id, sha256 }) => ({ id, sha256 })) }),
      headers: { 'content-type': type },
    });

  async function contents(client: TestClient, versions: readonly Wanted[]): Promise<Map<string, Buffer>> {
    const answer = await ask(client, { versions });
    if (answer.status === 404) return new Map();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/vnd.legajo.bundle',
    ]);
    const found = new Map<string, Buffer>();
    const body = answer.body as unknown as AsyncIterable<Uint8Array>;
    for await (const { item, bytes } of readBundle(body, (head) => contentsHead.parse(head)))
      found.set(item.id, Buffer.from(bytes));
    return found;
  }

  async function document(bytes: Buffer, state: 1 | 3 = 3) {
    const made = await makeDocument(server(), author, library, { bytes, state });
    return { record: made.record, bytes, id: made.version._id, sha256: sha256Of(bytes) };
  }

  it('brings them in the order of the question, whole', async () => {
    const sizes = [1, 70_000, 17, BUNDLE_MAX.fileBytes, 300];
    const made = [];
    for (const size of sizes) made.push(await document(someBytes(size)));
    const wanted = made.reverse();
    const found = await contents(reader, wanted);
    expect([...found.keys()]).toEqual(wanted.map(({ id }) => id));
    for (const { id, bytes } of wanted) expect(found.get(id)?.equals(bytes)).toBe(true);
  });

  it('gives each person what the rule lets them see, and nothing of the rest', async () => {
    const shown = await document(someBytes(100));
    const draft = await document(someBytes(100), 1);
    const next = await addVersion(server(), author, shown.record, shown.id);
    const working = { id: next._id, sha256: next.sha256 ?? '' };
    const pending = await startVersion(author, shown.record, next._id);
    const all = [shown, draft, working, { id: pending._id, sha256: shown.sha256 }];
    const idsFor = async (client: TestClient) => [...(await contents(client, all)).keys()];
    expect(await idsFor(reader)).toEqual([shown.id]);
    expect(await idsFor(author)).toEqual([shown.id, draft.id, working.id]);
    expect(await idsFor(outsider)).toEqual([]);
    expect((await ask(server().anyone, { versions: all })).status).toBe(401);
  });

  it('leaves out what has other bytes than were expected, and what is too large for this', async () => {
    const one = await document(someBytes(10));
    const other = await document(someBytes(11));
    const large = await document(someBytes(BUNDLE_MAX.fileBytes + 1));
    const found = await contents(author, [{ id: one.id, sha256: other.sha256 }, other, large]);
    expect([...found.keys()]).toEqual([other.id]);
  });

  it('gives the same version once, and refuses what is no question', async () => {
    const one = await document(someBytes(10));
    expect([...(await contents(author, [one, one])).keys()]).toEqual([one.id]);
    const { id, sha256 } = one;
    const many = Array.from({ length: BUNDLE_MAX.files + 1 }, () => ({ id, sha256 }));
    for (const body of [{}, { versions: [] }, { versions: [{ id, sha256: 'x' }] }, { versions: many }])
      expect((await ask(author, body)).status).toBe(400);
    expect((await ask(author, { versions: [one] }, 'text/plain')).status).toBe(415);
  });

  const storedAt = ({ sha256 }: Wanted) => join(server().config.dataDir, 'files', sha256.slice(0, 1), sha256);

  it('comes without those that are damaged, missing or cannot be read', async () => {
    const sizes = [300, 100, 400_000, 500, 2_000, BUNDLE_MAX.fileBytes, 50];
    const made = [];
    for (const size of sizes) made.push(await document(someBytes(size)));
    const [damaged, small, middle, lost, folder, large, last] = made as readonly Made[] as Seven;
    for (const each of [damaged, lost, folder]) await rm(storedAt(each));
    await writeFile(storedAt(damaged), someBytes(300));
    await mkdir(storedAt(folder));
    const found = await contents(author, made);
    expect([...found.keys()]).toEqual([small.id, middle.id, large.id, last.id]);
    for (const each of [small, middle, large, last])
      expect(found.get(each.id)?.equals(each.bytes)).toBe(true);
    // Where none can be given it is said, as of a single one.
    const refused = await ask(author, { versions: [lost, damaged] });
    expect([refused.status, await refused.json()]).toMatchObject([
      410,
      { error: { code: 'content_damaged' } },
    ]);
  });

  it('breaks off, rather than pass for whole, where a file of it is lost while it is sent', async () => {
    const [first, next] = [await document(someBytes(BUNDLE_MAX.fileBytes)), await document(someBytes(500))];
    const { storage } = server().running.services.deps;
    const read = storage.read.bind(storage);
    let reads = 0;
    const watched = vi.spyOn(storage, 'read').mockImplementation(async (sha256) => {
      reads += 1;
      if (reads === 3) await rm(storedAt(next));
      return read(sha256);
    });
    const taken: string[] = [];
    const reading = async () => {
      const answer = await ask(author, { versions: [first, next] });
      const body = answer.body as unknown as AsyncIterable<Uint8Array>;
      for await (const { item } of readBundle(body, (head) => contentsHead.parse(head))) taken.push(item.id);
    };
    await expect(reading()).rejects.toThrow();
    expect(taken).not.toContain(next.id);
    watched.mockRestore();
  });
});
