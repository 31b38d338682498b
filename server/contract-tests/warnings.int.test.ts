import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDocument, someBytes } from '../testing/documents.ts';
import { useTestServer } from '../testing/http.ts';

describe('standard error', () => {
  const server = useTestServer();
  const warned: string[] = [];
  const note = ({ message }: Error): void => void warned.push(message);
  beforeAll(() => void process.on('warning', note));
  afterAll(() => void process.off('warning', note));

  it('has no warning of Node’s while a document goes in and out', async () => {
    const { make, signIn } = server();
    const organization = await make.organization();
    const library = await make.library(organization);
    const { email } = await make.person(organization, { libraries: [[library, ['upload', 'publish']]] });
    const author = await signIn(email);
    const { version, record } = await makeDocument(server(), author, library, { bytes: someBytes(70_000) });
    await (await author.fetch(`/docs/versions/${version._id}/content`)).arrayBuffer();
    const { url } = await author.ok('downloadCreate', { body: { records: [record] } });
    await (await fetch(url)).arrayBuffer();
    // Node emits warnings with the next tick.
    await new Promise((resolve) => setImmediate(resolve));
    expect(warned).toEqual([]);
  });
});
