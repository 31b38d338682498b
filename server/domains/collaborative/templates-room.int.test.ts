import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { wordFile, wordParagraph } from '../../testing/files/files.ts';
import { useTestServer } from '../../testing/http.ts';
import { said } from '../../testing/races/race-fixture.ts';

const SMALL = wordFile(wordParagraph('Acta de obra'));
/** Twice and more as large: its words cannot be packed. */
const LARGE = wordFile(wordParagraph(randomBytes(2 * SMALL.length).toString('hex')));
const file = (bytes: Buffer) => ({ name: 'acta.docx', data: bytes.toString('base64') });

describe('templates', () => {
  const server = useTestServer({ config: { organizationQuota: LARGE.length + SMALL.length / 2 } });

  it('take room of the organization’s quota and of the disk', async () => {
    const { make, running, signIn } = server();
    const admin = await signIn((await make.person(await make.organization(), { isAdmin: true })).email);
    const create = (name: string, bytes: Buffer) =>
      admin.call('templateCreate', { body: { name, file: file(bytes) } });
    const made = await admin.ok('templateCreate', { body: { name: 'Una', file: file(LARGE) } });
    expect(said(await create('Otra', SMALL))).toBe('507 quota_full');
    // A file takes the place of the one before: the same again needs nothing more.
    const params = { id: made._id };
    const same = await admin.ok('templateUpdate', { params, body: { rev: 0, file: file(LARGE) } });
    const less = await admin.ok('templateUpdate', { params, body: { rev: same.rev, file: file(SMALL) } });
    expect((await create('Otra', SMALL)).status).toBe(201);
    const more = await admin.call('templateUpdate', { params, body: { rev: less.rev, file: file(LARGE) } });
    expect(said(more)).toBe('507 quota_full');
    await admin.ok('templateDelete', { params });
    const full = vi.spyOn(running.services.deps.storage, 'freeBytes').mockResolvedValue(0);
    expect(said(await create('Tercera', SMALL))).toBe('507 storage_full');
    full.mockRestore();
    expect((await create('Tercera', SMALL)).status).toBe(201);
  });
});
