import { beforeAll, describe, expect, it } from 'vitest';
import { makeDocument, startRecord } from '../../../testing/documents.ts';
import type { TestLibrary } from '../../../testing/factories.ts';
import { type TestClient, useTestServer } from '../../../testing/http.ts';

const NAMES = ['Acta.js', 'Plano.url', 'Copia.iso', 'desktop.ini', 'f.exe.', 'f.exe::$DATA', 'f\uff0eexe'];

describe('a file that may run when it is opened', () => {
  const server = useTestServer();
  let library: TestLibrary;
  let author: TestClient;

  beforeAll(async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    library = await make.library(organization);
    const person = await make.person(organization, { libraries: [[library, ['upload']]] });
    author = await signIn(person.email);
  });

  it('is refused by every call that names a file', async () => {
    const { record, version } = await makeDocument(server(), author, library);
    const { rev } = await author.ok('recordById', { params: { id: record } });
    for (const name of NAMES) {
      const day = { year: 2026, month: 3, day: 7 };
      const made = await author.call('entryCreate', {
        body: { ...day, name, group: library.id, file: { name, size: 3 } } as never,
      });
      await expect(
        startRecord(server(), author, library, { file: { name, type: 'text/plain' } }),
        name,
      ).rejects.toThrow('415');
      const next = await author.call('versionCreate', {
        body: { record, base: version._id, file: { name, size: 3 } } as never,
      });
      const renamed = await author.call('recordUpdate', {
        params: { id: record },
        body: { name, rev } as never,
      });
      expect([made.status, next.status, renamed.status], name).toEqual([415, 415, 415]);
    }
  });

  it('and was stored before, can be read and described', async () => {
    const { record, version, bytes } = await makeDocument(server(), author, library);
    const { db } = server().database;
    await db.updateTable('versions').set({ name: 'Rutina.js' }).where('id', '=', version._id).execute();
    await db.updateTable('record_faces').set({ name: 'Rutina.js' }).where('record_id', '=', record).execute();
    const response = await author.fetch(`/docs/versions/${version._id}/content`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(response.headers.get('content-disposition')).toContain('Rutina.js');
    const found = await author.ok('recordById', { params: { id: record } });
    const changed = await author.call('recordUpdate', {
      params: { id: record },
      body: { name: 'Rutina.js', notes: 'de antes', rev: found.rev } as never,
    });
    expect(changed.status).toBe(200);
  });
});
