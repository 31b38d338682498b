import { describe, expect, it } from 'vitest';
import { sha256Of, someBytes } from '../../testing/documents.ts';
import { useTestServer } from '../../testing/http.ts';
import { newId } from '../ids.ts';
import type { Received } from './upload-store.ts';
import { UploadGone } from './uploads.ts';

describe('uploads between their judgement and the storage', () => {
  const server = useTestServer();

  it.each([1000, 500_000])('keeps what was judged, not what came in its place: %i bytes', async (size) => {
    const { uploads, deps } = server().running.services;
    const [first, second] = [someBytes(size), someBytes(size)];
    const key = newId();
    await uploads.receive(key, first);
    const judged = (await uploads.received(key)) as Received;
    // Its maker gives it up and begins anew with as many other bytes, just before the storage names them.
    await uploads.forget([key]);
    await uploads.receive(key, second);
    await expect(uploads.keep([judged])).rejects.toThrow(UploadGone);
    expect(await deps.storage.stat(sha256Of(first))).toBeNull();
    await uploads.keep([(await uploads.received(key)) as Received]);
    expect(await deps.storage.read(sha256Of(second))).toEqual(second);
  });
});
