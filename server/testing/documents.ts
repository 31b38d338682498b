import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Upload } from 'tus-js-client';
import { bundleHead } from '#shared/documents/bundle.ts';
import type { RecordCreate, RecordCreated, RecordSend } from '#shared/documents/records.schemas.ts';
import type { Confirmed, Version, VersionCreate } from '#shared/documents/versions.schemas.ts';
import type { TestLibrary } from './factories.ts';
import type { TestClient, TestServer } from './http.ts';

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes that no other test uses, and that are no known file type. */
export const someBytes = (size = 1000): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(Math.max(0, size - 9))]).subarray(0, size);

/** Uploads bytes by tus, as browsers and desktops do. @throws tus-js-client's DetailedError */
export function upload(
  server: Pick<TestServer, 'url'>,
  client: TestClient,
  key: string,
  bytes: Buffer,
  options: { chunkSize?: number; resume?: boolean } = {},
): Promise<void> {
  const endpoint = `${server.url}/api/docs/uploads`;
  return new Promise((resolve, reject) => {
    const sending = new Upload(bytes as unknown as Blob, {
      endpoint,
      // With an upload URL the tus client sends HEAD first, because the upload may exist already.
      ...(options.resume ? { uploadUrl: `${endpoint}/${key}` } : {}),
      metadata: { key, filename: 'prueba', filetype: 'application/pdf' },
      headers: { authorization: `Bearer ${client.token}` },
      uploadSize: bytes.length,
      chunkSize: options.chunkSize ?? 8 * 1024 ** 2,
      retryDelays: [],
      onError: reject,
      onSuccess: () => resolve(),
    });
    sending.start();
  });
}

/** Several uploads as one body. */
export const bundleOf = (files: readonly { key: string; bytes: Uint8Array }[]): Buffer<ArrayBuffer> =>
  Buffer.concat([
    bundleHead(files.map(({ key, bytes }) => ({ key, size: bytes.length }))),
    ...files.map(({ bytes }) => bytes),
  ]);

/** A new version and its bytes as one body. */
export function versionBundle({
  bytes,
  ...line
}: Partial<VersionCreate> & Pick<VersionCreate, 'record' | 'base'> & { bytes: Buffer }): Buffer<ArrayBuffer> {
  const file = { name: 'prueba.pdf', type: 'application/pdf' };
  const head = bundleHead([
    { file, ...line, size: bytes.length, sha256: sha256Of(bytes) } as { size: number },
  ]);
  return Buffer.concat([head, bytes]);
}

/** New documents and their bytes as one body. `operation` is generated if it is not given. */
export function recordsBundle(
  documents: readonly (Partial<RecordSend> & Pick<RecordSend, 'group'> & { bytes: Buffer })[],
): Buffer<ArrayBuffer> {
  const head = documents.map(({ bytes, ...line }) => {
    const name = line.name ?? `prueba ${randomUUID()}.pdf`;
    const values = {
      year: 2026,
      month: 3,
      day: 7,
      name,
      file: { name, type: 'application/pdf' },
      operation: randomUUID(),
    };
    return { ...values, size: bytes.length, sha256: sha256Of(bytes), ...line };
  });
  return Buffer.concat([bundleHead(head), ...documents.map(({ bytes }) => bytes)]);
}

/** Creates a record and its pending version, as the wizard does. */
export async function startRecord(
  server: TestServer,
  client: TestClient,
  library: TestLibrary,
  values: Partial<RecordCreate> = {},
): Promise<RecordCreated> {
  const label = await server.make.label({ id: library.organization, name: '' });
  return client.ok('recordCreate', {
    body: {
      title: 'Documento de prueba',
      group: library.id,
      state: 0,
      labels: [label],
      date: '2026-03-07',
      file: { name: 'prueba.pdf', type: 'application/pdf' },
      ...values,
    },
  });
}

export const confirmBytes = (
  client: TestClient,
  version: string,
  bytes: Uint8Array,
  values: { onStale?: 'refuse' | 'keep' } = {},
) => client.call('confirm', { body: { version, size: bytes.length, sha256: sha256Of(bytes), ...values } });

/** Creates a document: record, bytes, confirmation. */
/** Documents as somebody sees them now, for a batch. One that they do not see has a rev that they made up. */
export const seenBy = (
  client: TestClient,
  records: readonly string[],
): Promise<{ record: string; rev: number }[]> =>
  Promise.all(
    records.map(async (record) => {
      const { status, body } = await client.call('recordById', { params: { id: record } });
      return { record, rev: status === 200 ? body.rev : 0 };
    }),
  );

export async function makeDocument(
  server: TestServer,
  client: TestClient,
  library: TestLibrary,
  values: Partial<RecordCreate> & { bytes?: Buffer } = {},
): Promise<{ record: string; bytes: Buffer; version: Version }> {
  const { bytes = someBytes(), ...rest } = values;
  const made = await startRecord(server, client, library, rest);
  return { record: made.record._id, bytes, version: await finish(server, client, made.version, bytes) };
}

async function finish(
  server: TestServer,
  client: TestClient,
  version: Version,
  bytes: Buffer,
): Promise<Version> {
  await upload(server, client, version.key ?? '', bytes);
  const { status, body } = await confirmBytes(client, version._id, bytes);
  if (status !== 200) throw new Error(`confirm answered ${status}: ${JSON.stringify(body)}`);
  return (body as Confirmed).version;
}

/** Creates a pending version on a base. */
export async function startVersion(
  client: TestClient,
  record: string,
  base: string,
  values: Partial<VersionCreate> = {},
): Promise<Version> {
  const { version } = await client.ok('versionCreate', {
    body: { record, base, file: { name: 'prueba.pdf', type: 'application/pdf' }, ...values },
  });
  return version;
}

/** Creates a confirmed version with its bytes. */
export async function addVersion(
  server: TestServer,
  client: TestClient,
  record: string,
  base: string,
  values: Partial<VersionCreate> & { bytes?: Buffer } = {},
): Promise<Version> {
  const { bytes = someBytes(), ...rest } = values;
  return finish(server, client, await startVersion(client, record, base, rest), bytes);
}

const TUS = { 'tus-resumable': '1.0.0' };
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The single steps of the protocol, for tests that look between them. */
export const tus = {
  create: (client: TestClient, key: string, length: number | null, body?: Uint8Array) =>
    client.fetch('/docs/uploads', {
      method: 'POST',
      headers: {
        ...TUS,
        ...(length === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(length) }),
        'upload-metadata': `key ${base64(key)}`,
        ...(body ? { 'content-type': 'application/offset+octet-stream' } : {}),
      },
      ...(body ? { body: body } : {}),
    }),
  patch: (client: TestClient, key: string, offset: number, body: Uint8Array) =>
    client.fetch(`/docs/uploads/${key}`, {
      method: 'PATCH',
      headers: {
        ...TUS,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: body,
    }),
  head: (client: TestClient, key: string) =>
    client.fetch(`/docs/uploads/${key}`, { method: 'HEAD', headers: TUS }),
  remove: (client: TestClient, key: string) =>
    client.fetch(`/docs/uploads/${key}`, { method: 'DELETE', headers: TUS }),
};

/** Number of bytes that the server has of an upload. */
export const offsetOf = async (client: TestClient, key: string): Promise<number> =>
  Number((await tus.head(client, key)).headers.get('upload-offset'));
