import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { someBytes } from '../../testing/documents.ts';
import type { TestLibrary } from '../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../testing/http.ts';
import { type Call, said } from '../../testing/races/race-fixture.ts';
import { oneAfterTheOther } from '../../testing/races/races.ts';
import { askForFiles, type Sender } from '../../testing/uploads/deliveries.ts';

describe('two who send by one link at the same moment', () => {
  const server = useTestServer({ engine: 'postgres' });
  let library: TestLibrary;
  let ana: TestClient;
  let folder: string;
  let id: string;
  let sender: Sender;

  beforeAll(async () => {
    const { make, signIn } = server();
    const place = await make.workplace();
    library = place.library;
    const maker = await make.person(place.organization, { libraries: [[library, ['upload']]] });
    ana = await signIn(maker.email);
  });
  beforeEach(async () => {
    folder = (await ana.ok('folderCreate', { body: { group: library.id, name: `Obra ${newId()}` } }))._id;
    ({ id, sender } = await askForFiles(server(), ana, folder));
  });

  const limit = (values: { max_files?: number; max_bytes?: number }) =>
    server().database.db.updateTable('file_requests').set(values).where('id', '=', id).execute();
  const race = async (calls: readonly Call[]) =>
    (await oneAfterTheOther(server(), { fileRequest: id }, calls)).map((answer) => said(answer));
  const arrived = async (bytes: Buffer): Promise<string> => {
    const { body } = await sender.begin({ size: bytes.length });
    const { file } = body;
    await sender.create(file, bytes.length);
    await sender.patch(file, 0, bytes);
    return file;
  };

  it('do not get the last place both', async () => {
    await limit({ max_files: 1 });
    expect(await race([1, 2].map(() => () => sender.begin({ size: 10 })))).toEqual(['201', '422 link_full']);
  });

  it('do not get the last bytes both', async () => {
    await limit({ max_bytes: 1500 });
    expect(await race([1, 2].map(() => () => sender.begin({ size: 1000 })))).toEqual([
      '201',
      '422 link_full',
    ]);
  });

  it('begin one file where they say the same of it', async () => {
    const operation = newId();
    const both = [1, 2].map(() => () => sender.begin({ size: 10, operation }));
    expect(await race(both)).toEqual(['201', '201']);
    expect((await sender.open()).body).toMatchObject({ filesLeft: 19 });
  });

  it('bring nothing in where the link is revoked between their bytes and their confirmation', async () => {
    const bytes = someBytes(800);
    const key = await arrived(bytes);
    const calls = [() => ana.call('fileRequestRevoke', { params: { id } }), () => sender.confirm(key, bytes)];
    expect(await race(calls)).toEqual(['200', '410 link_closed']);
    expect((await ana.ok('recordSearch', { query: { folder } })).items).toEqual([]);
  });

  it('make one document of a file that is confirmed twice', async () => {
    const bytes = someBytes(800);
    const key = await arrived(bytes);
    expect(await race([1, 2].map(() => () => sender.confirm(key, bytes)))).toEqual(['200', '200']);
    expect((await ana.ok('recordSearch', { query: { folder } })).items).toHaveLength(1);
  });
});
