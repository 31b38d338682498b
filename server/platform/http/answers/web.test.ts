import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { mountWeb } from './web.ts';

/** A web build of four files, served. @returns the script policy of what a path answers */
async function build(): Promise<(path: string) => Promise<string | undefined>> {
  const folder = await mkdtemp(join(tmpdir(), 'legajo-web-'));
  await mkdir(join(folder, 'assets'));
  const files = [
    'index.html',
    'assets/index-4f.js',
    'assets/hash.worker-4f.js',
    'assets/pdf.worker.min-4f.mjs',
  ];
  for (const file of files) await writeFile(join(folder, file), '');
  const app = express();
  mountWeb(app, folder);
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return async (path) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    expect(response.status).toBe(200);
    const policy = response.headers.get('content-security-policy') ?? '';
    return /script-src ([^;]*)/.exec(policy)?.[1];
  };
}

it('lets workers compile WebAssembly, and no page', async () => {
  const scripts = await build();
  for (const page of ['/', '/records/search', '/assets/index-4f.js', '/worker.js/x'])
    expect(await scripts(page)).toBe("'self'");
  for (const worker of ['/assets/hash.worker-4f.js', '/assets/pdf.worker.min-4f.mjs'])
    expect(await scripts(worker)).toBe("'self' 'wasm-unsafe-eval'");
});
