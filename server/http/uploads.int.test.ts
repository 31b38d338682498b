import { describe, expect, it } from 'vitest';
import {
  confirmBytes,
  makeDocument,
  sha256Of,
  someBytes,
  startRecord,
  upload,
} from '../testing/documents.ts';
import { useTestServer } from '../testing/http.ts';

describe('uploads', () => {
  const server = useTestServer();

  it('brings a document in: record, tus, confirm, and its bytes out again', async () => {
    const { make } = server();
    const organization = await make.organization();
    const library = await make.library(organization);
    const author = await make.person(organization, { libraries: [[library, ['upload']]] });
    const client = await server().signIn(author.email);
    const { record, version, bytes } = await makeDocument(server(), client, library);
    expect(version).toMatchObject({
      number: 1,
      state: 0,
      status: 'ready',
      current: true,
      size: bytes.length,
    });
    expect((await client.ok('recordById', { params: { id: record } })).currentVersion?._id).toBe(version._id);
    const response = await client.fetch(`/docs/versions/${version._id}/content`);
    expect(response.status).toBe(200);
    expect(sha256Of(Buffer.from(await response.arrayBuffer()))).toBe(sha256Of(bytes));
  });
});
