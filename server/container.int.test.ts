import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDocument, sha256Of } from './testing/documents.ts';
import { useTestServer } from './testing/http.ts';

describe('a server on a port that the system chose', () => {
  const server = useTestServer();

  it('sends people to it: in signed links and in mails', async () => {
    const { make, url, config, anyone } = server();
    const organization = await make.organization();
    const library = await make.library(organization);
    const { email } = await make.person(organization, { libraries: [[library, ['upload']]] });
    const ana = await server().signIn(email);
    expect(config.port).toBe(0);
    expect(new URL(url).port).not.toBe('0');

    const { version, bytes } = await makeDocument(server(), ana, library);
    const link = await ana.ok('versionLink', { params: { id: version._id } });
    expect(link.url.startsWith(`${url}/`)).toBe(true);
    const response = await fetch(link.url);
    expect(sha256Of(Buffer.from(await response.arrayBuffer()))).toBe(sha256Of(bytes));

    await anyone.ok('forgotPassword', { body: { email } });
    const outbox = join(config.dataDir, 'outbox');
    const mails = async () => (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
    await expect.poll(mails).toHaveLength(1);
    const [mail = ''] = await mails();
    expect(await readFile(join(outbox, mail), 'utf8')).toContain(`${url}/password`);
  });

  it('keeps its people signed in over a restart, though the port is another one', async () => {
    const organization = await server().make.organization();
    const ana = await server().signIn((await server().make.person(organization)).email);
    const before = server().url;
    await server().restart();
    expect(server().url).not.toBe(before);
    expect((await ana.call('session')).status).toBe(200);
  });
});
