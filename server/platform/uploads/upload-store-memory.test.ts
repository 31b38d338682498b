import { randomBytes } from 'node:crypto';
import { appendFile, chmod, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Upload } from '@tus/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256Of } from '../../testing/documents.ts';
import { SMALL, someBytes, TestUploadStore } from '../../testing/uploads/upload-store.ts';
import { UploadStore } from './upload-store.ts';

let at: TestUploadStore;

beforeEach(async () => {
  at = await TestUploadStore.create();
});
afterEach(() => at.remove());

describe('what is remembered of an upload', () => {
  it('is its hash, until that is forgotten', async () => {
    const [bytes, others] = [someBytes(1000), someBytes(1000)];
    await at.announce('a', 1000);
    await at.send('a', bytes);
    await chmod(join(at.folder, 'a.whole'), 0o600);
    await writeFile(join(at.folder, 'a.whole'), others);
    expect(await at.store.received('a')).toMatchObject({ sha256: sha256Of(bytes), sealed: true });
    at.store.forgetHash('a');
    expect(await at.store.received('a')).toMatchObject({
      sha256: sha256Of(others),
      sealed: false,
      alone: false,
    });
  });

  it('ends with it', async () => {
    const [bytes, others] = [someBytes(1000), someBytes(1000)];
    for (const each of [bytes, others]) {
      await at.announce('a', 1000);
      await at.send('a', each);
      expect(await at.store.received('a')).toMatchObject({ sha256: sha256Of(each) });
      await at.store.remove('a');
      expect(await at.store.received('a')).toBeNull();
      expect(await at.names()).toEqual([]);
    }
  });

  it('ends with it, also where another process removed it', async () => {
    await at.announce('a', 1000);
    await at.send('a', someBytes(1000));
    for (const name of await at.names()) await unlink(join(at.folder, name));
    const others = someBytes(1000);
    await at.announce('a', 1000);
    await writeFile(join(at.folder, 'a.whole'), others);
    expect(await at.store.received('a')).toMatchObject({ sha256: sha256Of(others), sealed: false });
  });

  it('ends with it, also where another process begins one under its key', async () => {
    await at.store.take('a', someBytes(1000), true);
    await at.store.remove('a');
    const other = new UploadStore(
      at.folder,
      () => undefined,
      async () => undefined,
    );
    await other.create(new Upload({ id: 'a', size: 500, offset: 0 }));
    expect(await at.store.getUpload('a')).toMatchObject({ size: 500, offset: 0 });
    await at.store.remove('a');
    expect(await at.names()).toEqual([]);
  });

  it('is not trusted beyond its length', async () => {
    await at.announce('a', SMALL + 10);
    const bytes = someBytes(SMALL);
    await at.breakOff('a', [bytes]);
    const rest = randomBytes(10);
    await appendFile(join(at.folder, 'a'), rest);
    expect(await at.store.received('a')).toMatchObject({ sha256: sha256Of(Buffer.concat([bytes, rest])) });
  });

  it('holds no length that was not announced', async () => {
    await writeFile(join(at.folder, 'a.json'), JSON.stringify({ id: 'a', size: null }));
    expect(await at.store.received('a')).toBeNull();
    expect(await at.store.received('nobody')).toBeNull();
  });
});

describe('the time of an upload’s last byte', () => {
  const then = new Date('2026-05-04T03:02:01Z');

  it.each([
    ['a small one', 1000],
    ['a large one', SMALL + 1],
  ])('is that of the file of %s', async (_, size) => {
    await at.announce('a', size);
    await at.send('a', someBytes(size));
    const [file] = (await at.names()).filter((name) => !name.endsWith('.json'));
    await utimes(join(at.folder, file ?? ''), then, then);
    expect(await at.store.lastByteAt('a')).toEqual(then);
  });

  it('is not known before a byte came', async () => {
    await at.announce('a', 1000);
    expect(await at.store.lastByteAt('a')).toBeNull();
  });
});
