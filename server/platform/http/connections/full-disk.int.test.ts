import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { docxFile } from '../../../testing/files/files.ts';
import { startTestServer, type TestServer } from '../../../testing/http.ts';

const fault = (code: string) => Object.assign(new Error(`${code}: it failed, statfs`), { code });

describe('calls while the machine fails', () => {
  const lines: { level: number; msg: string; err?: Record<string, unknown> }[] = [];
  let server: TestServer;

  beforeEach(async () => {
    lines.length = 0;
    server = await startTestServer({
      config: { logLevel: 'warn' },
      logTo: { write: (line) => void lines.push(JSON.parse(line)) },
    });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await server.stop();
  });

  it.each([
    ['ENOSPC', 507, 'storage_full'],
    ['EDQUOT', 507, 'storage_full'],
    ['EMFILE', 503, 'unavailable'],
  ])('with %s are answered, and the operator reads one line', async (code, status, said) => {
    const { make, signIn, running } = server;
    const admin = await signIn((await make.person(await make.organization(), { isAdmin: true })).email);
    const data = (await docxFile(['Acta'])).toString('base64');
    vi.spyOn(running.services.deps.storage, 'freeBytes').mockRejectedValue(fault(code));
    for (let n = 0; n < 12; n += 1) {
      const body = { name: `Acta ${n}`, file: { name: 'acta.docx', data } };
      const answer = await admin.call('templateCreate', { body });
      expect([answer.status, answer.body.error?.code]).toEqual([status, said]);
    }
    const told = lines.filter(({ err }) => err?.code === code);
    expect(told).toHaveLength(1);
    expect(told[0]?.err).not.toHaveProperty('stack');
    expect(told[0]?.err?.todo).toEqual(expect.any(String));
  });
});
