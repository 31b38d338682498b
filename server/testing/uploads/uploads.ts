import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Config } from '../../config.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Leases } from '../../platform/leases/held-leases.ts';
import { openFileStorage } from '../../platform/storage/file-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { createUploads, type Uploads } from '../../platform/uploads/uploads.ts';

export interface TestUploads {
  readonly uploads: Uploads;
  readonly storage: Storage;
  /** What an operator reads in the log. */
  readonly lines: readonly { readonly level: string; readonly fields: object; readonly message: string }[];
  /** Sends a tus request, with the headers of every one. */
  ask(method: string, key: string, headers?: Record<string, string>, body?: Uint8Array): Promise<Response>;
  create(key: string, size: number, headers?: Record<string, string>): Promise<Response>;
  patch(key: string, offset: number, body: Uint8Array): Promise<Response>;
  close(): Promise<void>;
}

export interface TestUploadsOptions {
  readonly leases?: Leases;
  readonly now?: () => Date;
  /** Stores instead of the storage. */
  readonly putMany?: Storage['putMany'];
}

/** Uploads over a folder of their own, without a server around them: nobody is asked who they are. */
export async function openTestUploads(
  db: Kysely<Schema>,
  { leases, now = () => new Date(), putMany }: TestUploadsOptions = {},
): Promise<TestUploads> {
  const dataDir = await mkdtemp(join(tmpdir(), 'legajo-uploads-'));
  const blocks = new Map<string, Uint8Array>();
  const storage = await openFileStorage(dataDir, {
    blocks: {
      find: async (sha256) => blocks.get(sha256) ?? null,
      keep: async (more) => {
        for (const [sha256, hashes] of more) blocks.set(sha256, hashes);
      },
    },
    onDamaged: () => undefined,
  });
  const lines: { level: string; fields: object; message: string }[] = [];
  const writeTo = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, fields, message });
  const log = {
    info: writeTo('info'),
    warn: writeTo('warn'),
    error: writeTo('error'),
  } as unknown as Deps['log'];
  const config = { uploadLimit: 1024 ** 2 } as Config;
  const asked = putMany ? ({ incoming: storage.incoming, putMany } as Storage) : storage;
  const uploads = createUploads({ config, db, storage: asked, log, now }, leases ?? null);

  const server = createServer((req, res) => {
    uploads.handle(req, res).catch((error: unknown) => res.destroy(error as Error));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask: TestUploads['ask'] = (method, key, headers = {}, body) =>
    fetch(`${url}/${key}`, {
      method,
      headers: { 'tus-resumable': '1.0.0', ...headers },
      ...(body && { body: new Uint8Array(body) }),
    });

  return {
    uploads,
    storage,
    lines,
    ask,
    create: (key, size, headers = {}) =>
      ask('POST', '', {
        'upload-length': String(size),
        'upload-metadata': `key ${Buffer.from(key).toString('base64')}`,
        ...headers,
      }),
    patch: (key, offset, body) =>
      ask(
        'PATCH',
        key,
        { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body,
      ),
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
