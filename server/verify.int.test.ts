import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCommandHere, runServerCommand } from './testing/command.ts';
import { makeDocument, sha256Of } from './testing/documents.ts';
import { type TestClient, useTestServer } from './testing/http.ts';

const MIB = 1024 ** 2;

describe('contents that are not what they were', () => {
  const server = useTestServer({ engine: 'postgres' });
  let author: TestClient;
  let admin: TestClient;
  let large: { version: string; bytes: Buffer };
  let small: { version: string; bytes: Buffer };

  const keptAt = (bytes: Buffer) => {
    const sha256 = sha256Of(bytes);
    return join(server().config.dataDir, 'files', sha256.slice(0, 1), sha256);
  };
  async function write(bytes: Buffer, at: number, what: Buffer): Promise<void> {
    await chmod(keptAt(bytes), 0o600);
    const file = await open(keptAt(bytes), 'r+');
    await file.write(what, 0, what.length, at);
    await file.close();
  }
  const contentOf = (version: string, range?: string) =>
    author.fetch(`/docs/versions/${version}/content`, range ? { headers: { range: `bytes=${range}` } } : {});
  async function verify(run = runCommandHere) {
    const env = { DATABASE_URL: server().database.url, DATA_DIR: server().config.dataDir };
    const { code, lines } = await run('verify.ts', [], env);
    return { said: lines.join('\n'), code };
  }

  beforeAll(async () => {
    const { make } = server();
    const organization = await make.organization();
    const library = await make.library(organization);
    const person = await make.person(organization, { libraries: [[library, ['upload']]] });
    author = await server().signIn(person.email);
    admin = await server().signIn((await make.person(organization, { isAdmin: true })).email);
    const made = async (title: string, size: number) => {
      const { version, bytes } = await makeDocument(server(), author, library, {
        title,
        bytes: randomBytes(size),
      });
      return { version: version._id, bytes };
    };
    large = await made('Plano general', 4 * MIB);
    small = await made('Acta de junta', 2000);
  });

  it('as they are, everything is in order', async () => {
    expect(await verify(runServerCommand)).toEqual({
      said: expect.stringContaining('Todo en orden: 2 contenidos'),
      code: 0,
    });
  });

  it('are not served from the damage on, are listed, and are served again once they are restored', async () => {
    await write(large.bytes, 2 * MIB + 10, Buffer.from([~(large.bytes[2 * MIB + 10] ?? 0)]));
    // What is whole of it can still be had, the rest in no way.
    const good = await contentOf(large.version, `0-${2 * MIB - 1}`);
    expect(sha256Of(Buffer.from(await good.arrayBuffer()))).toBe(sha256Of(large.bytes.subarray(0, 2 * MIB)));
    for (const range of [`${2 * MIB}-`, `${2 * MIB + 500}-${2 * MIB + 600}`]) {
      const bad = await contentOf(large.version, range);
      expect(bad.status).toBe(410);
      expect(await bad.json()).toMatchObject({ error: { code: 'content_damaged' } });
    }
    const damaged = () => server().database.db.selectFrom('damaged_contents').select('sha256').execute();
    await expect.poll(damaged).toEqual([{ sha256: sha256Of(large.bytes) }]);
    expect((await contentOf(large.version)).status).toBe(410);
    expect((await admin.ok('system')).storage.damaged).toBe(1);

    await rm(keptAt(small.bytes));
    const { said, code } = await verify();
    expect(code).toBe(1);
    expect(said).toContain(`dañado: ${sha256Of(large.bytes)}  Plano general (versión 1)`);
    expect(said).toContain(`falta: ${sha256Of(small.bytes)}  Acta de junta (versión 1)`);
    expect(said).toContain('2 de 2 contenidos');
    expect(said).not.toContain('Faltan');

    // What the system does not give hides nothing of the rest.
    await mkdir(keptAt(small.bytes));
    const unread = await verify();
    await rm(keptAt(small.bytes), { recursive: true });
    expect(unread.code).toBe(1);
    expect(unread.said).toContain(`no se puede leer: ${sha256Of(small.bytes)}  Acta de junta (versión 1)`);
    expect(unread.said).toContain(`dañado: ${sha256Of(large.bytes)}`);

    await write(large.bytes, 0, large.bytes);
    const file = await open(keptAt(small.bytes), 'wx');
    await file.writeFile(small.bytes);
    await file.close();
    expect((await verify()).code).toBe(0);
    expect(await damaged()).toEqual([]);
    for (const { version, bytes } of [large, small])
      expect(sha256Of(Buffer.from(await (await contentOf(version)).arrayBuffer()))).toBe(sha256Of(bytes));
  });

  it('that are missing for the most part are said in one sentence, with what to do', async () => {
    for (const { bytes } of [large, small]) await rm(keptAt(bytes));
    const { said, code } = await verify();
    expect(code).toBe(1);
    expect(said).toContain('Faltan 2 de 2 archivos');
    expect(said).toContain('docs/operations.md');
    expect(said).toContain('Acta de junta (versión 1)');
  });
});
