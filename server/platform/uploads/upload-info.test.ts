import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Upload } from '@tus/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UploadInfo } from './upload-info.ts';

let folder: string;
let info: UploadInfo;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  info = new UploadInfo(folder);
});
afterAll(() => rm(folder, { recursive: true }));
const upload = (size?: number) => new Upload({ id: 'a', size, offset: 0, metadata: { name: 'Acta.pdf' } });

it('is kept beside the bytes, for the server alone, until it is deleted', async () => {
  await info.set('a', upload(7));
  expect(await info.get('a')).toMatchObject({ id: 'a', size: 7, metadata: { name: 'Acta.pdf' } });
  expect((await stat(join(folder, 'a.json'))).mode & 0o777).toBe(0o600);
  await info.delete('a');
  expect(await info.get('a')).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
  await expect(info.delete('a')).resolves.toBeUndefined();
});

it('is not there where it was half written, or has no size', async () => {
  for (const text of ['', '{"id":"a","si', 'null', '7', '"a"', '{}', '{"size":"7"}', '{"size":1.5}']) {
    await writeFile(join(folder, 'a.json'), text);
    expect(await info.get('a'), text).toBeUndefined();
  }
});
